package effort

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/rng"
)

// TestSearches: searches get the share that they earn compared with the solver's own configuration, never less than one in four, and all mutants
// while nothing is known.
func TestSearches(t *testing.T) {
	s := NewSearches()
	if got := s.Share("z3"); got != 1 {
		t.Errorf("a share of %g while nothing is known", got)
	}
	for range 200 {
		s.Enter("z3", InItsOwn, 20, time.Second)
		s.Enter("z3", InOthers, 30, time.Second)
		s.Enter("cvc5", InItsOwn, 20, time.Second)
		s.Enter("cvc5", InOthers, 0, time.Second)
		s.Enter("cvc4", InItsOwn, 20, time.Second)
		s.Enter("cvc4", InOthers, 10, time.Second)
	}
	if got := s.Share("z3"); got != 1 {
		t.Errorf("a share of %g for searches that bring more than mutants", got)
	}
	if got := s.Share("cvc5"); got != 1.0/leastSearches {
		t.Errorf("a share of %g for searches that bring nothing", got)
	}
	if got := s.Share("cvc4"); got < 0.4 || got > 0.8 {
		t.Errorf("a share of %g for searches that bring half as much as mutants", got)
	}
	n := 0
	for i := range 10_000 {
		if s.Search("cvc5", rng.New(1).SplitN(uint64(i))) {
			n++
		}
	}
	if n < 2300 || n > 2700 {
		t.Errorf("%d of 10,000 mutants have a search, want about a quarter", n)
	}
	again := NewSearches()
	if err := again.Restore(s.Save()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(s.Save(), again.Save()); diff != "" {
		t.Errorf("after a save (-want +got):\n%s", diff)
	}
	// Searches that dry up pay off less; when mutants dry up too, searches get their share back.
	for range 2000 {
		again.Enter("cvc5", InItsOwn, 0, time.Second)
	}
	if got := again.Share("cvc5"); got != 1 {
		t.Errorf("a share of %g when neither brings anything", got)
	}
	if err := again.Restore(SearchesState{"z3": {Arms: []ArmState[Way]{{Arm: InOthers, Cost: -1, At: 1}}, Entries: 1}}); err == nil {
		t.Error("a cost below zero is taken")
	}
	if got := again.Share("cvc5"); got != 1 {
		t.Errorf("something is known after an error: a share of %g", got)
	}
}
