package preanalysis

import (
	"math/big"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
	"github.com/assay-smt/assay/smt/value"
)

// TestProposition puts members of the sets into formulas: by Proposition 1 of the DIVER paper the formulas stay true. They are random terms
// over bit-vectors, floats, arrays and numbers, of any depth; 3000 of 60 000 of them.
func TestProposition(t *testing.T) {
	r, places, members := rng.New(5), 0, 0
	for formulas := 0; formulas < testdepth.Sample(3000, 60_000); {
		l := newLab()
		g := &garden{lab: l, r: r, pool: map[*sorts.Sort][]*term.Term{}}
		for range 400 {
			g.grow()
		}
		a := New(l.ev, Options{})
		for _, f := range g.pool[sorts.Bool] {
			v := l.ev.Term(f)
			if v.IsOpen() || f.Kind() != term.App || len(f.Args()) == 0 {
				continue
			}
			if v.IsFalse() {
				f, _, _ = l.st.Overload(l.st.Table.Lookup("not"), nil, nil, []*term.Term{f})
			}
			formulas++
			var walk func(spine []*Node, path term.Path)
			walk = func(spine []*Node, path term.Path) {
				n := spine[len(spine)-1]
				places++
				for range 3 {
					x, ok := n.Set.Pick(r, a.Value(n))
					if !ok {
						break
					}
					with, err := value.Term(l.st, n.Term.Sort(), x)
					if err != nil {
						t.Fatal(err)
					}
					members++
					c, ok := a.Try(l.st, spine, path, with)
					if !ok || !c.Value.IsTrue() || !n.Set.Has(x) && !abstract.IsIrrelevant(n.Set) {
						t.Fatalf("%s: at %v, in %v: with %v the formula is %v", printed(f), path, n.Set, x, c.Value)
					}
				}
				for i, k := range n.Kids {
					walk(append(spine[:len(spine):len(spine)], k), append(path[:len(path):len(path)], i))
				}
			}
			if f.Size() < 400 {
				walk([]*Node{a.Tree(f)}, nil)
			}
		}
	}
	t.Logf("%d places, %d members", places, members)
	if members < 3*places/2 {
		t.Errorf("%d members for %d places", members, places)
	}
}

func printed(t *term.Term) string { return string((&term.Printer{}).Append(nil, t)) }

// garden grows random terms.
type garden struct {
	*lab
	r    *rng.Rand
	pool map[*sorts.Sort][]*term.Term
	list []*sorts.Sort
	rows []*theory.Row
}

// theoriesGrown are the theories whose operators are applied.
var theoriesGrown = map[string]bool{"core": true, "bitvectors": true, "floatingpoint": true, "arrays": true, "ints": true}

func (g *garden) add(t *term.Term) {
	s := t.Sort()
	if s.Width() > 24 || s.Kind() == sorts.Float && s.Indices()[0]+s.Indices()[1] > 24 || t.Size() > 60 {
		return
	}
	if g.pool[s] == nil {
		if len(g.list) > 30 {
			return
		}
		g.list = append(g.list, s)
	}
	g.pool[s] = append(g.pool[s], t)
}

func (g *garden) literal(s *sorts.Sort, v value.Value) {
	if t, err := value.Term(g.st, s, v); err == nil {
		g.add(t)
	}
}

// grow applies a random operator to terms of the pool.
func (g *garden) grow() {
	if g.rows == nil {
		for _, row := range g.st.Table.Rows() {
			if theoriesGrown[row.Theory] && len(row.Args) > 0 && row.HeadList == "" {
				g.rows = append(g.rows, row)
			}
		}
		for _, w := range []int{1, 4, 4, 4, 7} {
			g.literal(g.st.Sorts.BitVec(w), value.OfBV(abstract.RandomVector(g.r, w)))
			g.literal(g.st.Sorts.BitVec(w), value.OfBV(abstract.RandomVector(g.r, w)))
		}
		f := g.st.Sorts.Float(3, 4)
		for range 4 {
			g.literal(f, value.OfFloat(someFloat(g.r, formatOf(f))))
			g.literal(sorts.Int, value.OfInt(int64(g.r.IntN(20)-5)))
			g.literal(sorts.RoundingMode, rng.Pick(g.r, modes))
		}
		g.literal(sorts.Real, value.OfRat(big.NewRat(int64(g.r.IntN(20)-9), 4)))
		i, e := g.st.Sorts.BitVec(4), g.st.Sorts.BitVec(7)
		s := g.st.ArrayOf([]*sorts.Sort{i, e})
		a := value.OfConst(s, value.OfBits(7, g.r.Uint64()))
		g.literal(s, a)
		g.literal(s, a.Store(value.OfBits(4, g.r.Uint64()), value.OfBits(7, g.r.Uint64())))
	}
	const tries = 200
	for range tries {
		row := rng.Pick(g.r, g.rows)
		idx := make([]int, row.HeadIdx)
		for i := range idx {
			idx[i] = g.r.IntN(6)
		}
		// Later arguments mostly have the sort of an earlier one.
		args := make([]*term.Term, len(row.Args))
		s := rng.Pick(g.r, g.list)
		for i := range args {
			if g.r.IntN(3) == 0 {
				s = rng.Pick(g.r, g.list)
			}
			args[i] = rng.Pick(g.r, g.pool[s])
		}
		if t, _, err := g.st.Overload([]*theory.Row{row}, idx, nil, args); err == nil && t != nil {
			g.add(t)
			return
		}
	}
}
