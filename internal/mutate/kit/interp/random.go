package interp

import (
	"fmt"
	"maps"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/values"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// A Chooser makes random interpretations of the symbols of one problem. Values are corners of their sorts and literals of
// the formulas, around which truth changes. Not safe for concurrent use.
type Chooser struct {
	problem   *problem.Problem
	datatypes map[string]*term.Datatype
	literals  map[*sorts.Sort][]*term.Term
	universes map[*sorts.Sort]*model.Universe
	values    *values.Generator
}

// NewChooser returns a chooser for p.
func NewChooser(p *problem.Problem) *Chooser {
	ch := &Chooser{problem: p, datatypes: datatypes(p), literals: map[*sorts.Sort][]*term.Term{}, universes: map[*sorts.Sort]*model.Universe{}}
	term.Walk(p.Assertions, func(t *term.Term) bool {
		if t.Kind() == term.Literal && t.Sort() != sorts.RegLan {
			ch.literals[t.Sort()] = append(ch.literals[t.Sort()], t)
		}
		return true
	})
	ch.values = values.New(p.Store, values.Options{Structured: true, Datatypes: ch.datatypes, Offer: ch.offer})
	return ch
}

// Value returns a random value of a sort as a closed term, nil when it has none. Elements of uninterpreted sorts belong to
// the most recently made interpretation.
func (ch *Chooser) Value(r *rng.Rand, s *sorts.Sort) *term.Term { return ch.values.Value(r, s) }

// Universes returns the elements of uninterpreted sorts that values have used so far. It grows with further values.
func (ch *Chooser) Universes() map[*sorts.Sort]*model.Universe { return ch.universes }

// offer returns a literal of the formulas every other time, the elements of uninterpreted sorts, and functions with one value.
func (ch *Chooser) offer(r *rng.Rand, s *sorts.Sort) *term.Term {
	switch known := ch.literals[s]; {
	case len(known) > 0 && r.Bool():
		return rng.Pick(r, known)
	case uninterpreted(s, ch.datatypes):
		return ch.element(r, s)
	case s.Kind() == sorts.Func:
		return ch.constantly(r, s)
	}
	return nil
}

// constantly returns a function that has one value everywhere, nil when there is none.
func (ch *Chooser) constantly(r *rng.Rand, s *sorts.Sort) *term.Term {
	args := s.Args()
	last := len(args) - 1
	body := ch.Value(r, args[last])
	if body == nil {
		return nil
	}
	vars := make([]*term.Term, last)
	for i, a := range args[:last] {
		vars[i] = ch.problem.Store.NewVar(fmt.Sprintf("x%d", i), a)
	}
	t, err := ch.problem.Store.Quant(term.Lambda, vars, body)
	if err != nil {
		return nil
	}
	return t
}

// universeSize is how many elements an uninterpreted sort has in a random interpretation.
const universeSize = 3

// element returns one of the elements of an uninterpreted sort, nil when the store is full.
func (ch *Chooser) element(r *rng.Rand, s *sorts.Sort) *term.Term {
	u := ch.universes[s]
	if u == nil {
		u = &model.Universe{Complete: true}
		for i := range universeSize {
			name := fmt.Sprintf("%s!val!%d", s.String(), i)
			d := term.NewDecl(term.Declared, name, nil, s)
			u.Elements = append(u.Elements, d)
		}
		ch.universes[s] = u
	}
	t, err := ch.problem.Store.App(ch.problem.Store.User(rng.Pick(r, u.Elements), nil))
	if err != nil {
		return nil
	}
	return t
}

// Random returns an interpretation with random values of all symbols. The error names a symbol of a sort without values.
func (ch *Chooser) Random(r *rng.Rand) (*Interpretation, error) {
	ch.universes = map[*sorts.Sort]*model.Universe{}
	m := &model.Model{Script: ch.problem.Asking(ch.problem.Assertions...), Defs: map[*term.Decl]*model.Def{}, Universes: ch.universes}
	for _, d := range symbols(ch.problem) {
		def, err := ch.meaning(r, d)
		if err != nil {
			return nil, err
		}
		m.Defs[d] = def
	}
	return interpretation("random assignment", m)
}

// Near returns a neighbour of a: the same interpretation with new random values of some symbols. Uninterpreted sorts keep
// their elements.
func (ch *Chooser) Near(r *rng.Rand, a *Interpretation) (*Interpretation, error) {
	m := *a.model
	m.Defs = maps.Clone(m.Defs)
	ch.universes = map[*sorts.Sort]*model.Universe{}
	maps.Copy(ch.universes, m.Universes)
	all := symbols(ch.problem)
	if len(all) == 0 {
		return nil, fmt.Errorf("there is no symbol to change")
	}
	for range 1 + r.IntN(max(1, len(all)/2)) {
		d := rng.Pick(r, all)
		def, err := ch.meaning(r, d)
		if err != nil {
			return nil, err
		}
		m.Defs[d] = def
	}
	m.Universes = ch.universes
	return interpretation("changed "+a.Name, &m)
}

// meaning returns a random constant, or a function of few values.
func (ch *Chooser) meaning(r *rng.Rand, d *term.Decl) (*model.Def, error) {
	st := ch.problem.Store
	body := ch.Value(r, d.Result)
	if body == nil {
		return nil, fmt.Errorf("there is no random value for %s of sort %s", d.Text, d.Result)
	}
	def := &model.Def{}
	for i, s := range d.Params {
		def.Vars = append(def.Vars, st.NewVar(fmt.Sprintf("x%d", i), s))
	}
	for range r.IntN(4) * min(1, len(d.Params)) {
		hit, other := ch.hit(r, def.Vars), ch.Value(r, d.Result)
		if hit == nil || other == nil {
			continue
		}
		if t, _, err := st.Overload(st.Table.Lookup("ite"), nil, nil, []*term.Term{hit, other, body}); err == nil && t != nil {
			body = t
		}
	}
	def.Body = body
	return def, nil
}

// hit returns the condition that one of the arguments has some value.
func (ch *Chooser) hit(r *rng.Rand, vars []*term.Term) *term.Term {
	v := rng.Pick(r, vars)
	if v.Sort() == sorts.RegLan || v.Sort().Kind() == sorts.Func {
		return nil
	}
	c := ch.Value(r, v.Sort())
	if c == nil {
		return nil
	}
	t, _, err := ch.problem.Store.Overload(ch.problem.Store.Table.Lookup("="), nil, nil, []*term.Term{v, c})
	if err != nil {
		return nil
	}
	return t
}
