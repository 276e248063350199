package triage

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/bisect"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/timing"
	"github.com/assay-smt/assay/internal/solver"
)

// racesAbsent is how many races a finding about what an answer costs takes part in before it counts as gone. Each has many runs, and its verdict is wrong with
// a chance of at most timing.Risk.
const racesAbsent = 2

// LimitOf is the limit that a finding that was measured exceeded.
func LimitOf(f *findings.Finding) timing.Limit {
	l := timing.Default
	if m := f.Evidence.Measured; m != nil && m.Limit > 1 {
		l = timing.Limit{Ratio: m.Limit, Difference: time.Duration(m.LimitSeconds * float64(time.Second))}
	}
	return l
}

// onceMeasured times the blamed solver and its baseline on their texts, and returns the finding if it is still slower.
func (p *replaying) onceMeasured(ctx context.Context) (*oracle.Finding, error) {
	slow, old := p.blamed(), slices.IndexFunc(p.used, func(u usedRun) bool { return u.Solver == p.Other })
	if old < 0 {
		return nil, &RecordError{p.Dir, fmt.Errorf("no run of the baseline %s is recorded", p.Other)}
	}
	temp, err := disk.NewTemp("replay")
	if err != nil {
		return nil, err
	}
	defer temp.Remove()
	limit := LimitOf(&p.Finding)
	r := timing.Race{Limit: limit.Kept(), Said: limit, Bench: p.bench.In(temp.Scratch), Old: p.used[old].side(), New: p.used[slow].side()}
	f, err := r.Run(ctx)
	if err != nil {
		return nil, err
	}
	p.raced, p.out.Observed = &f.Result, f.NewRun.Observation()
	p.out.Last = []findings.Run{p.used[old].record(f.OldRun), p.used[slow].record(f.NewRun)}
	if f.Verdict != timing.Slower {
		p.out.Notes = append(p.out.Notes, Compared(&f.Result))
	}
	return f.Finding(p.Logic), nil
}

// side is the recorded run as a side of a race.
func (u usedRun) side() timing.Side {
	return timing.Side{Target: u.target, Name: u.Solver, Text: u.text, Options: solver.Options(u.Options)}
}

// Compared says in words what a race without a finding has measured.
func Compared(r *timing.Result) string {
	if r.Verdict == timing.Changed {
		return "the answers cannot be compared: " + r.Why
	}
	return fmt.Sprintf("%s s of CPU time against %s s, %s times as long", oracle.Figure(r.New), oracle.Figure(r.Old), oracle.Figure(r.Ratio.Estimate))
}

// measuredIn is what a race says about a version of the blamed solver.
func measuredIn(p *replaying, shown bool) InVersion {
	out := InVersion{Verdict: bisect.Absent, Reason: Compared(p.raced)}
	for _, r := range p.out.Last {
		out.Seconds += r.Seconds
	}
	switch {
	case shown:
		out.Verdict = bisect.Shows
	case p.out.Build != "":
		out.Verdict, out.Reason = bisect.Unclear, out.Reason+"; "+p.out.Build
	case p.raced.Verdict == timing.Changed:
		out.Verdict = bisect.Unclear
	}
	return out
}
