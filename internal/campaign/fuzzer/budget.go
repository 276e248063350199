package fuzzer

import (
	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/base/rng"
)

// A Budget bounds a search of configurations by work that is the same whenever the search is repeated: runs, weighted by their outcomes. Time is
// no part of it, since the same run takes longer on a busy machine. The zero value is spent. It belongs to one goroutine.
type Budget struct{ left int }

// budgets are the sizes of searches, in runs. Falcon runs 100 configurations for each formula, which would take the time of hundreds of mutants.
// All but the first mutant of a chain have shorter searches; otherwise few seeds would be reached. This holds for independent mutants as well: long
// searches on each of them brought less new behaviour for the same time (evaluation/generate.md).
var budgets = struct{ first, later []int }{first: []int{25, 50, 75, 100}, later: []int{8, 16, 24}}

// longer is how many runs a search goes on with while it brings news.
const longer = 25

// thorough is the budget of a search as long as the paper's: it ends after 100 configurations or ten generations without news, or after seven runs that
// use up their time or memory.
var thorough = Budget{paperOffspring + 3*exhaustingWork}

// paperOffspring is the number of configurations that Falcon tries on each formula.
const paperOffspring = 100

// exhaustingWork is what a run costs that used up its time or memory. It ends the search of a later mutant, and four of them end that of a first.
const exhaustingWork = 25

// A Thoroughness says on which mutants searches are as long as the paper's.
type Thoroughness string

// The ways.
const (
	// ThoroughNever: on none.
	ThoroughNever Thoroughness = "never"
	// ThoroughElites: on those on which configurations have shown at least as much new behaviour for their time as the campaign has lately. Where
	// effort is even, that is never: who is the first to show something depends on which worker is faster.
	ThoroughElites Thoroughness = "elites"
	// ThoroughAlways: on all.
	ThoroughAlways Thoroughness = "always"
)

// Thoroughnesses returns all of them.
func Thoroughnesses() []Thoroughness {
	return []Thoroughness{ThoroughNever, ThoroughElites, ThoroughAlways}
}

// drawBudget draws the size of a search; later says that the mutant is not the first of its chain.
func drawBudget(r *rng.Rand, later bool) Budget {
	if later {
		return Budget{rng.Pick(r, budgets.later)}
	}
	return Budget{rng.Pick(r, budgets.first)}
}

// Runs is the number of further runs that the budget allows, if each of them answers.
func (b *Budget) Runs() int { return max(0, b.left) }

// Add allows further runs.
func (b *Budget) Add(runs int) { b.left += runs }

// Spent reports whether nothing more may run.
func (b *Budget) Spent() bool { return b.left <= 0 }

// Charge takes the cost of a run with that outcome.
func (b *Budget) Charge(o outcome.Outcome) {
	switch o {
	case outcome.Timeout, outcome.Memory:
		b.left -= exhaustingWork
	default:
		b.left--
	}
}
