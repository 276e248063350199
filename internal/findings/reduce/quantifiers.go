package reduce

import (
	"slices"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// quantifierPasses drop bound variables.
var quantifierPasses = []*Pass{
	{Name: "bound", Doc: "drop bound variables, with a constant in their place", edits: dropBound, typed: true},
}

// dropBound removes variables of quantifiers, and a quantifier with its last variable.
func dropBound(st *state) []edit {
	g := st.graph()
	cs := newConstants(st)
	store := st.script.Store
	var all []edit
	for _, t := range g.largest() {
		if t.Kind() != term.Quant || !t.Binder().Quantifies() {
			continue
		}
		f := g.info.Get(t)
		offer := func(key uint64, vars []*term.Term, by map[*term.Term]*term.Term) {
			body, err := store.Substitute(t.Args()[0], by)
			if err == nil && len(vars) > 0 {
				fresh := map[*term.Term]*term.Term{}
				renamed := make([]*term.Term, len(vars))
				for i, v := range vars {
					renamed[i] = store.NewVar(v.Text(), v.Sort())
					fresh[v] = renamed[i]
				}
				for v, new := range by {
					if renamed := fresh[new]; renamed != nil {
						new = renamed
					}
					fresh[v] = new
				}
				if body, err = store.Substitute(t.Args()[0], fresh); err == nil {
					body, err = store.Quant(t.Binder(), renamed, body)
				}
			}
			if err == nil && body.Sort() == sorts.Bool {
				all = append(all, edit{gain: f.size, swaps: []swap{{old: t, new: body}}, key: mix(f.hash, key)})
			}
		}
		whole := map[*term.Term]*term.Term{}
		for _, v := range t.Bound() {
			if values := cs.of(v.Sort()); len(values) > 0 {
				whole[v] = values[0]
			}
		}
		if len(whole) == len(t.Bound()) && len(whole) > 1 {
			offer(1, nil, whole)
		}
		for i, v := range t.Bound() {
			if whole[v] != nil {
				offer(uint64(2+i), slices.Delete(slices.Clone(t.Bound()), i, i+1), map[*term.Term]*term.Term{v: whole[v]})
			}
			for k, w := range t.Bound()[:i] {
				if w.Sort() == v.Sort() {
					offer(mix(uint64(i), uint64(k)), slices.Delete(slices.Clone(t.Bound()), i, i+1), map[*term.Term]*term.Term{v: w})
				}
			}
		}
	}
	return all
}
