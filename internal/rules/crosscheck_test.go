package rules_test

import (
	"context"
	"os"
	"testing"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/query"
	"github.com/assay-smt/assay/internal/rules"
	"github.com/assay-smt/assay/internal/trial"
	"github.com/assay-smt/assay/internal/trial/trialtest"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
)

// solvers asks the installed ones.
type solvers struct{ answers *query.Answers }

func (s solvers) Ask(ctx context.Context, claim *script.Script) []rules.Answer {
	var out []rules.Answer
	for _, r := range s.answers.Ask(ctx, claim, mutate.WantModels) {
		out = append(out, rules.Answer{Solver: r.Solver, Sat: r.Status == smt.Sat, Model: r.Model})
	}
	return out
}

// TestBuiltinProved compares with solvers: they prove the built-in rules, and what they prove no instance of for all values has
// an argument.
func TestBuiltinProved(t *testing.T) {
	depth := os.Getenv("ASSAY_CROSSCHECK")
	if depth != "short" && depth != "long" {
		t.Skip("ASSAY_CROSSCHECK is neither short nor long")
	}
	targets := trialtest.Installed(t, "z3", "cvc5")
	if len(targets) == 0 {
		t.Skip("neither z3 nor cvc5 is installed")
	}
	asker := solvers{&query.Answers{Bench: &trial.Bench{}, Targets: targets, Scratch: trialtest.Scratch(t)}}
	states := map[rules.State]int{}
	for i, r := range builtin(t) {
		if depth == "short" && i%15 > 0 {
			continue
		}
		v, err := rules.Verify(context.Background(), r, asker, rules.Options{})
		if err != nil {
			t.Fatal(err)
		}
		states[v.State]++
		if !v.State.Fine() || v.General == 0 && r.Argued == "" {
			t.Error(v)
		}
		for _, w := range v.Wrong {
			t.Logf("%s: wrong sat of %s%s\n%s%s", r.Name, w.Solver, w.Instance, w.Script, w.Model)
		}
	}
	t.Log(states)
}
