package inference

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/judge/proof"
	"github.com/assay-smt/assay/internal/mutate/kit/interp"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// An Examiner has solvers show what they infer, and judges it. It belongs to one goroutine.
type Examiner struct {
	// Bench runs the solvers, each in a fresh process.
	Bench *trial.Bench
	// Scratch is a folder for what solvers write.
	Scratch *disk.Scratch
	// Assignments is how many interpretations are tried, besides the models that are given.
	Assignments int
	// Rand chooses the interpretations.
	Rand *rng.Rand
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
	// Model is the whole interpretation.
	Model string `json:"model"`
	// Script is satisfiable, and the solver answers Answer to it: a wrong unsat is the statement's consequence. Both are empty where no such script
	// was made, for the reason Unmade.
	Script string `json:"script,omitempty"`
	Answer string `json:"answer,omitempty"`
	Unmade string `json:"unmade,omitempty"`

	index int
}

// WrongAnswer reports whether the solver answers the script of the statement wrongly.
func (f *Finding) WrongAnswer() bool { return f.Answer == smt.Unsat.String() }

// mostFalse bounds the false statements of a report.
const mostFalse = 10

// limits bound the evaluation of all statements under one interpretation.
var limits = proof.Limits{Steps: 2_000_000, Instances: 10_000, Work: 1 << 27, Bytes: 1 << 27}

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
	c := &examination{Examiner: e, script: s, target: target, text: text, report: &out}
	c.problem, c.whole = problem.At(s, 0)
	for _, f := range how.Statements {
		c.forms = append(c.forms, proof.Form{Head: f.Head, Implied: f.Holds == solver.HoldsImplied, Name: f.Name})
	}
	if how.Files != "" {
		c.forms = append(c.forms, proof.Form{Head: fileHead, Name: fileName})
	}
	if err := c.judge(ctx, models); err != nil {
		return out, err
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

// What scripts that a solver writes are rewritten to.
const (
	fileHead = "assay-inference"
	fileName = ":source"
)

// show runs the target, and returns all statements that it shows.
func (e *Examiner) show(ctx context.Context, s *script.Script, target solver.Target) (Report, string, error) {
	how := target.Profile().Infers
	dir, err := e.Scratch.Sub("infers")
	if err != nil {
		return Report{}, "", err
	}
	defer dir.Close()
	b := *e.Bench
	b.Runner = trial.Process{Dir: dir.Path("")}
	t := b.New(s, trial.Facts{Name: "infers", Plan: trial.AskNothing})
	defer t.Close()
	run, err := t.Run(ctx, target.With(solver.Configure(slices.Concat(target.Config.Words(), how.Args)...)))
	var unusable *solver.UnusableError
	if errors.As(err, &unusable) {
		return Report{Why: unusable.Problem}, "", nil
	}
	if err != nil {
		return Report{}, "", err
	}
	out := Report{Answer: string(run.Outcome()), Seconds: run.CPU.Seconds(), By: make(map[string]*Tally), OpenBy: make(map[string]int), Left: make(map[string]int)}
	if run.Refused() {
		out.Why = "refused: " + syntax.Clip(run.Reason, 200)
		return out, "", nil
	}
	text := string(run.Raw.Stdout)
	if run.Raw.StdoutDropped > 0 {
		out.Left["bytes beyond the limit of what it may print"] = int(run.Raw.StdoutDropped)
	}
	if how.Files != "" {
		if text, err = written(dir.Path(""), how, out.Left); err != nil {
			return out, "", err
		}
	}
	if text == "" {
		out.Why = "it shows nothing"
	}
	return out, text, nil
}

// Bounds on what a solver writes.
const (
	mostFiles = 20_000
	mostBytes = 32 << 20
)

// written returns what the scripts in a folder say cannot be, as statements, and counts what is left out.
func written(dir string, how solver.Inferences, left map[string]int) (string, error) {
	names, err := filepath.Glob(filepath.Join(dir, how.Files))
	if err != nil {
		return "", err // the profile's pattern
	}
	var b strings.Builder
	for i, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return "", &disk.OutputError{Path: name, Err: err}
		}
		if i >= mostFiles || b.Len()+len(text) > mostBytes {
			left["scripts beyond the limit of what it may write"] = len(names) - i
			break
		}
		all := asserted(string(text))
		if len(all) < 2 { // it is what is left of a clause, or follows from the assertions
			left["scripts with one literal"]++
			continue
		}
		fmt.Fprintf(&b, "(%s (not (and %s)) %s %s)\n", fileHead, strings.Join(all, " "), fileName, how.Name)
	}
	return b.String(), nil
}

// asserted returns the texts of the formulas that a script asserts.
func asserted(text string) (all []string) {
	in := syntax.NewReader(text)
	for {
		tree := &syntax.Tree{}
		if more, err := in.Next(tree); err != nil || !more {
			return all
		}
		if kids := tree.Children(syntax.Root); len(kids) == 2 && tree.Is(kids[0], "assert") {
			all = append(all, tree.Text(kids[1]))
		}
	}
}

// An examination judges the statements of one run.
type examination struct {
	*Examiner
	script *script.Script
	target solver.Target
	text   string
	forms  []proof.Form
	report *Report
	// problem is the script taken apart; whole says why that is not possible.
	problem *problem.Problem
	whole   error
	// states are what is known about the statements, and tried the interpretations.
	states []state
	tried  []string
	found  []falsified
}

// A state is what is known about a statement.
type state struct {
	// holds and fails are the first interpretations, as indices of tried, under which it is true and false; -1 for none.
	holds, fails int
	// vague: it has constants of the solver's that stand for nothing known, so that it says nothing when it is false.
	vague bool
}

// vagueIn says which statements have constants of the solver's that are not defined.
func vagueIn(read *proof.Proof) []bool {
	unknown := make(map[*term.Decl]bool)
	for _, s := range read.Skolems {
		if s.Is == nil {
			unknown[s.Decl] = true
		}
	}
	out := make([]bool, len(read.Steps))
	for i := range read.Steps {
		if read.Steps[i].Claim == nil || len(unknown) == 0 {
			continue
		}
		term.Walk([]*term.Term{read.Steps[i].Claim}, func(t *term.Term) bool {
			f := t.Func()
			out[i] = out[i] || f != nil && unknown[f.Decl]
			return !out[i]
		})
	}
	return out
}

// falsified is a false statement with the interpretation.
type falsified struct {
	implied bool
	// claim is the statement; for a conflict, the negation of what was printed.
	claim *term.Term
	model string
	at    int // in Report.Found
}

// judge evaluates the statements under one interpretation after the other.
func (c *examination) judge(ctx context.Context, models []string) error {
	read, err := c.read(ctx)
	if err != nil {
		if c.report.Why = "it shows no statement"; !errors.Is(err, proof.ErrNone) {
			c.report.Why = err.Error()
		}
		return nil
	}
	c.report.Statements, c.report.Cut = len(read.Steps), read.Cut
	vague := vagueIn(read)
	for i := range read.Steps {
		c.states = append(c.states, state{holds: -1, fails: -1, vague: vague[i]})
	}
	if err := c.evaluate(ctx, read, models); err != nil {
		return err
	}
	for i := range read.Steps {
		c.conclude(&read.Steps[i], i)
	}
	return c.locate(ctx)
}

func (c *examination) read(ctx context.Context) (*proof.Proof, error) {
	return proof.ReadStatements(c.text, c.script, 0, c.forms, proof.Options{Done: ctx.Done()})
}

// evaluate evaluates the statements under the models, and then under random interpretations and neighbours of the models.
func (c *examination) evaluate(ctx context.Context, read *proof.Proof, models []string) error {
	var near []*interp.Interpretation
	for _, text := range models {
		if err := c.under(ctx, text); err != nil {
			return err
		}
		if a, err := interp.ReadAt(c.script, 0, text, "a model"); err == nil {
			near = append(near, a)
		}
	}
	if c.whole != nil {
		return nil // there is nothing to make interpretations of
	}
	chooser := interp.NewChooser(withLiterals(c.problem, read))
	for i := range c.Assignments {
		r := c.Rand.SplitN(uint64(i))
		a, err := chooser.Random(r)
		if len(near) > 0 && i%2 == 1 {
			a, err = chooser.Near(r, near[i/2%len(near)])
		}
		if err != nil {
			continue
		}
		if err := c.under(ctx, a.Witness()); err != nil {
			return err
		}
	}
	return nil
}

// mostLiterals bounds the statements whose literals are values of random interpretations.
const mostLiterals = 500

// withLiterals returns a problem whose interpretations have the literals of statements too: around them, truth changes.
func withLiterals(p *problem.Problem, read *proof.Proof) *problem.Problem {
	out := *p
	out.Assertions = slices.Clone(p.Assertions)
	for i := range read.Steps[:min(len(read.Steps), mostLiterals)] {
		if claim := read.Steps[i].Claim; claim != nil {
			out.Assertions = append(out.Assertions, claim)
		}
	}
	return &out
}

// under evaluates the statements under an interpretation. The solver's own constants get their values once, so that the statements are read anew.
func (c *examination) under(ctx context.Context, text string) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	m, err := model.Read(text, c.script, 0, model.Options{})
	if err != nil {
		return nil // another one
	}
	read, err := c.read(ctx)
	if err != nil || len(read.Steps) != len(c.states) {
		return nil // it was stopped
	}
	w, _ := proof.NewWitness(m, limits)
	w.Stop(ctx.Done())
	v := proof.Check(read, w)
	first := len(c.tried) == 0
	if first {
		maps.Copy(c.report.OpenBy, v.OpenBy)
	}
	for i, verdict := range v.Verdicts {
		s := &c.states[i]
		switch {
		case verdict == proof.Open || verdict == proof.Vacuous || verdict == proof.Doubtful:
			continue
		case verdict == proof.Holds && s.holds < 0:
			s.holds = len(c.tried)
		case verdict == proof.Wrong && s.vague:
			if first {
				c.report.OpenBy["false for the value that a constant of the solver's happens to have"]++
			}
			continue
		case verdict == proof.Wrong && s.fails < 0:
			s.fails = len(c.tried)
		}
		c.report.Evaluated++
	}
	c.tried = append(c.tried, text)
	c.report.Interpretations++
	return nil
}

// conclude counts a statement. A conjunction or a literal that is false wherever it was evaluated is a conflict, which holds.
func (c *examination) conclude(step *proof.Step, i int) {
	t, s := c.tally(step.Rule), c.states[i]
	t.Statements++
	if c.target.Profile().Infers.Preserving.Match(step.Rule) {
		c.report.OpenBy["it only keeps the script satisfiable"]++
		return
	}
	conflict := c.problem != nil && step.Kind == proof.Inference && step.Rule != c.target.Profile().Infers.Name && mayBeConflict(step.Claim)
	switch {
	case s.holds < 0 && s.fails < 0:
		return
	case s.fails < 0, conflict && s.holds < 0:
		t.True++
		c.report.True++
		return
	}
	if len(c.report.Found) >= mostFalse && step.Rule == c.target.Profile().Infers.Name {
		c.report.OpenBy[asWritten]++
		return
	}
	t.False++
	c.report.False++
	if len(c.report.Found) >= mostFalse {
		return
	}
	f := falsified{implied: step.Kind == proof.Input, claim: step.Claim, at: len(c.report.Found)}
	if f.model = c.tried[s.fails]; conflict {
		f.model = c.tried[s.holds]
	}
	if conflict {
		var err error
		if f.claim, err = c.problem.Connect("not", step.Claim); err != nil {
			return // the store is full
		}
	}
	c.found = append(c.found, f)
	c.report.Found = append(c.report.Found, Finding{Rule: step.Rule, Implied: f.implied, Conflict: conflict, Statement: f.claim.String(), Model: f.model, index: i})
}

// mayBeConflict reports whether a statement may say what cannot be.
func mayBeConflict(t *term.Term) bool {
	if t == nil {
		return false
	}
	f := t.Func()
	if f.Is("not") { // of a literal
		f = t.Args()[0].Func()
		return !f.Is("and") && !f.Is("or") && !f.Is("=>")
	}
	return !f.Is("=>") && !f.Is("or") && !f.Is("ite") && !f.Is("xor")
}

// locate says of each false statement why it is false.
func (c *examination) locate(ctx context.Context) error {
	for k := range c.found {
		out := &c.report.Found[c.found[k].at]
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		read, err := c.read(ctx)
		if err != nil || len(read.Steps) <= out.index {
			continue // it was stopped
		}
		m, err := model.Read(out.Model, c.script, 0, model.Options{})
		if err != nil {
			continue
		}
		one, step := *read, read.Steps[out.index]
		if out.Conflict {
			if step.Claim, err = c.problem.Connect("not", step.Claim); err != nil {
				continue
			}
		}
		w, _ := proof.NewWitness(m, limits)
		one.Steps = []proof.Step{step}
		if l := proof.Check(&one, w).Wrong; l != nil {
			out.Statement, out.Why, out.Assignment = l.Conclusion, l.Why, l.Assignment
		}
	}
	return nil
}

// mostRules bounds the names of inferences that are counted apart: the solver chooses them.
const mostRules = 1000

func (c *examination) tally(rule string) *Tally {
	if c.report.By[rule] == nil && len(c.report.By) >= mostRules {
		rule = "others"
	}
	t := c.report.By[rule]
	if t == nil {
		t = &Tally{}
		c.report.By[rule] = t
	}
	return t
}
