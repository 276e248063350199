package weaken

import (
	"context"
	"fmt"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/weaken/rules"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/theory"
)

// The options.
const (
	optWalk        = "weaken-walk"
	optStride      = "weaken-stride"
	optGrowth      = "weaken-growth"
	optLeaveLogic  = "weaken-abroad"
	optConnectives = "weaken-ambiguous"
	optRules       = "weaken-rules"
)

// Descriptor describes the engine.
func Descriptor() mutate.Descriptor {
	o := DefaultOptions()
	return mutate.Descriptor{
		Name: "weaken",
		Doc:  "replaces a formula by a weaker one if the script is sat, by a stronger one if it is unsat",
		Options: []mutate.Option{
			{Name: optWalk, Kind: mutate.Integer, Int: o.Walk, Min: 1, Max: 1_000_000, Doc: "weaken: successive steps before a walk restarts at the seed"},
			{Name: optStride, Kind: mutate.Integer, Int: o.Stride, Min: 1, Max: 1_000_000, Doc: "weaken: steps from one mutant to the next"},
			{Name: optGrowth, Kind: mutate.Integer, Int: o.Growth, Max: 10_000, Doc: "weaken: percentage by which a mutant may be larger than its seed"},
			{Name: optLeaveLogic, Kind: mutate.Integer, Int: o.LeaveLogic, Max: 100, Doc: "weaken: percentage of chains that may leave the seed's logic and theories"},
			{
				Name: optConnectives, Kind: mutate.Choice, Words: []string{MixConnectives.String(), KeepConnectives.String(), ExpandConnectives.String()},
				Doc: "weaken: keep xor, ite, = of formulas and formulas inside terms unchanged, expand them into implications, or mixed, by chain",
			},
			{Name: optRules, Kind: mutate.Files, Doc: "weaken: a `FILE` of further rules, each verified before it is used (repeatable)"},
		},
		New: func(table *theory.Table, s mutate.Settings) (mutate.Engine, error) {
			o := DefaultOptions()
			o.Table = table
			o.Walk, o.Stride, o.Growth, o.LeaveLogic = s.Int(optWalk), s.Int(optStride), s.Int(optGrowth), s.Int(optLeaveLogic)
			for _, c := range []Connectives{MixConnectives, KeepConnectives, ExpandConnectives} {
				if s.Word(optConnectives) == c.String() {
					o.Connectives = c
				}
			}
			for _, file := range s.Files(optRules) {
				own, err := rules.Parse(table, file.Name, file.Text)
				if err != nil {
					return nil, &mutate.InputError{Fault: mutate.Unsound, Err: err}
				}
				o.Own = append(o.Own, own...)
			}
			return New(o)
		},
	}
}

// Verify implements mutate.Verifier: it proves the user's rules. A rule that is refuted, or about which nothing is known, is an error; one that no solver proves
// gets a remark. The built-in rules are proved by tests.
func (e *Engine) Verify(ctx context.Context, asker mutate.Asker, remark func(string)) error {
	for _, r := range e.opts.Own {
		v, err := rules.Verify(ctx, r, Prover(asker), rules.Options{})
		if err != nil {
			return err
		}
		if !v.State.Fine() {
			return &mutate.InputError{Fault: mutate.Unsound, Err: fmt.Errorf("%s:%d:1: %s: %s", r.File, r.Line, v.State.Code(), v)}
		}
		if v.State != rules.Proved {
			remark(v.String())
		}
	}
	return nil
}

// Prover returns a prover of rules that asks solvers, nil where there are none.
func Prover(asker mutate.Asker) rules.Asker {
	if asker == nil {
		return nil
	}
	return prover{asker}
}

type prover struct{ mutate.Asker }

// Ask implements rules.Asker. A sat comes with its model, where the solver has one.
func (p prover) Ask(ctx context.Context, s *script.Script) []rules.Answer {
	var out []rules.Answer
	for _, r := range p.Asker.Ask(ctx, s, mutate.WantModels) {
		out = append(out, rules.Answer{Solver: r.Solver, Status: r.Status, Model: r.Model})
	}
	return out
}
