package triage

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
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
	// The release ran under the name of the build, with its configuration.
	if found, certain := wrongOf(p.out.others, s.Solver, name); found != nil {
		out.Shows, out.Suspect, out.Summary = string(found.Class), !certain, strings.ReplaceAll(found.Evidence.Summary, s.Solver, text)
	}
	for _, run := range p.out.Last {
		switch {
		case run.Solver == s.Solver || run.Void || len(run.Answers) == 0:
		case slices.Equal(run.Answers, out.Run.Answers):
			out.Compared = append(out.Compared, run.Solver)
		case contradict(run.Answers, out.Run.Answers):
			out.Contradicted = append(out.Contradicted, run.Solver)
		}
	}
	return out, nil
}

// wrongOf returns what a release did wrong among findings that may be about other solvers, or about Assay: the first that is certain, else the first
// suspicion; nil for none. The release ran under all names. Where it contradicts itself, it is wrong, whichever of its answers is right.
func wrongOf(found []oracle.Finding, names ...string) (wrong *oracle.Finding, certain bool) {
	for i, f := range found {
		own := slices.Contains(names, f.Solver)
		switch {
		case f.Class.OwnFault() || !own:
		case !f.Suspect || slices.Contains(names, f.Other):
			return &found[i], true
		case wrong == nil:
			wrong = &found[i]
		}
	}
	return wrong, false
}

// contradict reports whether two runs give opposite answers to a check-sat.
func contradict(a, b []string) bool {
	for i := range min(len(a), len(b)) {
		if sat, unsat := smt.Sat.String(), smt.Unsat.String(); a[i] == sat && b[i] == unsat || a[i] == unsat && b[i] == sat {
			return true
		}
	}
	return false
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
