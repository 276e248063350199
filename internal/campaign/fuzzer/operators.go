package fuzzer

import (
	"slices"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/smt/term"
)

// broughtIn returns the operators of the table in what the steps of a mutant put in, sorted, without those in terms that the seed has.
func (l *Lineage) broughtIn(m *mutate.Mutant) []string {
	if m.Script.Store != l.script.Store {
		return nil // it shares no term with the seed
	}
	var names []string
	seen := make(map[*term.Term]bool)
	var enter func(t *term.Term)
	enter = func(t *term.Term) {
		if t.ID() <= l.terms || t.IsLeaf() || seen[t] {
			return
		}
		seen[t] = true
		if f := t.Func(); f != nil && f.Row != nil && !slices.Contains(names, f.Row.Name) {
			names = append(names, f.Row.Name)
		}
		for _, a := range t.Args() {
			enter(a)
		}
	}
	for i := range m.Steps {
		if after := m.Steps[i].After; after != nil {
			enter(after)
		}
	}
	slices.Sort(names)
	return names
}

// undecides returns an operator of the mutant that a target so seldom decides that it is not run; "" if there is none. The rarest one counts.
func (r *mutantRun) undecides(known *standing) string {
	name, rarity := "", 1
	for _, one := range r.operators {
		if n := known.doubted[one]; n > rarity {
			name, rarity = one, n
		}
	}
	if rarity == 1 || r.fuzzer.random(r.Chain.name).Split("doubted").SplitN(uint64(r.index)).IntN(rarity) == 0 {
		return ""
	}
	return name
}
