package preanalysis

import (
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/smt/value"
)

// Sequences, sets, bags and finite fields: preimages, and inverses where they are easy.

// maxLength bounds the sequences that guesses make.
const maxLength = 64

// guessed makes a rule from guesses, one for each argument; the last one also serves all further arguments. In one case of four, and where
// there is no guess, an argument is arbitrary.
func guessed(guesses ...func(a *Application, r *rng.Rand, w value.Value) (value.Value, bool)) rule {
	return func(a *Application) {
		if len(a.Args) > maxArgs {
			return
		}
		for i := range a.Args {
			if few(a.Sort(i)) != nil {
				continue
			}
			guess, other := guesses[min(i, len(guesses)-1)], a.arbitrary(i, nil)
			kept := *a
			kept.Args = slices.Clone(a.Args)
			a.preimage(i, func(r *rng.Rand, w value.Value) (value.Value, bool) {
				if guess == nil || r.IntN(4) == 0 {
					return other(r, w)
				}
				v, ok := guess(&kept, r, w)
				if !ok {
					return v, false
				}
				return kept.Eval.Domain().Canonical(v)
			})
		}
	}
}

var sequenceRules = map[string]rule{
	"seq.unit":     guessed(func(_ *Application, _ *rng.Rand, w value.Value) (value.Value, bool) { return elementAt(w, 0) }),
	"seq.len":      guessed(ofLength),
	"seq.nth":      guessed(withElement, position),
	"seq.at":       guessed(withPart, position),
	"seq.extract":  guessed(withPart, position, position),
	"seq.rev":      guessed(reversed),
	"seq.contains": guessed(holding, partOf),
	"seq.prefixof": guessed(func(a *Application, r *rng.Rand, _ value.Value) (value.Value, bool) {
		return section(a.Args[1], 0, r.IntN(a.Args[1].Len()+1))
	}, holding),
	"seq.suffixof": guessed(func(a *Application, r *rng.Rand, _ value.Value) (value.Value, bool) {
		n := a.Args[1].Len()
		return section(a.Args[1], r.IntN(n+1), n)
	}, holding),
	"seq.++": func(a *Application) {
		if abstract.IsAny(a.Want) && a.gaps() == 0 {
			for i := range a.Args {
				a.Sets[i] = abstract.Any(a.Sort(i))
			}
			return
		}
		for i := range a.Args {
			before, behind := 0, 0
			for j, v := range a.Args {
				switch {
				case v.Kind() != value.Seq:
				case j < i:
					before += v.Len()
				case j > i:
					behind += v.Len()
				}
			}
			a.preimage(i, func(_ *rng.Rand, w value.Value) (value.Value, bool) { return section(w, before, w.Len()-behind) })
		}
	},
}

var setRules = map[string]rule{
	"set.singleton": guessed(oneOfMembers),
	"set.insert":    guessed(oneOfMembers, asItIs),
	"set.member":    guessed(memberOf(1), setWith),
	"set.union":     guessed(asItIs),
	"set.inter":     guessed(asItIs),
	"set.minus":     guessed(asItIs, nil),
	"set.subset":    guessed(asOther(1), asOther(0)),
}

var fieldRules = map[string]rule{
	"ff.add": guessed(nil), "ff.mul": guessed(nil), "ff.neg": guessed(nil), "ff.bitsum": guessed(nil),
}

func asItIs(_ *Application, _ *rng.Rand, w value.Value) (value.Value, bool) { return w, true }

// asOther guesses that an argument equals another one.
func asOther(j int) func(*Application, *rng.Rand, value.Value) (value.Value, bool) {
	return func(a *Application, _ *rng.Rand, _ value.Value) (value.Value, bool) { return a.Args[j], true }
}

// oneOfMembers guesses a member of the wanted set.
func oneOfMembers(_ *Application, r *rng.Rand, w value.Value) (value.Value, bool) {
	members := w.Members()
	if len(members) == 0 {
		return value.Value{}, false
	}
	return rng.Pick(r, members), true
}

// memberOf guesses a member of argument j.
func memberOf(j int) func(*Application, *rng.Rand, value.Value) (value.Value, bool) {
	return func(a *Application, r *rng.Rand, _ value.Value) (value.Value, bool) {
		return oneOfMembers(a, r, a.Args[j])
	}
}

// setWith guesses the previous set, with or without the first argument.
func setWith(a *Application, _ *rng.Rand, w value.Value) (value.Value, bool) {
	old := a.Args[1]
	if !old.IsKnown() {
		old = value.OfSet()
	}
	if w.IsTrue() {
		return old.With(a.Args[0]), true
	}
	return a.Eval.Domain().Minus(old, value.OfSet(a.Args[0])), true
}

// elementAt returns an element of a sequence.
func elementAt(v value.Value, i int) (value.Value, bool) {
	if i >= v.Len() {
		return value.Value{}, false
	}
	return v.Elems()[i], true
}

// section returns the elements from lo up to hi.
func section(v value.Value, lo, hi int) (value.Value, bool) {
	if lo > hi || hi > v.Len() || lo < 0 || hi-lo > maxEntries {
		return value.Value{}, false
	}
	return value.OfSeq(slices.Clone(v.Elems()[lo:hi])), true
}

// ofLength guesses a sequence of a given length: the previous one, shortened or extended.
func ofLength(a *Application, r *rng.Rand, w value.Value) (value.Value, bool) {
	n := w.Clamp(0, maxLength)
	if n < 0 || n > maxLength {
		return value.Value{}, false
	}
	var elems []value.Value
	if old := a.Args[0]; old.IsKnown() {
		elems = slices.Clone(old.Elems()[:min(n, old.Len())])
	}
	for len(elems) < n {
		e, ok := a.elements(r, elems)
		if !ok {
			return e, false
		}
		elems = append(elems, e)
	}
	return value.OfSeq(elems), true
}

// elements returns one more element of a sequence that is argument 0.
func (a *Application) elements(r *rng.Rand, elems []value.Value) (value.Value, bool) {
	if len(elems) > 0 && r.Bool() {
		return rng.Pick(r, elems), true
	}
	s := a.Sort(0).Args()[0]
	if v, ok := abstract.Any(s).Pick(r, value.Value{}); ok {
		return v, true
	}
	return a.Eval.Domain().Default(s)
}

// withElement guesses a sequence that has the element at the position.
func withElement(a *Application, _ *rng.Rand, w value.Value) (value.Value, bool) {
	i, old := a.Args[1].Clamp(0, maxLength), a.Args[0]
	if !old.IsKnown() || i < 0 || i >= old.Len() {
		return value.Value{}, false
	}
	elems := slices.Clone(old.Elems())
	elems[i] = w
	return value.OfSeq(elems), true
}

// withPart guesses a sequence that has the part at the position.
func withPart(a *Application, _ *rng.Rand, w value.Value) (value.Value, bool) {
	i, old := a.Args[1].Clamp(0, maxLength), a.Args[0]
	if !old.IsKnown() || i < 0 || i > old.Len() || old.Len() > maxLength {
		return value.Value{}, false
	}
	elems := append(slices.Clone(old.Elems()[:i]), w.Elems()...)
	if rest := i + w.Len(); rest < old.Len() {
		elems = append(elems, old.Elems()[rest:]...)
	}
	return value.OfSeq(elems), true
}

// position guesses a position in the first argument, or just outside.
func position(a *Application, r *rng.Rand, _ value.Value) (value.Value, bool) {
	return value.OfInt(int64(r.IntN(a.Args[0].Len()+3) - 1)), true
}

func reversed(_ *Application, _ *rng.Rand, w value.Value) (value.Value, bool) {
	elems := slices.Clone(w.Elems())
	slices.Reverse(elems)
	return value.OfSeq(elems), true
}

// holding guesses a sequence that contains the other argument.
func holding(a *Application, r *rng.Rand, _ value.Value) (value.Value, bool) {
	mine, part := 0, 1
	if name := a.Term.Func().Row.Name; name == "seq.prefixof" || name == "seq.suffixof" {
		mine, part = 1, 0
	}
	elems := slices.Clone(a.Args[part].Elems())
	if old := a.Args[mine]; old.IsKnown() && old.Len()+len(elems) <= maxLength {
		if r.Bool() {
			elems = append(elems, old.Elems()...)
		} else {
			elems = append(slices.Clone(old.Elems()), elems...)
		}
	}
	return value.OfSeq(elems), true
}

// partOf guesses a part of the first argument.
func partOf(a *Application, r *rng.Rand, _ value.Value) (value.Value, bool) {
	lo := r.IntN(a.Args[0].Len() + 1)
	return section(a.Args[0], lo, lo+r.IntN(a.Args[0].Len()-lo+1))
}
