package inference

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/judge/proof"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/syntax"
)

// An Examiner has solvers show what they infer, and judges it. It belongs to one goroutine.
type Examiner struct {
	// Bench runs the solvers, each in a fresh process. The limit of its output bounds what they show.
	Bench *trial.Bench
	// Text is what they read, nil for the script as it is printed for them.
	Text *trial.Text
	// Scratch is a folder for what solvers write.
	Scratch *disk.Scratch
	// Assignments is how many interpretations are tried, besides the models that are given.
	Assignments int
	// Rand chooses the interpretations.
	Rand *rng.Rand
	// Bounds limit what is looked at, the zero value for DefaultBounds.
	Bounds Bounds
	// Only is the name of the only inference that is looked into where it is false, and then no scripts are made; "" for all.
	Only string
}

// Bounds limit what is looked at of what a solver shows.
type Bounds struct {
	// Reading bounds what is read, Evaluating the evaluation of all of it under one interpretation.
	Reading    proof.Budget
	Evaluating proof.Limits
	// False bounds the false statements that a report has and that are made into scripts.
	False int
}

// DefaultBounds are for a user who waits: some hundred thousand statements, each interpretation about a second.
var DefaultBounds = Bounds{
	Reading: proof.DefaultBudget, Evaluating: proof.Limits{Steps: 2_000_000, Instances: 10_000, Work: 1 << 27, Bytes: 1 << 27}, False: 10,
}

// CampaignBounds are for one mutant of many: each interpretation takes a tenth of a second at most.
var CampaignBounds = Bounds{
	Reading:    proof.Budget{Bytes: 4 << 20, Steps: 5_000, Depth: 5_000, Terms: 300_000},
	Evaluating: proof.Limits{Steps: 300_000, Instances: 2_000, Work: 1 << 23, Bytes: 1 << 25}, False: 3,
}

func (e *Examiner) bounds() Bounds {
	if e.Bounds == (Bounds{}) {
		return DefaultBounds
	}
	return e.Bounds
}

// A Report says what was found out about the statements of one run.
type Report struct {
	// Why says why there are none, "" where there are some.
	Why string `json:"why,omitempty"`
	// Answer is what the solver answers when it shows what it infers, and Seconds its CPU time.
	Answer  string  `json:"answer,omitempty"`
	Seconds float64 `json:"cpu_seconds"`
	// Statements is the number of statements. True counts those that hold under all interpretations under which they have a value, at least one, and False
	// those that do not; the others have none.
	Statements int `json:"statements"`
	True       int `json:"true"`
	False      int `json:"false"`
	// Interpretations is how many were tried.
	Interpretations int `json:"interpretations"`
	// Left counts what it shows and is not judged, by the reason.
	Left map[string]int `json:"left,omitempty"`
	// By has the counts by the name of the inference.
	By map[string]*Tally `json:"by,omitempty"`
	// OpenBy counts the statements without a value by the reason, under the interpretation that was tried first.
	OpenBy map[string]int `json:"open_by,omitempty"`
	// Evaluated is how many times a statement had a value.
	Evaluated int `json:"evaluated"`
	// Found are the first of those that do not hold.
	Found []Finding `json:"found,omitempty"`
	// Cut says why the rest was not read.
	Cut string `json:"cut,omitempty"`
	// Steps counts the steps of a proof by the verdict that says most, nil for other statements.
	Steps map[string]int `json:"steps,omitempty"`
	// Read is what was asked for a proof, nil for other statements.
	Read *trial.Text `json:"-"`
	// Runs are the runs that this took: the first is the one that shows the statements, the others are on scripts made of false ones.
	Runs []solver.Run `json:"-"`
}

// A Tally counts the statements of one kind of inference.
type Tally struct {
	Statements int `json:"statements"`
	True       int `json:"true"`
	False      int `json:"false,omitempty"`
}

// A Finding is a statement that does not hold.
type Finding struct {
	// Rule is the solver's name for the inference. Implied: the statement had to follow from the assertions, and does not; otherwise it had to be valid.
	Rule    string `json:"rule"`
	Implied bool   `json:"implied,omitempty"`
	// Conflict: what was printed may be what cannot be, and is neither always true nor always false. The statement is its negation.
	Conflict bool `json:"conflict,omitempty"`
	// Statement is the statement, Why its smallest false part, and Assignment the values under which it is false.
	Statement  string           `json:"statement"`
	Why        string           `json:"why"`
	Assignment []proof.Assigned `json:"assignment,omitempty"`
	// Step is what the proof calls it, "" for a statement outside of proofs, and Premises are what it is concluded from, all of which are true.
	Step     string   `json:"step,omitempty"`
	Premises []string `json:"premises,omitempty"`
	// Model is the whole interpretation, and Contrary one under which it is true, for a Conflict.
	Model    string `json:"model"`
	Contrary string `json:"-"`
	// Script is satisfiable, and the solver answers Answer to it: a wrong unsat is the statement's consequence. Both are empty where no such script
	// was made, for the reason Unmade.
	Script string `json:"script,omitempty"`
	Answer string `json:"answer,omitempty"`
	Unmade string `json:"unmade,omitempty"`
	// Made is that script, as it was put together.
	Made *script.Script `json:"-"`

	index int
}

// Record is the statement as records of findings have it.
func (f *Finding) Record() oracle.Statement {
	out := oracle.Statement{
		From: oracle.FromOutput, Rule: f.Rule, Step: f.Step, Premises: f.Premises, Implied: f.Implied, Conflict: f.Conflict, Text: f.Statement, Why: f.Why,
		Contrary: f.Contrary, Script: f.Script, Answer: f.Answer, Unmade: f.Unmade,
	}
	if f.Step != "" {
		out.From = oracle.FromProof
	}
	for _, a := range f.Assignment {
		out.Assignment = append(out.Assignment, oracle.Assigned(a))
	}
	return out
}

// WrongAnswer reports whether the solver answers the script of the statement wrongly.
func (f *Finding) WrongAnswer() bool { return f.Answer == smt.Unsat.String() }

// Examine has a target show what it infers from a script that asks once. Models are texts of models of the script: what has to follow from the
// assertions is judged only under those that are certified. The error is about the disk or ctx.
func (e *Examiner) Examine(ctx context.Context, s *script.Script, target solver.Target, models []string) (Report, error) {
	how := target.Profile().Infers
	switch {
	case !how.Tells():
		return Report{Why: "its profile knows no way to make it show what it infers"}, nil
	case s.Checks() != 1:
		return Report{Why: "the script asks several times"}, nil
	}
	out, text, err := e.show(ctx, s, target)
	if err != nil || text == "" {
		return out, err
	}
	c := newExamination(e, s, target, &out)
	c.text = text
	for _, f := range how.Statements {
		c.forms = append(c.forms, proof.Form{Head: f.Head, Implied: f.Holds == solver.HoldsImplied, Name: f.Name})
	}
	if how.Files != "" {
		c.forms = append(c.forms, proof.Form{Head: fileHead, Name: fileName})
	}
	if err := c.judge(ctx, models); err != nil {
		return out, err
	}
	if e.Only != "" {
		return out, nil
	}
	if err := c.convert(ctx); err != nil {
		return out, err
	}
	c.doubt()
	return out, nil
}

// asWritten is why a false statement in a file is open.
const asWritten = "false as far as it was written"

// doubt withdraws what a solver wrote into files and does not answer wrongly: part of it may be missing.
func (c *examination) doubt() {
	name := c.target.Profile().Infers.Name
	c.report.Found = slices.DeleteFunc(c.report.Found, func(f Finding) bool {
		if name == "" || f.Rule != name || f.WrongAnswer() {
			return false
		}
		c.report.False--
		c.tally(f.Rule).False--
		c.report.OpenBy[asWritten]++
		return true
	})
}

// Recurs returns a false statement that a target makes on a script by the inference by which it made one before, under that one's model or another
// interpretation, with the report about all; nil for none. Errors are those of Examine.
func (e Examiner) Recurs(ctx context.Context, s *script.Script, target solver.Target, was *oracle.Statement, model string) (*Finding, Report, error) {
	e.Only = was.Rule
	models := []string{model}
	if was.Contrary != "" {
		models = append(models, was.Contrary)
	}
	out, err := e.Examine(ctx, s, target, models)
	if err != nil {
		return nil, out, err
	}
	for i := range out.Found {
		if out.Found[i].Rule == was.Rule {
			return &out.Found[i], out, nil
		}
	}
	return nil, out, nil
}

// Words says in a few words what was looked at.
func (r *Report) Words() string {
	if r.Why != "" {
		return r.Why
	}
	return fmt.Sprintf("%d statements, %d true, %d false", r.Statements, r.True, r.False)
}

// Kind is why there are no statements, without what differs from script to script; "" where there are some.
func (r *Report) Kind() string {
	head, _, _ := strings.Cut(r.Why, ":")
	return syntax.Clip(head, 80)
}

// What Verdicts counts statements by. Incomplete ones are false as far as the solver has written them.
const (
	VerdictTrue       = "true"
	VerdictFalse      = "false"
	VerdictOpen       = "open"
	VerdictIncomplete = "incomplete"
)

// Verdicts counts the statements by what evaluation says about them.
func (r *Report) Verdicts() map[string]int {
	if r.Steps != nil {
		maps.DeleteFunc(r.Steps, func(_ string, n int) bool { return n == 0 })
		return r.Steps
	}
	all := map[string]int{
		VerdictTrue: r.True, VerdictFalse: r.False, VerdictIncomplete: r.OpenBy[asWritten], VerdictOpen: r.Statements - r.True - r.False - r.OpenBy[asWritten],
	}
	maps.DeleteFunc(all, func(_ string, n int) bool { return n == 0 })
	return all
}

// Unmade counts the false statements of which no script was made, by reason.
func (r *Report) Unmade() map[string]int {
	var out map[string]int
	for i := range r.Found {
		if why := r.Found[i].Unmade; why != "" {
			if out == nil {
				out = make(map[string]int)
			}
			out[syntax.Clip(why, 80)]++
		}
	}
	return out
}
