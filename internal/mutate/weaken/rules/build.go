package rules

import (
	"errors"
	"fmt"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// ErrNotApplicable says that a rule cannot be applied with that binding: its conditions do not hold, or nothing can be
// chosen for a free term.
var ErrNotApplicable = errors.New("the rule cannot be applied here")

// buildError is an error at a position in a rule's text.
type buildError struct {
	at  int
	err error
}

func (e *buildError) Error() string { return e.err.Error() }
func (e *buildError) Unwrap() error { return e.err }

// build makes the term that n stands for. All its variables are bound. The recursion is as deep as the rule.
func build(st *term.Store, n *node, b *Binding) (*term.Term, error) {
	t, err := buildNode(st, n, b)
	var inner *buildError
	if err != nil && !errors.As(err, &inner) {
		err = &buildError{n.at, err}
	}
	return t, err
}

func buildNode(st *term.Store, n *node, b *Binding) (*term.Term, error) {
	switch n.kind { //exhaustive:enforce
	case valueNode:
		as, err := instantiate(st, n.as, b)
		if err != nil {
			return nil, err
		}
		return n.lit.term(st, as)
	case indexNode:
		i, ok := n.idx[0].Eval(&b.sorts)
		if !ok {
			return nil, sorts.ErrUnbound
		}
		return integer(st, i)
	case binderNode:
		return buildBinder(st, n, b)
	case testerNode:
		arg, err := build(st, n.args[0], b)
		if err != nil {
			return nil, err
		}
		return st.App(st.Func(term.Func{Kind: term.TesterFunc, Decl: b.funcs[n.v.slot].head.Decl}), arg)
	case varNode:
		if n.v.args != nil {
			args, err := buildArgs(st, n.args, b)
			if err != nil {
				return nil, err
			}
			return b.funcs[n.v.slot].apply(st, args)
		}
		if n.v.list {
			if list := b.lists[n.v.slot]; b.rep < len(list) {
				return list[b.rep], nil
			}
			return nil, fmt.Errorf("the list %s has no three dots after it", n.v.name)
		}
		return b.terms[n.v.slot], nil
	case opNode:
	}
	args, err := buildArgs(st, n.args, b)
	if err != nil {
		return nil, err
	}
	if t, done, err := n.collapse(st, args); done {
		return t, err
	}
	as, err := instantiate(st, n.as, b)
	if err != nil {
		return nil, err
	}
	var idx []int
	for i := range n.idx {
		v, ok := n.idx[i].Eval(&b.sorts)
		if !ok || v < 0 {
			return nil, fmt.Errorf("%w: an index of %s is not a numeral", ErrNotApplicable, n.name)
		}
		idx = append(idx, v)
	}
	return apply(st, n.rows, idx, as, args)
}

// apply applies the row that fits.
func apply(st *term.Store, rows []*theory.Row, idx []int, as *sorts.Sort, args []*term.Term) (*term.Term, error) {
	t, _, err := st.Overload(rows, idx, as, args)
	if err != nil {
		return nil, err
	}
	if t == nil {
		text := rows[0].Name
		for _, a := range args {
			text += " " + a.Sort().String()
		}
		return nil, &term.SortError{Msg: fmt.Sprintf("no operator (%s) fits its arguments, indices or sort", text)}
	}
	return t, nil
}

func instantiate(st *term.Store, p *sorts.Pattern, b *Binding) (*sorts.Sort, error) {
	if p == nil {
		return nil, nil
	}
	return p.Instantiate(st.Sorts, &b.sorts)
}

// buildArgs makes arguments; a node followed by three dots gives one for each element of its lists.
func buildArgs(st *term.Store, ns []*node, b *Binding) ([]*term.Term, error) {
	out := make([]*term.Term, 0, len(ns))
	for _, n := range ns {
		if !n.repeat {
			t, err := build(st, n, b)
			if err != nil {
				return nil, err
			}
			out = append(out, t)
			continue
		}
		count := len(b.lists[n.lists[0].slot])
		for _, l := range n.lists[1:] {
			if len(b.lists[l.slot]) != count {
				return nil, fmt.Errorf("%w: the lists %s and %s have different lengths", ErrNotApplicable, n.lists[0].name, l.name)
			}
		}
		for i := range count {
			b.rep = i
			t, err := build(st, n, b)
			if err != nil {
				return nil, err
			}
			out = append(out, t)
		}
		b.rep = 0
	}
	return out, nil
}

// collapse is what an application stands for when its lists leave it fewer than two arguments: chains such as (= x) and
// (distinct) are true, (and) is true, (or) is false, and any other operator that takes lists is its only argument. done is
// false for other applications.
func (n *node) collapse(st *term.Store, args []*term.Term) (t *term.Term, done bool, err error) {
	lists := false
	for _, a := range n.args {
		lists = lists || a.repeat
	}
	if !lists || len(args) > 1 {
		return nil, false, nil
	}
	assoc := theory.None
	for _, r := range n.rows {
		if r.Assoc != theory.None {
			assoc = r.Assoc
		}
	}
	switch {
	case assoc == theory.None:
		return nil, false, nil
	case assoc == theory.Chainable, assoc == theory.Pairwise, n.name == "and" && len(args) == 0:
		t, err = truth(st, true)
	case n.name == "or" && len(args) == 0:
		t, err = truth(st, false)
	case len(args) == 0:
		err = fmt.Errorf("%w: %s is left without arguments", ErrNotApplicable, n.name)
	default:
		t = args[0]
	}
	return t, true, err
}

func truth(st *term.Store, v bool) (*term.Term, error) {
	return apply(st, st.Table.Lookup(fmt.Sprint(v)), nil, nil, nil)
}

// buildBinder makes a quantified formula over fresh variables.
func buildBinder(st *term.Store, n *node, b *Binding) (*term.Term, error) {
	var vars []*term.Term
	old := make([]*term.Term, len(n.bound))
	for i, v := range n.bound {
		s, err := v.sort.Instantiate(st.Sorts, &b.sorts)
		if err != nil {
			return nil, err
		}
		x := st.NewVar(v.name, s)
		old[i] = b.terms[v.slot]
		b.terms[v.slot] = x
		vars = append(vars, x)
	}
	body, err := build(st, n.args[0], b)
	for i, v := range n.bound {
		b.terms[v.slot] = old[i]
	}
	if err != nil {
		return nil, err
	}
	return st.Quant(n.binder, vars, body)
}

// apply applies a function to arguments.
func (f function) apply(st *term.Store, args []*term.Term) (*term.Term, error) {
	if f.head != nil {
		return st.App(f.head, args...)
	}
	by := map[*term.Term]*term.Term{}
	for i, v := range f.vars {
		by[v] = args[i]
	}
	return st.Substitute(f.body, by)
}

// integer writes a number as a term of sort Int.
func integer(st *term.Store, i int) (*term.Term, error) {
	if i < 0 {
		t, err := integer(st, -i)
		if err != nil {
			return nil, err
		}
		return apply(st, st.Table.Lookup("-"), nil, nil, []*term.Term{t})
	}
	return literal{kind: syntax.Numeral, text: fmt.Sprint(i)}.term(st, nil)
}
