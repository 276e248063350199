package preanalysis

import (
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// ruleFor returns the rule of an application; ok is false when it has none, so that any other way to find sets may be used.
func (a *Application) ruleFor() (r rule, ok bool) {
	fn := a.Term.Func()
	if fn == nil {
		return nil, false
	}
	switch fn.Kind {
	case term.TheoryFunc:
		r = a.ruling().rule
	case term.TesterFunc:
		r = tested
	case term.UpdateFunc:
		r = updated
	case term.TupleFunc:
		r = func(a *Application) { constructed(a, nil) }
	case term.ProjectFunc:
		r = component
	case term.UserFunc:
		switch fn.Decl.Kind {
		case term.Constructor:
			r = func(a *Application) { constructed(a, fn.Decl) }
		case term.Selector:
			r = selected
		case term.Declared, term.Defined:
			r = called
		}
	}
	return r, r != nil
}

// called is the rule of a function that the script declares or defines: the model gives its value at other arguments. The points that its
// definition mentions are tried often.
func called(a *Application) {
	points := a.Eval.Points(a.Term.Func().Decl)
	for i := range a.Args {
		if few(a.Sort(i)) == nil && i < len(points) {
			a.preimageOf(i, a.arbitrary(i, points[i]), a.sampled(i))
		}
	}
}

// sampleSize is how many values are tried to find out how loose a set is.
const sampleSize = 4

// sampled returns the fraction of some arbitrary values of argument i that lead to a wanted value.
func (a *Application) sampled(i int) float64 {
	if len(a.Args) > maxArgs || !a.knownBut(i, a.gaps()) || a.Want.Score() >= abstract.MaxScore {
		return 0
	}
	r, hits := rng.New(uint64(i)), 0
	guess := a.arbitrary(i, nil)
	for range sampleSize {
		if v, ok := guess(r, value.Value{}); ok && a.Want.Has(a.Try(i, v)) {
			hits++
		}
	}
	return float64(hits) / sampleSize
}
