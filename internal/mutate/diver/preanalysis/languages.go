package preanalysis

import (
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/smt/smtstr"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/value"
)

// letter takes any character.
func letter(r *rng.Rand, _ value.Value) (value.Value, bool) {
	return value.OfString(smtstr.FromCode('0' + r.IntN(75))), true
}

// inLanguage is the rule of str.in_re.
func inLanguage(a *Application) {
	b, yes := a.Eval.Languages(), a.Want.Has(value.True)
	a.Sets[0] = abstract.Language(b, a.Args[1].Regex(), yes)
	a.Sets[1] = abstract.Having(b, a.Args[0].Str(), yes)
}

// toLanguage is the rule of str.to_re.
func toLanguage(a *Application) {
	word, yes, ok := abstract.AsHaving(a.Want)
	switch {
	case ok && yes:
		a.Sets[0] = abstract.Exactly(sorts.String, value.OfString(word))
	case ok:
		a.Sets[0] = abstract.Except(sorts.String, value.OfString(word))
	default:
		a.preimage(0, random(sorts.String))
	}
}

// languages is the rule of the operators on languages. Numbers among the arguments stay unchanged.
func languages(a *Application) {
	for i := range a.Args {
		if a.Args[i].Kind() == value.RegLan {
			a.preimage(i, anyLanguage(a))
		}
	}
}

// loop is the rule of re.loop. Bounds that are arguments, as in z3, are pinned: for large ones the value is not known.
func loop(a *Application) {
	if a.known() {
		a.preimage(0, anyLanguage(a))
	}
}

// anyLanguage returns a back that uses the value itself, or one of the simple languages.
func anyLanguage(a *Application) back {
	return func(r *rng.Rand, w value.Value) (value.Value, bool) {
		b := a.Eval.Languages()
		switch r.IntN(4) {
		case 0:
			return value.OfRegex(b.All()), true
		case 1:
			return value.OfRegex(b.None()), true
		case 2:
			if word, ok := random(sorts.String)(r, w); ok {
				return value.OfRegex(b.Word(word.Str())), true
			}
		}
		if w.Kind() == value.RegLan {
			return w, true
		}
		return value.OfRegex(b.AllChar()), true
	}
}
