package aim

import (
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// form is a way to make a term with a wanted value. It returns nil where it does not apply.
type form struct {
	name   string
	weight int
	any    bool // it needs no known value of the term
	make   func(*goal) *term.Term
}

// forms is a table of forms of one sort. Forms that keep arithmetic linear have the greater weights.
type forms []form

func (fs forms) draw(r *rng.Rand) *form {
	total := 0
	for i := range fs {
		total += fs[i].weight
	}
	x := r.IntN(total)
	for i := range fs {
		if x -= fs[i].weight; x < 0 {
			return &fs[i]
		}
	}
	return &fs[0]
}

// tables are the forms of all sorts.
type tables struct {
	general     forms
	basic       map[*sorts.Sort]forms
	kinds       map[sorts.Kind]forms
	collections map[string]forms // by the name of the sort
}

func newTables() tables {
	return tables{
		general: generalForms(),
		basic: map[*sorts.Sort]forms{
			sorts.Bool: truthForms(), sorts.Int: integerForms(), sorts.Real: realForms(), sorts.String: textForms(), sorts.RegLan: languageForms(),
		},
		kinds: map[sorts.Kind]forms{
			sorts.BitVec: bitForms(), sorts.Float: floatForms(), sorts.Array: arrayForms(), sorts.User: dataForms(),
		},
		collections: collectionForms(),
	}
}

// of returns the forms of a sort, nil when there are only those that every sort has.
func (t *tables) of(s *sorts.Sort) forms {
	if fs, ok := t.basic[s]; ok {
		return fs
	}
	if s.Kind() == sorts.Applied {
		return t.collections[s.Name()]
	}
	return t.kinds[s.Kind()]
}

// generalForms returns the forms of every sort. The first one is the fallback when nothing else works.
func generalForms() forms {
	return forms{
		{"ite", 4, true, (*goal).choose},
		{"constant", 1, true, func(g *goal) *term.Term { return g.constant(g.sort, g.want) }},
		{"select", 1, true, (*goal).throughArray},
		{"field", 1, true, (*goal).throughField},
		{"nth", 1, true, (*goal).throughSequence},
	}
}

// choose is (ite c w t) or (ite c t w), where the value of c selects w.
func (g *goal) choose() *term.Term {
	w := g.part(g.sort, g.want)
	if w == nil {
		return nil
	}
	c := g.r.Bool()
	cond := g.truth(c)
	if c {
		return g.grow.Apply("ite", cond, w, g.t)
	}
	return g.grow.Apply("ite", cond, g.t, w)
}

// apply applies an operator; it returns nil where that is not possible.
func (g *goal) apply(name string, args ...*term.Term) *term.Term { return g.grow.Apply(name, args...) }

// swapped applies a commutative operator to two arguments in one order or the other.
func (g *goal) swapped(name string, x, y *term.Term) *term.Term {
	if g.r.Bool() {
		x, y = y, x
	}
	return g.apply(name, x, y)
}

// truth returns a random Boolean term with the value b.
func (g *goal) truth(b bool) *term.Term {
	for range 3 {
		t := g.grow.Within(g.r, sorts.Bool, g.pl, 3, 12)
		if t == nil || len(t.Free()) > 0 {
			continue
		}
		switch v := g.value(t); {
		case v.IsTrue() && b, v.IsFalse() && !b:
			return t
		case v.IsTrue(), v.IsFalse():
			return g.apply("not", t)
		}
	}
	return g.constant(sorts.Bool, value.OfBool(b))
}

// maxDepth bounds how deep goals nest.
const maxDepth = 2

// part returns a term of the sort with the value v, to be an argument: a leaf of that value, a constant, or something built from a leaf;
// nil when there is none.
func (g *goal) part(s *sorts.Sort, v value.Value) *term.Term {
	switch k := g.r.IntN(10); {
	case k < 3:
		if t := g.leaf(s, v); t != nil {
			return t
		}
	case k < 5 && g.depth < maxDepth:
		if t := g.grow.Leaf(g.r, s, g.pl); t != nil {
			in := goal{Aimer: g.Aimer, r: g.r, pl: g.pl, sort: s, t: t, is: g.value(t), want: v, depth: g.depth + 1}
			if t := in.reach(); t != nil {
				return t
			}
		}
	}
	if t := g.constant(s, v); t != nil {
		return t
	}
	return g.leafAmong(s, v, manyTries)
}

// manyTries is how many leaves are examined where only a leaf can have the value.
const manyTries = 40

// leaf returns a leaf with the value v, nil when it hits none.
func (g *goal) leaf(s *sorts.Sort, v value.Value) *term.Term {
	return g.leafAmong(s, v, leafTries)
}

func (g *goal) leafAmong(s *sorts.Sort, v value.Value, tries int) *term.Term {
	for range tries {
		t := g.grow.Leaf(g.r, s, g.pl)
		if t == nil {
			return nil
		}
		if x := g.value(t); x.Kind() == v.Kind() && x.IsKnown() && value.Compare(x, v) == 0 {
			return t
		}
	}
	return nil
}

// maxConstant bounds the nodes of constants.
const maxConstant = 40

// constant returns the term of a value, nil when it cannot be written for all targets at the place.
func (g *goal) constant(s *sorts.Sort, v value.Value) *term.Term {
	t, err := value.Term(g.store, s, v)
	if err != nil || t.Size() > maxConstant || !g.grow.Writes(t, g.pl) {
		return nil
	}
	return t
}

// throughArray is (select (store a i w) j), where i and j have the same value.
func (g *goal) throughArray() *term.Term {
	var as []*sorts.Sort
	for _, s := range g.grow.Sorts() {
		if s.Kind() == sorts.Array && len(s.Args()) == 2 && s.Args()[1] == g.sort {
			as = append(as, s)
		}
	}
	if len(as) == 0 {
		return nil
	}
	s := rng.Pick(g.r, as)
	array, i := g.grow.Leaf(g.r, s, g.pl), g.grow.Leaf(g.r, s.Args()[0], g.pl)
	if array == nil || i == nil {
		return nil
	}
	j := i
	if at := g.value(i); g.r.Bool() && at.IsKnown() {
		if same := g.part(s.Args()[0], at); same != nil {
			j = same
		}
	}
	return g.apply("select", g.apply("store", array, i, g.part(g.sort, g.want)), j)
}

// throughField is (f (c ... w ...)), where f is the selector of that field.
func (g *goal) throughField() *term.Term {
	h, ok := g.grow.Holder(g.r, g.sort, g.pl)
	if !ok {
		return nil
	}
	args := make([]*term.Term, len(h.Params))
	for i, p := range h.Params {
		if i == h.Field {
			args[i] = g.part(g.sort, g.want)
		} else {
			args[i] = g.grow.Leaf(g.r, p, g.pl)
		}
		if args[i] == nil {
			return nil
		}
	}
	whole := g.data(h.Ctor, h.Sort, args)
	if whole == nil {
		return nil
	}
	t, err := g.store.App(g.store.User(h.Ctor.Fields[h.Field], nil), whole)
	if err != nil {
		return nil
	}
	return t
}

// throughSequence is (seq.nth (seq.++ (seq.unit w) s) 0), or (seq.nth (seq.unit w) 0).
func (g *goal) throughSequence() *term.Term {
	i := slices.IndexFunc(g.grow.Sorts(), func(s *sorts.Sort) bool { return s.Name() == "Seq" && s.Args()[0] == g.sort })
	if i < 0 {
		return nil
	}
	whole := g.apply("seq.unit", g.part(g.sort, g.want))
	if g.r.Bool() {
		whole = g.apply("seq.++", whole, g.grow.Leaf(g.r, g.grow.Sorts()[i], g.pl))
	}
	return g.apply("seq.nth", whole, g.number(0))
}
