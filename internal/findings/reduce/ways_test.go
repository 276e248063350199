package reduce

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// The lists found along the stored ways to the innermost ones are those found step by step.
func TestInnermost(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var write func(b *strings.Builder, depth int)
	write = func(b *strings.Builder, depth int) {
		b.WriteString("(f")
		for range r.IntN(4) {
			if depth == 0 || r.IntN(3) == 0 {
				b.WriteString(" a")
				continue
			}
			b.WriteByte(' ')
			write(b, depth-1)
		}
		b.WriteByte(')')
	}
	for range 200 {
		var b strings.Builder
		for range 3 {
			write(&b, 12)
			b.WriteString("\n")
		}
		l, err := lay(b.String())
		if err != nil {
			t.Fatal(err)
		}
		st := newState(l, nil, nil)
		for n := range l.nodes {
			if got, want := st.innermost(int32(n)), stepByStep(st, int32(n)); !slices.Equal(got, want) {
				t.Fatalf("%s\nfrom %d: %v, not %v", b.String(), n, got, want)
			}
		}
	}
}

func stepByStep(st *state, n int32) []int32 {
	var found []int32
	bound := st.size(n) / 2
	for bound > 8 {
		largest := int32(-1)
		st.children(n, func(_ int, c int32) bool {
			if largest < 0 || st.size(c) > st.size(largest) {
				largest = c
			}
			return true
		})
		if n = largest; n < 0 {
			break
		}
		if st.size(n) <= bound {
			found = append(found, n)
			bound = st.size(n) / 2
		}
	}
	slices.Reverse(found)
	return found
}
