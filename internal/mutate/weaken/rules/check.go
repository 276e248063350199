package rules

import (
	"errors"
	"fmt"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// check finds the directions in which the rule can be used, and builds it over some sorts.
func (p *parser) check() *syntax.Error {
	r := p.rule
	fail := func(at int, code syntax.Code, hint, format string, args ...any) *syntax.Error {
		err := syntax.Errorf(p.src, at, code, format, args...)
		err.Hint = hint
		return err
	}
	start := p.tree.Offset(syntax.Root)
	var used [2]usage
	for i, s := range r.sides {
		used[i] = r.usage(s)
	}
	conditions := r.usage()
	for _, c := range r.where {
		if c.formula != nil {
			conditions.add(r.usage(c.formula))
		}
	}
	for _, v := range r.vars {
		if !v.bound && !used[0].vars[v.slot] && !used[1].vars[v.slot] {
			return fail(start, syntax.CodeMalformed, "remove it or use it", "parameter %s of rule %s is on neither side", v.name, r.Name)
		}
	}
	why := ""
	for d := range r.usable {
		needs := used[1-d]
		needs.add(conditions)
		missing := r.missing(used[d], needs)
		r.usable[d] = missing == "" && !headless(r.sides[d])
		if missing == "" && !r.usable[d] {
			missing = "the operator"
		}
		if missing != "" {
			why = missing
		}
	}
	if !r.usable[0] && !r.usable[1] {
		return fail(start, syntax.CodeMalformed, "list parameters that may be chosen under :free, or give an index bounds as in (i 0 7)",
			"rule %s can be used in neither direction: %s is not determined by the side that is matched", r.Name, why)
	}
	return p.sample(fail)
}

// headless reports whether a side is an arbitrary application of some operator. Matching it would find a term's arguments,
// but the argument of a lone function that may be chosen is found among subterms.
func headless(n *node) bool {
	if n.kind != varNode || n.v.args == nil {
		return false
	}
	return len(n.args) != 1 || !n.args[0].lone() || !n.args[0].v.free
}

// usage says which parameters something mentions.
type usage struct {
	vars, sorts, index []bool
}

func (u *usage) add(v usage) {
	for i := range v.vars {
		u.vars[i] = u.vars[i] || v.vars[i]
	}
	for i := range v.sorts {
		u.sorts[i] = u.sorts[i] || v.sorts[i]
	}
	for i := range v.index {
		u.index[i] = u.index[i] || v.index[i]
	}
}

func (r *Rule) usage(ns ...*node) usage {
	u := usage{make([]bool, len(r.vars)), make([]bool, len(r.sorts)), make([]bool, len(r.index))}
	for _, n := range ns {
		n.walk(func(m *node) {
			for i := range m.idx {
				u.expr(&m.idx[i])
			}
			if m.as != nil {
				u.sort(m.as)
			}
			for _, v := range m.bound {
				u.sort(&v.sort)
			}
			if m.kind == varNode || m.kind == testerNode {
				u.vars[m.v.slot] = true
				u.sort(&m.v.sort)
				for i := range m.v.args {
					u.sort(&m.v.args[i])
				}
			}
		})
	}
	return u
}

func (u *usage) expr(e *sorts.Expr) {
	switch e.Op {
	case 'v':
		u.index[e.N] = true
	case 'n':
	default:
		u.expr(e.L)
		u.expr(e.R)
	}
}

func (u *usage) sort(p *sorts.Pattern) {
	if p.Var >= 0 && p.Sort == nil {
		u.sorts[p.Var] = true
	}
	for i := range p.Idx {
		u.expr(&p.Idx[i])
	}
	for i := range p.Args {
		u.sort(&p.Args[i])
	}
}

// missing returns a parameter that is needed but neither matched nor free, "" for none.
func (r *Rule) missing(matched, needed usage) string {
	for _, v := range r.vars {
		if needed.vars[v.slot] && !matched.vars[v.slot] && !v.free && !v.bound {
			return v.name
		}
	}
	for i, v := range r.sorts {
		if needed.sorts[i] && !matched.sorts[i] {
			return v.name
		}
	}
	for i, v := range r.index {
		if needed.index[i] && !matched.index[i] && v.lo == nil {
			return v.name
		}
	}
	return ""
}

// samples are the instances that rules are built over when they are read.
var samples = spread{
	sorts:   []func(*term.Store, string) *sorts.Sort{constantly(sorts.Int), constantly(sorts.Bool)},
	widths:  []int{8, 1, 2, 3, 4, 5},
	formats: [2][]int{{3}, {5}},
	lengths: []int{2, 1},
	most:    40,
}

func constantly(s *sorts.Sort) func(*term.Store, string) *sorts.Sort {
	return func(*term.Store, string) *sorts.Sort { return s }
}

// sample builds the rule over some sorts: one instance must be well-sorted.
func (p *parser) sample(fail func(int, syntax.Code, string, string, ...any) *syntax.Error) *syntax.Error {
	r := p.rule
	st := term.NewStore(p.table)
	var first error
	when := ""
	for _, in := range r.instances(st, samples) {
		b, _, err := in.constants(st, r, nil)
		if err == nil {
			err = r.formulas(st, b)
		}
		if err == nil {
			return nil
		}
		if first == nil {
			first, when = err, in.summary
		}
	}
	var at *buildError
	switch {
	case first == nil:
		return fail(p.tree.Offset(syntax.Root), syntax.CodeSort, "widen the bounds of its indices", "rule %s has no instance", r.Name)
	case !errors.As(first, &at):
		at = &buildError{p.tree.Offset(syntax.Root), first}
	}
	if when != "" {
		when = " when " + when
	}
	return fail(at.at, syntax.CodeSort, "fix the sorts of the parameters", "%v%s", at.err, when)
}

// formulas reports whether conditions and sides are formulas.
func (r *Rule) formulas(st *term.Store, b *Binding) error {
	conditions, left, right, err := r.implication(st, b)
	if err != nil {
		return err
	}
	for i, t := range append(conditions, left, right) {
		if t.Sort() != sorts.Bool {
			at := r.sides[max(0, i-len(conditions))].at
			if i < len(conditions) {
				at = r.sides[0].at
			}
			return &buildError{at, fmt.Errorf("%s is of sort %s, where a formula is required", t, t.Sort())}
		}
	}
	return nil
}
