package triage

import (
	"context"
	"strings"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/solver"
)

// Trace runs the blamed solver on a finding under a debugger, and returns the functions on top of its stack when it crashes, or why there are
// none; see solver.Target.Backtrace. A session is read as a file, as its report has it, which may not show the crash.
func (r Replayer) Trace(ctx context.Context, s findings.Stored, debugger string) (solver.Trace, error) {
	r.Essential = true
	p, err := r.prepare(ctx, s)
	if err != nil {
		return solver.Trace{}, err
	}
	for _, u := range p.used {
		if u.Solver == p.Solver && s.Session != nil {
			if u.text, err = p.read(findings.SessionFile); err != nil {
				return solver.Trace{}, err
			}
			u.Options = findings.Options{}
		}
		if u.Solver == p.Solver {
			return u.target.Backtrace(ctx, debugger, solver.Query{
				File: u.text.Path, Checks: p.Checks, Limits: p.bench.Limits, Options: solver.Options(u.Options), Questions: u.text.Questions,
			})
		}
	}
	return solver.Trace{Missing: "no run of the blamed solver is recorded"}, nil
}

// Stack writes the functions on top of a stack in one line, the innermost first; "" for none.
func Stack(frames []string) string { return strings.Join(frames, " < ") }
