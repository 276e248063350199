package term_test

import (
	"fmt"
	"testing"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// numerals returns n different terms of a new store.
func numerals(n int) (*term.Store, []*term.Term) {
	st := term.NewStore(theory.Builtin())
	out := make([]*term.Term, n)
	for i := range out {
		out[i] = st.Lit(syntax.Numeral, fmt.Sprint(i), sorts.Int)
	}
	return st, out
}

// TestMap: a map behaves like a Go map, also for terms that were made after it.
func TestMap(t *testing.T) {
	st, early := numerals(10)
	late := st.NewVar("x", sorts.Int)
	room := term.NewMap[int](st)
	for name, m := range map[string]*term.Map[int]{"zero": {}, "with room": &room} {
		t.Run(name, func(t *testing.T) {
			for i, x := range early {
				if got := m.Get(x); got != 0 {
					t.Errorf("%s has %d before it is entered", x, got)
				}
				m.Set(x, i)
				*m.At(x) += 100
			}
			*m.At(late) = -1
			for i, x := range early {
				if got := m.Get(x); got != 100+i {
					t.Errorf("%s has %d", x, got)
				}
			}
			if got := m.Get(late); got != -1 {
				t.Errorf("the last term has %d", got)
			}
			m.Clear()
			if m.Get(late) != 0 || m.Get(early[3]) != 0 {
				t.Errorf("entries are left after Clear")
			}
		})
	}
}

// TestMapGrowth: a map that follows a growing store rarely grows.
func TestMapGrowth(t *testing.T) {
	_, terms := numerals(10_000)
	grown := testing.AllocsPerRun(5, func() {
		var m term.Map[int]
		for i, x := range terms {
			m.Set(x, i)
		}
	})
	// Runs of other tests at the same time count as well.
	if grown > 200 {
		t.Errorf("%v allocations for %d terms", grown, len(terms))
	}
}

// BenchmarkMap compares the map with the plain slice indexed by ID, and with a Go map.
func BenchmarkMap(b *testing.B) {
	_, terms := numerals(10_000)
	b.Run("Map", func(b *testing.B) {
		for b.Loop() {
			var m term.Map[int32]
			for i, x := range terms {
				m.Set(x, int32(i))
			}
			sum := int32(0)
			for _, x := range terms {
				sum += m.Get(x)
			}
			if sum == 0 {
				b.Fatal("no entries")
			}
		}
	})
	b.Run("slice", func(b *testing.B) {
		for b.Loop() {
			var m []int32
			for i, x := range terms {
				id := x.ID()
				if id >= len(m) {
					m = append(m, make([]int32, id+1-len(m)+id/2)...)
				}
				m[id] = int32(i)
			}
			sum := int32(0)
			for _, x := range terms {
				if id := x.ID(); id < len(m) {
					sum += m[id]
				}
			}
			if sum == 0 {
				b.Fatal("no entries")
			}
		}
	})
	b.Run("map", func(b *testing.B) {
		for b.Loop() {
			m := map[*term.Term]int32{}
			for i, x := range terms {
				m[x] = int32(i)
			}
			sum := int32(0)
			for _, x := range terms {
				sum += m[x]
			}
			if sum == 0 {
				b.Fatal("no entries")
			}
		}
	})
}
