package query

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
)

// TestNewest: of the versions of a solver the newest is asked, wherever it is in the list.
func TestNewest(t *testing.T) {
	z3 := func(version string) solver.Target {
		return trialtest.Printing(t, "z3", "Z3 version "+version+" - 64 bit\n")
	}
	cvc5 := trialtest.Printing(t, "cvc5", "This is cvc5 version 1.0.3\n")
	cvc4 := trialtest.Printing(t, "cvc4", "This is CVC4 version 1.8\n")
	for _, c := range []struct {
		readers []solver.Target
		want    string
	}{
		{nil, ""},
		{[]solver.Target{z3("4.9.1")}, "4.9.1"},
		{[]solver.Target{z3("4.9.1"), z3("4.13.4"), cvc5, z3("4.8.12")}, "4.13.4 1.0.3"},
		{[]solver.Target{cvc4, cvc5}, "1.8 1.0.3"},
		{[]solver.Target{cvc5, z3("4.13.4"), z3("4.13.4")}, "1.0.3 4.13.4 4.13.4"},
	} {
		var got []string
		for _, r := range newest(c.readers) {
			got = append(got, r.Version())
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("asked are %v, want %s", got, c.want)
		}
	}
}
