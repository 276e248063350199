package entail

// A search looks for an assignment of the clauses' variables that the theories accept: unit propagation, decisions, and steps back in their order. It does
// not learn: steps of proofs are small, and what it knows at any time is the clauses and the assignment.
type search struct {
	*question
	value   []int8 // by variable: 1, -1, 0 for none
	trail   []literal
	head    int // of the trail, up to where it is propagated
	watches [][]int32
	levels  []decision
	from    int // the first clause that may not be satisfied, at level 0
}

// A decision is where the trail was, and what was decided then.
type decision struct {
	trail   int
	l       literal
	flipped bool
}

// search reports whether the clauses have no model.
func (q *question) search() bool {
	s := &search{question: q, value: make([]int8, q.vars+1), watches: make([][]int32, 2*(q.vars+1))}
	for i, c := range q.clauses {
		switch len(c) {
		case 0:
			return true
		case 1:
			if !s.assign(c[0]) {
				return true
			}
		default:
			s.watch(c[0], i)
			s.watch(c[1], i)
		}
	}
	t := newTheory(q)
	for {
		if !s.propagate() || t != nil && t.refutes(s.value) {
			if q.left <= 0 {
				return false
			}
			if !s.back() {
				return true
			}
			continue
		}
		if q.left <= 0 || !s.decide() {
			return false
		}
	}
}

func slot(l literal) int {
	if l < 0 {
		return int(-l)*2 + 1
	}
	return int(l) * 2
}

func (s *search) watch(l literal, clause int) {
	s.watches[slot(l)] = append(s.watches[slot(l)], int32(clause))
}

func (s *search) of(l literal) int8 {
	if l < 0 {
		return -s.value[-l]
	}
	return s.value[l]
}

// assign makes a literal true, and reports whether it was not false.
func (s *search) assign(l literal) bool {
	switch s.of(l) {
	case 1:
		return true
	case -1:
		return false
	}
	if l < 0 {
		s.value[-l] = -1
	} else {
		s.value[l] = 1
	}
	s.trail = append(s.trail, l)
	return true
}

// propagate assigns what follows from clauses with one literal left, and reports whether no clause is false.
func (s *search) propagate() bool {
	for ; s.head < len(s.trail); s.head++ {
		if !s.visit(-s.trail[s.head]) {
			return false
		}
	}
	return true
}

// visit looks at the clauses that watch a literal that has become false.
func (s *search) visit(l literal) bool {
	at := slot(l)
	all := s.watches[at]
	kept := all[:0]
	for n, i := range all {
		c := s.clauses[i]
		if !s.spend(1) {
			s.watches[at] = append(kept, all[n:]...)
			return false
		}
		if c[0] == l {
			c[0], c[1] = c[1], c[0]
		}
		if s.of(c[0]) != 1 && s.elsewhere(c, i) {
			continue
		}
		kept = append(kept, i)
		if !s.assign(c[0]) {
			s.watches[at] = append(kept, all[n+1:]...)
			return false
		}
	}
	s.watches[at] = kept
	return true
}

// elsewhere has a clause watch another literal instead of its second one, if there is one that is not false.
func (s *search) elsewhere(c []literal, i int32) bool {
	for k := 2; k < len(c); k++ {
		if s.of(c[k]) >= 0 {
			c[1], c[k] = c[k], c[1]
			s.watch(c[1], int(i))
			s.spend(k / 8)
			return true
		}
	}
	s.spend(len(c) / 8)
	return false
}

// back takes the latest decision back that has another side, and reports whether there is one.
func (s *search) back() bool {
	for len(s.levels) > 0 {
		d := &s.levels[len(s.levels)-1]
		for _, l := range s.trail[d.trail:] {
			s.value[max(l, -l)] = 0
		}
		s.trail, s.head = s.trail[:d.trail], d.trail
		if !d.flipped {
			d.flipped = true
			return s.assign(-d.l)
		}
		s.levels = s.levels[:len(s.levels)-1]
	}
	return false
}

// decide makes an open literal of a clause true that is not satisfied, and reports whether there is one.
func (s *search) decide() bool {
	for i := s.from; i < len(s.clauses); i++ {
		open := literal(0)
		for _, l := range s.clauses[i] {
			v := s.of(l)
			if v == 1 {
				open = 0
				break
			}
			if v == 0 && open == 0 {
				open = l
			}
		}
		if !s.spend(1 + len(s.clauses[i])/8) {
			return false
		}
		if open == 0 {
			if len(s.levels) == 0 && s.from == i {
				s.from++
			}
			continue
		}
		s.levels = append(s.levels, decision{trail: len(s.trail), l: open})
		return s.assign(open)
	}
	return false
}
