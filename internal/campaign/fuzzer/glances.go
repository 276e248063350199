package fuzzer

import (
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/judge/certify"
)

// quickChecks evaluate the mutants of a chain quickly, to find what looks wrong. Most evaluation time goes into quantifiers and large
// values that stay open in the end, and a mutant is much like the one before. So one mutant in lookEvery gets all the effort of the
// bench, and the others little. Which mutants get it, and what is seen of them, follows from the mutant's name. Mutants without
// quantifiers are evaluated in full, unless their values are large. Incremental scripts always get all the effort: they are few.
type quickChecks struct {
	look, sequence certify.Sequence
	first          int // the first mutant that gets more, below lookEvery
}

// lookEvery is how many mutants share one evaluation with all effort.
const lookEvery = 4

func newQuickChecks(r *rng.Rand) quickChecks {
	return quickChecks{sequence: certify.Sequence{Effort: certify.Quickest}, first: r.IntN(lookEvery)}
}

// at returns the evaluator for the mutant with that index, from 0.
func (g *quickChecks) at(i int, incremental bool) *certify.Sequence {
	if incremental || i%lookEvery == g.first {
		return &g.look
	}
	return &g.sequence
}

// quickCheck returns the evaluator for the mutant.
func (r *mutantRun) quickCheck() *certify.Sequence {
	return r.quickChecks.at(r.index, r.trial.Content().Incremental)
}
