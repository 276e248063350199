package living

import (
	"slices"
	"sync"

	"github.com/assay-smt/assay/internal/solver"
)

// slowSeeds remembers the kinds of texts on which a target runs out of time between push and pop more often than otherwise: the solver uses
// another core there, and what is too hard for that core is too hard for the whole chain of mutants. Safe for concurrent use.
type slowSeeds struct {
	mu   sync.Mutex
	late map[seedOfTarget]int // time-outs in push minus those in other modes
}

// A seedOfTarget is a target on one kind of texts.
type seedOfTarget struct {
	target solver.Target
	seed   string
}

// maxSeeds bounds what is remembered; after that it is learned again.
const maxSeeds = 1 << 14

// add enters a run in a mode.
func (k *slowSeeds) add(r *asked, mode solver.Mode, late bool) {
	if !late || r.Seed == "" {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.late) >= maxSeeds {
		clear(k.late)
	}
	if mode == solver.Push {
		k.late[seedOfTarget{r.base, r.Seed}]++
	} else {
		k.late[seedOfTarget{r.base, r.Seed}]--
	}
}

// without removes push from the modes that are open to a request when push is too slow for its kin.
func (k *slowSeeds) without(r *asked, open []way) []way {
	k.mu.Lock()
	late := k.late[seedOfTarget{r.base, r.Seed}]
	k.mu.Unlock()
	if late <= 0 || r.Seed == "" {
		return open
	}
	return slices.DeleteFunc(open, func(w way) bool { return w.mode == solver.Push })
}
