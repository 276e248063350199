package abstract

import (
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// Cell says that an array holds a member of a set at an index.
type Cell struct {
	Index value.Value // in canonical form
	Set   Set         // not Irrelevant
}

// cells is a set of arrays: those that hold certain members at some indices, and anything elsewhere.
type cells struct {
	sort  *sorts.Sort
	dom   *value.Domain
	cells []Cell // of different indices, at least one
	chain int    // how many functions Has goes through, see chainOf
}

// Cells returns the set of the arrays with one index whose cells are as given; the cells have different indices.
func Cells(dom *value.Domain, s *sorts.Sort, list ...Cell) Set {
	kept := make([]Cell, 0, len(list))
	for _, c := range list {
		if _, empty := c.Set.(nothing); empty {
			return Nothing(s)
		}
		if !IsAny(c.Set) {
			kept = append(kept, c)
		}
	}
	if len(kept) == 0 {
		return Any(s)
	}
	out := &cells{sort: s, dom: dom, cells: kept}
	for _, c := range kept {
		out.chain = max(out.chain, chainOf(c.Set))
	}
	return out
}

// AsCells returns the cells of a set that Cells or Any has made; ok is false for others. The caller must not change them.
func AsCells(set Set) (list []Cell, ok bool) {
	switch s := set.(type) {
	case *cells:
		return s.cells, true
	case whole:
		return nil, true
	}
	return nil, false
}

func (s *cells) Sort() *sorts.Sort { return s.sort }

func (s *cells) Has(v value.Value) bool {
	if v.Kind() != value.Array || !v.IsKnown() {
		return false
	}
	for _, c := range s.cells {
		if !c.Set.Has(s.dom.Select(v, c.Index)) {
			return false
		}
	}
	return true
}

// Score is the least of the cells' scores.
func (s *cells) Score() float64 {
	score := float64(MaxScore)
	for _, c := range s.cells {
		score = min(score, c.Set.Score())
	}
	return score
}

// Pick changes an array, at the set's cells and sometimes elsewhere, or begins with one that holds one value everywhere.
func (s *cells) Pick(r *rng.Rand, not value.Value) (value.Value, bool) {
	a := not
	if not.Kind() != value.Array || !not.IsKnown() || r.IntN(4) == 0 {
		e, ok := s.cells[0].Set.Pick(r, value.Value{})
		if !ok {
			return value.Value{}, false
		}
		a = value.OfConst(s.sort, e)
	}
	for _, c := range s.cells {
		old := s.dom.Select(a, c.Index)
		if c.Set.Has(old) && r.Bool() {
			continue
		}
		e, ok := c.Set.Pick(r, old)
		if !ok && !c.Set.Has(old) {
			return value.Value{}, false
		}
		if ok {
			a = s.dom.Store(a, c.Index, e)
		}
	}
	if r.Bool() {
		i, ok := Any(s.sort.Args()[0]).Pick(r, value.Value{})
		e, also := Any(s.sort.Args()[1]).Pick(r, value.Value{})
		if ok && also && !slices.ContainsFunc(s.cells, func(c Cell) bool { return same(c.Index, i) }) {
			a = s.dom.Store(a, i, e)
		}
	}
	return s.dom.Canonical(a)
}

func (s *cells) Formula(st *term.Store, x *term.Term) (*term.Term, error) {
	b := builder{st: st}
	var parts []*term.Term
	for _, c := range s.cells {
		f := b.member(c.Set, b.apply("select", x, b.literal(s.sort.Args()[0], c.Index)))
		if f != nil {
			parts = append(parts, f)
		}
	}
	return b.all(parts), b.err
}

func (s *cells) Same(other Set) bool {
	o, ok := other.(*cells)
	return ok && o.sort == s.sort && slices.EqualFunc(o.cells, s.cells, func(a, b Cell) bool {
		return same(a.Index, b.Index) && a.Set.Same(b.Set)
	})
}

func (s *cells) String() string {
	var out []string
	for _, c := range s.cells {
		out = append(out, "at "+c.Index.Text(40)+" "+c.Set.String())
	}
	return strings.Join(out, ", ")
}
