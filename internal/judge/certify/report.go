package certify

import (
	"errors"
	"fmt"
	"strings"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/smtstr"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/theory"
	"github.com/assay-smt/assay/smt/value"
)

// Formula is a script as solvers read it, separate from the one it was printed from: models add terms to its store. Not safe for concurrent
// use.
type Formula struct {
	// Effort bounds the evaluation of each model; NewFormula sets Thorough.
	Effort Effort
	// Done ends evaluations when it is closed; they then report that the model is too large. nil never does.
	Done   <-chan struct{}
	script *script.Script
	// ambiguous says that solvers read a literal in different ways, so no evaluation speaks for or against all of them.
	ambiguous bool
}

// misread is why models of ambiguous formulas are open.
const misread = `a literal has an escape above \u{2FFFF}, which solvers read in different ways`

// NewFormula reads the text that solvers were given. The table is the script's; nil is the built-in one.
func NewFormula(text string, table *theory.Table) (*Formula, error) {
	return ReadFormula(text, table, nil)
}

// ReadFormula is like NewFormula, but stops when done is closed: then the error is elab.ErrStopped.
func ReadFormula(text string, table *theory.Table, done <-chan struct{}) (*Formula, error) {
	s, err := elab.Script(text, elab.Options{Table: table, Done: done})
	if err != nil {
		return nil, err
	}
	return &Formula{Effort: Thorough, script: s, ambiguous: smtstr.Disputed(text)}, nil
}

// Script returns the script.
func (f *Formula) Script() *script.Script { return f.script }

// Model judges the model text that a solver printed after check number check, from 0; solver is its family.
func (f *Formula) Model(text, solver string, check int) (r oracle.ModelReport) {
	defer recovered(&r)
	if f.ambiguous {
		return oracle.ModelReport{Verdict: oracle.ModelOpen, Summary: misread}
	}
	b := f.bounds()
	m, err := model.Read(text, f.script, check, b.reading("model", solver))
	if err != nil {
		return unread(err)
	}
	return b.report(m)
}

func (f *Formula) bounds() bounds { return bounds{Effort: f.Effort, done: f.Done} }

// unread is the report on a text that is not a model, or is too large a one.
func unread(err error) oracle.ModelReport {
	r := oracle.ModelReport{Verdict: oracle.ModelUnreadable, Summary: err.Error()}
	var e *syntax.Error
	if errors.As(err, &e) && (e.Code == syntax.CodeTooLarge || e.Code == syntax.CodeTooDeep) {
		r.Verdict = oracle.ModelTooLarge
		r.Summary = value.TooLarge + ": " + r.Summary
	}
	return r
}

// Confirm evaluates the witness of a truth on the formula that solvers read; nil stands for one that cannot be read.
func Confirm(t *oracle.Truth, f *Formula, check int) {
	if f == nil {
		t.Model = oracle.ModelReport{Verdict: oracle.ModelUnreadable, Summary: "the formula cannot be read"}
		return
	}
	// This happens when a solver is about to be blamed, so time does not matter.
	thorough := *f
	thorough.Effort = Thorough
	t.Model = thorough.Model(t.Witness, "", check)
}

// report judges a model.
func (b bounds) report(m *model.Model) oracle.ModelReport {
	e, err := b.best(m)
	if err != nil {
		return oracle.ModelReport{Verdict: oracle.ModelUnreadable, Summary: err.Error()}
	}
	r := oracle.ModelReport{Text: model.Print(m)}
	_, fails, unspecified, unsupported := e.Count()
	switch {
	case fails > 0:
		r.Verdict = oracle.ModelFails
		r.Summary, r.Detail = e.fault()
	case unspecified+unsupported > 0:
		r.Verdict = oracle.ModelOpen
		if e.TooLarge() {
			r.Verdict = oracle.ModelTooLarge
		}
		r.Summary = e.doubt()
	default:
		r.Verdict = oracle.ModelHolds
		r.Summary = e.completion()
		if len(e.Assumed) > 0 { // whoever reads the model sees what made the formulas true
			b.complete(m, e.Assumed)
			r.Text = model.Print(m)
		}
		if d := unmet(m.Script, m.Check); d != nil {
			r.Verdict = oracle.ModelOpen
			r.Summary = "every assertion is true, but whether a function meets the recursive definition of " + syntax.Clip(d.Text, 80) + " is not known"
		}
		if more := beyond(m.Script, m.Check); more != "" {
			r.Verdict = oracle.ModelOpen
			r.Summary = "every assertion is true, but what " + syntax.Clip(more, 80) + " asks for besides is not known"
		}
	}
	return r
}

// fault puts the first false formula into words.
func (e *Evaluation) fault() (words, detail string) {
	n := 0
	for i, r := range e.Results {
		if !r.Value.IsFalse() {
			continue
		}
		if n++; n == 1 {
			words = fmt.Sprintf("%s is false, since %s", r.place(i), r.Why)
			detail = clip(r.Term.String())
		}
	}
	if n > 1 {
		words += fmt.Sprintf(" (and %d more)", n-1)
	}
	return words, detail
}

// place names a formula so that a reader of the script finds it.
func (r *Result) place(i int) string {
	if r.Assumed {
		return "an assumption of the check-sat-assuming"
	}
	return fmt.Sprintf("assertion %d", i+1)
}

func (e *Evaluation) doubt() string {
	if e.hangs {
		var parts []string
		if len(e.Assumed) > 0 {
			parts = append(parts, "the model leaves out "+names(e.Assumed))
		}
		if len(e.Partial) > 0 {
			parts = append(parts, "the model has "+names(e.Partial)+" at some arguments only")
		}
		return strings.Join(parts, " and ") + ", and a formula depends on it"
	}
	tooLarge := e.TooLarge()
	for i, r := range e.Results {
		if !r.Value.IsTrue() && (!tooLarge || r.Value.IsTooLarge()) {
			return fmt.Sprintf("%s is not decided: %s", r.place(i), r.Why)
		}
	}
	return ""
}

// completion says what was assumed to make the formulas true.
func (e *Evaluation) completion() string {
	var parts []string
	if len(e.Assumed) > 0 {
		parts = append(parts, "with the default value for "+names(e.Assumed))
	}
	if len(e.Partial) > 0 {
		parts = append(parts, "with the last value for "+names(e.Partial)+" at arguments that the model leaves out")
	}
	if e.Filled != "" {
		parts = append(parts, "with "+e.Filled)
	}
	return strings.Join(parts, " and ")
}

// maxDetail bounds the text of a formula in a report.
const maxDetail = 2000

func clip(s string) string {
	if len(s) > maxDetail {
		return s[:maxDetail] + "..."
	}
	return s
}
