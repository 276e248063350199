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
	// Suspected says that the script shows something that may be wrong and is not proven to be, such as a model that the solver itself rejects.
	Suspected bool `json:"suspected,omitempty"`
	// Summary says what is wrong, and Model is the model that shows it, "" for none.
	Summary string `json:"summary"`
	Model   string `json:"model,omitempty"`
	// Also counts further suspects that are the same, or look it and were not asked again.
	Also int64 `json:"also,omitempty"`
	// Folder is where its files are, "" for nowhere.
	Folder string `json:"folder,omitempty"`

	// was counts the suspects that were asked again and turned out to be this, by what they had looked like.
	was map[kind]int
}

// has reports whether a suspect is the same question about the operators of a finding, and possibly about more. What has no operators, such as a constant, is
// about nothing that another question could be about too; and what shows only when several are asked about at once is another matter than what one alone shows.
func (f *Finding) has(s *Suspect) bool {
	return f.Ask == s.Ask && (f.Together > 0) == (s.Together > 0) && len(f.Operators) > 0 &&
		!slices.ContainsFunc(f.Operators, func(op string) bool { return !slices.Contains(s.Operators, op) })
}

// covers reports whether a suspect need not be asked again because of a finding, which it has and looks like. Several that looked otherwise, and turned out
// to be the finding, are as good: what a reused process shows of a crash may differ from what a fresh one does.
func (f *Finding) covers(s *Suspect) bool {
	looks := !f.Suspected && f.Class == s.kind.class && (s.kind.signature == "" || s.kind.signature == f.Signature)
	return f.has(s) && (looks || f.was[s.kind] >= mostVain)
}

// same reports whether what a suspect turned out to be, which is new, belongs to a finding that was there before.
func (f *Finding) same(fresh *Finding) bool {
	return f.has(&fresh.Suspect) && f.Class == fresh.Class && f.Signature == fresh.Signature && f.Suspected == fresh.Suspected
}

// A Docket has what was found, in the order in which it was found. It belongs to one goroutine.
type Docket struct {
	Job   *Job
	Dir   *disk.Scratch
	Found []*Finding
	made  int
	// vain counts the suspects that were asked again without anything new, by what they have in common.
	vain map[string]int
}

// mostVain bounds how often suspects with the same question and operators that look the same are asked again when nothing new came of it: each takes
// several runs.
const mostVain = 4

// alike names the suspects of a batch that are asked again at most mostVain times when nothing new comes of it. Terms that were asked about together have
// operators in many combinations, so that there would be no end to those; their number is bounded in each batch instead.
func (s *Suspect) alike(b Batch) string {
	if s.Together > 0 {
		return fmt.Sprint(s.Ask, s.kind.class, b)
	}
	return fmt.Sprint(s.Ask, s.kind.class, s.Operators)
}

// A fate is what became of a suspect.
type fate int

const (
	gone    fate = iota // it was asked again, and nothing was wrong
	unasked             // it was not asked again, since others were in vain
	covered             // it was not asked again, since it looks like a finding
	again               // it was asked again, and is a finding that was there before
	fresh               // it was asked again, and is a new finding
)

// try asks a suspect of a batch again, unless that is not worth it. It returns the finding that it is or looks like, nil for none.
func (d *Docket) try(ctx context.Context, b Batch, s Suspect) (*Finding, fate, error) {
	if s.Alone != nil {
		if f, became, err := d.try(ctx, b, *s.Alone); f != nil || err != nil {
			return f, became, err
		}
	}
	for _, f := range d.Found {
		if f.covers(&s) {
			return f, covered, nil
		}
	}
	key := s.alike(b)
	if d.vain[key] >= mostVain {
		return nil, unasked, nil
	}
	found, err := d.confirm(ctx, s)
	if err != nil {
		return nil, gone, err
	}
	if d.vain == nil {
		d.vain = make(map[string]int)
	}
	if found == nil {
		d.vain[key]++
		return nil, gone, nil
	}
	it := &Finding{
		Suspect: s, Class: found.Class, Signature: found.Signature, Suspected: found.Suspect, Summary: found.Evidence.Summary, Model: found.Evidence.Model,
		was: map[kind]int{s.kind: 1},
	}
	for _, f := range d.Found {
		if f.same(it) {
			d.vain[key]++
			f.turnedOut(s.kind)
			return f, again, nil
		}
	}
	d.Found = append(d.Found, it)
	return it, fresh, nil
}

// turnedOut counts a suspect that turned out to be the finding.
func (f *Finding) turnedOut(looked kind) {
	if f.was == nil { // it was read from a journal
		f.was = make(map[kind]int)
	}
	f.was[looked]++
}

// confirm has the script of a suspect solved and judged as any other, in fresh processes, and returns what is wrong: what is proven, before what is
// only suspected.
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
	all = slices.DeleteFunc(slices.Clone(all), func(f oracle.Finding) bool {
		return f.Solver != d.Job.Target.String() || f.Class.OwnFault() || f.Class.Incompleteness()
	})
	if len(all) == 0 {
		return nil, nil
	}
	proven := slices.IndexFunc(all, func(f oracle.Finding) bool { return !f.Suspect })
	return &all[max(proven, 0)], nil
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
