package certify_test

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// A check may ask for more than its assertions: z3 takes the arguments of a check-sat for assumptions, and cvc5's block-model asserts something. No model
// shows then that it is sat; that it is unsat is as certain as ever.
func TestBeyondAssertions(t *testing.T) {
	const knows, not = true, false
	for _, tt := range []struct {
		name, script string
		check        int
		want         bool
	}{
		{"nothing", "(check-sat)", 0, knows},
		{"arguments", "(check-sat p)", 0, not},
		{"arguments of an earlier check", "(check-sat p)(check-sat)", 1, knows},
		{"arguments of a later check", "(check-sat)(check-sat (not p))", 0, knows},
		{"assumptions", "(check-sat-assuming ((not p)))", 0, knows},
		{"a blocked model", "(check-sat)(block-model :literals)(check-sat)", 1, not},
		{"a model that is blocked later", "(check-sat)(block-model :literals)(check-sat)", 0, knows},
		{"blocked values", "(check-sat)(block-model-values (p))(check-sat)", 1, not},
		{"a blocked model before a reset", "(check-sat)(block-model :literals)(reset-assertions)(declare-const p Bool)(assert (not p))(check-sat)", 1, knows},
		{"an assertion in a form that is not known", "(assert-not p)(check-sat)", 0, not},
		{"questions", "(check-sat)(eval p)(apply simplify)(get-learned-literals)(display p)(check-sat)", 1, knows},
		{"what asserts nothing", "(set-simplifier solve-eqs)(declare-tactic t simplify)(help)(labels)(check-sat)", 0, knows},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := "(declare-const p Bool)(assert (not p))" + tt.script
			f := formula(t, text)
			decided, refuted, few := f.Decide(tt.check), f.Refute(tt.check), f.Few(tt.check)
			if got := decided.Verdict == oracle.ModelHolds; got != tt.want || decided.Verdict == oracle.ModelFails || refuted.Verdict == oracle.ModelFails {
				t.Errorf("without a model: %v, %v", decided.Verdict, refuted.Verdict)
			}
			if (few.Verdict == oracle.ModelHolds) != tt.want {
				t.Errorf("by trying all: %v", few.Verdict)
			}
			r := f.Model("((define-fun p () Bool false))", "", tt.check)
			if (r.Verdict == oracle.ModelHolds) != tt.want || !tt.want && (r.Verdict != oracle.ModelOpen || !strings.Contains(r.Summary, "besides")) {
				t.Errorf("under a model: %v, %s", r.Verdict, r.Summary)
			}
			if r := f.Model("((define-fun p () Bool true))", "", tt.check); r.Verdict != oracle.ModelFails {
				t.Errorf("under a wrong model: %v, %s", r.Verdict, r.Summary)
			}
			q := &certify.Sequence{Effort: certify.Thorough}
			if q.Follow(f.Script(), tt.check, []byte(text)) {
				if v, ok := q.Decide(); ok && (v == oracle.ModelHolds) != tt.want {
					t.Errorf("at a glance: %v", v)
				}
			}
			if r := formula(t, strings.ReplaceAll(text, "(assert (not p))", "(assert (and p (not p)))")).Decide(tt.check); r.Verdict != oracle.ModelFails {
				t.Errorf("false all the same: %v", r.Verdict)
			}
		})
	}
}
