package trial

import (
	"context"
	"slices"
	"testing"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/question"
)

// voting is a Runner whose solvers give one verdict after the other.
type voting struct {
	verdicts []solver.Verdict
	n        int
}

func (v *voting) Run(_ context.Context, r Request) (solver.Run, error) {
	v.n++
	return solver.Run{Target: r.Target, Solver: r.Target.String(), Family: r.Target.Profile().Name, Questions: r.Text.Questions, Verdict: v.verdicts[v.n-1]}, nil
}

// Only a model refutes: a referee that shows none, or does not say sat, says nothing, and one that says unsat ends it.
func TestRebuttals(t *testing.T) {
	set, err := solver.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	z3, err := solver.ParseSpec("z3")
	if err != nil {
		t.Fatal(err)
	}
	resolver := solver.Resolver{Profiles: set, LookPath: func(string) (string, error) { return "/bin/true", nil }}
	referee, err := resolver.Resolve(t.Context(), z3)
	if err != nil {
		t.Fatal(err)
	}
	s, err := elab.Script("(set-logic QF_LIA)(declare-const x Int)(assert (< x 5))(check-sat)", elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	says := func(a smt.Status, model string) solver.Verdict {
		v := solver.Verdict{Answers: []smt.Status{a}}
		if model != "" {
			v.Returns = []solver.Return{{Kind: question.Model, Text: model}}
		}
		return v
	}
	void := says(smt.Sat, "void")
	void.Void = true
	for _, tt := range []struct {
		name     string
		verdicts []solver.Verdict
		want     []string // models
		asked    int
	}{
		{"models", []solver.Verdict{says(smt.Sat, "one"), says(smt.Sat, "two")}, []string{"one", "two"}, 2},
		{"sat without a model", []solver.Verdict{says(smt.Sat, ""), says(smt.Sat, "two")}, []string{"two"}, 2},
		{"a model without sat", []solver.Verdict{says(smt.Unknown, "one"), says(smt.Sat, "two")}, []string{"two"}, 2},
		{"unsat", []solver.Verdict{says(smt.Unsat, ""), says(smt.Sat, "two")}, nil, 1},
		{"unsat after a model", []solver.Verdict{says(smt.Sat, "one"), says(smt.Unsat, "")}, []string{"one"}, 2},
		{"no answer that counts", []solver.Verdict{void, says(smt.Sat, "two")}, nil, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir, err := disk.OpenScratch(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			defer dir.Close()
			runner := &voting{verdicts: tt.verdicts}
			one := (&Bench{Runner: runner}).In(dir).New(s, Facts{})
			var got []string
			if err := one.refutations(t.Context(), []solver.Target{referee, referee}, func(r solver.Refutation) {
				if r.Family != "z3" || r.Solver != referee.String() {
					t.Errorf("%+v", r)
				}
				got = append(got, r.Model)
			}); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got, tt.want) || runner.n != tt.asked {
				t.Errorf("%q after %d runs", got, runner.n)
			}
		})
	}
}
