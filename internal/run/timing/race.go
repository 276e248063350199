package timing

import (
	"context"
	"time"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/coverage"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/syntax"
)

// A Side is a target with what it reads.
type Side struct {
	Target solver.Target
	// Name is that of its runs, "" for the target's.
	Name string
	// Text is what it reads. It should ask for nothing but answers.
	Text    *trial.Text
	Options solver.Options
}

// A Race compares two sides on a script in processes of their own, as a user would run them: first once with statistics, for the solvers' own counts,
// and then, where that gives reason to, in a Contest without. It belongs to one goroutine.
type Race struct {
	Limit
	// Bench runs the sides: in fresh processes, if what comes of it is to count.
	Bench *trial.Bench
	// Time bounds each run, 0 for the bench's limit.
	Time     time.Duration
	Old, New Side
}

// A Finish is what came of a race.
type Finish struct {
	Result
	// Answer is what both sides say, NoStatus where they do not.
	Answer smt.Status
	// OldRun and NewRun are the last runs of both, All are all.
	OldRun, NewRun solver.Run
	All            []solver.Run

	counted solver.Statistic
	limit   Limit
}

// Run races. Errors are those of trial.Trial.Run.
func (r *Race) Run(ctx context.Context) (Finish, error) {
	out := Finish{limit: r.Limit}
	glance, err := r.glance(ctx, &out)
	if err != nil || glance.Verdict != "" {
		out.Result = glance
		return out, err
	}
	c := Contest{Limit: r.Limit, Answer: out.Answer}
	c.Old = func(ctx context.Context) (run solver.Run, err error) {
		out.OldRun, err = r.run(ctx, &r.Old, r.Old.Text, r.Old.Options)
		out.All = append(out.All, out.OldRun)
		return out.OldRun, err
	}
	c.New = func(ctx context.Context) (run solver.Run, err error) {
		out.NewRun, err = r.run(ctx, &r.New, r.New.Text, r.New.Options)
		out.All = append(out.All, out.NewRun)
		return out.NewRun, err
	}
	out.Result, err = c.Run(ctx)
	out.Work = glance.Work
	if out.Verdict == Changed {
		out.Answer = smt.NoStatus
	}
	return out, err
}

// glance runs both sides once and counts. Its verdict is "" where there is reason to measure.
func (r *Race) glance(ctx context.Context, out *Finish) (Result, error) {
	var err error
	if out.OldRun, err = r.count(ctx, &r.Old); err != nil {
		return Result{}, err
	}
	if out.NewRun, err = r.count(ctx, &r.New); err != nil {
		return Result{}, err
	}
	old, slow := &out.OldRun, &out.NewRun
	out.All = append(out.All, *old, *slow)
	answer := old.Answer()
	g := Result{Pairs: []Pair{{old.CPU, slow.CPU}}, Over: slow.Limit == solver.LimitTime}
	g.sum()
	switch {
	case !answer.Decides() || !whole(old):
		return Result{Verdict: Changed, Why: "the first one: " + string(old.Outcome())}, nil
	case !g.Over && (slow.Answer() != answer || !whole(slow)):
		return Result{Verdict: Changed, Why: "the second one: " + string(slow.Outcome())}, nil
	}
	out.Answer = answer
	if p := r.New.Target.Profile(); p == r.Old.Target.Profile() || p.Name == r.Old.Target.Profile().Name {
		units, known := coverage.Work(old)
		more, both := coverage.Work(slow)
		if known && both {
			g.Work, out.counted = Counts{units, more}, p.Stats
		}
	}
	if r.same() && g.Work.Equal() || !r.Promises(g.Work, old.CPU, slow.CPU) {
		g.Verdict = NotSlower
	}
	return g, nil
}

// whole reports whether a run got to the end of its script.
func whole(run *solver.Run) bool {
	return run.Limit == solver.LimitNone && run.Crash == nil && !run.Halted
}

// same reports whether the sides are the same program with the same configuration.
func (r *Race) same() bool {
	return r.Old.Target.Path() == r.New.Target.Path() && r.Old.Target.Config.String() == r.New.Target.Config.String()
}

// count runs a side with statistics, if it has any that count its work.
func (r *Race) count(ctx context.Context, s *Side) (solver.Run, error) {
	told := s.Target.Profile().Stats
	if len(told.Work) == 0 {
		return r.run(ctx, s, s.Text, s.Options)
	}
	text, o := s.Text, s.Options
	o.Statistics = true
	if told.Command != "" {
		text = r.Bench.RawText("counted.smt2", asking(s.Text.Bytes, told.Command))
	}
	return r.run(ctx, s, text, o)
}

func (r *Race) run(ctx context.Context, s *Side, text *trial.Text, o solver.Options) (solver.Run, error) {
	t := r.Bench.Recorded("", 1, trial.Facts{}).Within(r.Time)
	name := s.Name
	if name == "" {
		name = s.Target.String()
	}
	return t.RunText(ctx, s.Target, name, text, o)
}

// asking puts a command at the end of a script, or in front of what ends it.
func asking(script []byte, command string) []byte {
	var tree syntax.Tree
	r := syntax.NewReader(string(script))
	for at := 0; ; at = r.Offset() {
		more, err := r.Next(&tree)
		if err == nil && more {
			name := ""
			if tree.Kind(syntax.Root) == syntax.List && tree.Len(syntax.Root) > 0 {
				name, _ = tree.Name(tree.First(syntax.Root))
			}
			if name != "exit" {
				continue
			}
		} else {
			at = len(script)
		}
		out := append(append([]byte{}, script[:at]...), "\n"+command+"\n"...)
		return append(out, script[at:]...)
	}
}

// Measurement is what the race has measured, for a finding.
func (f *Finish) Measurement() oracle.Measurement {
	m := oracle.Measurement{
		Old: f.Old, New: f.New, Ratio: oracle.Bounds(f.Ratio), Difference: oracle.Bounds(f.Difference), Over: f.Over, OldWork: f.Work.Old, NewWork: f.Work.New,
		Counted: f.counted.Work, Asked: f.counted.Command, Limit: f.limit.Ratio, LimitSeconds: f.limit.Difference.Seconds(),
	}
	for _, p := range f.Pairs {
		m.Pairs = append(m.Pairs, oracle.TimedPair{Old: p.Old.Seconds(), New: p.New.Seconds()})
	}
	return m
}

// Finding is what the race shows about a script of a logic: that the second side is slower, nil for anything else.
func (f *Finish) Finding(logic string) *oracle.Finding {
	if f.Verdict != Slower {
		return nil
	}
	out := oracle.Slower(f.NewRun.Observation(), f.OldRun.Observation(), f.Answer, logic, f.Measurement())
	return &out
}
