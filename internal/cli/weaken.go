package cli

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/weaken"
	"github.com/assay-smt/assay/internal/rules"
	"github.com/assay-smt/assay/smt/theory"
)

// weakenFlags configure the engine weaken.
type weakenFlags struct {
	Walk, Stride, Growth, Abroad int
	Connectives                  string
	Rules                        []string

	own []*rules.Rule // read from the files
}

func (f *weakenFlags) bind(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.IntVar(&f.Walk, "weaken-walk", weaken.DefaultWalk, "weaken: steps on top of each other before a walk begins at the seed again")
	flags.IntVar(&f.Stride, "weaken-stride", weaken.DefaultStride, "weaken: steps from one mutant to the next")
	flags.IntVar(&f.Growth, "weaken-growth", weaken.DefaultGrowth, "weaken: by how many percent a mutant may be larger than its seed")
	flags.IntVar(&f.Abroad, "weaken-abroad", weaken.DefaultLeaveLogic, "weaken: percentage of chains that may leave the seed's logic and theories")
	flags.StringVar(&f.Connectives, "weaken-ambiguous", "keep", "weaken: keep xor, ite, and = and distinct of formulas as they are, or expand them into implications")
	flags.StringArrayVar(&f.Rules, "weaken-rules", nil, "weaken: a `FILE` of further rules, each verified before it is used (repeatable)")
}

// options checks the flags and reads the rules.
func (f *weakenFlags) options(ctx context.Context, table *theory.Table) (weaken.Options, error) {
	o := weaken.Options{Table: table, Walk: f.Walk, Stride: f.Stride, Growth: orNone(f.Growth), LeaveLogic: orNone(f.Abroad)}
	for _, c := range []struct {
		flag              string
		value, from, most int
	}{{"walk", f.Walk, 1, 1_000_000}, {"stride", f.Stride, 1, 1_000_000}, {"growth", f.Growth, 0, 10_000}, {"abroad", f.Abroad, 0, 100}} {
		if c.value < c.from || c.value > c.most {
			return o, usagef("--weaken-%s %d: give a number from %d to %d", c.flag, c.value, c.from, c.most)
		}
	}
	switch f.Connectives {
	case weaken.KeepConnectives.String():
	case weaken.ExpandConnectives.String():
		o.Connectives = weaken.ExpandConnectives
	default:
		return o, usagef("--weaken-ambiguous %s: give keep or expand", f.Connectives)
	}
	if len(f.Rules) == 0 {
		return o, nil
	}
	var err error
	if f.own, err = readRules(ctx, table, f.Rules); err != nil {
		return o, err
	}
	builtin, err := rules.Builtin(table)
	if err != nil {
		return o, err
	}
	o.Rules = slices.Concat(builtin, f.own)
	if err := rules.Distinct(o.Rules); err != nil {
		return o, withExit(exitFailed, err)
	}
	return o, nil
}

// verify proves the user's rules before anything rests on them, with the solvers at hand. The built-in ones are proved by tests. A
// refuted rule is an error; what no solver proves is said.
func (f *weakenFlags) verify(ctx context.Context, s *Streams, asker mutate.Asker) error {
	var prover rules.Asker
	if asker != nil {
		prover = ruleAsker{asker}
	}
	for _, r := range f.own {
		v, err := rules.Verify(ctx, r, prover, rules.Options{})
		if err != nil {
			return err
		}
		if !v.State.Fine() {
			return withExit(exitFailed, fmt.Errorf("%s:%d:1: refuted: %s", r.File, r.Line, v))
		}
		if v.State != rules.Proved {
			fmt.Fprintln(s.Err, v)
		}
	}
	return nil
}
