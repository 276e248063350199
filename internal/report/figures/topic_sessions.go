package figures

import (
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/living"
	"github.com/assay-smt/assay/internal/solver"
)

// modes are the words for kinds of processes.
var modes = map[solver.Mode]string{
	solver.Process: "fresh process", solver.Reset: "reused, with reset", solver.Push: "reused, with push and pop", solver.Snapshot: "snapshot process",
}

func modeWords(m solver.Mode) string {
	if w := modes[m]; w != "" {
		return w
	}
	return string(m)
}

// outcomes are the words for what repeating a finding in fresh processes showed.
var results = map[event.RecheckResult]string{
	event.Confirmed: "confirmed", event.LeakedState: "leaked state: only with what the process read before", event.NotRepeatable: "not repeatable",
	event.NotTried: "not tried", event.Undecided: "undecided", event.NotConfirmed: "gone",
}

func sessionsTables(c *Campaign) []*Table {
	processes := newTable("processes", "Kinds of processes of the last run", "solver", "solver", "configurations", "configurations", "process", "process", "mode", "", "runs", "runs",
		"time_outs", "time-outs", "repeated", "repeated", "mean_cpu_seconds", "CPU on average")
	chosen := newTable("chosen", "The kind that most runs of a logic have", "solver", "solver", "configurations", "configurations", "process", "process", "logics", "logics", "names", "which")
	starts := newTable("starts", "Starts of reused processes", "solver", "solver", "starts", "starts", "cpu_seconds", "CPU for each", "seconds", "")
	why := newTable("reasons", "What was unusual", "what", "what", "count", "count", "reason", "reason", "first", "first said")
	for _, r := range []struct {
		configurations string
		report         *living.Report
	}{{"its own", c.Sessions}, {"others", c.Exploring}} {
		if r.report == nil || r.report.Mode == solver.Process {
			continue
		}
		c.addRows(processes, chosen, r.configurations, r.report)
		for _, s := range r.report.Starts {
			starts.add(c.Name(s.Target), s.N, Seconds((s.CPU / time.Duration(max(s.N, 1))).Seconds()), Seconds(s.Wall.Seconds()))
		}
		for _, list := range []struct {
			what   string
			counts []living.Count
		}{
			{"runs repeated in a fresh process", r.report.Repeated}, {"runs in a fresh process from the start", r.report.Alone},
			{"reused processes replaced", r.report.Restarts},
		} {
			for _, n := range list.counts {
				why.add(list.what, n.N, Message(n.Reason), Message(n.First))
			}
		}
	}
	rechecked := newTable("rechecked", "Findings of reused processes, repeated in fresh ones", "solver", "solver", "class", "class", "result", "result", "key", "", "count", "count")
	for _, spec := range c.Solvers() {
		for _, class := range oracle.Classes() {
			for _, fate := range event.RecheckResults() {
				if n := c.Stats.Solvers[spec].Rechecked[class][fate]; n > 0 {
					words := results[fate]
					if words == "" {
						words = string(fate)
					}
					rechecked.add(c.Name(spec), findings.SeverityOf(class).String(), words, string(fate), n)
				}
			}
		}
	}
	return []*Table{processes, chosen, starts, why, rechecked}
}

// addRows sums a report up by target and mode.
func (c *Campaign) addRows(processes, chosen *Table, configurations string, r *living.Report) {
	type key struct {
		target string
		mode   solver.Mode
	}
	type sum struct {
		runs, late, unusual int64
		cpu                 time.Duration
		logics              []string
	}
	sums := make(map[key]*sum)
	var targets []string
	of := func(target string, mode solver.Mode) *sum {
		k := key{target, mode}
		if sums[k] == nil {
			sums[k] = &sum{}
		}
		return sums[k]
	}
	for _, row := range r.Rows {
		if len(targets) == 0 || targets[len(targets)-1] != row.Target {
			targets = append(targets, row.Target)
		}
		for _, m := range row.Modes {
			s := of(row.Target, m.Mode)
			s.runs, s.late, s.unusual = s.runs+int64(m.Queries), s.late+int64(m.Timeouts), s.unusual+int64(m.Repeated)
			s.cpu += m.Mean * time.Duration(m.Queries)
		}
		if row.Chosen != "" {
			logic := row.Logic
			if logic == "" {
				logic = "none"
			}
			s := of(row.Target, row.Chosen)
			s.logics = append(s.logics, logic)
		}
	}
	for _, target := range targets {
		for _, mode := range solver.Modes() {
			s := sums[key{target, mode}]
			if s == nil {
				continue
			}
			if s.runs > 0 {
				processes.add(c.Name(target), configurations, modeWords(mode), string(mode), s.runs, s.late, s.unusual, Seconds((s.cpu / time.Duration(s.runs)).Seconds()))
			}
			if len(s.logics) > 0 {
				chosen.add(c.Name(target), configurations, modeWords(mode), int64(len(s.logics)), Message(strings.Join(s.logics, " ")))
			}
		}
	}
}
