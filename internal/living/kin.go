package living

import (
	"slices"
	"sync"

	"github.com/assay-smt/assay/internal/solver"
)

// kin remembers on which kinds of texts a target runs out of time between push and pop more often than otherwise: there it is another core
// of the solver, and what is too hard for it is so for the whole chain of mutants. Safe for concurrent use.
type kin struct {
	mu   sync.Mutex
	late map[relative]int // time-outs in push less those in other modes
}

// A relative is a target on one kind of texts.
type relative struct {
	target solver.Target
	kin    string
}

// maxKin bounds what is remembered; after that it is learned anew.
const maxKin = 1 << 14

// add enters a run in a mode.
func (k *kin) add(r *asked, mode solver.Mode, late bool) {
	if !late || r.Kin == "" {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.late) >= maxKin {
		clear(k.late)
	}
	if mode == solver.Push {
		k.late[relative{r.base, r.Kin}]++
	} else {
		k.late[relative{r.base, r.Kin}]--
	}
}

// without takes push out of the ways that are open to a request when it is too slow for its kin.
func (k *kin) without(r *asked, open []way) []way {
	k.mu.Lock()
	late := k.late[relative{r.base, r.Kin}]
	k.mu.Unlock()
	if late <= 0 || r.Kin == "" {
		return open
	}
	return slices.DeleteFunc(open, func(w way) bool { return w.mode == solver.Push })
}
