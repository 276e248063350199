package enumerate

import (
	"context"
	"fmt"
	"slices"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/solve"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
)

// A Finding is something wrong that a script of its own shows, for all suspects of its kind.
type Finding struct {
	Suspect
	Class     oracle.Class `json:"class"`
	Signature string       `json:"signature"`
	// Summary says what is wrong, and Model is the model that shows it, "" for none.
	Summary string `json:"summary"`
	Model   string `json:"model,omitempty"`
	// Also counts further suspects of the same kind, with the same operators and possibly more.
	Also int64 `json:"also,omitempty"`
	// Folder is where its files are, "" for nowhere.
	Folder string `json:"folder,omitempty"`
}

// covers reports whether a finding explains a suspect: the same question about the same operators, and possibly about more. What
// shows only when several are asked about at once is another matter than what one alone shows.
func (f *Finding) covers(s *Suspect) bool {
	return f.Ask == s.Ask && (f.Together > 0) == (s.Together > 0) && !slices.ContainsFunc(f.Operators, func(op string) bool { return !slices.Contains(s.Operators, op) })
}

// A Docket has what was found, in the order in which it was found. It belongs to one goroutine.
type Docket struct {
	Job   *Job
	Dir   *disk.Scratch
	Found []*Finding
	made  int
	// failed counts the suspects that were not confirmed, by what they have in common.
	failed map[string]int
}

// mostFailed bounds how often suspects with the same question and operators are asked again when none was confirmed: each takes several runs.
const mostFailed = 4

// alike names the suspects of a batch that are asked again at most mostFailed times when none is confirmed. Terms that were asked about together have
// operators in many combinations, so that there would be no end to those; their number is bounded in each batch instead.
func (s *Suspect) alike(b Batch) string {
	if s.Together > 0 {
		return fmt.Sprint(s.Ask, s.kind.class, b)
	}
	return fmt.Sprint(s.Ask, s.kind.class, s.Operators)
}

// Try confirms a suspect of a batch. It returns the finding that it is or belongs to, nil for none; new says that it was not there before.
func (d *Docket) Try(ctx context.Context, b Batch, s Suspect) (f *Finding, fresh bool, err error) {
	if s.Alone != nil {
		if f, fresh, err = d.Try(ctx, b, *s.Alone); f != nil || err != nil {
			return f, fresh, err
		}
	}
	for _, f := range d.Found {
		if f.covers(&s) {
			return f, false, nil
		}
	}
	key := s.alike(b)
	if d.failed[key] >= mostFailed {
		return nil, false, nil
	}
	found, err := d.confirm(ctx, s)
	if err != nil {
		return nil, false, err
	}
	if found == nil {
		if d.failed == nil {
			d.failed = make(map[string]int)
		}
		d.failed[key]++
		return nil, false, nil
	}
	f = &Finding{Suspect: s, Class: found.Class, Signature: found.Signature, Summary: found.Evidence.Summary, Model: found.Evidence.Model}
	d.Found = append(d.Found, f)
	return f, true, nil
}

// confirm has the script of a suspect solved and judged as any other, in fresh processes, and returns what is certainly wrong.
func (d *Docket) confirm(ctx context.Context, s Suspect) (*oracle.Finding, error) {
	table := d.Job.Bench.Operators()
	read, err := elab.Script(s.Script, elab.Options{Table: table, Done: ctx.Done()})
	if err != nil {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		return nil, nil // what was printed for the solver alone
	}
	d.made++
	bench := *d.Job.Bench
	bench.Runner, bench.Dir = nil, d.Dir
	bench.Limits.CheckTime = 0
	if s.Together > 0 || s.Ask == Push {
		bench.Limits.Time *= batchTime
	}
	job := solve.Job{Bench: &bench, Claims: claimed(&s), Plain: true}
	job.Targets = append(job.Targets, d.Job.Target)
	c, err := job.Judge(ctx, d.made, s.Script, read)
	if err != nil {
		return nil, fmt.Errorf("confirming: %w", err)
	}
	defer c.Trial.Close()
	all := c.Found
	if len(all) == 0 {
		more, err := c.More(ctx)
		if err != nil {
			return nil, err
		}
		all = more.Found
	}
	i := slices.IndexFunc(all, func(f oracle.Finding) bool {
		return f.Solver == d.Job.Target.String() && !f.Class.OwnFault() && !f.Class.Incompleteness()
	})
	if i < 0 {
		return nil, nil
	}
	return &all[i], nil
}

// claimed returns what is known of the answers to the script of a suspect.
func claimed(s *Suspect) []oracle.Truth {
	out := make([]oracle.Truth, len(s.Truths))
	for i, status := range s.Truths {
		switch out[i].Status = status; status {
		case smt.Sat:
			out[i].Reason, out[i].Witness = "exact evaluation finds it true under a sample", s.Witness
		case smt.Unsat:
			out[i].Reason = "exact evaluation finds it false under all samples that are possible"
		}
	}
	return out
}
