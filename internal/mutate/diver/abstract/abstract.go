// Package abstract holds abstract values: sets of the values of one sort, as the pre-analysis of DIVER computes them (Kim, So, Oh: DIVER:
// Oracle-Guided SMT Solver Testing with Unrestricted Random Mutations, ICSE 2023, section III-A). A set says which values are in it, how
// loose it is, offers members, and becomes a formula over a term. Each kind of set has its file. It does not know operators: package
// preanalysis defines what they do to sets.
//
// Scores are the paper's for the sorts that it covers: 1 or 0.5 for Bool; a thousandth for each unit of width of an interval plus one unit, at
// most 1, summed up for a union of intervals; 1 for strings whose description has a Kleene star, which is all sets of infinitely many but bounded
// lengths, and 0.001 for one string. Sets of strings that are characterised by a number score like the set of those numbers, and sets of integers
// with certain remainders as the share of the remainders; languages that have a word score 0.5. Bit-vectors score like integers: the number of
// members divided by 1000, at most 1, whatever the form of the set; so do floats, whose number is that of steps in their order. A set of arrays
// scores like the tightest of its cells, a set of what constructors build as the product of the fields' scores (MinScore for none), summed over
// the constructors. The preimage of a set under a function scores like the set; if a model's function is cheap to evaluate, it scores at least
// the share of arbitrary values that the function takes into the set.
package abstract

import (
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// Set is a set of values of one sort. Immutable.
type Set interface {
	// Sort is the sort of the members.
	Sort() *sorts.Sort
	// Has reports whether a value of the sort is in the set. A value that is open, or is not known in all its parts, is only in the
	// sets that Irrelevant makes. Arrays, and values that contain them, are in the form of value.Domain.Canonical, here and
	// elsewhere.
	Has(v value.Value) bool
	// Score says how loose the set is, from MinScore for one value to 1 (DIVER paper, section III-B; package documentation has the scores of
	// theories that the paper leaves out).
	Score() float64
	// Pick returns a random member, mostly one other than not; ok is false when it finds none. Members at the set's edge are
	// frequent: that is where truth changes.
	Pick(r *rng.Rand, not value.Value) (v value.Value, ok bool)
	// Formula returns a formula that holds for exactly the terms whose value is in the set, nil when that is every value. The error
	// says that Assay cannot write it. x belongs to the store.
	Formula(st *term.Store, x *term.Term) (*term.Term, error)
	// Same reports whether the other set is certainly the same: sets may be equal even if it reports false.
	Same(other Set) bool
	// String writes the set for people: "[0, 5)", "true", "any", "\"a\" Σ*".
	String() string
}

// MinScore is the score of a set with one value, MaxScore that of an unconstrained set.
const (
	MinScore = 0.001
	MaxScore = 1
)
