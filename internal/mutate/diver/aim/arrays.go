package aim

import (
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// arrayForms returns the forms of arrays.
func arrayForms() forms {
	return forms{
		{"store", 6, true, (*goal).stores},
	}
}

// maxStores bounds the stores that lead from one array to another.
const maxStores = 4

// stores stores what is wanted at the indices where the arrays differ, and sometimes, at another index, what is already there.
func (g *goal) stores() *term.Term {
	index, elem, ok := arraySort(g.sort)
	if !ok {
		return nil
	}
	t := g.t
	at, ok := apart(g.is, g.want)
	for tries := 0; !ok && tries < leafTries; tries++ {
		if t = g.grow.Leaf(g.r, g.sort, g.pl); t == nil {
			return nil
		}
		at, ok = apart(g.value(t), g.want)
	}
	if !ok {
		return nil
	}
	if len(at) == 0 || g.r.IntN(4) == 0 {
		if i := g.grow.Leaf(g.r, index, g.pl); i != nil {
			if v := g.value(i); v.IsKnown() && !holds(at, v) {
				at = append(at, v)
			}
		}
	}
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

// apart returns the indices at which two arrays differ; ok is false when there are too many, or they are not known.
func apart(x, y value.Value) (at []value.Value, ok bool) {
	if x.Kind() != value.Array || !x.IsKnown() {
		return nil, false
	}
	base, ok := x.ArrayBase()
	other, also := y.ArrayBase()
	if !ok || !also || value.Compare(base, other) != 0 {
		return nil, false
	}
	for _, a := range [...]value.Value{x, y} {
		indices, _ := a.Entries()
		for _, i := range indices {
			if value.Compare(x.Select(i), y.Select(i)) == 0 || holds(at, i) {
				continue
			}
			if at = append(at, i); len(at) > maxStores {
				return nil, false
			}
		}
	}
	return at, true
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
