package effort

import (
	"fmt"
	"time"

	"github.com/assay-smt/assay/internal/base/rng"
)

// Searches decides for which mutants configurations of a solver are searched: as often as the new behaviour for its time justifies, compared with
// running further mutants in the solver's own configuration. Defects that need options are worth more than the new behaviour says, so one mutant in
// four has a search however little it yields. Not safe for concurrent use.
type Searches struct {
	of map[string]*Bandit[Way] // by solver
}

// A Way is how a solver runs.
type Way string

// The ways.
const (
	InItsOwn Way = "own"    // configuration
	InOthers Way = "others" // that are searched
)

const (
	// leastSearches: at least one mutant in this many has a search.
	leastSearches = 4
	// searchWindow is the number of recent mutants that count.
	searchWindow = 100
	// maxSolvers bounds the number of solvers that are remembered.
	maxSolvers = 256
)

// NewSearches returns a Searches that knows nothing, and gives all mutants a search.
func NewSearches() *Searches { return &Searches{of: make(map[string]*Bandit[Way])} }

// Enter enters the new behaviour of runs of a solver, and their CPU time.
func (s *Searches) Enter(solver string, w Way, news int, cost time.Duration) {
	b := s.of[solver]
	if b == nil {
		if len(s.of) >= maxSolvers {
			return
		}
		b = NewBandit[Way](2, searchWindow)
		s.of[solver] = b
	}
	b.Enter(w, float64(news), cost)
}

// Share is the share of mutants that have a search, from 1/4 to 1.
func (s *Searches) Share(solver string) float64 {
	b := s.of[solver]
	if b == nil || !b.Knows(InItsOwn) || !b.Knows(InOthers) {
		return 1
	}
	_, others := b.Bounds(InOthers)
	own, _ := b.Bounds(InItsOwn)
	if own <= others {
		return 1
	}
	return max(1.0/leastSearches, others/own)
}

// Search decides about one mutant.
func (s *Searches) Search(solver string, draw *rng.Rand) bool {
	return Within(s.Share(solver), draw)
}

// Within draws whether something is in a share of all.
func Within(share float64, draw *rng.Rand) bool { return float64(draw.Uint64()>>11)/(1<<53) < share }

// SearchesState is what Searches knows, as it is saved.
type SearchesState map[string]BanditState[Way]

// Save returns what is known.
func (s *Searches) Save() SearchesState {
	if len(s.of) == 0 {
		return nil
	}
	out := make(SearchesState, len(s.of))
	for solver, b := range s.of {
		out[solver] = b.Save()
	}
	return out
}

// Restore replaces what is known with what was saved. After an error nothing is known.
func (s *Searches) Restore(st SearchesState) error {
	s.of = make(map[string]*Bandit[Way])
	if len(st) > maxSolvers {
		return fmt.Errorf("effort: %d solvers of at most %d", len(st), maxSolvers)
	}
	for solver, saved := range st {
		b := NewBandit[Way](2, searchWindow)
		if err := b.Restore(saved); err != nil {
			s.of = make(map[string]*Bandit[Way])
			return err
		}
		s.of[solver] = b
	}
	return nil
}
