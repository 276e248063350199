package diver

import (
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/diver/preanalysis"
	"github.com/assay-smt/assay/internal/mutate/kit/guard"
	"github.com/assay-smt/assay/internal/mutate/kit/interp"
	"github.com/assay-smt/assay/internal/mutate/kit/occurrence"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/internal/mutate/kit/synth"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// Reasons why terms and mutants are not used, besides those of the guard.
const (
	falseThen = "a formula would not stay true under the model"
	nothing   = "nothing fits the place"
	saidSo    = "it says what the seed or an earlier mutant says"
	tooLarge  = "the mutant would be too large"
)

// guardOf returns the guard of a chain. Its interpretations are the seed's model and random ones.
func guardOf(s *script.Script, q *questions, r *rng.Rand) guard.Guard {
	w := &q.worlds[0]
	return guard.Guard{Pool: synth.NewPool(s), Samples: guard.NewSamples(
		func() (*problem.Problem, error) { return problem.At(s, w.check) }, r,
		func() (*interp.Interpretation, error) { return w.model, nil },
	)}
}

// occurrenceOf returns a place of a tree.
func occurrenceOf(g *goal, spine []*preanalysis.Node) *occurrence.Occurrence {
	at := &occurrence.Occurrence{Command: g.place.Command, Path: g.path, Term: g.target.Term, Scope: g.place.Scope}
	for _, n := range spine[:len(spine)-1] {
		at.Above = append(at.Above, n.Term)
	}
	return at
}

// empty returns why a term leaves solvers nothing to do, wherever it is put in place of another one; "" when it does not. What formulas say that
// contain it is not examined: they are true under the model, and three interpretations often make them true by chance.
func (s *source) empty(at, with *term.Term) string {
	switch {
	case !s.guard.Pool.Symbolic(with) && (!with.IsLeaf() || s.guard.Pool.Symbolic(at)):
		return guard.NoSymbol
	case s.guard.Constant(at, with):
		return guard.ConstantTerm
	}
	return ""
}

// repeats reports whether the script of a state says what the seed or an earlier mutant says, and otherwise remembers it.
func (s *source) repeats(out *script.Script) bool {
	h := s.hasher.Script(out)
	if s.said[h] {
		return true
	}
	s.said[h] = true
	return false
}
