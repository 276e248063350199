package rules

import (
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// Index finds the uses of rules that may match a term by the operator at its head. Immutable, safe for concurrent use.
type Index struct {
	heads map[string][]Use
	tests []Use // whose side is a tester
	any   []Use // whose side is a lone variable
}

// NewIndex returns an index of the uses that keep selects; nil keeps all.
func NewIndex(rs []*Rule, keep func(Use) bool) *Index {
	x := &Index{heads: map[string][]Use{}}
	for _, r := range rs {
		for _, u := range r.Uses() {
			if keep != nil && !keep(u) {
				continue
			}
			from := u.from()
			switch from.kind { //exhaustive:enforce
			case opNode:
				x.heads[from.name] = append(x.heads[from.name], u)
			case binderNode:
				name := from.binder.String()
				x.heads[name] = append(x.heads[name], u)
			case testerNode:
				x.tests = append(x.tests, u)
			case varNode, valueNode, indexNode:
				x.any = append(x.any, u)
			}
		}
	}
	return x
}

// Lookup calls f for the uses that may match t, a formula, until f returns false. Terms of other sorts than Bool have none.
func (x *Index) Lookup(t *term.Term, f func(Use) bool) {
	if t.Sort() != sorts.Bool {
		return
	}
	head := ""
	var tests []Use
	switch {
	case t.Kind() == term.Quant:
		head = t.Binder().String()
	case t.Func() != nil && t.Func().Kind == term.TheoryFunc:
		head = t.Func().Row.Name
	case t.Func() != nil && t.Func().Kind == term.TesterFunc:
		tests = x.tests
	}
	for _, list := range [][]Use{x.heads[head], tests, x.any} {
		for _, u := range list {
			if !f(u) {
				return
			}
		}
	}
}
