package reduce

import (
	"context"
	"crypto/sha256"
)

// A trial is a candidate that the predicate is asked about.
type trial struct {
	candidate *Candidate
	layout    *layout
	measure   measure
	pass      *Pass
	key       [sha256.Size]byte
	edits     []edit
	gain      int
	at        int // position among the pass's edits

	known   bool // the verdict is there
	verdict verdict
}

// A verdict is the result of a trial.
type verdict struct {
	holds     bool
	illSorted bool
	cached    bool
	calledOff bool
	err       error
}

// lookahead is how many candidates may be made for each job before their turn: enough that a job need not wait for the candidate before it,
// which may take long.
const lookahead = 4

// first tries the candidates that next makes, in their order and up to Jobs at once, and returns the first that holds; nil when none does,
// or when the search is over. Which one that is does not depend on the jobs: a later candidate that holds waits for the verdicts on all
// before it, and the candidates after the accepted one are called off and forgotten.
func (s *search) first(next func() *trial) *trial {
	ctx, cancel := context.WithCancel(s.ctx)
	results := make(chan *trial)
	var queue []*trial
	running := 0
	exhausted, found := false, false
	defer func() {
		cancel()
		for ; running > 0; running-- {
			if t := <-results; t.verdict.calledOff || !t.verdict.illSorted {
				s.wasted++
			}
		}
	}()
	for {
		for !exhausted && !found && running < s.jobs && len(queue) < lookahead*s.jobs {
			t := next()
			if t == nil {
				exhausted = true
				break
			}
			queue = append(queue, t)
			if s.cache.has(t.key) {
				t.known, t.verdict.cached = true, true
				continue
			}
			running++
			go func() {
				t.verdict = s.judge(ctx, t)
				results <- t
			}()
		}
		for len(queue) > 0 && queue[0].known {
			t := queue[0]
			queue = queue[1:]
			if s.settle(t) {
				return t
			}
			if s.over() {
				return nil
			}
		}
		if len(queue) == 0 {
			if exhausted {
				return nil
			}
			continue
		}
		t := <-results
		running--
		t.known = true
		found = found || t.verdict.holds
	}
}

// judge asks the predicate about a candidate. It runs concurrently with others.
func (s *search) judge(ctx context.Context, t *trial) (v verdict) {
	if s.typed && (!s.sorted(t.candidate, t.layout) || t.pass.last && !s.speaksAlike(t.candidate, t.layout)) {
		return verdict{illSorted: true}
	}
	if ctx.Err() != nil {
		return verdict{calledOff: true}
	}
	v.holds, v.err = s.predicate.Holds(ctx, t.candidate)
	if ctx.Err() != nil {
		return verdict{calledOff: true} // an interrupted verdict says nothing
	}
	return v
}

// settle counts a verdict in its turn and reports whether the candidate holds.
func (s *search) settle(t *trial) bool {
	v := t.verdict
	count := s.count(t.pass.Name)
	switch {
	case v.calledOff:
		return false
	case v.err != nil:
		s.err = v.err
		return false
	case v.cached:
		count.Cached++
		s.failedEdits(t)
		return false
	case v.illSorted:
		count.IllSorted++
		s.cache.add(t.key)
		s.failedEdits(t)
		return false
	}
	s.tests++
	count.Tried++
	if !v.holds {
		s.cache.add(t.key)
		s.failedEdits(t)
	} else {
		count.Kept++
	}
	s.report(t.pass.Name)
	return v.holds
}
