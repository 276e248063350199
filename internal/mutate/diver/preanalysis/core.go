package preanalysis

import (
	"slices"

	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/value"
)

// coreRules are the rules of the connectives, of equality and of choice (DIVER paper, table I).
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
	"iff":      equality,
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

// connective is the rule of a connective that one argument can decide; the result is then dominant. An argument next to another one that
// already decides is irrelevant when the result may be dominant.
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

// parity is the rule of xor and of its negation: every argument flips the result.
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

// choice is the rule of ite: the branch not taken is irrelevant, and so is the condition when the branches are equal.
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

// maxCompared bounds the arguments of distinct: the set of each lists all others. Beyond the bound, all are pinned.
const maxCompared = 64

// comparable reports whether the sort of the arguments is one whose values are equal exactly when their canonical forms compare equal.
// Languages and functions are not.
func (a *Application) comparable() bool {
	s := a.Sort(0)
	if s == sorts.Int || s == sorts.Real || s == sorts.Bool || s == sorts.String {
		return true
	}
	if s.Kind() == sorts.Func || s == sorts.RegLan {
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

// equality is the rule of =. Where the others are equal, an argument is that value or any other value; where they differ it is irrelevant.
func equality(a *Application) { a.equal(a.Want.Has(value.True), a.Want.Has(value.False)) }

// equal sets the sets of all arguments, given whether they may be equal and whether they may differ.
func (a *Application) equal(yes, no bool) {
	if a.Sort(0) == sorts.RegLan { // languages are equal as sets, however they are written
		languages(a)
		return
	}
	if !a.comparable() {
		return
	}
	k := a.alike()
	for i, v := range a.Args {
		other, differ := k.without(v)
		open := k.open > 1 || k.open == 1 && v.IsKnown()
		switch s := a.Sort(i); {
		case differ && no:
			a.Sets[i] = abstract.Irrelevant(s)
		case differ || other.Kind() == value.Invalid: // the result is not wanted, or nothing is known about the others
		case open && no:
			a.Sets[i] = abstract.Except(s, other)
		case open:
		case yes && no:
			a.Sets[i] = abstract.Any(s)
		case yes:
			a.Sets[i] = abstract.Exactly(s, other)
		case no:
			a.Sets[i] = abstract.Except(s, other)
		}
	}
}

// kinds counts the values of arguments.
type kinds struct {
	open          int         // arguments that are not known
	first, second value.Value // two that differ; the zero Value where there are none
	firsts        int         // arguments equal to the first one
	seconds       int
	more          bool // there are further values
}

// alike counts the values of the arguments.
func (a *Application) alike() (k kinds) {
	for _, v := range a.Args {
		switch {
		case !v.IsKnown():
			k.open++
		case k.firsts == 0 || value.Compare(v, k.first) == 0:
			k.first = v
			k.firsts++
		case k.seconds == 0 || value.Compare(v, k.second) == 0:
			k.second = v
			k.seconds++
		default:
			k.more = true
		}
	}
	return k
}

// without removes one argument: it returns a value of the others, the zero Value when none of them is known, and whether they differ.
func (k kinds) without(v value.Value) (other value.Value, differ bool) {
	switch {
	case !v.IsKnown():
	case value.Compare(v, k.first) == 0:
		k.firsts--
	case value.Compare(v, k.second) == 0:
		k.seconds--
	default: // the first two are others
		return k.first, true
	}
	switch {
	case k.firsts == 0 && k.seconds == 0:
		return other, false // the last known value is gone, or only values of a third kind would be left, and there are none
	case k.firsts == 0:
		return k.second, k.more
	}
	return k.first, k.seconds > 0 || k.more
}

// distinct is the rule of distinct. An argument is none of the others, or one of them; where two others are equal it is irrelevant.
func distinct(a *Application) {
	yes, no := a.Want.Has(value.True), a.Want.Has(value.False)
	if len(a.Args) == 2 {
		a.equal(no, yes)
		return
	}
	if a.Sort(0) == sorts.RegLan {
		languages(a)
		return
	}
	if len(a.Args) > maxCompared || !a.comparable() {
		return
	}
	known := make([]value.Value, 0, len(a.Args))
	for _, v := range a.Args {
		if v.IsKnown() {
			known = append(known, v)
		}
	}
	slices.SortFunc(known, value.Compare)
	pairs := 0 // of equal neighbours
	for i := 1; i < len(known); i++ {
		if value.Compare(known[i-1], known[i]) == 0 {
			pairs++
		}
	}
	others := make([]value.Value, 0, len(known))
	for i, v := range a.Args {
		left, open := pairs, len(known) < len(a.Args)
		others = append(others[:0], known...)
		if v.IsKnown() {
			at, _ := slices.BinarySearchFunc(known, v, value.Compare)
			if at+1 < len(known) && value.Compare(known[at], known[at+1]) == 0 {
				left--
			}
			others = slices.Delete(others, at, at+1)
		} else {
			open = len(known) < len(a.Args)-1
		}
		switch s := a.Sort(i); {
		case left > 0 && no:
			a.Sets[i] = abstract.Irrelevant(s)
		case left > 0: // the result is not wanted
		case yes && no && !open:
			a.Sets[i] = abstract.Any(s)
		case yes && !open:
			a.Sets[i] = abstract.Except(s, others...)
		case no:
			a.Sets[i] = abstract.OneOf(s, others...)
			if open && v.IsKnown() && !a.Sets[i].Has(v) {
				a.Sets[i] = nil // two others are certainly equal although they are not known: the argument is pinned
			}
		}
	}
}
