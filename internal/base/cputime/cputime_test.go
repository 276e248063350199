package cputime_test

import (
	"testing"

	"github.com/assay-smt/assay/internal/base/cputime"
)

// TestOwn: work counts, within a budget of work rather than time.
func TestOwn(t *testing.T) {
	before, children := cputime.Both()
	x := uint64(1)
	for i := 0; cputime.Own() == before; i++ {
		if i == 1<<20 {
			t.Fatal("the clock stands still")
		}
		for range 1 << 10 {
			x = x*6364136223846793005 + 1
		}
	}
	if x == 0 || cputime.Own() < before || cputime.Children() < children {
		t.Errorf("clocks go back from %v and %v", before, children)
	}
}
