package smt

import (
	"fmt"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/syntax"
)

// ModelOptions say how to read and evaluate a model. The zero value is the usual.
type ModelOptions struct {
	// Name is that of the model's file, for errors.
	Name string
	// Solver is the one that printed the model, such as "z3", where its form is not clear by itself.
	Solver string
	// Check is the check of the script that the model is about, from 0.
	Check int
	// Limits bound the reading and each evaluation; the zero value stands for DefaultLimits.
	Limits Limits
	// Done ends the work soon after it is closed: values are then unsupported. A nil channel never does.
	Done <-chan struct{}
}

// Limits bound one evaluation. A value beyond them is unsupported, because it is too large.
type Limits struct {
	// Steps bounds the terms that are evaluated. Formulas without quantifiers need about one step for each of their terms; those are always
	// allowed on top.
	Steps int
	// Instances bounds the instances of quantifiers.
	Instances int
	// Work bounds the elementary operations inside operators, of about 10 ns.
	Work int64
	// Bytes bounds the memory of the values that are built, and of the model's terms.
	Bytes int64
}

// DefaultLimits are for a user who waits for one answer: at most about ten seconds and a gigabyte.
var DefaultLimits = Limits{Steps: 2_000_000, Instances: 20_000, Work: 1 << 29, Bytes: 1 << 29}

// termBytes is roughly the memory that a term of a model takes.
const termBytes = 256

// A Model is an interpretation of what a formula declares. Not safe for concurrent use, nor together with other users of its formula.
type Model struct {
	formula *Formula
	model   *model.Model
	opts    ModelOptions
}

// ReadModel reads what a solver printed for get-model or get-value, in the form of any common solver; a line with the answer before it is
// skipped. The error is an *Error, or says that there is no such check.
func ReadModel(f *Formula, text string, opts ModelOptions) (*Model, error) {
	if opts.Limits == (Limits{}) {
		opts.Limits = DefaultLimits
	}
	s := f.script.WithCheck()
	if opts.Check < 0 || opts.Check >= s.Checks() {
		return nil, fmt.Errorf("%s has no check-sat number %d", f.source.name, opts.Check+1)
	}
	m, err := model.Read(text, s, opts.Check, model.Options{
		File: opts.Name, Solver: opts.Solver, MaxTerms: int(opts.Limits.Bytes / termBytes), Done: opts.Done,
	})
	if err != nil {
		return nil, err
	}
	return &Model{formula: f, model: m, opts: opts}, nil
}

// Model returns the model as the packages below this one have it. Treat it as immutable.
func (m *Model) Model() *model.Model { return m.model }

// String returns the model as a list of definitions, one a line, which ReadModel reads back.
func (m *Model) String() string { return model.Print(m.model) }

// Notes returns the liberties that were taken in reading the model: symbols defined twice, functions that are known at some arguments only, values
// that could not be read. Symbols that the model leaves out are not among them: see [Evaluation.Assumed].
func (m *Model) Notes() []string {
	var out []string
	for _, n := range m.model.Notes {
		if n.Code != model.NoteMissing {
			out = append(out, n.Text)
		}
	}
	return out
}

// evaluator returns a new evaluator with all of the limits left.
func (m *Model) evaluator() *eval.Evaluator {
	l, st := m.opts.Limits, m.model.Script.Store
	return eval.New(st, m.model, eval.Options{
		Steps: l.Steps + 2*st.Len(), Instances: l.Instances, Work: l.Work, Bytes: l.Bytes, Interrupted: m.interrupted,
	})
}

func (m *Model) interrupted() bool {
	select {
	case <-m.opts.Done:
		return true
	default:
		return false
	}
}

// Eval evaluates every formula about which the model's check asks. What the model leaves out has the default value of its sort, and what the
// standard leaves open stays open.
func (m *Model) Eval() *Evaluation {
	active, _ := m.model.Script.Active(m.model.Check) // ReadModel has seen to it that the check exists
	ev := m.evaluator()
	out := &Evaluation{}
	for _, a := range active {
		out.Results = append(out.Results, m.result(ev, a))
	}
	for _, d := range ev.Assumed() {
		out.Assumed = append(out.Assumed, d.Text)
	}
	return out
}

func (m *Model) result(ev *eval.Evaluator, a script.Assertion) Result {
	c := m.model.Script.Commands[a.Command]
	v := ev.Term(a.Term)
	r := Result{Assertion: m.formula.assertion(c, a), Verdict: verdictOf(v)}
	switch r.Verdict {
	case False:
		b := ev.Explain(a.Term)
		r.Why = b.String()
		r.Blame = m.blame(b, c, a)
	case Unspecified, Unsupported:
		r.Why = v.Reason()
	case True:
	}
	return r
}

// maxValue bounds the bytes of a value's text.
const maxValue = 4096

// Value evaluates a closed term of the formula's language at the model's check, such as "(+ x 1)", and returns the text of its value. Reason is not
// empty where the value is not known: it says why, and the text is empty. The error is an *Error about the term.
func (m *Model) Value(term string) (text, reason string, err error) {
	x := elab.Resume(m.model.Script, m.model.Check, elab.Options{Done: m.opts.Done})
	more, e := x.Next(syntax.NewReader(term))
	if e == nil && !more {
		e = syntax.Errorf(term, 0, syntax.CodeMalformed, "there is no term")
	}
	if e != nil {
		return "", "", e
	}
	t, e := x.Term(syntax.Root)
	if e != nil {
		return "", "", e
	}
	v := m.evaluator().Term(t)
	if reason := v.Reason(); reason != "" { // a part of the value may be open
		return "", reason, nil
	}
	return v.Text(maxValue), "", nil
}
