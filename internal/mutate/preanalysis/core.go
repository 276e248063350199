package preanalysis

import (
	"slices"

	"github.com/assay-smt/assay/internal/abstract"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/value"
)

// coreRules are those of the connectives, of equality and of choice (DIVER paper, table I).
var coreRules = map[string]rule{
	"not": func(a *Application) {
		a.Sets[0] = truths(a.Want.Has(value.False), a.Want.Has(value.True))
	},
	"and": func(a *Application) { a.connective(func(_ int, v value.Value) bool { return v.IsFalse() }, false) },
	"or":  func(a *Application) { a.connective(func(_ int, v value.Value) bool { return v.IsTrue() }, true) },
	"=>": func(a *Application) {
		last := len(a.Args) - 1
		a.connective(func(i int, v value.Value) bool { return i < last && v.IsFalse() || i == last && v.IsTrue() }, true)
	},
	"xor":      parity,
	"iff":      parity,
	"=":        equality,
	"distinct": distinct,
	"ite":      choice,
}

// The sets of truth values, which rules hand out often.
var (
	anyTruth  = abstract.Any(sorts.Bool)
	onlyTrue  = abstract.Exactly(sorts.Bool, value.True)
	onlyFalse = abstract.Exactly(sorts.Bool, value.False)
	noTruth   = abstract.Nothing(sorts.Bool)
	idleTruth = abstract.Irrelevant(sorts.Bool)
)

// truths returns the set of the truth values that are allowed.
func truths(t, f bool) abstract.Set {
	switch {
	case t && f:
		return anyTruth
	case t:
		return onlyTrue
	case f:
		return onlyFalse
	}
	return noTruth
}

// connective is the rule of a connective that one argument can decide, the result being dominant then. An argument beside another one that
// decides already is irrelevant when the result may be dominant.
func (a *Application) connective(decides func(i int, v value.Value) bool, dominant bool) {
	deciding, open := 0, 0
	for i, v := range a.Args {
		if v.IsOpen() {
			open++
		} else if decides(i, v) {
			deciding++
		}
	}
	decided, undecided := a.Want.Has(value.OfBool(dominant)), a.Want.Has(value.OfBool(!dominant))
	for i, v := range a.Args {
		deciders, unknown := deciding, open
		if v.IsOpen() {
			unknown--
		} else if decides(i, v) {
			deciders--
		}
		switch {
		case deciders > 0 && decided:
			a.Sets[i] = idleTruth
		case deciders > 0: // the result is fixed and not wanted: only an open one gets here
		case decides(i, value.True):
			a.Sets[i] = truths(decided, undecided && unknown == 0)
		default:
			a.Sets[i] = truths(undecided && unknown == 0, decided)
		}
	}
}

// parity is the rule of xor and of its negation: every argument turns the result.
func parity(a *Application) {
	if a.Value.IsOpen() {
		return
	}
	same, other := a.Want.Has(a.Value), a.Want.Has(value.OfBool(a.Value.IsFalse()))
	for i, v := range a.Args {
		if v.IsTrue() {
			a.Sets[i] = truths(same, other)
		} else {
			a.Sets[i] = truths(other, same)
		}
	}
}

// choice is the rule of ite: the branch not taken is irrelevant, and so is the condition between equal branches.
func choice(a *Application) {
	t, f := a.Want.Has(a.Args[1]), a.Want.Has(a.Args[2])
	switch c := a.Args[0]; {
	case c.IsTrue():
		a.Sets[1], a.Sets[2] = a.Want, abstract.Irrelevant(a.Sort(2))
	case c.IsFalse():
		a.Sets[1], a.Sets[2] = abstract.Irrelevant(a.Sort(1)), a.Want
	}
	if eq, known := a.Eval.Domain().Same(a.Args[1], a.Args[2]); eq && known && t {
		a.Sets[0] = idleTruth
		return
	}
	a.Sets[0] = truths(t, f)
}

// maxCompared bounds the arguments that are compared pair by pair. Beyond it all are pinned.
const maxCompared = 64

// comparable reports whether the arguments' sort is one whose values are equal exactly when they compare so, in canonical form. Languages
// and functions are not.
func (a *Application) comparable() bool {
	s := a.Sort(0)
	if s == sorts.Int || s == sorts.Real || s == sorts.Bool || s == sorts.String {
		return true
	}
	if s.Kind() == sorts.Func || s == sorts.RegLan || len(a.Args) > maxCompared {
		return false
	}
	for _, v := range a.Args {
		if v.IsKnown() {
			if _, ok := a.Eval.Domain().Canonical(v); !ok {
				return false
			}
		}
	}
	return true
}

// equality is the rule of =. Where the others are equal, an argument is that value or any but that; where they differ it is irrelevant.
func equality(a *Application) {
	if len(a.Args) > maxCompared || !a.comparable() {
		return
	}
	yes, no := a.Want.Has(value.True), a.Want.Has(value.False)
	for i := range a.Args {
		other, alike, open := a.others(i)
		switch {
		case !alike && no:
			a.Sets[i] = abstract.Irrelevant(a.Sort(i))
		case !alike || other.Kind() == value.Invalid: // nothing is known of the others, or the result is not wanted
		case open && no:
			a.Sets[i] = abstract.Except(a.Sort(i), other)
		case open:
		case yes && no:
			a.Sets[i] = abstract.Any(a.Sort(i))
		case yes:
			a.Sets[i] = abstract.Exactly(a.Sort(i), other)
		case no:
			a.Sets[i] = abstract.Except(a.Sort(i), other)
		}
	}
}

// others looks at all arguments but i: one of those that are known, the zero Value when none is; whether these are all alike; whether
// there are others that are not known.
func (a *Application) others(i int) (some value.Value, alike, open bool) {
	alike = true
	for j, v := range a.Args {
		switch {
		case j == i:
		case !v.IsKnown():
			open = true
		case some.Kind() == value.Invalid:
			some = v
		default:
			alike = alike && value.Compare(some, v) == 0
		}
	}
	return some, alike, open
}

// distinct is the rule of distinct. An argument is none of the others, or one of them; where two others are equal it is irrelevant.
func distinct(a *Application) {
	if len(a.Args) > maxCompared || !a.comparable() {
		return
	}
	yes, no := a.Want.Has(value.True), a.Want.Has(value.False)
	others := make([]value.Value, 0, len(a.Args))
	for i := range a.Args {
		others = others[:0]
		for j, v := range a.Args {
			if j != i && v.IsKnown() {
				others = append(others, v)
			}
		}
		open := len(others) < len(a.Args)-1
		switch s := a.Sort(i); {
		case repeated(others) && no:
			a.Sets[i] = abstract.Irrelevant(s)
		case repeated(others): // the result is not wanted
		case yes && no && !open:
			a.Sets[i] = abstract.Any(s)
		case yes && !open:
			a.Sets[i] = abstract.Except(s, others...)
		case no:
			a.Sets[i] = abstract.OneOf(s, others...)
		}
	}
}

// repeated reports whether a value occurs twice. It may reorder the slice.
func repeated(vs []value.Value) bool {
	switch len(vs) {
	case 0, 1:
		return false
	case 2:
		return value.Compare(vs[0], vs[1]) == 0
	}
	slices.SortFunc(vs, value.Compare)
	for i := range vs[1:] {
		if value.Compare(vs[i], vs[i+1]) == 0 {
			return true
		}
	}
	return false
}
