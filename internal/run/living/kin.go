package living

import (
	"slices"
	"sync"

	"github.com/assay-smt/assay/internal/solver"
)

// kin remembers the kinds of texts on which a target runs out of time between push and pop more often than otherwise: the solver uses
// another core there, and what is too hard for that core is too hard for the whole chain of mutants. Safe for concurrent use.
type kin struct {
	mu   sync.Mutex
	late map[relative]int // time-outs in push minus those in other modes
}

// A relative is a target on one kind of texts.
type relative struct {
	target solver.Target
	kin    string
}

// maxKin bounds what is remembered; after that it is learned again.
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

// without removes push from the modes that are open to a request when push is too slow for its kin.
func (k *kin) without(r *asked, open []way) []way {
	k.mu.Lock()
	late := k.late[relative{r.base, r.Kin}]
	k.mu.Unlock()
	if late <= 0 || r.Kin == "" {
		return open
	}
	return slices.DeleteFunc(open, func(w way) bool { return w.mode == solver.Push })
}
