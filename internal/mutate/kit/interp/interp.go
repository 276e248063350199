// Package interp holds interpretations of all symbols of a script, taken from a solver's model or chosen at random, and
// evaluates formulas under them exactly. An interpretation need not satisfy anything: engines use it because they know the
// value of every formula under it.
package interp

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// Interpretation interprets the symbols that a problem declares. Like its terms' store, it belongs to one goroutine.
type Interpretation struct {
	// Name says where it comes from: "model of z3 4.8.12", "random".
	Name  string
	model *model.Model
	ev    *eval.Evaluator
	dom   *value.Domain // for defaults
	text  string
	base  *base // shared with those that And returns
	// forced evaluates what follows from the interpretation alone; nil until needed.
	forced *eval.Evaluator
}

// Bounds of all evaluations under one interpretation together. They are well below those with which findings are certified:
// what can be evaluated here can be evaluated there.
const (
	maxSteps     = 100_000
	maxInstances = 1_000
	maxWork      = 1 << 24
	maxBytes     = 1 << 26
)

// maxWitness bounds the text of interpretations, in bytes (term.TextSize): each mutant carries its own.
const maxWitness = 1 << 22

// errTooLarge says that an interpretation is too large to be written as a witness.
var errTooLarge = fmt.Errorf("an interpretation is %s to be a witness", value.TooLarge)

// interpretation returns the interpretation of a model, or errTooLarge.
func interpretation(name string, m *model.Model) (*Interpretation, error) {
	bodies := make([]*term.Term, 0, len(m.Defs))
	for _, def := range m.Defs {
		bodies = append(bodies, def.Body)
	}
	if term.TextSize(bodies) > maxWitness {
		return nil, errTooLarge
	}
	return newInterpretation(name, m), nil
}

func newInterpretation(name string, m *model.Model) *Interpretation {
	dom := eval.New(m.Script.Store, m, eval.Options{}).Domain()
	return &Interpretation{Name: name, model: m, dom: dom}
}

// evaluator returns an evaluator with all bounds.
func evaluator(m *model.Model, dom *value.Domain) *eval.Evaluator {
	return eval.New(m.Script.Store, m, bounds(dom))
}

// bounds are the options of every evaluation.
func bounds(dom *value.Domain) eval.Options {
	return eval.Options{
		Steps: maxSteps, Instances: maxInstances, Work: maxWork, Bytes: maxBytes, Heed: eval.Division, Fill: eval.ZeroQuotients(dom),
	}
}

// Again returns the same interpretation with its full bounds: evaluations so far do not count against it.
func (a *Interpretation) Again() *Interpretation {
	b := newInterpretation(a.Name, a.model)
	b.text = a.text
	return b
}

// Cheaply returns the same interpretation with bounds that all evaluations under it together reach within a millisecond or so: terms
// evaluated later have values that count as too large. It is for choices that may rest on incomplete information.
func (a *Interpretation) Cheaply() *Interpretation {
	o := bounds(a.dom)
	o.Steps, o.Instances, o.Work, o.Bytes = cheapSteps, cheapInstances, cheapWork, cheapBytes
	return &Interpretation{Name: a.Name, model: a.model, dom: a.dom, ev: eval.New(a.model.Script.Store, a.model, o), text: a.text, base: a.base}
}

// The bounds of Cheaply.
const (
	cheapSteps     = 4_000
	cheapInstances = 50
	cheapWork      = 1 << 17
	cheapBytes     = 1 << 20
)

// Value returns the exact value of a closed term. A division by zero that the model does not fix is zero. Everything else
// that the standard leaves open stays open, because solvers choose it differently.
func (a *Interpretation) Value(t *term.Term) value.Value { return a.evaluator().Term(t) }

// Forced returns the value that a closed term has in every structure that interprets the symbols as a does: divisions by zero stay open.
func (a *Interpretation) Forced(t *term.Term) value.Value {
	if a.forced == nil {
		o := bounds(a.dom)
		o.Fill = nil
		a.forced = eval.New(a.model.Script.Store, a.model, o)
	}
	return a.forced.Term(t)
}

// Apply returns the value that the application t would have if its arguments had the given values, as [eval.Evaluator.Apply] does.
func (a *Interpretation) Apply(t *term.Term, args []value.Value) value.Value {
	return a.evaluator().Apply(t, args)
}

// evaluator returns the evaluator of the interpretation, made on demand.
func (a *Interpretation) evaluator() *eval.Evaluator {
	if a.ev == nil {
		a.ev = evaluator(a.model, a.dom)
	}
	return a.ev
}

// Def returns the meaning of a declared symbol, nil when it has none.
func (a *Interpretation) Def(d *term.Decl) *model.Def { return a.model.Defs[d] }

// Elements reports whether sorts have elements that only the model knows.
func (a *Interpretation) Elements() bool { return len(a.model.Universes) > 0 }

// Names returns the names of elements of sorts that only the model knows.
func (a *Interpretation) Names() []string {
	var out []string
	for _, u := range a.model.Universes {
		for _, e := range u.Elements {
			out = append(out, e.Name)
		}
	}
	slices.Sort(out)
	return out
}

// Witness returns the interpretation as model text.
func (a *Interpretation) Witness() string {
	if a.text == "" {
		a.text = model.Print(a.model)
	}
	return a.text
}

// With returns the interpretation extended by meanings for further constants, which the script s declares after the symbols of
// the problem.
func (a *Interpretation) With(s *script.Script, more map[*term.Decl]*term.Term) *Interpretation {
	m := *a.model
	m.Script, m.Defs = s, maps.Clone(m.Defs)
	for d, body := range more {
		m.Defs[d] = &model.Def{Body: body}
	}
	return newInterpretation(a.Name, &m)
}

// Read reads a solver's model of the formulas of p. Symbols that it leaves out get the default value of their sort. The
// error says what is wrong with the text, or that a symbol has no default.
func Read(p *problem.Problem, text, solver string) (*Interpretation, error) {
	return ReadAt(p.Asking(p.Assertions...), 0, text, solver)
}

// ReadAt is Read for what check number check of a script, from 0, asks about.
func ReadAt(s *script.Script, check int, text, solver string) (*Interpretation, error) {
	family, _, _ := strings.Cut(solver, " ")
	m, err := model.Read(text, s, check, model.Options{Solver: family, File: "model"})
	if err != nil {
		return nil, err
	}
	dom := eval.New(s.Store, m, eval.Options{}).Domain()
	for _, d := range m.Missing() {
		def, err := constantly(s.Store, dom, d)
		if err != nil {
			return nil, err
		}
		m.Defs[d] = def
	}
	// Where the model names no element of a sort, its default is an element that belongs to no model. From now on it is the model's:
	// interpretations near this one must treat it as an element as well, and the text must contain it.
	for s, u := range dom.Universes {
		if m.Universes[s] != nil {
			continue
		}
		if m.Universes == nil {
			m.Universes = map[*sorts.Sort]*model.Universe{}
		}
		m.Universes[s] = &model.Universe{Elements: u.Elements}
	}
	return interpretation("model of "+solver, m)
}

// constantly gives a symbol the default value of its sort at all arguments.
func constantly(st *term.Store, dom *value.Domain, d *term.Decl) (*model.Def, error) {
	v, ok := dom.Default(d.Result)
	if !ok {
		return nil, fmt.Errorf("there is no default for %s", d.Text)
	}
	body, err := value.Term(st, d.Result, v)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", d.Text, err)
	}
	def := &model.Def{Body: body}
	for _, s := range d.Params {
		def.Vars = append(def.Vars, st.NewVar("x", s))
	}
	return def, nil
}

// datatypes returns the datatypes that the problem declares, by name.
func datatypes(p *problem.Problem) map[string]*term.Datatype {
	out := map[string]*term.Datatype{}
	for i := range p.Decls {
		for _, d := range p.Decls[i].Datas {
			out[d.Name] = d
		}
	}
	return out
}

// symbols returns the declared constants and functions of the problem.
func symbols(p *problem.Problem) []*term.Decl {
	var out []*term.Decl
	for i := range p.Decls {
		if p.Decls[i].Kind == script.DeclareFun {
			out = append(out, p.Decls[i].Decls...)
		}
	}
	return out
}

// uninterpreted reports whether s is a sort that declare-sort introduces.
func uninterpreted(s *sorts.Sort, datas map[string]*term.Datatype) bool {
	return s.Kind() == sorts.User && datas[s.Name()] == nil
}
