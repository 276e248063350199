package preanalysis

import (
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/value"
)

// arrayRules are those of arrays of one index.
var arrayRules = map[string]rule{
	"select": selection,
	"store":  storage,
	"const": func(a *Application) {
		if abstract.IsAny(a.Want) {
			a.Sets[0] = abstract.Any(a.Sort(0))
			return
		}
		if cells, ok := abstract.AsCells(a.Want); ok && len(cells) == 1 {
			a.Sets[0] = cells[0].Set
			return
		}
		a.preimage(0, func(_ *rng.Rand, w value.Value) (value.Value, bool) {
			if base, ok := w.ArrayBase(); ok {
				return base, true
			}
			return value.Value{}, false
		})
	},
}

// maxEntries bounds the entries of arrays, and the points of functions, that rules examine one by one.
const maxEntries = 256

// selection is the rule of select.
func selection(a *Application) {
	if len(a.Args) != 2 {
		return
	}
	array, index := a.Args[0], a.Args[1]
	if index.IsKnown() {
		a.Sets[0] = abstract.Cells(a.Eval.Domain(), a.Sort(0), abstract.Cell{Index: index, Set: a.Want})
	}
	if !array.IsKnown() {
		return
	}
	indices, elems := array.Entries()
	base, ok := array.ArrayBase()
	s := a.Sort(1)
	if !ok || len(indices) > maxEntries || s.Kind() == sorts.Func || s == sorts.RegLan {
		a.preimage(1, a.arbitrary(1, indices))
		return
	}
	rest := a.Want.Has(base)
	var odd []value.Value // the indices that differ from the rest
	for i, e := range elems {
		if a.Want.Has(e) != rest {
			odd = append(odd, indices[i])
		}
	}
	if rest {
		a.Sets[1] = abstract.Except(s, odd...)
	} else {
		a.Sets[1] = abstract.OneOf(s, odd...)
	}
}

// storage is the rule of store.
func storage(a *Application) {
	if len(a.Args) != 3 {
		return
	}
	array, index, elem := a.Args[0], a.Args[1], a.Args[2]
	if cells, ok := abstract.AsCells(a.Want); ok {
		a.updateCells(cells)
		return
	}
	dom := a.Eval.Domain()
	a.preimage(0, func(r *rng.Rand, w value.Value) (value.Value, bool) {
		e := elem
		if array.IsKnown() && r.Bool() {
			e = dom.Select(array, index)
		} else if v, ok := abstract.Any(a.Sort(2)).Pick(r, elem); ok {
			e = v
		}
		return dom.Canonical(dom.Store(w, index, e))
	})
	a.preimage(1, func(r *rng.Rand, w value.Value) (value.Value, bool) {
		indices, _ := w.Entries()
		return a.arbitrary(1, indices)(r, w)
	})
	a.preimage(2, func(_ *rng.Rand, w value.Value) (value.Value, bool) { return dom.Select(w, index), true })
}

// updateCells is the rule of store where some cells of the result have to hold something.
func (a *Application) updateCells(cells []abstract.Cell) {
	array, index, elem := a.Args[0], a.Args[1], a.Args[2]
	dom := a.Eval.Domain()
	is := func(c abstract.Cell, i value.Value) bool { return value.Compare(c.Index, i) == 0 }
	if index.IsKnown() && elem.IsKnown() {
		var others []abstract.Cell
		fits := true
		for _, c := range cells {
			if is(c, index) {
				fits = fits && c.Set.Has(elem)
			} else {
				others = append(others, c)
			}
		}
		if fits {
			a.Sets[0] = abstract.Cells(dom, a.Sort(0), others...)
		} else {
			a.Sets[0] = abstract.Nothing(a.Sort(0))
		}
	}
	if !array.IsKnown() {
		return
	}
	// The cells that are wrong in the array, and those that would be wrong if the element were there.
	var wrong, spared []abstract.Cell
	own := abstract.Any(a.Sort(2))
	for _, c := range cells {
		here := index.IsKnown() && is(c, index)
		if here {
			own = c.Set
		}
		if !c.Set.Has(dom.Select(array, c.Index)) {
			wrong = append(wrong, c)
		}
		if elem.IsKnown() && !c.Set.Has(elem) {
			spared = append(spared, c)
		}
	}
	if elem.IsKnown() {
		a.Sets[1] = a.places(wrong, spared)
	}
	if index.IsKnown() {
		if len(wrong) == 0 || len(wrong) == 1 && is(wrong[0], index) {
			a.Sets[2] = own
		} else {
			a.Sets[2] = abstract.Nothing(a.Sort(2))
		}
	}
}

// places returns the indices at which an element may be stored: it must repair the wrong cells, and spare those that it does not fit.
func (a *Application) places(wrong, spared []abstract.Cell) abstract.Set {
	s := a.Sort(1)
	if len(wrong) > 1 {
		return abstract.Nothing(s)
	}
	var not []value.Value
	for _, c := range spared {
		if len(wrong) == 1 && value.Compare(c.Index, wrong[0].Index) == 0 {
			return abstract.Nothing(s)
		}
		not = append(not, c.Index)
	}
	if len(wrong) == 1 {
		return abstract.Exactly(s, wrong[0].Index)
	}
	return abstract.Except(s, not...)
}

// arbitrary guesses an argument without better knowledge: one of some points, a value near them, or any value of the sort.
func (a *Application) arbitrary(i int, points []value.Value) back {
	old, s, dom := a.Args[i], a.Sort(i), a.Eval.Domain()
	return func(r *rng.Rand, _ value.Value) (value.Value, bool) {
		if len(points) > 0 && r.Bool() {
			return rng.Pick(r, points), true
		}
		if v, ok := abstract.Any(s).Pick(r, old); ok {
			return v, true
		}
		if all, ok := dom.All(s, maxEntries); ok && len(all) > 0 {
			return rng.Pick(r, all), true
		}
		v, ok := dom.Default(s)
		if !ok {
			return v, false
		}
		return dom.Canonical(v)
	}
}
