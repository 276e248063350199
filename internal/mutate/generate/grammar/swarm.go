package grammar

import (
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/sorts"
)

// A swarm is what one script draws once: the sorts that it has and how likely each production is. Kinds of operations with weight
// zero do not occur in the script.
type swarm struct {
	seed    uint64 // determines the weights of kinds
	active  sortSet
	sorts   []sortID // those that are active
	choices [maxSorts][]choice
	ready   sortSet // sorts whose choices are known
	// Shares are chances in 1/16.
	literals   int // that a leaf is a literal
	sharing    int // that a leaf is a term made earlier
	leaves     int // that a place above the deepest level gets a leaf
	quantifier int // that a formula is quantified
	user       int // that a place gets one of the script's own functions, constructors or selectors
	loose      int // that an assertion is a disjunction: otherwise hardly any script would be sat
	depth      int
	plain      bool // the kinds are given, and all weigh the same
}

// choice is a production that makes a sort in this script, with the sum of the weights up to it.
type choice struct {
	rule *rule
	upTo uint32
}

// weights are the possible weights of a kind of operations, drawn uniformly: one kind in four does not occur at all.
var weights = [...]uint32{0, 0, 1, 2, 4, 4, 8, 16}

// weight returns the weight that the seed gives a number.
func (s *swarm) weight(n int) uint32 {
	if s.plain {
		return 4
	}
	z := (s.seed + uint64(n)*0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9
	return weights[z>>61]
}

// draw draws the swarm of a script.
func (s *swarm) draw(w *world, r *rng.Rand, o *Options) {
	s.seed = r.Uint64()
	s.plain = w.g.restricted
	s.ready = 0
	s.literals = rng.Pick(r, []int{1, 2, 4, 6, 8})
	s.sharing = rng.Pick(r, []int{0, 2, 4, 8})
	s.leaves = rng.Pick(r, []int{1, 2, 4, 6})
	s.quantifier = rng.Pick(r, []int{0, 1, 2, 4})
	s.user = rng.Pick(r, []int{1, 2, 4, 6})
	s.loose = rng.Pick(r, []int{0, 4, 8, 14})
	s.depth = 1 + r.IntN(o.Depth)
	if s.plain {
		s.depth, s.user = max(s.depth, min(2, o.Depth)), 6
	}
	if s.plain && w.g.constructs.has(let) {
		s.sharing, s.depth = 10, o.Depth
	}
	if !w.g.constructs.has(let) {
		s.sharing = 0
	}
	s.active = 1 << boolID
	s.drawSorts(w, r)
	s.sorts = s.sorts[:0]
	for id := range w.sorts {
		if s.active.has(sortID(id)) {
			s.sorts = append(s.sorts, sortID(id))
		}
	}
}

// drawSorts draws the sorts that a script has: with restricted kinds, the sorts of one rule of each kind; otherwise a few of
// the world's.
func (s *swarm) drawSorts(w *world, r *rng.Rand) {
	if !w.g.restricted || len(w.rules) == 0 {
		if len(w.drawn) == 0 {
			return
		}
		for range 1 + r.IntN(4) {
			s.active |= w.needs[rng.Pick(r, w.drawn)]
		}
		return
	}
	var seen []int
	from := r.IntN(len(w.rules))
	for i := range w.rules {
		rl := &w.rules[(from+i)%len(w.rules)]
		if rl.glue || slices.Contains(seen, rl.kind) {
			continue
		}
		seen = append(seen, rl.kind)
		s.active |= rl.needs
		if rl.result != boolID {
			for k := range w.rules {
				if g := &w.rules[k]; g.glue && slices.Contains(g.args, rl.result) {
					s.active |= g.needs
					break
				}
			}
		}
	}
	// What the wanted constructs need.
	for i, sort := range w.sorts {
		id := sortID(i)
		if isUninterpreted(sort) && w.g.constructs.has(declareSort) || isDatatype(sort) && w.g.constructs.has(declareDatatypes) {
			if r.Bool() {
				s.active |= w.needs[id]
			}
		}
	}
	if id, ok := w.index[sorts.Int]; ok && w.g.constructs.has(defineFunRec) {
		s.active |= w.needs[id]
	}
	if w.g.constructs&(1<<declareFun|1<<forall|1<<exists|1<<defineFun|1<<defineFunRec|1<<lambda) != 0 && len(w.drawn) > 0 {
		s.active |= w.needs[rng.Pick(r, w.drawn)]
	}
}

// of returns the productions of a sort that have a weight.
func (s *swarm) of(w *world, id sortID) []choice {
	if s.ready.has(id) {
		return s.choices[id]
	}
	s.ready |= 1 << id
	list := s.choices[id][:0]
	sum := uint32(0)
	for _, rl := range w.making[id] {
		if !rl.needs.within(s.active) {
			continue
		}
		weight := s.weight(rl.kind) * rl.share
		if id == boolID && len(rl.args) > 0 && rl.args[0] != boolID && !s.plain {
			weight = weight * (3 + s.weight(-1-int(rl.args[0]))) / 2 // formulas of a script also favour some sorts
		}
		if rl.glue {
			weight /= 4
		}
		if weight == 0 {
			continue
		}
		sum += weight
		list = append(list, choice{rl, sum})
	}
	s.choices[id] = list
	return list
}

// pick draws a production of a sort, nil when the script has none.
func (s *swarm) pick(w *world, id sortID, r *rng.Rand) *rule {
	list := s.of(w, id)
	if len(list) == 0 {
		return nil
	}
	n := uint32(r.IntN(int(list[len(list)-1].upTo)))
	low, high := 0, len(list)-1
	for low < high {
		if mid := (low + high) / 2; list[mid].upTo <= n {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return list[low].rule
}
