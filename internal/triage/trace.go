package triage

import (
	"context"
	"strings"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/solver"
)

// Trace runs the blamed solver on a finding under a debugger, and returns the functions on top of its stack when it crashes; see
// solver.Target.Backtrace. There are none for a session.
func (r Replayer) Trace(ctx context.Context, s findings.Stored, debugger string) ([]string, error) {
	if s.Session != nil {
		return nil, nil
	}
	r.Essential = true
	p, err := r.prepare(ctx, s)
	if err != nil {
		return nil, err
	}
	for _, u := range p.used {
		if u.Solver == p.Solver {
			return u.target.Backtrace(ctx, debugger, solver.Query{
				File: u.text.Path, Checks: p.Checks, Limits: p.bench.Limits, Options: solver.Options(u.Options), Questions: u.text.Questions,
			})
		}
	}
	return nil, nil
}

// Stack writes the functions on top of a stack in one line, the innermost first; "" for none.
func Stack(frames []string) string { return strings.Join(frames, " < ") }
