package fuzzer

import (
	"context"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
)

// maxSessions is how many sessions of a target are rerun in a chain: a target that leaves state behind does so on many
// mutants, and its sessions are long.
const maxSessions = 3

// A recheck compares what reused processes showed on a mutant with what fresh ones did.
type recheck struct {
	*mutantRun
	first, confirmed judged
	subject          triage.Subject
	results          map[leakKey]event.RecheckResult
	hits             []findings.Hit
	baseline         []oracle.Finding
}

// leakKey distinguishes what deserves its own examination: which solver contradicts a target says nothing about what the
// target left behind.
type leakKey struct {
	solver string
	class  oracle.Class
}

// recheck reports what became of the findings of reused processes, and looks for those that only reused processes show.
func (r *mutantRun) recheck(ctx context.Context, first, stands judged, s triage.Subject) (*recheck, []event.Rechecked, error) {
	c := &recheck{mutantRun: r, first: first, confirmed: stands, subject: s, results: make(map[leakKey]event.RecheckResult)}
	var out []event.Rechecked
	again := stands.findings()
	for k, f := range first.findings() {
		i := slices.IndexFunc(first.runs, func(run solver.Run) bool {
			return !run.Mode.Fresh() && (run.Solver == f.Solver || run.Solver == f.Other)
		})
		recurs := f.Recurs(again)
		if i < 0 || recurs && k >= len(first.verdict.Found) {
			continue // found in fresh processes, or excused there too
		}
		e := event.Rechecked{Solver: f.Solver, Class: f.Class, Mode: string(first.runs[i].Mode), Result: event.Confirmed}
		if !recurs {
			var err error
			if e.Solver, e.Result, err = c.unconfirmed(ctx, f); err != nil {
				return nil, nil, err
			}
		}
		out = append(out, e)
	}
	for _, run := range first.runs {
		f, ok := anomaly(run)
		if !ok {
			continue
		}
		fate, err := c.left(ctx, triage.Leak{Finding: f, Solver: run.Solver, Session: run.Session})
		if err != nil {
			return nil, nil, err
		}
		out = append(out, event.Rechecked{Solver: run.Solver, Class: f.Class, Mode: string(run.Session.Mode), Result: fate})
	}
	return c, out, nil
}

// anomaly returns what the runner found wrong in a reused process; the runner has then run a fresh one instead.
func anomaly(run solver.Run) (f oracle.Finding, ok bool) {
	if !run.Mode.Fresh() || run.Session == nil {
		return f, false
	}
	f = oracle.Finding{Class: oracle.CrashClass, Solver: run.Solver, Check: oracle.WholeRun}
	switch odd := run.Session.Anomaly; {
	case strings.HasPrefix(odd, solver.OddEnd), strings.HasPrefix(odd, solver.OddCrash):
	case strings.HasPrefix(odd, solver.OddInvalidModel):
		f.Class = oracle.InvalidModel
	default:
		return f, false
	}
	return f, true
}

// unconfirmed examines a finding that fresh processes do not show: which target it counts against, and what became of it.
func (c *recheck) unconfirmed(ctx context.Context, f oracle.Finding) (blamed string, fate event.RecheckResult, err error) {
	fate = event.NotConfirmed
	if f.Class.Incompleteness() {
		return f.Solver, event.Undecided, nil
	}
	for i, run := range c.first.runs {
		if run.Mode.Fresh() || run.Solver != f.Solver && (run.Solver != f.Other || !f.Suspect) || f.Class.OwnFault() {
			continue
		}
		if f.Class.WrongAnswer().Decides() {
			was, is := answer(run, f.Check), answer(c.confirmed.runs[i], f.Check)
			if was == is || !was.Decides() {
				continue
			}
			if proven := !f.Suspect && run.Solver == f.Solver; !is.Decides() && !proven {
				fate = event.Undecided
				continue
			}
		} else if run.Solver != f.Solver {
			continue
		}
		if run.Session == nil {
			continue
		}
		fate, err = c.left(ctx, triage.Leak{Finding: f, Solver: run.Solver, Session: run.Session})
		return run.Solver, fate, err
	}
	return f.Solver, fate, nil
}

func answer(run solver.Run, check int) smt.Status {
	if check < 0 || check >= len(run.Answers) {
		return smt.NoStatus
	}
	return run.Answers[check]
}

// left examines a leftover, once for each class and target of a mutant.
func (c *recheck) left(ctx context.Context, l triage.Leak) (event.RecheckResult, error) {
	key := leakKey{l.Solver, l.Finding.Class}
	if fate, known := c.results[key]; known {
		return fate, nil
	}
	fate, err := c.examine(ctx, l)
	c.results[key] = fate
	return fate, err
}

func (c *recheck) examine(ctx context.Context, l triage.Leak) (event.RecheckResult, error) {
	claim := []oracle.Finding{{Class: l.Finding.Class, Solver: l.Solver}}
	if _, ofBaselines := oracle.OfBaselines(claim, c.bench.Baselines); len(ofBaselines) > 0 {
		c.baseline = append(c.baseline, ofBaselines...)
		return event.NotTried, nil
	}
	target := c.target(l.Solver)
	l.KnownOnly = c.session.of(target).rerun >= maxSessions
	out, err := c.examiner.Left(ctx, c.subject, l)
	if err != nil {
		return "", err
	}
	if len(out.Extra) > 0 {
		c.session.of(target).rerun++
	}
	c.extra = append(c.extra, out.Extra...)
	c.hits = append(c.hits, out.Hits...)
	switch {
	case slices.ContainsFunc(out.Hits, func(h findings.Hit) bool { return h.Finding.Session == nil }):
		return event.Confirmed, nil // in a plain process, between push and pop
	case len(out.Hits) > 0:
		return event.LeakedState, nil
	case l.KnownOnly:
		return event.NotTried, nil
	}
	return event.NotRepeatable, nil
}

// target returns the reader with a name.
func (c *Chain) target(name string) solver.Target {
	return c.readers[slices.IndexFunc(c.readers, func(t solver.Target) bool { return t.String() == name })]
}
