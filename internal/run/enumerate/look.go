package enumerate

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/mutate/kit/termspace"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// A Job is what all looks have in common. Its fields are not changed after first use. Safe for concurrent use.
type Job struct {
	Topic  termspace.Topic
	Only   termspace.Restriction
	Plan   Plan
	Asks   []Ask
	Target solver.Target
	// Bench runs the target, if possible in processes that are reused.
	Bench *trial.Bench
	// Samples bounds the interpretations under which terms are evaluated, and Seed chooses them.
	Samples int
	Seed    uint64
}

// Space returns the terms that the job is about.
func (j *Job) Space() (*termspace.Space, error) {
	table := j.Bench.Operators()
	return termspace.New(&j.Topic, table, trial.Dialects(table, j.Target), j.Only)
}

// asks reports whether the job asks in a way.
func (j *Job) asks(a Ask) bool { return slices.Contains(j.Asks, a) }

// A Suspect is a script that a solver seems to answer wrongly.
type Suspect struct {
	Ask Ask `json:"ask"`
	// Script asks once, or several times for Push; Truths are what is known of the answers, NoStatus for nothing, and Witness the text of a model that
	// shows sat where it asks once.
	Script  string       `json:"script"`
	Truths  []smt.Status `json:"-"`
	Witness string       `json:"-"`
	// Operators are those of the term, sorted, each once.
	Operators []string `json:"operators"`
	// Together counts the claims of which the script asks whether one is possible, or the terms that it has simplified; 0 for one.
	Together int `json:"together,omitempty"`
	// Looked says what the solver did.
	Looked string `json:"looked"`
	kind   kind
	// Alone is the last question of a script that asks several times, alone; nil for none.
	Alone *Suspect `json:"-"`
}

// A kind is the class of a finding, or of what looks like one, and for crashes the signature, "" for others.
type kind struct {
	class     oracle.Class
	signature string
}

// kindOf returns what a run looks like that crashed or gave a wrong answer.
func kindOf(run *solver.Run) kind {
	o := run.Observation()
	if o.Crash == nil {
		return kind{class: oracle.OfAnswer(run.Answer())}
	}
	f := oracle.Judge(oracle.Case{Observations: []oracle.Observation{{Solver: o.Solver, Family: o.Family, Crash: o.Crash}}})[0]
	return kind{f.Class, f.Signature}
}

// A Report says what came of a batch.
type Report struct {
	Batch
	// Numbers is how many numbers were tried.
	Numbers int           `json:"numbers"`
	Terms   Tally         `json:"tally"`
	By      map[Ask]Tally `json:"by,omitempty"`
	// Why counts the questions without an answer that says anything by the reason, and terms without a value.
	Why      map[string]int64 `json:"why,omitempty"`
	Suspects []Suspect        `json:"-"`
	// Spent is the CPU time of the solver.
	Spent time.Duration `json:"spent_ns"`
}

// most terms that a store may hold before a looker begins with a new one: each of them takes memory for each sample.
const mostTerms = 40_000

// A Looker looks at batches. It belongs to one goroutine.
type Looker struct {
	*Job
	dir     *disk.Scratch
	space   *termspace.Space
	samples termspace.Samples
	evs     []*eval.Evaluator
	small   map[uint64][]*term.Term // by hash of their values
	bench   *trial.Bench            // prints what it has printed before at little cost
	report  *Report
	// region is where the variables of the batch at hand are restricted to, and within evaluates under its samples.
	region termspace.Region
	guard  []*term.Term // says so, a formula for each restricted variable
	within []*eval.Evaluator
	table  []row // the small terms with their values under the samples
	random *rng.Rand
	lost   map[Ask]int // runs without an answer in the batch
}

// NewLooker returns a looker that writes its scripts to dir.
func (j *Job) NewLooker(dir *disk.Scratch) *Looker { return &Looker{Job: j, dir: dir} }

// Serve has a looker look for another job, which differs from its own in the target's configuration and the plan alone.
func (l *Looker) Serve(j *Job) *Looker {
	l.Job = j
	return l
}

// begin makes a new space, unless the one at hand has room for more terms.
func (l *Looker) begin() error {
	if l.space != nil && l.space.Script.Store.Len() < mostTerms {
		return nil
	}
	space, err := l.Space()
	if err != nil {
		return err
	}
	l.bench = l.Bench.In(l.dir)
	return l.enter(space)
}

// enter begins with the terms of a space.
func (l *Looker) enter(space *termspace.Space) error {
	l.space = space
	l.samples = l.space.Samples(rng.New(l.Seed).Split(l.Topic.Name), l.Samples)
	l.evs = nil
	for _, m := range l.samples.Models {
		l.evs = append(l.evs, eval.New(l.space.Script.Store, m, eval.Options{Missing: eval.MissingOpen, Heed: eval.Division}))
	}
	if l.asks(Pair) || l.asks(Near) {
		return l.gather()
	}
	return nil
}

// A subject is a term with its values under the samples.
type subject struct {
	term   *term.Term
	values []value.Value
}

// Look asks about the terms of a batch. The error is about the disk, the solver's program or ctx.
func (l *Looker) Look(ctx context.Context, b Batch) (Report, error) {
	if err := l.begin(); err != nil {
		return Report{}, err
	}
	out := Report{Batch: b, By: make(map[Ask]Tally), Why: make(map[string]int64)}
	l.report, l.lost = &out, make(map[Ask]int)
	all, err := l.subjects(b)
	if err != nil {
		return out, err
	}
	for _, way := range []struct {
		ask Ask
		do  func(context.Context, []subject) error
	}{{Simplify, l.simplify}, {Fixed, l.fixed}, {Value, l.value}, {Pair, l.pair}} {
		if l.asks(way.ask) && len(all) > 0 {
			if err := way.do(ctx, all); err != nil {
				return out, err
			}
		}
	}
	if err := l.claims(ctx, all); err != nil {
		return out, err
	}
	for _, t := range out.By {
		out.Terms.Add(t)
	}
	return out, nil
}

// subjects chooses the region of a batch, makes its terms that have values, and counts the others.
func (l *Looker) subjects(b Batch) (all []subject, err error) {
	out := l.report
	l.random = rng.New(l.Seed).Split(l.Topic.Name).SplitN(uint64(b.Cell)).SplitN(uint64(b.Size)).SplitN(b.Chunk)
	if err := l.enclose(); err != nil {
		return nil, err
	}
	err = l.Plan.numbers(l.space, b, func(n uint64) error {
		out.Numbers++
		t, err := l.space.Term(l.space.Cells[b.Cell], b.Size, n)
		if err != nil || t == nil {
			return err
		}
		out.Terms.Terms++
		x := subject{term: t, values: l.valuesOf(t)}
		if !slices.ContainsFunc(x.values, value.Value.IsKnown) {
			out.Terms.Open++
			l.because("no value: " + application.ReplaceAllString(x.values[0].Reason(), "(${1} ...)"))
			return nil
		}
		all = append(all, x)
		return nil
	})
	return all, err
}

func (l *Looker) valuesOf(t *term.Term) []value.Value {
	out := make([]value.Value, len(l.evs))
	for i, ev := range l.evs {
		out[i] = ev.Term(t)
	}
	return out
}

// count adds to the tally of a way to ask.
func (l *Looker) count(a Ask, t Tally) {
	sum := l.report.By[a]
	sum.Add(t)
	l.report.By[a] = sum
}

// mostReason bounds the length of a reason in bytes, and mostReasons how many a batch has.
const (
	mostReason  = 120
	mostReasons = 20
)

// application matches an application of an operator in a reason, to the end: its arguments differ from term to term.
var application = regexp.MustCompile(`\((\(_ [^()]*\)|[^\s()]+)\s.*\)`)

// because counts a reason.
func (l *Looker) because(why string) {
	why = syntax.Clip(strings.Join(strings.Fields(why), " "), mostReason)
	if _, known := l.report.Why[why]; !known && len(l.report.Why) >= mostReasons {
		why = "other reasons"
	}
	l.report.Why[why]++
}

// undecided counts a run without the answer that is expected, for a question in a way, and reports whether it looks wrong.
func (l *Looker) undecided(a Ask, run *solver.Run) bool {
	t := Tally{Asked: 1}
	switch {
	case odd(run):
		l.count(a, t)
		return true
	case run.Limit != solver.LimitNone:
		t.Late = 1
		l.lost[a]++
		l.because("late: " + string(a))
	case run.Refused() || run.Void || len(run.Errors) > 0:
		t.Refused = 1
		l.lost[a]++
		l.because("refused: " + run.Reason)
	default:
		t.Unknown = 1
		l.lost[a]++
		l.because("unknown: " + string(a))
	}
	l.count(a, t)
	return false
}

// odd reports whether a run without the answer that is expected looks wrong, and does not merely decide nothing.
func odd(run *solver.Run) bool {
	if run.Crash != nil {
		return true
	}
	return run.Limit == solver.LimitNone && !run.Refused() && !run.Void && len(run.Errors) == 0 && run.Answer().Decides()
}

// unread counts a question whose answer cannot be judged.
func (l *Looker) unread(a Ask, why string) {
	l.count(a, Tally{Asked: 1, Unread: 1})
	l.because("unread: " + why)
}

// suspect adds a script that asks about a claim once, and what it looks like.
func (l *Looker) suspect(c *claim, asked *script.Script, k kind, looked string) {
	s := Suspect{Ask: c.ask, Script: l.text(asked), Truths: []smt.Status{c.truth}, Operators: operators(c.about), Looked: looked, kind: k}
	if c.witness != nil {
		s.Witness = model.Print(c.witness)
	}
	l.report.Suspects = append(l.report.Suspects, s)
}

// suspects reports whether one of the suspects from a number on is of a class.
func (l *Looker) suspects(from int, c oracle.Class) bool {
	return slices.ContainsFunc(l.report.Suspects[from:], func(s Suspect) bool { return s.kind.class == c })
}

// operators returns the operators of terms.
func operators(of ...*term.Term) []string {
	var out []string
	term.Walk(of, func(t *term.Term) bool {
		if f := t.Func(); f != nil && len(t.Args()) > 0 && !slices.Contains(out, f.Name()) {
			out = append(out, f.Name())
		}
		return true
	})
	slices.Sort(out)
	return out
}

// apply applies the operator of that name.
func (l *Looker) apply(name string, args ...*term.Term) (*term.Term, error) {
	st := l.space.Script.Store
	t, _, err := st.Overload(st.Table.Lookup(name), nil, nil, args)
	if err == nil && t == nil {
		err = errors.New("no " + name + " fits")
	}
	return t, err
}

// said describes what a run did.
func said(run *solver.Run) string {
	if a := run.Answer(); a != smt.NoStatus && run.Crash == nil {
		return a.String()
	}
	return fmt.Sprint(run.Outcome())
}
