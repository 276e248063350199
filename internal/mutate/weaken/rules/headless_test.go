package rules_test

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/mutate/weaken/rules"
	"github.com/assay-smt/assay/smt/theory"
)

// TestHeadlessSides: a side that is a function of its parameter is matched only when the parameter may be chosen.
func TestHeadlessSides(t *testing.T) {
	const body = "(=> (forall ((y X)) (f y)) (f x))"
	for _, tt := range []struct {
		name, text string
		uses       int // -1: it cannot be used
	}{
		{"the argument may be chosen", "(rule a :sorts (X) :params ((f (X) Bool)) :free ((x X)) " + body + ")", 2},
		{"the argument may not be chosen", "(rule a :sorts (X) :params ((f (X) Bool) (x X)) " + body + ")", -1},
		{"two arguments", "(rule a :sorts (X) :params ((f (X X) Bool)) :free ((x X)) (=> (forall ((y X)) (f y y)) (f x x)))", 1},
	} {
		rs, err := rules.Parse(theory.Builtin(), "r.rules", tt.text)
		switch {
		case tt.uses < 0:
			if err == nil || !strings.Contains(err.Error(), "neither direction") {
				t.Errorf("%s: %v, %v", tt.name, rs, err)
			}
		case err != nil:
			t.Errorf("%s: %v", tt.name, err)
		default:
			if n := len(rs[0].Uses()); n != tt.uses {
				t.Errorf("%s: %d uses, want %d", tt.name, n, tt.uses)
			}
		}
	}
}
