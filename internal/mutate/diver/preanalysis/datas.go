package preanalysis

import (
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// Datatypes and tuples. A selector yields an open value on what another constructor has built: such values are in no set.

// freely returns the way to build with the constructor, whatever the fields.
func (a *Application) freely(ctor *term.Decl, s *sorts.Sort) abstract.Way {
	fields := a.Eval.Domain().Fields(ctor, s)
	w := abstract.Way{Ctor: ctor, Fields: make([]abstract.Set, len(fields))}
	for i, f := range fields {
		w.Fields[i] = abstract.Any(f)
	}
	return w
}

// tested is the rule of a tester.
func tested(a *Application) {
	ctor, s := a.Term.Func().Decl, a.Sort(0)
	if ctor.Data == nil {
		return
	}
	built := func(wanted func(*term.Decl) bool) func() abstract.Set {
		return func() abstract.Set {
			var ways []abstract.Way
			for _, c := range ctor.Data.Ctors {
				if wanted(c) {
					ways = append(ways, a.freely(c, s))
				}
			}
			return abstract.Built(a.Eval.Domain(), s, ways...)
		}
	}
	a.truths(0, built(func(c *term.Decl) bool { return c == ctor }), built(func(c *term.Decl) bool { return c != ctor }))
}

// selected is the rule of a selector. On what other constructors build, the selector can have other values too; the set leaves those
// out.
func selected(a *Application) {
	sel := a.Term.Func().Decl
	ctor := sel.Owner
	if ctor == nil {
		return
	}
	w := a.freely(ctor, a.Sort(0))
	if i := slices.Index(ctor.Fields, sel); i >= 0 {
		w.Fields[i] = a.Want
		a.Sets[0] = abstract.Built(a.Eval.Domain(), a.Sort(0), w)
	}
}

// component is the rule of selecting a tuple's component.
func component(a *Application) {
	s := a.Sort(0)
	w := abstract.Way{Fields: make([]abstract.Set, len(s.Args()))}
	for i, c := range s.Args() {
		w.Fields[i] = abstract.Any(c)
	}
	w.Fields[a.Term.Func().Indices[0]] = a.Want
	a.Sets[0] = abstract.Built(a.Eval.Domain(), s, w)
}

// maxFields bounds the fields of constructors whose arguments are not pinned.
const maxFields = 64

// constructed is the rule of a constructor, nil for tuples.
func constructed(a *Application, ctor *term.Decl) {
	gaps := a.gaps()
	if gaps > 1 || len(a.Args) > maxFields {
		return
	}
	if abstract.IsAny(a.Want) {
		for i := range a.Args {
			if a.knownBut(i, gaps) {
				a.Sets[i] = abstract.Any(a.Sort(i))
			}
		}
		return
	}
	ways, closed := waysOf(a.Want, ctor, len(a.Args))
	for i := range a.Args {
		if !a.knownBut(i, gaps) {
			continue
		}
		// Ways that the other arguments allow: the set is what these ways want here, as long as it is a single set.
		var fits []abstract.Set
		for _, w := range ways {
			if !slices.ContainsFunc(others(a.Args, i), func(j int) bool { return !w.Fields[j].Has(a.Args[j]) }) {
				fits = append(fits, w.Fields[i])
			}
		}
		switch {
		case closed && len(fits) == 0:
			a.Sets[i] = abstract.Nothing(a.Sort(i))
		case closed && len(fits) == 1:
			a.Sets[i] = fits[0]
		default:
			a.preimage(i, func(_ *rng.Rand, w value.Value) (value.Value, bool) { return fieldOf(w, ctor, i) })
		}
	}
}

// others returns the positions of all arguments but i.
func others(args []value.Value, i int) []int {
	out := make([]int, 0, len(args))
	for j := range args {
		if j != i {
			out = append(out, j)
		}
	}
	return out
}

// waysOf returns the ways of a set to build with the constructor; ok is false for sets of other forms.
func waysOf(set abstract.Set, ctor *term.Decl, n int) (ways []abstract.Way, ok bool) {
	if all, ok := abstract.AsBuilt(set); ok {
		for _, w := range all {
			if w.Ctor == ctor && len(w.Fields) == n {
				ways = append(ways, w)
			}
		}
		return ways, true
	}
	return nil, false
}

// fieldOf returns a field of what the constructor has built, nil for tuples.
func fieldOf(v value.Value, ctor *term.Decl, i int) (value.Value, bool) {
	switch v.Kind() {
	case value.Data:
		if c, fields := v.Data(); c == ctor {
			return fields[i], true
		}
	case value.Tuple:
		return v.Elems()[i], true
	}
	return value.Value{}, false
}

// updated is the rule of the update of a field.
func updated(a *Application) {
	sel := a.Term.Func().Decl
	if abstract.IsAny(a.Want) {
		if a.knownBut(0, a.gaps()) {
			a.Sets[0] = abstract.Any(a.Sort(0))
		}
		if a.knownBut(1, a.gaps()) {
			a.Sets[1] = abstract.Any(a.Sort(1))
		}
		return
	}
	a.preimage(0, func(_ *rng.Rand, w value.Value) (value.Value, bool) { return w, true })
	if sel.Owner != nil {
		a.preimage(1, func(_ *rng.Rand, w value.Value) (value.Value, bool) {
			return fieldOf(w, sel.Owner, slices.Index(sel.Owner.Fields, sel))
		})
	}
}
