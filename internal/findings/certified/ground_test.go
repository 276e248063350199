package certified

import (
	"testing"

	"github.com/assay-smt/assay/smt/elab"
)

// A formula whose value depends on how many elements a sort has is not ground, and has more than one value.
func TestGround(t *testing.T) {
	for text, want := range map[string]bool{
		`(assert (forall ((x Bool)) (or x (not x))))(check-sat)`:                             true,
		`(declare-const a Bool)(assert a)(check-sat)`:                                        false,
		`(declare-sort S 0)(assert (forall ((y S) (z S)) (= y z)))(check-sat)`:               false,
		`(declare-datatype L ((nil) (cons (tail L))))(assert (= nil (as nil L)))(check-sat)`: true,
	} {
		s, err := elab.Script(text, elab.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := ground(s); got != want {
			t.Errorf("%s: %t", text, got)
		}
	}
}

// A report calls a formula ground and true only where no interpretation makes a difference.
func TestValued(t *testing.T) {
	for text, want := range map[string]bool{
		`(assert (> 1 0))(check-sat)`:                              true,
		`(assert (> 0 1))(check-sat)`:                              true,
		`(assert (> 0 (/ 0 0)))(check-sat)`:                        false,
		`(assert (> 0 (/ 0 2)))(check-sat)`:                        true,
		`(declare-const a Bool)(assert (or a (not a)))(check-sat)`: false,
	} {
		s, err := elab.Script(text, elab.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := valued(s, 0); got != want {
			t.Errorf("%s: %t", text, got)
		}
	}
}
