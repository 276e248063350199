package living

import (
	"cmp"
	"slices"
	"time"

	"github.com/assay-smt/assay/internal/solver"
)

// A Report is what a Runner chose and why, and what was unusual.
type Report struct {
	// Mode is what the Runner was told to do.
	Mode solver.Mode `json:"mode"`
	Rows []Row       `json:"rows,omitempty"`
	// Restarts says why reused processes were replaced, Repeated why queries were run again in a process of their own, and
	// Alone why they were run in one at once.
	Restarts []Count `json:"restarts,omitempty"`
	Repeated []Count `json:"repeated,omitempty"`
	Alone    []Count `json:"alone,omitempty"`
	Starts   []Start `json:"starts,omitempty"`
}

// A Row is one target and logic.
type Row struct {
	Target string `json:"target"`
	Logic  string `json:"logic"`
	// Chosen is the mode of most queries, empty before there was a choice; Reason is what the choice is based on.
	Chosen solver.Mode `json:"chosen,omitempty"`
	Reason string      `json:"reason,omitempty"`
	Modes  []Cost      `json:"modes"`
}

// A Cost is what the queries of a row cost in a mode: CPU time of the solver, in nanoseconds.
type Cost struct {
	Mode     solver.Mode   `json:"mode"`
	Queries  int           `json:"queries"`
	Timeouts int           `json:"timeouts,omitempty"`
	Repeated int           `json:"repeated,omitempty"`
	Median   time.Duration `json:"median_ns"`
	Mean     time.Duration `json:"mean_ns"`
}

// A Count is a reason and how often it came.
type Count struct {
	Reason string `json:"reason"`
	N      int64  `json:"n"`
	// First is what a solver said when the reason came up for the first time, if it said anything. Hostile text.
	First string `json:"first,omitempty"`
}

// A Start is what the starts of a target's reused processes took in total.
type Start struct {
	Target string        `json:"target"`
	N      int64         `json:"n"`
	CPU    time.Duration `json:"cpu_ns"`
	Wall   time.Duration `json:"wall_ns"`
}

// Report says what was chosen so far, rows by target and logic and counts by number. Safe for concurrent use.
func (r *Runner) Report() Report {
	out := Report{Mode: r.mode, Rows: r.choice.rows()}
	r.tally.mu.Lock()
	defer r.tally.mu.Unlock()
	out.Restarts, out.Repeated, out.Alone = counts(r.tally.restarts), counts(r.tally.anomalies), counts(r.tally.alone)
	if r.snapshot != nil {
		for reason, n := range r.snapshot.Reasons() {
			out.Alone = append(out.Alone, Count{Reason: "snapshot: " + reason, N: n})
		}
	}
	slices.SortFunc(out.Alone, byNumber)
	for target, s := range r.tally.starts {
		out.Starts = append(out.Starts, Start{Target: target.String(), N: s.n, CPU: s.cpu, Wall: s.wall})
	}
	slices.SortFunc(out.Starts, func(a, b Start) int { return cmp.Compare(a.Target, b.Target) })
	return out
}

func (c *choice) rows() []Row {
	c.mu.Lock()
	defer c.mu.Unlock()
	var out []Row
	for _, at := range c.cells {
		row := Row{Target: at.target.String(), Logic: at.logic, Chosen: at.chosen, Reason: at.reason}
		for _, mode := range solver.Modes() {
			if m := at.modes[mode]; m != nil {
				row.Modes = append(row.Modes, Cost{
					Mode: mode, Queries: m.n, Timeouts: m.late, Repeated: m.anomalies, Median: m.median(), Mean: m.mean(),
				})
			}
		}
		if len(row.Modes) > 0 {
			out = append(out, row)
		}
	}
	slices.SortFunc(out, func(a, b Row) int {
		return cmp.Or(cmp.Compare(a.Target, b.Target), cmp.Compare(a.Logic, b.Logic))
	})
	return out
}

// counts lists reasons, the most frequent first.
func counts(of map[string]*Count) []Count {
	var out []Count
	for _, c := range of {
		out = append(out, *c)
	}
	slices.SortFunc(out, byNumber)
	return out
}

func byNumber(a, b Count) int { return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.Reason, b.Reason)) }
