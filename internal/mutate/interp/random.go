package interp

import (
	"fmt"
	"maps"

	"github.com/assay-smt/assay/internal/mutate/problem"
	"github.com/assay-smt/assay/internal/mutate/synth"
	"github.com/assay-smt/assay/internal/rng"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// A Chooser makes assignments by chance for the symbols of one problem. Values are corners of their sorts, and literals
// of the formulas, around which truth changes. Not safe for concurrent use.
type Chooser struct {
	problem   *problem.Problem
	catalog   *synth.Catalog
	datas     map[string]*term.Datatype
	literals  map[*sorts.Sort][]*term.Term
	universes map[*sorts.Sort]*model.Universe
	dom       *value.Domain
}

// NewChooser returns a chooser for p. The catalog provides the values of theories' sorts.
func NewChooser(p *problem.Problem, c *synth.Catalog) *Chooser {
	ch := &Chooser{problem: p, catalog: c, datas: datatypes(p), literals: map[*sorts.Sort][]*term.Term{}}
	term.Walk(p.Assertions, func(t *term.Term) bool {
		if t.Kind() == term.Literal && t.Sort() != sorts.RegLan {
			ch.literals[t.Sort()] = append(ch.literals[t.Sort()], t)
		}
		return true
	})
	ch.dom = eval.New(p.Store, &model.Model{Script: p.Asking(p.Assertions...)}, eval.Options{}).Domain()
	return ch
}

// universeSize is how many elements an uninterpreted sort has in a random assignment.
const universeSize = 3

// element returns one of the elements of an uninterpreted sort.
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
	return must(ch.problem.Store.App(ch.problem.Store.User(rng.Pick(r, u.Elements), nil)))
}

// maxNesting bounds how deeply random values of datatypes hold one another.
const maxNesting = 4

// value returns a random value of a sort as a closed term, nil when there is none at hand.
func (ch *Chooser) value(r *rng.Rand, s *sorts.Sort, depth int) *term.Term {
	st := ch.problem.Store
	if known := ch.literals[s]; len(known) > 0 && r.Bool() {
		return rng.Pick(r, known)
	}
	switch {
	case uninterpreted(s, ch.datas):
		return ch.element(r, s)
	case s.Kind() == sorts.User:
		return ch.data(r, s, depth)
	case s.Kind() == sorts.Array:
		return ch.array(r, s, depth)
	}
	if t := ch.catalog.Literal(st, r, s); t != nil {
		return t
	}
	v, ok := ch.dom.Default(s)
	if !ok {
		return nil
	}
	t, err := value.Term(st, s, v)
	if err != nil {
		return nil
	}
	return t
}

// data returns a value of a datatype. Deep down only constructors without fields are taken, if there are any.
func (ch *Chooser) data(r *rng.Rand, s *sorts.Sort, depth int) *term.Term {
	st := ch.problem.Store
	data := ch.datas[s.Name()]
	ctors := data.Ctors
	if depth >= maxNesting {
		var leaves []*term.Decl
		for _, c := range ctors {
			if len(c.Params) == 0 {
				leaves = append(leaves, c)
			}
		}
		if len(leaves) == 0 {
			v, ok := ch.dom.Default(s)
			if !ok {
				return nil
			}
			t, _ := value.Term(st, s, v)
			return t
		}
		ctors = leaves
	}
	ctor := rng.Pick(r, ctors)
	var args []*term.Term
	for _, f := range ch.dom.Fields(ctor, s) {
		a := ch.value(r, f, depth+1)
		if a == nil {
			return nil
		}
		args = append(args, a)
	}
	var as *sorts.Sort
	if ctor.Poly {
		as = s
	}
	return must(st.App(st.User(ctor, as), args...))
}

// array returns a constant array with a few entries.
func (ch *Chooser) array(r *rng.Rand, s *sorts.Sort, depth int) *term.Term {
	st := ch.problem.Store
	rows, stores := st.Table.Lookup("const"), st.Table.Lookup("store")
	elem := ch.value(r, s.Args()[1], depth+1)
	if elem == nil || len(rows) == 0 || len(stores) == 0 {
		return nil
	}
	a, _, err := st.Overload(rows, nil, s, []*term.Term{elem})
	for range r.IntN(3) {
		i, e := ch.value(r, s.Args()[0], depth+1), ch.value(r, s.Args()[1], depth+1)
		if a == nil || err != nil || i == nil || e == nil {
			break
		}
		a, _, err = st.Overload(stores, nil, nil, []*term.Term{a, i, e})
	}
	if err != nil {
		return nil
	}
	return a
}

// Random returns an assignment of random values to all symbols. The error names a symbol of a sort without values.
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
	return newAssignment("random assignment", m), nil
}

// Near returns the assignment with random values for some of the symbols. Elements of uninterpreted sorts stay
// those of a.
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
	return newAssignment("changed "+a.Name, &m), nil
}

// meaning returns a random constant, or a function of few values.
func (ch *Chooser) meaning(r *rng.Rand, d *term.Decl) (*model.Def, error) {
	st := ch.problem.Store
	body := ch.value(r, d.Result, 0)
	if body == nil {
		return nil, fmt.Errorf("there is no random value for %s of sort %s", d.Text, d.Result)
	}
	def := &model.Def{}
	for i, s := range d.Params {
		def.Vars = append(def.Vars, st.NewVar(fmt.Sprintf("x%d", i), s))
	}
	for range r.IntN(4) * min(1, len(d.Params)) {
		hit, other := ch.hit(r, def.Vars), ch.value(r, d.Result, 0)
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
	c := ch.value(r, v.Sort(), 0)
	if c == nil {
		return nil
	}
	t, _, err := ch.problem.Store.Overload(ch.problem.Store.Table.Lookup("="), nil, nil, []*term.Term{v, c})
	if err != nil {
		return nil
	}
	return t
}

func must(t *term.Term, err error) *term.Term {
	if err != nil {
		return nil
	}
	return t
}

// Value returns a random value of a sort as a closed term, nil when there is none at hand. Elements of uninterpreted sorts
// belong to the assignment that was chosen last.
func (ch *Chooser) Value(r *rng.Rand, s *sorts.Sort) *term.Term {
	if ch.universes == nil {
		ch.universes = map[*sorts.Sort]*model.Universe{}
	}
	return ch.value(r, s, 0)
}
