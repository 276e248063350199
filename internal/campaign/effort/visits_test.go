package effort

import (
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/campaign/schedule"
)

// yielding is a mutant that shows so much new behaviour in a second.
func yielding(news int) Mutant {
	return Mutant{
		Runs: []Run{{Target: "a", Outcome: outcome.Sat, Wall: time.Second}}, NewBehaviour: news, Cost: time.Second,
	}
}

// visit plays a visit of n mutants that each yield news, and reports whether it should go on.
func visit(s *Scheduler, slot uint64, n, news int) bool {
	var c Tally
	at := schedule.Slot{Number: slot}
	for range n {
		s.Take(at, &c, yielding(news))
	}
	goesOn := s.GoesOn(&c)
	s.End(at, c)
	return goesOn
}

// A visit goes on as long as it yields at least what the campaign yields.
func TestGoesOn(t *testing.T) {
	fresh := func() *Scheduler { return New(Config{Seeds: 1, Engines: 1, Targets: []string{"a"}, Length: 20}) }
	usual := func() *Scheduler {
		s := fresh()
		for i := range uint64(20) {
			visit(s, i, 20, 10)
		}
		return s
	}
	for _, tt := range []struct {
		name string
		s    *Scheduler
		news int
		want bool
	}{
		{"the first visit", fresh(), 1, true},
		{"a first visit without news", fresh(), 0, false},
		{"more than usual", usual(), 20, true},
		{"half of what is usual", usual(), 5, false},
	} {
		if got := visit(tt.s, 30, 20, tt.news); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
	s := usual()
	for range 20 { // solving seeds is part of the price
		s.tide.Time += 20
	}
	if !visit(s, 30, 20, 7) {
		t.Error("7 instead of 10 for each second, where a third of the time goes into the beginning")
	}
}

// A visit on whose mutants nothing is run any more has no reason to go on.
func TestIdleVisit(t *testing.T) {
	s := New(Config{Seeds: 1, Engines: 1, Targets: []string{"a"}, Length: 20})
	var c Tally
	s.Take(schedule.Slot{}, &c, yielding(9))
	s.Take(schedule.Slot{}, &c, Mutant{})
	if s.GoesOn(&c) {
		t.Error("it goes on")
	}
}

// Without feedback, what is new to the pair counts.
func TestGoesOnWithoutFeedback(t *testing.T) {
	s := New(Config{Seeds: 2, Engines: 1, Targets: []string{"a"}, Length: 20})
	var dull, lively Tally
	for i := range 20 {
		s.Take(schedule.Slot{}, &dull, timed(time.Second))
		m := timed(time.Second)
		m.Rule = string(rune('a' + i))
		s.Take(schedule.Slot{Seed: 1}, &lively, m)
	}
	if s.GoesOn(&dull) || !s.GoesOn(&lively) {
		t.Errorf("the same again: %v; a new rule each time: %v", s.GoesOn(&dull), s.GoesOn(&lively))
	}
}
