package campaign

import (
	"slices"
)

const (
	// windowSize bounds what a window remembers: a mutant counts once, and each chain counts as windowChain mutants. That is some 14,500
	// chains of 20 mutants, and 4 MB.
	windowSize  = 1 << 19
	windowChain = 16
	// windowPair bounds the mutants of one seed with one engine: they are searched linearly.
	windowPair = 1 << 11
	// windowTargets is how many targets a window distinguishes.
	windowTargets = 64
)

// A mark stands for the text of a mutant among those of one seed with one engine. Each of windowPair others has one chance in 2^32 of
// being mistaken for it.
type mark uint32

func markOf(text uint64) mark { return mark(text ^ text>>32) }

// ran records what was run of a chain: the mutants that all its targets are done with. It is saved with the slot.
type ran struct {
	// Targets has a bit for each of them, by its place in Config.Targets.
	Targets uint64 `json:"targets,omitempty"`
	Marks   []mark `json:"marks,omitempty"`
}

// take enters a mutant that targets are done with.
func (r *ran) take(p mark, targets uint64) {
	if len(r.Marks) == 0 {
		r.Targets = targets
	}
	r.Targets &= targets // they differ where a chain was interrupted
	r.Marks = append(r.Marks, p)
}

// A window remembers which mutants the last chains of a campaign ran, so that a later round of the same seed and engine does not run them again.
// What it knows depends only on the mutants in the order in which they were recorded, so it is the same after a kill. Not safe for concurrent use.
type window struct {
	chains map[int][]ranChain // by pair, in the order in which they ended
	order  []int32            // the pairs of all chains in that order
	size   int
	last   int64 // the number of the last chain

	// added and forgotten are what was not yet asked for by changes.
	added     []pairChain
	forgotten []int64
}

type ranChain struct {
	ran
	round  uint64
	number int64 // chains are numbered from 1 in the order in which they ended
}

type pairChain struct {
	pair int
	ranChain
}

func newWindow() *window { return &window{chains: make(map[int][]ranChain)} }

// changes returns the chains that were entered since it was last called, and the numbers of those that were forgotten.
func (w *window) changes() (added []pairChain, forgotten []int64) {
	added, forgotten = w.added, w.forgotten
	w.added, w.forgotten = nil, nil
	return added, forgotten
}

// enter remembers what was run of a chain that has ended, and forgets the oldest chains to make room. A chain of more than windowPair mutants is
// too long.
func (w *window) enter(pair int, round uint64, r ran) { w.restore(pair, round, r, w.last+1) }

// restore enters a chain with the number that it had, which is greater than those before it.
func (w *window) restore(pair int, round uint64, r ran, number int64) {
	if len(r.Marks) == 0 || len(r.Marks) > windowPair {
		return
	}
	if slices.ContainsFunc(w.chains[pair], func(c ranChain) bool { return c.round == round }) {
		return
	}
	r.Marks = slices.Clip(r.Marks)
	c := ranChain{r, round, number}
	w.last = number
	w.chains[pair], w.added = append(w.chains[pair], c), append(w.added, pairChain{pair, c})
	w.order = append(w.order, int32(pair))
	w.size += windowChain + len(r.Marks)
	of := 0
	for _, c := range w.chains[pair] {
		of += len(c.Marks)
	}
	for of > windowPair {
		of -= w.forget(slices.Index(w.order, int32(pair)))
	}
	for w.size > windowSize {
		w.forget(0)
	}
}

// forget removes the oldest chain of the pair at a place in the order, and returns how many mutants it had.
func (w *window) forget(place int) int {
	pair := int(w.order[place])
	if place == 0 {
		w.order = w.order[1:]
	} else {
		w.order = slices.Delete(w.order, place, place+1)
	}
	all := w.chains[pair]
	n := len(all[0].Marks)
	w.forgotten = append(w.forgotten, all[0].number)
	w.size -= windowChain + n
	if len(all) == 1 {
		delete(w.chains, pair)
	} else {
		w.chains[pair] = slices.Delete(all, 0, 1)
	}
	return n
}

// has reports whether an earlier round of the pair ran a mutant on all these targets.
func (w *window) has(pair int, round uint64, p mark, targets uint64) bool {
	return slices.ContainsFunc(w.chains[pair], func(c ranChain) bool {
		return c.round < round && targets&^c.Targets == 0 && slices.Contains(c.Marks, p)
	})
}
