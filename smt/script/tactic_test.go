package script_test

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/smt/script"
)

// A tactic is written for solvers that have the command. Others are asked the same question without it, and their text is not the standard
// text.
func TestTactic(t *testing.T) {
	const tactic = "(check-sat-using (then simplify smt))"
	s := read(t, "(declare-const p Bool)(assert p)"+tactic+"(check-sat)")
	for solver, want := range map[string]bool{"": true, "z3": true, "cvc5": false, "bitwuzla": false} {
		p := script.Printer{Solver: solver, ForSolver: true, AfterCheck: func(check int) string { return []string{"(first)", "(second)"}[check] }}
		text := string(p.Append(nil, s))
		if got := strings.Contains(text, tactic+"\n(first)\n(check-sat)\n(second)\n"); got != want {
			t.Errorf("for %q:\n%s", solver, text)
		}
		if !want && !strings.Contains(text, "(check-sat)\n(first)\n(check-sat)\n(second)\n") || p.Standard() != want {
			t.Errorf("for %q, standard %v:\n%s", solver, p.Standard(), text)
		}
	}
}
