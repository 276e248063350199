package preanalysis

import (
	"github.com/assay-smt/assay/internal/abstract"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/value"
)

// coreRules are those of the connectives (DIVER paper, table I).
var coreRules = map[string]rule{
	"not": func(a *Application) {
		a.Sets[0] = truth(a, func(v bool) bool { return a.Want.Has(value.OfBool(!v)) })
	},
	"and": func(a *Application) { connective(a, false) },
	"or":  func(a *Application) { connective(a, true) },
}

// truth returns the set of the truth values that are allowed.
func truth(_ *Application, allowed func(bool) bool) abstract.Set {
	switch t, f := allowed(true), allowed(false); {
	case t && f:
		return abstract.Any(sorts.Bool)
	case t:
		return abstract.Exactly(sorts.Bool, value.True)
	case f:
		return abstract.Exactly(sorts.Bool, value.False)
	}
	return abstract.Nothing(sorts.Bool)
}

// connective is the rule of a connective that one argument worth dominant decides. An argument beside another one that decides already is
// irrelevant when the result may be dominant.
func connective(a *Application, dominant bool) {
	deciding := 0
	for _, v := range a.Args {
		if v.IsTrue() && dominant || v.IsFalse() && !dominant {
			deciding++
		}
	}
	for i, v := range a.Args {
		others := deciding
		if v.IsTrue() && dominant || v.IsFalse() && !dominant {
			others--
		}
		switch {
		case others > 0 && a.Want.Has(value.OfBool(dominant)):
			a.Sets[i] = abstract.Irrelevant(sorts.Bool)
		case others > 0: // the application's value is fixed, and not wanted: only an open one gets here
		default:
			a.Sets[i] = truth(a, func(b bool) bool { return a.Try(i, value.OfBool(b)).IsKnown() && a.Want.Has(a.Try(i, value.OfBool(b))) })
		}
	}
}
