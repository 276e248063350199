package rules_test

import (
	"context"
	"sync"
	"testing"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/query"
	"github.com/assay-smt/assay/internal/rules"
	"github.com/assay-smt/assay/internal/testdepth"
	"github.com/assay-smt/assay/internal/trial"
	"github.com/assay-smt/assay/internal/trial/trialtest"
	"github.com/assay-smt/assay/smt/script"
)

// solvers asks the installed solvers.
type solvers struct{ answers *query.Answers }

func (s solvers) Ask(ctx context.Context, claim *script.Script) []rules.Answer {
	var out []rules.Answer
	for _, r := range s.answers.Ask(ctx, claim, mutate.WantModels) {
		out = append(out, rules.Answer{Solver: r.Solver, Status: r.Status, Model: r.Model})
	}
	return out
}

// TestBuiltinProved compares with solvers: they prove the built-in rules, and a rule with no instance proved for all values has a
// written argument. Short takes every 3rd of the 754 rules, beginning with the second, medium and long all of them.
// (TestBuiltinTested tries all rules on values, at every depth.)
func TestBuiltinProved(t *testing.T) {
	every := testdepth.Crosscheck(t, 3, 1, 1)
	targets := trialtest.Installed(t, "z3", "cvc5")
	if len(targets) == 0 {
		t.Skip("neither z3 nor cvc5 is installed")
	}
	asker := solvers{&query.Answers{Bench: &trial.Bench{}, Targets: targets, Scratch: trialtest.Scratch(t)}}
	var mu sync.Mutex
	states := map[rules.State]int{}
	t.Run("rules", func(t *testing.T) {
		for i, r := range builtin(t) {
			if i%every != 1%every {
				continue
			}
			t.Run(r.Name, func(t *testing.T) {
				t.Parallel() // most of the time is spent waiting for solvers
				v, err := rules.Verify(t.Context(), r, asker, rules.Options{})
				if err != nil {
					t.Fatal(err)
				}
				mu.Lock()
				states[v.State]++
				mu.Unlock()
				if !v.State.Fine() || v.General == 0 && r.Argued == "" {
					t.Error(v)
				}
				for _, w := range v.Wrong {
					t.Logf("%s: wrong sat of %s%s\n%s%s", r.Name, w.Solver, w.Instance, w.Script, w.Model)
				}
			})
		}
	})
	t.Log(states)
}
