package fuzzer

import (
	"fmt"
	"slices"
	"time"

	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
)

// made describes a mutant, 0 <= i < Len.
func (l *Lineage) made(i int) event.Mutant {
	m := l.mutants[i]
	out := event.Mutant{
		Mutant: l.Name(i).String(), Engine: l.name.Engine, Logic: l.Logic(), Steps: len(m.Steps), Text: l.texts[i],
	}
	if out.Steps > 0 {
		last := &m.Steps[out.Steps-1]
		out.Rule, out.Applicable = last.Rule, last.Applicable
	}
	return out
}

// reportRuns emits the runs on the mutant, and those that were made to find out more.
func (r *mutantRun) reportRuns(runs []solver.Run) {
	for _, run := range runs {
		e := r.ended(run)
		e.NewBehaviour = r.fresh[run.Target]
		r.emit(e)
	}
	for _, run := range r.extra {
		e := r.ended(run)
		e.Extra = true
		r.emit(e)
	}
}

func (r *mutantRun) ended(run solver.Run) event.Run {
	return event.Run{
		Mutant: r.name, Engine: r.Chain.name.Engine, Logic: r.Logic(), Solver: run.Solver, Version: run.Version,
		Outcome: run.Outcome(), Reason: run.Reason, Seconds: run.Wall.Seconds(), CPU: run.CPU.Seconds(),
		Limit: r.reduced(run).Seconds(), Start: run.Start.Seconds(),
		Mode: string(run.Mode.Other()), Presentation: string(run.Presentation), Without: run.Without,
	}
}

// reduced returns the time limit of a run where it is less than the bench's, otherwise 0.
func (c *Chain) reduced(run solver.Run) time.Duration {
	if l := run.Limits.Time; l > 0 && (c.bench.Limits.Time <= 0 || l < c.bench.Limits.Time) {
		return l
	}
	return 0
}

// verdict describes what was judged.
func (r *mutantRun) verdict(j judged, e triage.Examination) event.Verdict {
	out := event.Verdict{Mutant: r.name, Engine: r.Chain.name.Engine, Runs: len(j.runs), Excused: len(j.verdict.Excused)}
	for _, f := range j.verdict.Found {
		out.Classes = append(out.Classes, f.Class)
	}
	for _, t := range j.undecided() {
		out.Undecided = append(out.Undecided, t.String())
	}
	for _, u := range e.Unsupported {
		out.Unsupported = append(out.Unsupported, event.Unsupported{Solver: u.Target.String(), Operators: u.Operators})
	}
	for _, o := range slices.Concat(j.observed, r.conjectures) {
		for _, m := range o.Models {
			if m.Verdict == oracle.NoModel {
				continue
			}
			if out.Models == nil {
				out.Models = make(map[string]int)
			}
			out.Models[m.Verdict.String()]++
		}
		for _, resp := range o.Responses {
			if out.Responses == nil {
				out.Responses = make(map[string]int)
			}
			out.Responses[resp.Command+" "+resp.Verdict.String()]++
			if resp.Verdict == oracle.ResponseUnread {
				out.Unread = append(out.Unread, resp.Command+": "+resp.Summary)
			}
		}
	}
	return out
}

// confirmations emits the hits that were rerun.
func (r *mutantRun) confirmations(hits []findings.Hit) {
	for _, h := range hits {
		f := &h.Finding
		if f.Repeated.Runs == 0 {
			continue
		}
		r.emit(event.Confirmation{
			Mutant: r.name, Class: f.Class, Solver: f.Solver, Signature: f.Signature, Runs: f.Repeated.Runs, Shown: f.Repeated.Shown,
		})
	}
}

// fault reports that a quick evaluation failed. The mutant is judged by its text instead, so nothing else would report it.
func (r *mutantRun) fault(f *oracle.Fault) event.Fault {
	return event.Fault{
		Seed: r.examiner.Seed.Name, Engine: r.Chain.name.Engine,
		Text: fmt.Sprintf("evaluator on mutant %s: panic in %s: %s\n%s", r.name, f.Place, f.Text, f.Stack),
	}
}
