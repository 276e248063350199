package reduce

import (
	"slices"

	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// structurePasses write terms in a simpler form that means the same, or nearly so.
var structurePasses = []*Pass{
	{Name: "flatten", Doc: "merge an operator's arguments that are applications of it", edits: flatten, typed: true, together: true},
	{Name: "negations", Doc: "write a negated relation as the opposite one, and drop the negation", edits: negations, typed: true, together: true},
	{Name: "indices", Doc: "make indices of operators smaller", edits: smallerIndices, typed: true},
}

func flatten(st *state) []edit {
	g := st.graph()
	var all []edit
	for _, t := range g.terms {
		f := t.Func()
		if f == nil || f.Kind != term.TheoryFunc || f.Row.Assoc != theory.LeftAssoc && f.Row.Assoc != theory.RightAssoc {
			continue
		}
		var args []*term.Term
		for _, a := range t.Args() {
			if a.Func() == f {
				args = append(args, a.Args()...)
			} else {
				args = append(args, a)
			}
		}
		if len(args) == len(t.Args()) {
			continue
		}
		if flat, err := st.script.Store.App(f, args...); err == nil {
			all = append(all, edit{swaps: []swap{{old: t, new: flat}}, key: mix(g.info.Get(t).hash, 1)})
		}
	}
	slices.Reverse(all) // the whole before its parts
	return all
}

// opposites are the relations that hold where another does not.
var opposites = map[string]string{
	"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "distinct", "distinct": "=",
	"bvult": "bvuge", "bvule": "bvugt", "bvugt": "bvule", "bvuge": "bvult",
	"bvslt": "bvsge", "bvsle": "bvsgt", "bvsgt": "bvsle", "bvsge": "bvslt",
}

func negations(st *state) []edit {
	g := st.graph()
	var all []edit
	for _, t := range g.terms {
		if !t.Func().Is("not") {
			continue
		}
		inner := t.Args()[0]
		f := inner.Func()
		if f == nil || f.Kind != term.TheoryFunc || len(inner.Args()) != 2 || opposites[f.Row.Name] == "" {
			continue
		}
		if new := st.apply1(opposites[f.Row.Name], nil, nil, inner.Args()...); new != nil {
			all = append(all, edit{swaps: []swap{{old: t, new: new}}, key: mix(g.info.Get(t).hash, 1)})
		}
	}
	return all
}

// smallerIndices offers 0, 1 and half of each index of an operator, where the sort allows it.
func smallerIndices(st *state) []edit {
	g := st.graph()
	var all []edit
	for _, t := range g.terms {
		f := t.Func()
		if f == nil || f.Kind != term.TheoryFunc || len(t.Args()) == 0 {
			continue
		}
		for i, n := range f.Indices {
			for _, smaller := range below(n) {
				idx := slices.Clone(f.Indices)
				idx[i] = smaller
				new, err := st.script.Store.App(st.script.Store.Op(f.Row, idx, f.As), t.Args()...)
				if err == nil && new.Sort() == t.Sort() {
					all = append(all, edit{swaps: []swap{{old: t, new: new}}, key: mix(g.info.Get(t).hash, uint64(i)<<32|uint64(smaller))})
				}
			}
		}
	}
	return all
}

// below are numbers below n to try in its place, the smallest first: 0, 1, 2, half of it, one less.
func below(n int) []int {
	var all []int
	for _, m := range []int{0, 1, 2, n / 2, n - 1} {
		if m >= 0 && m < n && !slices.Contains(all, m) {
			all = append(all, m)
		}
	}
	return all
}
