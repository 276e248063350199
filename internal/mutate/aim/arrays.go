package aim

import (
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// arrayForms returns the forms of arrays.
func arrayForms() forms {
	return forms{
		{"store", 6, false, (*goal).stores},
	}
}

// maxStores bounds the stores that lead from one array to another.
const maxStores = 4

// stores puts what is wanted at the indices where the arrays differ, and sometimes what is there already at another one.
func (g *goal) stores() *term.Term {
	index, elem, ok := arraySort(g.sort)
	if !ok {
		return nil
	}
	base, ok := g.is.ArrayBase()
	other, also := g.want.ArrayBase()
	if !ok || !also || value.Compare(base, other) != 0 {
		return nil
	}
	var at []value.Value
	for _, a := range [...]value.Value{g.is, g.want} {
		indices, _ := a.Entries()
		for _, i := range indices {
			if value.Compare(g.is.Select(i), g.want.Select(i)) != 0 && !holds(at, i) {
				at = append(at, i)
			}
		}
	}
	if len(at) > maxStores {
		return nil
	}
	if len(at) == 0 || g.r.IntN(4) == 0 {
		if i := g.grow.Leaf(g.r, index, g.pl); i != nil {
			if v := g.value(i); v.IsKnown() && !holds(at, v) {
				at = append(at, v)
			}
		}
	}
	t := g.t
	for len(at) > 0 {
		k := g.r.IntN(len(at))
		i := at[k]
		at = append(at[:k], at[k+1:]...)
		t = g.apply("store", t, g.part(index, i), g.part(elem, g.want.Select(i)))
	}
	if t == g.t {
		return nil
	}
	return t
}

// arraySort returns the sorts of indices and elements of an array of one index.
func arraySort(s *sorts.Sort) (index, elem *sorts.Sort, ok bool) {
	if len(s.Args()) != 2 {
		return nil, nil, false
	}
	return s.Args()[0], s.Args()[1], true
}

func holds(list []value.Value, v value.Value) bool {
	for _, x := range list {
		if value.Compare(x, v) == 0 {
			return true
		}
	}
	return false
}
