package living

import (
	"fmt"
	"hash/crc32"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/assay-smt/assay/internal/solver"
)

// A choice measures what modes cost, for each target and logic, and chooses the cheapest, with a share for the cheapest one other
// than push. Until then, and permanently for a small share of the queries, the text alone determines the mode. What is chosen depends
// on time.
type choice struct {
	mu      sync.Mutex
	cells   map[place]*cell
	all     map[solver.Target]*cell // for all logics of a target; as many as there are targets
	similar slowSeeds
}

// A place is a target and a logic.
type place struct {
	target solver.Target
	logic  string
}

// A cell is what is known about a place. The choice's mutex guards it.
type cell struct {
	place
	all    *cell // for all logics of the target, nil in that cell itself
	total  int
	modes  map[solver.Mode]*cost
	chosen solver.Mode // "" while it is measured
	alike  solver.Mode // the cheapest of those in which the solver works as in a plain process; set with chosen
	share  int         // of queries that go there, in 256ths
	reason string
	next   int // decide when total gets there
}

// The measure of a choice.
const (
	firstChoice = 24 // queries before the first choice; another one follows whenever their number has doubled
	otherShare  = 32 // one query in this many is run in a mode other than those chosen
	// leastAlike applies where push is cheapest. After (push 1) many solvers use another core, without most of their preprocessing, and
	// bugs of the core that users run do not show there. Queries are therefore divided between push and the cheapest other mode so that
	// each takes half of the time; but the other mode gets at least this share, in 256ths, of the queries, however slow it is.
	leastAlike = 24
	fewest     = 3  // queries in a mode without which it is not chosen
	outlier    = 8  // times the median: the most that a query counts for
	tooLate    = 32 // queries in a mode from which its share of time-outs counts
	maxPlaces  = 1024
)

func newChoice() *choice {
	return &choice{cells: make(map[place]*cell), all: make(map[solver.Target]*cell), similar: slowSeeds{late: make(map[seedOfTarget]int)}}
}

// cell returns the cell of a request. Configurations that share processes share it.
func (c *choice) cell(r *asked) *cell {
	at := place{target: r.base, logic: r.Text.Shape().Logic}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cells[at] == nil && len(c.cells) >= maxPlaces {
		at.logic = "" // logics are names in scripts: there may be any number
	}
	found := c.cells[at]
	if found == nil {
		found = newCell(at)
		found.all = c.all[at.target]
		if found.all == nil {
			found.all = newCell(place{target: at.target})
			c.all[at.target] = found.all
		}
		c.cells[at] = found
	}
	return found
}

func newCell(at place) *cell {
	return &cell{place: at, modes: make(map[solver.Mode]*cost), next: firstChoice}
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// pick takes one of the ways that are open to a text.
func (c *choice) pick(at *cell, text []byte, open []way) way {
	const golden = 0x9e3779b97f4a7c15 // spreads the sum over 64 bits
	h := uint64(crc32.Checksum(text, castagnoli)) * golden
	h ^= h >> 29
	which := int(h>>8) & (1<<24 - 1)
	c.mu.Lock()
	defer c.mu.Unlock()
	from := at
	if at.chosen == "" {
		// Until a logic has been measured, half of its queries go to the modes that were best over all logics.
		if from = at.all; from == nil || from.chosen == "" || h>>44&1 == 0 {
			if len(open) > 2 && h>>45&3 != 0 {
				open = open[1:] // processes cost most, and are measured on seeds and otherwise too
			}
			return open[which%len(open)]
		}
	}
	best := from.best(open, int(h>>40)&255 < from.share)
	if h>>48%otherShare != 0 || len(open) == 1 {
		return open[best]
	}
	other := which % (len(open) - 1)
	if other >= best {
		other++
	}
	return open[other]
}

// best returns the index of the cheapest mode, or of the cheapest one in which the solver works as in a plain process.
func (at *cell) best(open []way, alike bool) int {
	wanted := at.chosen
	if alike {
		wanted = at.alike
	}
	best := 0 // a process of its own
	for i := range open {
		switch mode := open[i].mode; {
		case mode == wanted:
			return i
		case alike && mode == solver.Push:
		case at.before(mode, open[best].mode):
			best = i
		}
	}
	return best
}

// add counts a query.
func (c *choice) add(at *cell, mode solver.Mode, run *solver.Run) {
	if at == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	used := run.CPU
	if !run.Mode.Fresh() {
		used += run.Start // for a process of its own, it is part of CPU
	}
	for ; at != nil; at = at.all {
		at.add(mode, used, run)
	}
}

// add counts a query that used this much CPU time.
func (at *cell) add(mode solver.Mode, used time.Duration, run *solver.Run) {
	m := at.modes[mode]
	if m == nil {
		m = &cost{}
		at.modes[mode] = m
	}
	m.add(used, run.Limit == solver.LimitTime, run.Mode != mode)
	if run.Limits.Time > 0 {
		m.limit = run.Limits.Time
	}
	if at.total++; at.total >= at.next && at.measured() {
		at.decide()
		at.next = 2 * at.total
	}
}

// measured reports whether there is something to choose from.
func (at *cell) measured() bool {
	n := 0
	for _, m := range at.modes {
		if m.n >= fewest {
			n++
		}
	}
	return n > 1
}

// before reports whether a mode is better than another one.
func (at *cell) before(a, b solver.Mode) bool {
	m, n := at.modes[a], at.modes[b]
	switch {
	case m == nil || m.n < fewest:
		return false
	case n == nil || n.n < fewest:
		return true
	}
	return m.estimate(n) < n.estimate(m)
}

// decide chooses the cheapest modes.
func (at *cell) decide() {
	var ranked []solver.Mode
	for _, mode := range solver.Modes() {
		if m := at.modes[mode]; m != nil && m.n >= fewest {
			ranked = append(ranked, mode)
		}
	}
	slices.SortStableFunc(ranked, func(a, b solver.Mode) int {
		switch {
		case at.before(a, b):
			return -1
		case at.before(b, a):
			return 1
		}
		return 0
	})
	at.chosen, at.alike = ranked[0], solver.Process
	if i := slices.IndexFunc(ranked, func(m solver.Mode) bool { return m != solver.Push }); i >= 0 {
		at.alike = ranked[i]
	}
	at.share = at.shareOf(at.chosen, at.alike)
	var parts []string
	for _, mode := range ranked {
		m := at.modes[mode]
		parts = append(parts, fmt.Sprintf("%s %s of CPU in the mean of %d", mode, short(m.typical()), m.n))
	}
	at.reason = strings.Join(parts, ", ")
}

// shareOf returns the share of queries, in 256ths, that must go to the second of two modes for both to get the same time.
func (at *cell) shareOf(a, b solver.Mode) int {
	m, n := at.modes[a], at.modes[b]
	if a == b || m == nil || n == nil || m.n < fewest || n.n < fewest {
		return 128
	}
	x, y := m.estimate(n), n.estimate(m)
	return max(leastAlike, int(256*x/max(1, x+y)))
}

// short writes a duration for people.
func short(d time.Duration) string {
	switch {
	case d >= 100*time.Millisecond:
		return d.Round(time.Millisecond).String()
	case d >= time.Millisecond:
		return d.Round(100 * time.Microsecond).String()
	}
	return d.Round(time.Microsecond).String()
}

// A cost is what queries in a mode took.
type cost struct {
	n, late, anomalies int
	sum                time.Duration
	limit              time.Duration // of time, the last one
	recent             [63]time.Duration
}

func (m *cost) add(used time.Duration, late, odd bool) {
	m.recent[m.n%len(m.recent)] = used
	m.n++
	m.sum += used
	if late {
		m.late++
	}
	if odd {
		m.anomalies++
	}
}

// median is the median of the latest queries.
func (m *cost) median() time.Duration {
	n := min(m.n, len(m.recent))
	if n == 0 {
		return 0
	}
	sorted := slices.Clone(m.recent[:n])
	slices.Sort(sorted)
	return sorted[n/2]
}

func (m *cost) mean() time.Duration { return m.sum / time.Duration(max(m.n, 1)) }

// typical is the mean of the latest queries, without the excess of a few long ones: those differ more between texts than between modes.
func (m *cost) typical() time.Duration {
	n := min(m.n, len(m.recent))
	if n == 0 {
		return 0
	}
	most := max(outlier*m.median(), 1)
	var sum time.Duration
	for _, d := range m.recent[:n] {
		sum += min(d, most)
	}
	return sum / time.Duration(n)
}

// estimate is what a query is expected to cost in comparison with another mode: the typical cost, and the time-outs if both have seen
// enough queries.
func (m *cost) estimate(other *cost) time.Duration {
	e := m.typical()
	if m.n >= tooLate && other.n >= tooLate {
		e += m.limit * time.Duration(m.late) / time.Duration(m.n)
	}
	return e
}
