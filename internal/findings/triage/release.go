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
// other findings, for programs that are no build of ours, and where the release is not there. Where the finding needs options, the release without them runs too:
// what one of them answers may show what is wrong with the answer of the other. So may those of the other solvers that the
// finding's record has. The errors are those of Replay.
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
	if len(spec.Args) > 0 {
		if err := p.besides(ctx, there, name); err != nil {
			return nil, err
		}
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
		// The release ran under the name of the build, with its configuration.
		out.Shows, out.Summary = string(found.Class), strings.ReplaceAll(found.Evidence.Summary, s.Solver, text)
	}
	for _, run := range p.out.Last {
		if run.Solver != s.Solver && !run.Void && len(run.Answers) > 0 && slices.Equal(run.Answers, out.Run.Answers) {
			out.Compared = append(out.Compared, run.Solver)
		}
	}
	return out, nil
}

// besides runs another solver on the blamed one's formula as well, so that their answers are compared.
func (p *replaying) besides(ctx context.Context, resolve Resolve, name string) error {
	if slices.ContainsFunc(p.used, func(u usedRun) bool { return u.Solver == name }) {
		return nil
	}
	target, err := resolve(ctx, name)
	if err != nil {
		return err
	}
	other := p.used[p.blamed()]
	other.Run.Solver, other.Run.Version, other.target = name, target.Version(), target
	p.used = append(p.used, other)
	return nil
}
