package certified

import (
	"context"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
)

// smallTolerance is z3's option for how far a transcendental function may be from its value, far below the default of 0.0000001.
const smallTolerance = "smt.arith.nl.transcendental_tolerance=0.000000000001"

// tolerance tries whether a small tolerance makes a defect of transcendental functions go away: then the tolerance is its excuse. It is nil
// where that is no question, and where the solver does not have the option.
func (x *examiner) tolerance(ctx context.Context, out *Result, s *script.Script, dir *disk.Scratch) (*findings.Tolerance, error) {
	class := out.Best.Finding.Class
	if s == nil || x.Blamed.Profile().Name != "z3" || class.Answer() != smt.Sat ||
		len(findings.Transcendental(operatorsOf(s))) == 0 {
		return nil, nil
	}
	on := <-x.slots
	defer func() { x.slots <- on }()
	sub, err := dir.Sub("tolerance")
	if err != nil {
		return nil, err
	}
	bench := *on.bench
	bench.Runner = &bare{dir: sub, options: append(out.Options.typed(), solver.Configure(smallTolerance).Options()...)}
	within := &slot{bench: &bench}
	e := x.open(within, out.Best.Text, s)
	run, err := e.trial.RunText(ctx, x.Blamed, x.Solver, e.raw, solver.Options{})
	check := max(0, out.Best.Finding.Check)
	if err != nil || run.Void || len(run.Answers) <= check {
		return nil, err
	}
	shown, err := x.bare(ctx, within, out.Best.Text, s)
	if err != nil || ctx.Err() != nil {
		return nil, err
	}
	if shown == nil && run.Answers[check] == smt.Unsat && class.WrongAnswer() != smt.Sat {
		return nil, nil // nobody has proved that there is no model
	}
	if shown == nil && run.Answers[check] == class.Answer() {
		// It is right only with a model that holds: of one that cannot be evaluated, or is wrong in another way, nobody can say that the tolerance explains it.
		models := e.trial.Observe(ctx, run).Models
		if check >= len(models) || models[check].Verdict != oracle.ModelHolds {
			return nil, nil
		}
	}
	return &findings.Tolerance{Command: typedCommand(run.Command), Answer: run.Answers[check].String(), Shows: shown != nil}, nil
}
