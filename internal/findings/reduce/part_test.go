package reduce_test

import (
	"math/bits"
	"slices"
	"testing"

	"github.com/assay-smt/assay/internal/findings/reduce"
)

// What is left is what is needed, whatever that is, and there are never more runs than allowed.
func TestPart(t *testing.T) {
	list := make([]int, 9)
	for i := range list {
		list[i] = i
	}
	for needed := range 1 << len(list) {
		var want []int
		for i := range list {
			if needed>>i&1 == 1 {
				want = append(want, i)
			}
		}
		runs := 0
		holds := func(part []int) (bool, bool) {
			runs++
			return !slices.ContainsFunc(want, func(i int) bool { return !slices.Contains(part, i) }), true
		}
		if got := reduce.Part(reduce.Suffix(list, holds), holds); !slices.Equal(got, want) {
			t.Fatalf("needed %v, left %v", want, got)
		}
		if most := 8 * len(list) * (1 + bits.OnesCount(uint(needed))); runs > most {
			t.Fatalf("needed %v: %d runs", want, runs)
		}
		for allowed := range 5 {
			left := allowed
			part := reduce.Part(list, func(part []int) (bool, bool) {
				left--
				ok, _ := holds(part)
				return ok && left >= 0, left >= 0
			})
			if ok, _ := holds(part); !ok || left < -1 {
				t.Fatalf("needed %v, %d runs: left %v, %d", want, allowed, part, left)
			}
		}
	}
}
