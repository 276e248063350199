package triage

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/solver"
)

// OnRelease runs a finding that only builds with checks show on the release of which its solver is a build, and judges that. It returns nil for
// other findings, for programs that are no build of ours, and where the release is not there. The errors are those of Replay.
func (r Replayer) OnRelease(ctx context.Context, s findings.Stored) (*findings.Release, error) {
	if !s.Class.Checked() || !solver.IsBuild(s.Version) {
		return nil, nil
	}
	spec, err := solver.ParseSpec(s.Solver)
	if err != nil {
		return nil, nil //nolint:nilerr // its solver was named in another way
	}
	name := s.Family + "@" + solver.ReleaseOf(s.Version)
	text := strings.TrimSpace(name + " " + shell.Quote(spec.Args))
	there := r.Resolve
	r.Essential = true
	r.Resolve = func(ctx context.Context, asked string) (solver.Target, error) {
		if asked == s.Solver {
			asked = text
		}
		return there(ctx, asked)
	}
	p, err := r.prepare(ctx, s)
	var missing *solver.UnusableError
	if errors.As(err, &missing) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if _, err := p.run(ctx); err != nil {
		return nil, err
	}
	i := slices.IndexFunc(p.out.Last, func(run findings.Run) bool { return run.Solver == s.Solver })
	if i < 0 {
		return nil, nil
	}
	out := &findings.Release{Run: p.out.Last[i]}
	out.Run.Solver, out.Run.Version = name, solver.ReleaseOf(s.Version)
	if found := p.out.instead; found != nil {
		// The release ran under the name of the build.
		out.Shows, out.Summary = string(found.Class), strings.ReplaceAll(found.Evidence.Summary, s.Solver, name)
	}
	return out, nil
}
