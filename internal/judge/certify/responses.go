package certify

import (
	"errors"
	"fmt"
	"strings"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// A Said is what a solver said to a question after a check-sat, with the question's place among the questions there, from 0.
type Said struct {
	Place int
	Text  string
}

// A Context is what responses are compared with.
type Context struct {
	Family string // of the solver
	Model  string // what it printed as its model after the check, "" for none
	// Tactics are those whose goals are known to have the models of the assertions.
	Tactics []string
	// Asserted says that the solver simplifies under the assertions: its result is equal where they are true.
	Asserted bool
	// Precedence says that the solver optimizes objectives one after the other, in their order, and Rival is a model of the assertions that may
	// be better than what it says is best, "" for none.
	Precedence bool
	Rival      string
	// Refutations are models that may refute responses that claim an implication, each with the check and the place of what it refutes.
	Refutations []Refutation
}

// Responses judges what a solver said to the further questions after check number check, from 0, in the order of the questions. A command
// about several terms has a response for each of them.
func (f *Formula) Responses(check int, said []Said, c Context) []oracle.Response {
	asked := f.asked(check)
	var out []oracle.Response
	r := &responding{formula: f, check: check, context: c}
	for _, s := range said {
		if s.Place < len(asked) {
			r.place = s.Place
			out = append(out, r.judge(asked[s.Place], s.Text)...)
		}
	}
	for i := range out {
		out[i].Check = check
	}
	return out
}

// asked returns the commands after a check that a solver answers, up to the first other command.
func (f *Formula) asked(check int) []*script.Command {
	at := f.script.CheckCommand(check)
	if at < 0 {
		return nil
	}
	var out []*script.Command
	for _, c := range f.script.Commands[at+1:] {
		if _, asks := question.Of(c); !asks {
			break
		}
		out = append(out, c)
	}
	return out
}

// responding judges the responses after one check.
type responding struct {
	formula *Formula
	check   int
	context Context
	place   int             // of the question at hand
	tried   bool            // the model was read
	model   *model.Model    // nil when there is no readable one
	ev      *eval.Evaluator // under the model
}

// judge judges the response to one command, and returns nil for a command that is judged elsewhere.
func (r *responding) judge(c *script.Command, text string) (out []oracle.Response) {
	name := question.Word(c)
	defer func() {
		if p := recover(); p != nil {
			fault := panicked(p)
			out = []oracle.Response{{Command: name, Verdict: oracle.ResponseOpen, Summary: "internal error of the evaluation: " + fault.Text, Fault: fault}}
		}
		for i := range out {
			out[i].Command = name
		}
	}()
	if r.formula.ambiguous {
		return []oracle.Response{{Summary: misread}}
	}
	if kind, asks := question.Of(c); asks {
		if by := checkers[kind]; by.check != nil {
			out = by.check(r, c, text)
			for i := range out {
				out[i].Class = by.class
			}
		}
	}
	return out
}

// A checker judges the responses to one kind of question, and has the class of those that fail.
type checker struct {
	class oracle.Class
	check func(r *responding, c *script.Command, text string) []oracle.Response
}

// checkers has one for each kind whose responses are judged by themselves.
var checkers = map[question.Kind]checker{
	question.Values:      {oracle.InvalidValue, (*responding).values},
	question.Assignment:  {oracle.InvalidValue, (*responding).assignment},
	question.Evaluated:   {oracle.InvalidValue, one((*responding).evaluated)},
	question.Simplified:  {oracle.InvalidSimplification, one((*responding).simplified)},
	question.Goals:       {oracle.InvalidGoals, one((*responding).applied)},
	question.Objectives:  {oracle.InvalidObjective, (*responding).optimized},
	question.Interpolant: {oracle.InvalidInterpolant, one((*responding).conjectured)},
	question.Abduct:      {oracle.InvalidAbduct, one((*responding).conjectured)},
}

// ClassOf returns the class of wrong responses to questions of a kind, "" for kinds whose responses are not judged by themselves.
func ClassOf(k question.Kind) oracle.Class { return checkers[k].class }

// one makes a check of what checks one response at a time.
func one(check func(*responding, *script.Command, string) oracle.Response) func(*responding, *script.Command, string) []oracle.Response {
	return func(r *responding, c *script.Command, text string) []oracle.Response {
		return []oracle.Response{check(r, c, text)}
	}
}

// unreadResponse is the verdict on a response that cannot be read.
func unreadResponse(why string) oracle.Response {
	return oracle.Response{Verdict: oracle.ResponseUnread, Summary: why}
}

// session opens the scope of the check for reading, with the elements of the model's universes.
func (r *responding) session() *elab.Session {
	b := r.formula.bounds()
	x := elab.Resume(r.formula.script, r.check, elab.Options{File: "response", MaxTerms: int(b.Bytes / termBytes), Done: b.done})
	if r.model != nil {
		for _, u := range r.model.Universes {
			for _, e := range u.Elements {
				x.Introduce(e)
			}
		}
	}
	return x
}

// under makes the evaluator of terms under the solver's own model. why says why that is not possible, "" when it is.
func (r *responding) under() (why string) {
	if !r.tried {
		r.tried = true
		b := r.formula.bounds()
		if m, err := model.Read(r.context.Model, r.formula.script, r.check, b.reading("model", r.context.Family)); err == nil {
			r.model = m
			r.ev = eval.New(m.Script.Store, m, b.options(m, eval.Options{Heed: eval.Division, Missing: eval.MissingOpen}))
		}
	}
	switch {
	case r.context.Model == "":
		return "there is no model to evaluate it under"
	case r.model == nil:
		return "the model cannot be read"
	case unmet(r.model.Script, r.check) != nil:
		return "whether a function meets a recursive definition is not known"
	}
	return ""
}

// values judges ((t v) ...), pair by pair. Solvers write terms in their own ways: the order tells which is which.
func (r *responding) values(c *script.Command, text string) []oracle.Response {
	terms := c.Terms
	if why := r.under(); why != "" {
		return []oracle.Response{{Summary: why}}
	}
	x := r.session()
	pairs, err := list(x, text)
	if err == nil && len(pairs) != len(terms) {
		err = fmt.Errorf("%d values for %d terms", len(pairs), len(terms))
	}
	if err != nil {
		return []oracle.Response{unreadResponse(err.Error())}
	}
	out := make([]oracle.Response, len(terms))
	for i, t := range terms {
		if kids := x.Tree().Children(pairs[i]); len(kids) == 2 {
			out[i] = r.value(x, t, kids[1])
		} else {
			out[i] = unreadResponse("not a pair of a term and its value")
		}
	}
	return out
}

// assignment judges ((name value) ...).
func (r *responding) assignment(_ *script.Command, text string) []oracle.Response {
	if why := r.under(); why != "" {
		return []oracle.Response{{Summary: why}}
	}
	x := r.session()
	pairs, err := list(x, text)
	if err != nil {
		return []oracle.Response{unreadResponse(err.Error())}
	}
	var out []oracle.Response
	for _, p := range pairs {
		kids := x.Tree().Children(p)
		if len(kids) != 2 {
			out = append(out, unreadResponse("not a pair of a name and its value"))
			continue
		}
		name, _ := x.Tree().Name(kids[0])
		d := x.Lookup(name)
		if d == nil || d.Body == nil || len(d.Params) > 0 {
			out = append(out, unreadResponse(syntax.Clip(name, 60)+" does not name a formula"))
			continue
		}
		out = append(out, r.value(x, d.Body, kids[1]))
	}
	return out
}

// evaluated judges the response to (eval t).
func (r *responding) evaluated(c *script.Command, text string) oracle.Response {
	if why := r.under(); why != "" {
		return oracle.Response{Summary: why}
	}
	x := r.session()
	kids, err := list(x, c.Text)
	if err != nil || len(kids) < 2 {
		return unreadResponse("the command cannot be read")
	}
	t, serr := x.Term(kids[1])
	if serr != nil {
		return unreadResponse(serr.Error())
	}
	if err := next(x, text); err != nil {
		return unreadResponse(err.Error())
	}
	return r.value(x, t, syntax.Root)
}

// value compares a term with the value at n, under the model.
func (r *responding) value(x *elab.Session, t *term.Term, n syntax.ID) oracle.Response {
	said, err := r.read(x, t.Sort(), n)
	if err != nil {
		return unreadResponse(err.Error())
	}
	if model.Approximates(r.context.Family, x.Tree().Text(n)) {
		return oracle.Response{Summary: "the value may stand for a number nearby"}
	}
	same, err := equal(x.Store(), t, said)
	if err != nil {
		return unreadResponse(err.Error())
	}
	var out oracle.Response
	switch v := r.ev.Term(same); {
	case v.IsTrue():
		out.Verdict = oracle.ResponseHolds
	case v.IsFalse():
		is := r.ev.Term(t)
		out.Verdict = oracle.ResponseFails
		out.Summary = fmt.Sprintf("under its model %s is %s, not %s", brief(t.String()), brief(is.String()), brief(x.Tree().Text(n)))
		out.Detail = shown(t, said, r.ev)
		out.Model = model.Print(r.model)
	default:
		out.Summary = v.Reason()
	}
	return out
}

// read reads the term at n as a term of the sort. A term that names elements that the model does not have is not read: it is unknown which
// elements they are.
func (r *responding) read(x *elab.Session, sort *sorts.Sort, n syntax.ID) (*term.Term, error) {
	made := len(x.Elements())
	said, err := x.Body(nil, sort, n)
	if err != nil {
		return nil, err
	}
	if len(x.Elements()) > made {
		return nil, errors.New("it names an element that is not known")
	}
	return said, nil
}

// list reads one s-expression that is a list and returns its parts.
func list(x *elab.Session, text string) ([]syntax.ID, error) {
	if err := next(x, text); err != nil {
		return nil, err
	}
	if x.Tree().Kind(syntax.Root) != syntax.List {
		return nil, fmt.Errorf("%s is not a list", syntax.Clip(x.Tree().Text(syntax.Root), 60))
	}
	return x.Tree().Children(syntax.Root), nil
}

// next reads the first s-expression of a text.
func next(x *elab.Session, text string) error {
	more, err := x.Next(syntax.NewReader(text))
	if err != nil {
		return err
	}
	if !more {
		return errors.New("there is nothing to read")
	}
	return nil
}

// equal returns the term (= a b).
func equal(st *term.Store, a, b *term.Term) (*term.Term, error) {
	t, _, err := st.Overload(st.Table.Lookup("="), nil, nil, []*term.Term{a, b})
	return t, err
}

// maxBrief bounds the text of a term in a sentence.
const maxBrief = 200

func brief(s string) string { return syntax.Clip(strings.Join(strings.Fields(s), " "), maxBrief) }

// shown writes a term, what was said about it, and the values of both and of the parts of the term, one per line.
func shown(t, said *term.Term, ev *eval.Evaluator) string {
	var b strings.Builder
	fmt.Fprintf(&b, "the term: %s\nwhat was said: %s\nvalue of the term: %s\nvalue of what was said: %s\n",
		clip(t.String()), clip(said.String()), ev.Term(t).Text(maxDetail), ev.Term(said).Text(maxDetail))
	for i, a := range t.Args() {
		if i == maxParts {
			break
		}
		if v := ev.Term(a); len(a.Free()) == 0 && a.Kind() != term.Literal && v.Kind() != value.Invalid {
			fmt.Fprintf(&b, "its part %s: %s\n", brief(a.String()), v.Text(maxBrief))
		}
	}
	return b.String()
}

// maxParts bounds the parts of a term whose values are shown.
const maxParts = 8
