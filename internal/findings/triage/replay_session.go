package triage

import (
	"context"
	"fmt"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/experiment"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
)

// onceSession runs the recorded runs one time, and the blamed solver on its session; nil means that the session did not show it.
func (p *replaying) onceSession(ctx context.Context) (*oracle.Finding, error) {
	reading, err := p.reading()
	if err != nil {
		return nil, err
	}
	t := p.bench.Recorded(p.Logic, p.Checks, trial.Facts{Truths: findings.OracleTruths(p.Truths)})
	fresh, err := p.judge(ctx, t, nil, p.used...)
	if err != nil {
		return nil, err
	}
	used := p.used[p.blamed()]
	limits := p.bench.Limits
	limits.Time = max(limits.Time, replayTime*maxReplayTime)
	target := used.target
	if target.String() != p.Solver {
		// It reads standard input in its own way, since the recorded options are another solver's.
		if !target.Profile().Living.Can(reading.Mode) {
			return nil, &solver.UnusableError{Solver: target.String(), Problem: fmt.Sprintf("its profile has no processes of mode %s", reading.Mode),
				Remedy: "give a solver whose profile has a [session]"}
		}
		reading.Command = target.LivingCommand(solver.Query{Limits: p.bench.Limits, Options: solver.Options(used.Options)}, reading.Mode)
	}
	run, _, err := p.sessions.Replay(ctx, target, reading, solver.Query{
		Checks: p.Checks, Limits: limits, Questions: trial.Questions(string(reading.Queries[len(reading.Queries)-1])),
	})
	if err != nil {
		return nil, err
	}
	p.out.others = nil
	run.Solver = p.Solver // whatever replaces it
	p.out.Last = append(p.out.Last, RecordSession(run))
	if run.Void {
		p.out.Notes = append(p.out.Notes, "the session: "+run.Reason)
		return nil, nil
	}
	x := experiment.Experiment{Trial: t, Readers: []experiment.Reader{experiment.Made(run)}, Known: fresh.Observed}
	once, err := x.Once(ctx)
	if err != nil {
		return nil, err
	}
	p.out.Observed, p.out.others = once.Of(p.Solver), once.Found
	if p.shown(fresh.Verdict) != nil {
		p.out.Notes = append(p.out.Notes, "a process that reads the formula alone now shows it as well")
	}
	return p.shown(once.Verdict), nil
}

// asTyped reports whether the finding is a crash in a session whose report has a command that reads the session as a file.
func (p *replaying) asTyped() bool {
	return p.Session != nil && p.Class.Crash() && p.Reduction != nil && p.Reduction.Plain != nil
}

// onceTyped runs the blamed solver on the session as a file, as the report has it: what versions are said to do is what they do then. Between queries, a
// reused process is told more than the file says, and what a solver does with memory that it no longer owns depends on that.
func (p *replaying) onceTyped(ctx context.Context) (*oracle.Finding, error) {
	text, err := p.read(findings.SessionFile)
	if err != nil {
		return nil, err
	}
	u := p.used[p.blamed()]
	u.text, u.File, u.Options = text, findings.SessionFile, findings.Options{}
	once, err := p.judge(ctx, p.bench.Recorded(p.Logic, p.Checks, trial.Facts{}), nil, u)
	if err != nil {
		return nil, err
	}
	p.out.others = once.Found
	return p.shown(once.Verdict), nil
}

// shown returns the first finding of the class that the session showed, about the blamed solver.
func (p *replaying) shown(v trial.Verdict) *oracle.Finding {
	for _, f := range v.All() {
		if f.Class == p.Class && (f.Solver == p.Solver || f.Other == p.Solver) {
			return &f
		}
	}
	return nil
}

// reading is the stored session. The file is as it was written, or somebody changed it and says so; then what the record says about it may
// no longer fit.
func (p *replaying) reading() (*solver.Reading, error) {
	text, err := findings.ReadPart(p.Dir, findings.SessionFile)
	if err != nil {
		return nil, &RecordError{p.Dir, fmt.Errorf("its session: %w", err)}
	}
	at := p.Session.Last
	if at < 0 || at >= len(text) || at > 0 && text[at-1] != '\n' {
		return nil, &RecordError{p.Dir, fmt.Errorf("no query begins at byte %d of %s, where last_query of %s says that the last one does",
			at, findings.SessionFile, findings.RecordFile)}
	}
	r := &solver.Reading{Mode: solver.Mode(p.Session.Run.Mode), Command: p.Session.Run.Command, Queries: [][]byte{text[at:]}}
	if at > 0 {
		r.Queries = [][]byte{text[:at], text[at:]}
	}
	return r, nil
}
