package certified_test

import (
	"testing"

	"github.com/assay-smt/assay/internal/findings/certified"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
)

// A program that two resolvers found is one referee; another program, or another configuration of it, is a further one.
func TestVouch(t *testing.T) {
	first := trialtest.Printing(t, "cvc5", "")
	set, err := solver.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	again, err := solver.Resolve(t.Context(), first.Path(), set)
	if err != nil {
		t.Fatal(err)
	}
	if again == first {
		t.Fatal("two resolvers made one target, so this shows nothing")
	}
	configured, err := solver.Resolve(t.Context(), first.Path()+" --seed=1", set)
	if err != nil {
		t.Fatal(err)
	}
	var c certified.Case
	c.AddReferees(first, again)
	c.AddReferees(again, trialtest.Printing(t, "cvc5", ""), configured, first)
	if len(c.Referees) != 3 || c.Referees[0] != first {
		t.Errorf("%d referees: %v", len(c.Referees), c.Referees)
	}
}
