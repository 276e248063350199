package living

import (
	"fmt"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt/elab"
)

// ran adds queries to a cell.
func ran(c *choice, at *cell, mode solver.Mode, cpu time.Duration, n int) {
	for range n {
		run := solver.Run{Mode: mode, CPU: cpu, Limits: solver.Limits{Time: time.Second}}
		c.add(at, mode, &run)
	}
}

// picks counts the modes of a thousand texts.
func picks(c *choice, at *cell, open []way) map[solver.Mode]int {
	out := make(map[solver.Mode]int)
	for i := range 1000 {
		out[c.pick(at, fmt.Appendf(nil, "text %d", i), open).mode]++
	}
	return out
}

func ways(modes ...solver.Mode) []way {
	var out []way
	for _, m := range modes {
		out = append(out, way{mode: m})
	}
	return out
}

// The cheapest mode gets most queries; where that is push, the cheapest of the others gets its share.
func TestChoice(t *testing.T) {
	for _, tt := range []struct {
		name                           string
		process, reset, push, snapshot time.Duration
		chosen, alike                  solver.Mode
		share                          int // of alike, in 256ths: both get the same time
	}{
		{"push", 15 * time.Millisecond, 5 * time.Millisecond, time.Millisecond, 3 * time.Millisecond, solver.Push, solver.Snapshot, 64},
		{"reset", 15 * time.Millisecond, time.Millisecond, 2 * time.Millisecond, 3 * time.Millisecond, solver.Reset, solver.Reset, 128},
		{"push and process", time.Millisecond, 5 * time.Millisecond, time.Microsecond, 3 * time.Millisecond, solver.Push, solver.Process, leastAlike},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := newChoice()
			at := newCell(place{})
			open := ways(solver.Process, solver.Reset, solver.Push, solver.Snapshot)
			for mode, n := range picks(c, at, open) {
				if n < 150 && (mode != solver.Process || n < 30) {
					t.Errorf("%s was measured %d of 1,000 times", mode, n)
				}
			}
			ran(c, at, solver.Process, tt.process, 10)
			ran(c, at, solver.Reset, tt.reset, 10)
			ran(c, at, solver.Push, tt.push, 10)
			ran(c, at, solver.Snapshot, tt.snapshot, firstChoice)
			if at.chosen != tt.chosen || at.alike != tt.alike {
				t.Fatalf("chosen %s, alike %s: %s", at.chosen, at.alike, at.reason)
			}
			got := picks(c, at, open)
			want := map[solver.Mode]int{tt.alike: 1000 * tt.share / 256}
			want[tt.chosen] += 1000 - 1000*tt.share/256
			for _, mode := range solver.Modes() {
				if n := got[mode]; n == 0 || n < want[mode]-100 || n > want[mode]+100 {
					t.Errorf("%s: %d of 1,000, want about %d and not 0", mode, n, want[mode])
				}
			}
			// What cannot be run in push goes to the cheapest of the rest.
			for mode, n := range picks(c, at, ways(solver.Process, solver.Reset, solver.Snapshot)) {
				if mode != tt.alike && n > 60 {
					t.Errorf("%s: %d of 1,000 without push", mode, n)
				}
			}
		})
	}
}

// While nothing is measured, processes get fewer queries than other modes, but where there is only one other mode, both get as many.
func TestChoiceOfTwo(t *testing.T) {
	c := newChoice()
	at := newCell(place{})
	if got := picks(c, at, ways(solver.Process, solver.Reset)); got[solver.Process] < 400 || got[solver.Reset] < 400 {
		t.Errorf("of two: %v", got)
	}
	if got := picks(c, at, ways(solver.Process, solver.Reset, solver.Push)); got[solver.Process] > 150 || got[solver.Reset] < 350 || got[solver.Push] < 350 {
		t.Errorf("of three: %v", got)
	}
}

// A logic that has not been measured yet sends half of its queries to what was chosen for all logics of the
// target.
func TestChoiceOfOtherLogics(t *testing.T) {
	c := newChoice()
	known, unknown := newCell(place{logic: "QF_LIA"}), newCell(place{logic: "QF_BV"})
	known.all = newCell(place{})
	unknown.all = known.all
	ran(c, known, solver.Process, 15*time.Millisecond, 10)
	ran(c, known, solver.Snapshot, 3*time.Millisecond, 10)
	ran(c, known, solver.Reset, time.Millisecond, firstChoice)
	open := ways(solver.Process, solver.Reset, solver.Snapshot)
	if got := picks(c, unknown, open); got[solver.Reset] < 600 || got[solver.Process] < 20 || got[solver.Snapshot] < 100 {
		t.Errorf("%v", got)
	}
	if got := picks(c, known, open); got[solver.Reset] < 900 {
		t.Errorf("%v", got)
	}
}

// There may be any number of logics: when the table of places is full, further ones share a cell for each target, and those that have a
// cell keep it.
func TestPlacesAreBounded(t *testing.T) {
	c := newChoice()
	bench := (&trial.Bench{}).In(trialtest.Scratch(t))
	target := trialtest.Printing(t, "z3", "")
	of := func(logic string) *cell {
		s, err := elab.Script("(set-logic "+logic+")\n(check-sat)\n", elab.Options{})
		if err != nil {
			t.Fatal(err)
		}
		text := bench.New(s, trial.Facts{Plan: trial.AskNothing}).Text(target)
		return c.cell(&asked{Request: &trial.Request{Text: text}, base: target})
	}
	first := of("L0")
	for i := 1; i < maxPlaces; i++ {
		at := place{target: target, logic: fmt.Sprint("L", i)}
		c.cells[at] = newCell(at)
	}
	if got := of("L0"); got != first || got.logic != "L0" {
		t.Errorf("a logic that has a cell is in that of %q", got.logic)
	}
	if len(c.cells) != maxPlaces {
		t.Fatalf("%d cells", len(c.cells))
	}
	one, two := of("NEW"), of("NEWER")
	if one != two || one.logic != "" || one.all != first.all || len(c.cells) != maxPlaces+1 {
		t.Errorf("further logics are in the cells of %q and %q, of %d", one.logic, two.logic, len(c.cells))
	}
	if got := of("L0"); got != first {
		t.Errorf("later, a logic that has a cell is in that of %q", got.logic)
	}
	// The last place is for a logic, too.
	c = newChoice()
	for i := range maxPlaces - 1 {
		at := place{target: target, logic: fmt.Sprint("L", i)}
		c.cells[at] = newCell(at)
	}
	if got := of("LAST"); got.logic != "LAST" {
		t.Errorf("the last place is for %q", got.logic)
	}
}

// Time-outs count when both modes have seen enough queries; what a query took counts always, but one long one no more than others.
func TestEstimate(t *testing.T) {
	of := func(n, late int, used time.Duration) *cost {
		m := &cost{limit: 10 * time.Second}
		for i := range n {
			m.add(used, i < late, i == 0)
		}
		return m
	}
	for _, tt := range []struct {
		name     string
		m, other *cost
		want     time.Duration
	}{
		{"none late", of(tooLate, 0, time.Second), of(tooLate, 0, time.Second), time.Second},
		{"a quarter late", of(tooLate, tooLate/4, time.Second), of(tooLate, 0, time.Second), 3500 * time.Millisecond},
		{"all late", of(tooLate, tooLate, time.Second), of(tooLate, 0, time.Second), 11 * time.Second},
		{"too few queries", of(tooLate-1, 8, time.Second), of(tooLate, 0, time.Second), time.Second},
		{"too few queries in the other mode", of(tooLate, 8, time.Second), of(tooLate-1, 0, time.Second), time.Second},
	} {
		if got := tt.m.estimate(tt.other); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
		if tt.m.anomalies != 1 {
			t.Errorf("%s: %d are odd", tt.name, tt.m.anomalies)
		}
	}
	m := of(9, 0, time.Second)
	m.add(time.Hour, false, false)
	if got := m.typical(); got != 1700*time.Millisecond || m.mean() <= time.Minute || m.median() != time.Second {
		t.Errorf("typical %v, mean %v, median %v", got, m.mean(), m.median())
	}
}
