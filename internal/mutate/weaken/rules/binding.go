package rules

import (
	"slices"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// Binding says what a rule's parameters stand for. Terms are of one store.
type Binding struct {
	sorts sorts.Binding
	set   []bool // by slot of the variable
	terms []*term.Term
	lists [][]*term.Term
	funcs []function
	rep   int // which repetition is being matched or built
}

// function is what an applied parameter stands for: head, or body as a function of vars.
type function struct {
	head *term.Func
	vars []*term.Term
	body *term.Term
}

func newBinding(r *Rule) *Binding {
	n := len(r.vars)
	return &Binding{set: make([]bool, n), terms: make([]*term.Term, n), lists: make([][]*term.Term, n), funcs: make([]function, n)}
}

// scratch lends bindings to a match that does not keep them. Mutation spends most of its time trying rules on formulas.
type scratch struct {
	all   []*Binding
	used  int
	stack []*term.Term
	// asked is the formula that abstractable was last asked about, answer what it returned.
	asked  *term.Term
	answer bool
}

// next returns a binding with room for n parameters, none of them bound.
func (s *scratch) next(n int) *Binding {
	if s.used == len(s.all) {
		s.all = append(s.all, &Binding{})
	}
	b := s.all[s.used]
	s.used++
	if n > cap(b.set) {
		b.set, b.terms, b.lists, b.funcs = make([]bool, n), make([]*term.Term, n), make([][]*term.Term, n), make([]function, n)
	}
	b.sorts, b.rep = sorts.Binding{}, 0
	b.set, b.terms, b.lists, b.funcs = b.set[:n], b.terms[:n], b.lists[:n], b.funcs[:n]
	clear(b.set) // makes the other slices' contents irrelevant
	clear(b.lists)
	return b
}

// copy returns a binding with the content of b, as clone does.
func (s *scratch) copy(b *Binding) *Binding {
	c := s.next(len(b.set))
	c.sorts, c.rep = b.sorts, b.rep
	copy(c.set, b.set)
	copy(c.terms, b.terms)
	copy(c.lists, b.lists)
	copy(c.funcs, b.funcs)
	for i, l := range c.lists {
		c.lists[i] = slices.Clip(l)
	}
	return c
}

func (b *Binding) clone() *Binding {
	c := *b
	c.set, c.terms, c.lists, c.funcs = slices.Clone(b.set), slices.Clone(b.terms), slices.Clone(b.lists), slices.Clone(b.funcs)
	for i, l := range c.lists {
		c.lists[i] = slices.Clip(l) // appending to one copy must not show in the other
	}
	return &c
}

// bind says what a variable that stands for one term stands for.
func (b *Binding) bind(v *variable, t *term.Term) {
	b.set[v.slot], b.terms[v.slot] = true, t
}

// bindList says what a list stands for.
func (b *Binding) bindList(v *variable, ts []*term.Term) {
	b.set[v.slot], b.lists[v.slot] = true, ts
}

// bindFunction says what a function stands for.
func (b *Binding) bindFunction(v *variable, f function) {
	b.set[v.slot], b.funcs[v.slot] = true, f
}

// escapes reports whether t holds a variable that a binder of the matched side binds.
func (b *Binding) escapes(r *Rule, t *term.Term, allowed []*term.Term) bool {
	if !r.quantified || len(t.Free()) == 0 {
		return false
	}
	for _, v := range r.vars {
		if v.bound && b.set[v.slot] && !slices.Contains(allowed, b.terms[v.slot]) && slices.Contains(t.Free(), b.terms[v.slot]) {
			return true
		}
	}
	return false
}
