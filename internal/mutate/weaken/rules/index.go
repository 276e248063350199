package rules

import (
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// Index numbers uses of rules and finds those that may match a formula by the operator at its head. Immutable, safe for
// concurrent use.
type Index struct {
	uses  []Use
	heads map[string]*bucket
	tests []entry // uses whose side is a tester
	any   []entry // uses whose side may have any head
	// always are the uses in any that every formula matches.
	always []int
}

// bucket holds the uses that look for one operator or binder: shallow those for which it and the sorts of its arguments
// decide, deep the others.
type bucket struct {
	shallow []int
	deep    []entry
}

// entry is the number of a use, with the side that it looks for.
type entry struct {
	use  int
	from *node
}

// NewIndex returns an index of the uses that keep selects; nil keeps all. They are numbered in the order of the rules.
func NewIndex(rs []*Rule, keep func(Use) bool) *Index {
	x := &Index{heads: map[string]*bucket{}}
	for _, r := range rs {
		for _, u := range r.Uses() {
			if keep == nil || keep(u) {
				x.add(u)
			}
		}
	}
	return x
}

func (x *Index) add(u Use) {
	i := len(x.uses)
	x.uses = append(x.uses, u)
	switch from := u.from(); {
	case from.head() != "":
		b := x.heads[from.head()]
		if b == nil {
			b = &bucket{}
			x.heads[from.head()] = b
		}
		if u.shallow() {
			b.shallow = append(b.shallow, i)
		} else {
			b.deep = append(b.deep, entry{i, from})
		}
	case from.kind == testerNode:
		x.tests = append(x.tests, entry{i, from})
	case from.lone() && from.v.sort.Sort == sorts.Bool && u.shallow():
		x.always = append(x.always, i)
	default:
		x.any = append(x.any, entry{i, from})
	}
}

// Len returns the number of uses.
func (x *Index) Len() int { return len(x.uses) }

// Use returns the use with number i, 0 <= i < Len.
func (x *Index) Use(i int) Use { return x.uses[i] }

// Shallow calls f for the uses that may match a formula and for which its head and the sorts of its arguments decide: they
// match all formulas that agree in these, or none. This does not hold for formulas that contain labels.
func (x *Index) Shallow(t *term.Term, f func(i int)) {
	for _, i := range x.always {
		f(i)
	}
	if b := x.heads[headOf(t)]; b != nil {
		for _, i := range b.shallow {
			f(i)
		}
	}
}

// Deep calls f for the other uses that may match a formula.
func (x *Index) Deep(t *term.Term, f func(i int)) {
	if b := x.heads[headOf(t)]; b != nil {
		each(b.deep, t, f)
	}
	if fn := t.Func(); fn != nil && fn.Kind == term.TesterFunc {
		each(x.tests, t, f)
	}
	each(x.any, t, f)
}

func each(list []entry, t *term.Term, f func(int)) {
	for i := range list {
		if possible(list[i].from, t) {
			f(list[i].use)
		}
	}
}

// headOf returns the name under which rules for t are filed.
func headOf(t *term.Term) string {
	switch fn := t.Func(); {
	case t.Kind() == term.Quant:
		return t.Binder().String()
	case fn != nil && fn.Kind == term.TheoryFunc:
		return fn.Row.Name
	}
	return ""
}

// shallow reports whether a formula's head and the sorts of its arguments decide if the use matches it.
func (u Use) shallow() bool {
	from := u.from()
	if len(u.Rule.where) > 0 {
		return false
	}
	seen := map[*variable]bool{}
	plain := func(n *node) bool {
		ok := n.lone() && !n.v.value && !seen[n.v]
		seen[n.v] = true
		return ok
	}
	if from.kind != opNode {
		return plain(from)
	}
	for _, a := range from.args {
		if !plain(a) {
			return false
		}
	}
	return true
}
