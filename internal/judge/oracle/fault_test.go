package oracle_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/smt"
)

// A failure of the evaluator is Assay's fault, each place once, and hides nothing else.
func TestFaults(t *testing.T) {
	failed := func(place string) oracle.ModelReport {
		return oracle.ModelReport{Verdict: oracle.ModelUnreadable, Fault: &oracle.Fault{Place: place, Text: "index out of range", Stack: place + " (x.go:1)\n"}}
	}
	run := func(solver string, a smt.Status) oracle.Observation {
		return oracle.Observation{Solver: solver, Answers: []smt.Status{a}}
	}
	z3, cvc5, void := run("z3", smt.Sat), run("cvc5", smt.Unsat), run("cvc4", smt.Sat)
	z3.Models = []oracle.ModelReport{failed("eval.a")}
	cvc5.Cores = []oracle.ModelReport{failed("eval.b")}
	void.Models, void.Void = []oracle.ModelReport{failed("eval.a")}, true
	disagree := blame{oracle.RefutationSoundness, "cvc5", "z3", 0, true}
	harness := func(solver string) blame { return blame{oracle.Harness, solver, "", 0, false} }
	for _, tt := range []struct {
		name string
		c    oracle.Case
		want []blame
	}{
		{"a model and a core", oracle.Case{Checks: 1, Observations: []oracle.Observation{cvc5, z3}}, []blame{disagree, harness("cvc5"), harness("z3")}},
		{"one place", oracle.Case{Checks: 1, Observations: []oracle.Observation{z3, void}}, []blame{harness("cvc4")}},
		{"no model", oracle.Case{Checks: 1, Evaluated: []oracle.ModelReport{failed("eval.c")}, Observations: []oracle.Observation{run("z3", smt.Sat)}}, []blame{harness("z3")}},
		{"a witness", oracle.Case{Truths: []oracle.Truth{{Status: smt.Sat, Witness: "()", Model: failed("eval.d")}}, Observations: []oracle.Observation{run("z3", smt.Unsat)}},
			[]blame{{oracle.RefutationSoundness, "z3", "", 0, true}, harness("z3")}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found := oracle.Judge(tt.c)
			if diff := cmp.Diff(tt.want, blames(found)); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
			last := found[len(found)-1]
			if !last.Located() || !strings.HasPrefix(last.Signature, "harness/evaluator/eval.") || !strings.Contains(last.Evidence.Summary, "index out of range") || !strings.Contains(last.Evidence.Detail, "x.go:1") {
				t.Errorf("%+v", last)
			}
		})
	}
}
