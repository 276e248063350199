package compare

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/solve"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/coverage"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/theory"
)

// A looker runs all sides on a script and judges them, in fresh processes. Safe for concurrent use.
type looker struct {
	sides []Side
	// table is the operator table, nil for the built-in one.
	table  *theory.Table
	limits solver.Limits
	dir    *disk.Scratch

	number atomic.Int64 // of looks, so that no two have files of the same name
}

// A loaded is a script in hand. It belongs to one goroutine.
type loaded struct {
	text string
	// script is nil when Assay cannot read the text; unread says why.
	script *script.Script
	unread string
}

// load reads a text.
func (l *looker) load(ctx context.Context, name, text string) (loaded, error) {
	out := loaded{text: text}
	s, err := elab.Script(text, elab.Options{File: name, Table: l.table, Done: ctx.Done()})
	if ctx.Err() != nil {
		return out, context.Cause(ctx)
	}
	if err != nil {
		out.unread = err.Error()
		return out, nil
	}
	out.script = s
	return out, nil
}

// logic is the script's logic, "" for none.
func (s *loaded) logic() string {
	if s.script == nil {
		return ""
	}
	return s.script.Logic()
}

// A look is what all sides did on a script once.
type look struct {
	runs []Run // of each side
	// found are the findings by side that make one worse than another.
	found [][]oracle.Finding
	// truth is what is known of the script's only check-sat before it is run.
	truth string
}

// shows returns the gravest finding of a side in a way of being bad, nil for none.
func (l *look) shows(side int, kind Kind) *oracle.Finding {
	for i := range l.found[side] {
		if k, ok := kindOf(l.found[side][i].Class); ok && k == kind {
			return &l.found[side][i]
		}
	}
	return nil
}

// Rounds of further questions, and the largest text about which they are drawn.
const (
	rounds   = 1
	mostText = 64 << 10
)

// cheap is the CPU time of a run up to which a script is also asked for what takes further runs: answers without a model, cores, values.
const cheap = time.Second

// A depth says what solvers are asked in a look.
type depth uint8

const (
	// shallow asks for answers and models: a run of each side.
	shallow depth = iota
	// deep also asks for answers without a model, cores, values and so on, in several runs of each side, unless one is dear.
	deep
)

// job is what a look does; with odd numbers the sides run in reverse order.
func (l *looker) job(s *loaded, d depth, number int64) *solve.Job {
	j := &solve.Job{
		AsIs: s.script == nil, Cheap: cheap,
		Bench: &trial.Bench{Table: l.table, Dir: l.dir, Limits: l.limits, Statistics: true, Baselines: pairs(l.sides)},
	}
	if d == deep {
		j.Cores, j.Plain, j.Questions, j.MostBytes = true, true, rounds, mostText
	}
	for i := range l.sides {
		if number%2 == 1 {
			i = len(l.sides) - 1 - i
		}
		j.Targets = append(j.Targets, l.sides[i].Target)
	}
	return j
}

// once runs all sides and judges. use is called with the case before its files are removed; it may be nil. Errors are those of the runs, and what
// ctx ended with.
func (l *looker) once(ctx context.Context, s *loaded, d depth, use func(*solve.Case) error) (look, error) {
	number := l.number.Add(1)
	c, err := l.job(s, d, number).Judge(ctx, int(number), s.text, s.script)
	if err != nil {
		return look{}, err
	}
	defer c.Trial.Close()
	more := &solve.More{}
	if d == deep {
		if more, err = c.More(ctx); err != nil {
			return look{}, err
		}
	}
	out := look{runs: make([]Run, len(l.sides)), found: make([][]oracle.Finding, len(l.sides))}
	if truths := c.Trial.Truths(); len(truths) == 1 {
		out.truth = truths[0].Status.String()
	}
	side := map[string]int{}
	for i := range l.sides {
		side[l.sides[i].Name] = i
	}
	for k := range c.Ran {
		i := side[c.Ran[k].Target.String()]
		out.runs[i] = runOf(i, &c.Ran[k])
	}
	for _, found := range [][]oracle.Finding{c.Found, more.Found} {
		for _, f := range found {
			if i, ok := side[f.Solver]; ok {
				out.found[i] = append(out.found[i], f)
			}
		}
	}
	if use != nil {
		err = use(c)
	}
	return out, err
}

// mostReason is the number of characters that are kept of what a solver says.
const mostReason = 300

func runOf(side int, r *solve.Ran) Run {
	out := Run{Side: side, Unable: r.Unable}
	if r.Unable != "" {
		return out
	}
	out.Outcome, out.CPU = r.Run.Outcome(), r.Run.CPU.Seconds()
	out.Work, _ = coverage.Work(&r.Run)
	if !out.Outcome.Answers() {
		out.Reason = clip(r.Run.Reason)
	}
	return out
}

func clip(text string) string {
	if short := fmt.Sprintf("%.*s", mostReason, text); short != text {
		return short + "..."
	}
	return text
}
