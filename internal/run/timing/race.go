package timing

import (
	"cmp"
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
	// Bench runs it, nil for that of the race.
	Bench *trial.Bench
}

// A Race compares two sides on a script in processes of their own, as a user would run them: first once with statistics, for the solvers' own counts,
// and then, where that gives reason to, in a Contest without. It belongs to one goroutine.
type Race struct {
	Limit
	// Bench runs the sides: in fresh processes, if what comes of it is to count.
	Bench *trial.Bench
	// Time bounds each run, 0 for the bench's limit.
	Time time.Duration
	// Said is the limit that a measurement names, the zero value for Limit.
	Said     Limit
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
	varies  bool
	limit   Limit
}

// Run races. Errors are those of trial.Trial.Run.
func (r *Race) Run(ctx context.Context) (Finish, error) {
	out, err := r.Glance(ctx)
	if err != nil || out.Verdict != "" {
		return out, err
	}
	if share := starved(&out.NewRun); share > 1 && r.limit() > 0 {
		patient := *r
		patient.Time = time.Duration(share * float64(r.limit()))
		r = &patient
		if out.Over {
			seen := out.All
			if out, err = r.Glance(ctx); err != nil || out.Verdict != "" {
				return out, err
			}
			out.All = append(seen, out.All...)
		}
	}
	work := out.Work
	if p := out.Pairs[0]; r.same() && work.Equal() || !r.Promises(work, p.Old, p.New) {
		out.Verdict = NotSlower
		return out, nil
	}
	c := r.contest(&out)
	if out.Result, err = c.Run(ctx); out.Verdict == Changed {
		out.Answer = smt.NoStatus
	}
	if out.Work = work; err == nil && out.Verdict == Slower && work.Ratio() > 0 {
		err = r.recount(ctx, &out)
	}
	return out, err
}

// recount finds out whether both sides count the same again. Most do; but strategies that end after seconds, as z3 has for nonlinear arithmetic, depend on how busy
// the machine is.
func (r *Race) recount(ctx context.Context, out *Finish) error {
	for _, s := range []struct {
		*Side
		counted uint64
	}{{&r.Old, out.Work.Old}, {&r.New, out.Work.New}} {
		run, err := r.count(ctx, s.Side)
		if err != nil {
			return err
		}
		out.All = append(out.All, run)
		units, known := coverage.Work(&run)
		out.varies = out.varies || !known || units != s.counted
	}
	return nil
}

// mostStarved bounds how much longer runs may take on a machine that is busy with other things.
const mostStarved = 4

// starved is how many times as long as its CPU time a run took, from 1 to mostStarved, and 1 for a run that took too little to say: on a busy machine, the limit of
// wall time leaves that much less of CPU time.
func starved(run *solver.Run) float64 {
	if run.CPU < leastStarved {
		return 1
	}
	return min(max(float64(run.Wall)/float64(run.CPU), 1), mostStarved)
}

// leastStarved is the CPU time from which a run says how busy the machine is.
const leastStarved = 100 * time.Millisecond

// limit is the wall time that runs have, 0 for no limit.
func (r *Race) limit() time.Duration { return cmp.Or(r.Time, r.Bench.Limits.Time) }

// contest compares the sides without statistics, and enters the runs.
func (r *Race) contest(out *Finish) *Contest {
	c := &Contest{Limit: r.Limit, Answer: out.Answer}
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
	return c
}

// Glance runs both sides once, with statistics, the baseline first. The verdict is Changed where their answers cannot be compared, and otherwise "": one pair of
// times proves nothing, but the counts are the same each time.
func (r *Race) Glance(ctx context.Context) (Finish, error) {
	out := Finish{limit: r.Said}
	if r.Said == (Limit{}) {
		out.limit = r.Limit
	}
	changed := func(which string, run *solver.Run) (Finish, error) {
		out.Result = Result{Verdict: Changed, Why: "the " + which + " one: " + string(run.Outcome())}
		return out, nil
	}
	var err error
	if out.OldRun, err = r.count(ctx, &r.Old); err != nil {
		return out, err
	}
	old, slow := &out.OldRun, &out.NewRun
	out.All = append(out.All, *old)
	if answer := old.Answer(); !answer.Decides() || !whole(old) {
		return changed("first", old)
	}
	if out.NewRun, err = r.count(ctx, &r.New); err != nil {
		return out, err
	}
	out.All = append(out.All, *slow)
	if out.Over = slow.Limit == solver.LimitTime; !out.Over && (slow.Answer() != old.Answer() || !whole(slow)) {
		return changed("second", slow)
	}
	out.Answer, out.Pairs = old.Answer(), []Pair{{old.CPU, slow.CPU}}
	out.sum()
	if p := r.New.Target.Profile(); p.Name == r.Old.Target.Profile().Name {
		units, known := coverage.Work(old)
		more, both := coverage.Work(slow)
		if known && both {
			out.Work, out.counted = Counts{units, more}, p.Stats
		}
	}
	return out, nil
}

// Again runs both sides n times more, in turns and without statistics, after a Glance whose answers can be compared, as long as all pairs are as holds says. It
// reports whether they are.
func (r *Race) Again(ctx context.Context, out *Finish, n int, holds func(Pair) bool) (bool, error) {
	c := r.contest(out)
	for i := range n {
		if err := c.pair(ctx, i, &out.Result); err != nil {
			return false, err
		}
		if out.Verdict == Changed || !holds(out.Pairs[len(out.Pairs)-1]) {
			return false, nil
		}
	}
	out.sum()
	return true, nil
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
		text = r.bench(s).RawText("counted.smt2", asking(s.Text.Bytes, told.Command))
	}
	return r.run(ctx, s, text, o)
}

func (r *Race) run(ctx context.Context, s *Side, text *trial.Text, o solver.Options) (solver.Run, error) {
	t := r.bench(s).Recorded("", 1, trial.Facts{}).Within(r.Time)
	name := s.Name
	if name == "" {
		name = s.Target.String()
	}
	return t.RunText(ctx, s.Target, name, text, o)
}

func (r *Race) bench(s *Side) *trial.Bench {
	if s.Bench != nil {
		return s.Bench
	}
	return r.Bench
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
		Counted: f.counted.Work, Asked: f.counted.Command, Varies: f.varies, Limit: f.limit.Ratio, LimitSeconds: f.limit.Difference.Seconds(),
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
	return f.Claim(logic)
}

// Claim is what the race would show if it were slower.
func (f *Finish) Claim(logic string) *oracle.Finding {
	out := oracle.Slower(f.NewRun.Observation(), f.OldRun.Observation(), f.Answer, logic, f.Measurement())
	return &out
}
