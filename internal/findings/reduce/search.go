package reduce

import (
	"context"
	"errors"

	"github.com/assay-smt/assay/smt/script"
)

// A search is one reduction in progress. It belongs to the goroutine that called Reduce.
type search struct {
	ctx       context.Context
	predicate Predicate
	cfg       Config
	chosen    map[string]bool // passes, nil for all
	jobs      int
	cache     *cache

	best  *Candidate
	cur   *state
	typed bool // candidates have to sort-check
	short bool // declarations are written in their shorter forms
	mode  Mode
	// version counts the states, so that a pass knows whether anything has changed since it found nothing.
	version int
	clean   map[string]int // by pass, the version for which it found nothing
	// failed are edits that failed in some state; they are deferred to the last round.
	failed  map[uint64]bool
	patient bool // no edit is deferred
	grown   int  // steps that made the text larger

	round         int
	tests, wasted int
	counts        []*PassCount
	err           error
}

// maxGrown bounds the steps that make the text larger, and so the length of a reduction.
const maxGrown = 200

func newSearch(ctx context.Context, p Predicate, cfg Config, chosen map[string]bool) *search {
	return &search{
		ctx: ctx, predicate: p, cfg: cfg, chosen: chosen, jobs: max(1, cfg.Jobs), cache: newCache(),
		clean: map[string]int{}, failed: map[uint64]bool{},
	}
}

// over reports whether the search has to end.
func (s *search) over() bool {
	return s.err != nil || s.ctx.Err() != nil || s.outOfTests()
}

func (s *search) outOfTests() bool { return s.cfg.MaxTests > 0 && s.tests >= s.cfg.MaxTests }

func (s *search) count(pass string) *PassCount {
	for _, c := range s.counts {
		if c.Name == pass {
			return c
		}
	}
	c := &PassCount{Name: pass}
	s.counts = append(s.counts, c)
	return c
}

func (s *search) report(pass string) {
	if s.cfg.Progress != nil {
		s.cfg.Progress(Progress{Pass: pass, Round: s.round, Bytes: len(s.best.text), Tests: s.tests + s.wasted})
	}
}

// failedEdits notes edits that failed when they were tried alone.
func (s *search) failedEdits(t *trial) {
	if len(t.edits) == 1 && t.edits[0].key != 0 {
		s.failed[t.edits[0].key] = true
	}
}

// try makes a trial from edits, nil when they give nothing to try.
func (s *search) try(p *Pass, edits []edit) *trial {
	text, ok := s.cur.apply(edits)
	if !ok {
		s.count(p.Name).IllSorted++
		return nil
	}
	return s.trialOf(p, edits, text)
}

func (s *search) trialOf(p *Pass, edits []edit, text string) *trial {
	l, err := lay(text)
	if err != nil {
		s.count(p.Name).IllSorted++
		return nil
	}
	m, now := measureOf(l), measureOf(s.cur.layout)
	if !m.below(now) && (!p.grows || s.grown >= maxGrown || !m.near(now)) {
		s.count(p.Name).Larger++
		return nil
	}
	return &trial{
		candidate: NewCandidate(l.text, s.cfg.Table), layout: l, measure: m, pass: p,
		key: keyOfText(l.text), edits: edits, gain: edits[0].gain,
	}
}

// accept makes a candidate that holds the current state.
func (s *search) accept(t *trial) {
	if now := measureOf(s.cur.layout); !t.measure.below(now) {
		s.grown++
	}
	var sc = s.cur.script
	if s.typed {
		sc, _ = t.candidate.Script() // it was read before the predicate was asked
	}
	s.cur = s.stateOf(t.layout, sc)
	s.version++
	s.improved(t.candidate)
}

// stateOf is the state of a text, whose declarations are written as the search writes them.
func (s *search) stateOf(l *layout, sc *script.Script) *state {
	st := newState(l, sc, s.cfg.Table)
	st.printer.Short = s.short
	return st
}

// improved notes a candidate that holds, and reports it when it is the smallest so far.
func (s *search) improved(c *Candidate) {
	if len(c.text) > len(s.best.text) {
		return
	}
	s.best = c
	if s.cfg.Better == nil {
		return
	}
	if err := s.cfg.Better(c); err != nil {
		s.err = err
	}
}

func (s *search) result() (Result, error) {
	r := Result{Best: s.best, Mode: s.mode, Tests: s.tests, Wasted: s.wasted}
	for _, c := range s.counts {
		r.Passes = append(r.Passes, *c)
	}
	switch {
	case s.ctx.Err() != nil:
		r.End = Interrupted
		if errors.Is(s.err, context.Canceled) {
			s.err = nil
		}
	case s.err != nil:
		r.End = Failed
	case s.outOfTests():
		r.End = OutOfTests
	case s.complete():
		r.End = Minimal
	case s.chosen != nil:
		r.End = PassesDone
	default:
		r.End = OutOfRounds
	}
	if r.End != Minimal {
		r.Untried = s.untried()
	}
	return r, s.err
}

// complete reports whether the last check found nothing to remove from the best text. Of a text that is reduced by lines, every line was tried.
func (s *search) complete() bool {
	v, ok := s.clean[singlePass.Name]
	return s.mode == Lines || ok && v == s.version && s.best.text == s.cur.text
}
