package term

import (
	"fmt"
	"slices"
)

// WithArgs returns t with other subterms in place of Args(): the same symbol, variables, cases or
// attributes over new children. It fails with a *SortError when the result would be ill-sorted.
func (st *Store) WithArgs(t *Term, args []*Term) (*Term, error) {
	if len(args) != len(t.args) {
		return nil, fmt.Errorf("term: %d subterms in place of %d", len(args), len(t.args))
	}
	if slices.Equal(args, t.args) {
		return t, nil
	}
	switch t.kind {
	case App:
		for i := range args {
			if args[i].sort != t.args[i].sort {
				return st.App(t.fn, args...)
			}
		}
		return st.app(t.fn, t.sort, args)
	case Quant:
		return st.Quant(t.ext.binder, t.ext.vars, args[0])
	case Annot:
		return st.Annot(args[0], t.ext.attrs)
	case Match:
		if args[0].sort != t.args[0].sort {
			return nil, &SortError{fmt.Sprintf("match over %s in place of %s", args[0].sort, t.args[0].sort)}
		}
		return st.Match(args[0], t.ext.cases, args[1:])
	}
	return nil, fmt.Errorf("term: a term of kind %d has no subterms", t.kind)
}

// Path addresses an occurrence of a subterm: the child to take at each step from the root.
type Path []int

// At returns the subterm of root at the path.
func At(root *Term, p Path) *Term {
	for _, i := range p {
		root = root.args[i]
	}
	return root
}

// Replace returns root with the subterm at the path replaced by new. Only the terms on the path are
// made anew: other occurrences of shared subterms stay as they are.
func (st *Store) Replace(root *Term, p Path, new *Term) (*Term, error) {
	spine := make([]*Term, len(p))
	t := root
	for d, i := range p {
		spine[d] = t
		t = t.args[i]
	}
	var buf []*Term
	for d := len(p) - 1; d >= 0; d-- {
		buf = append(buf[:0], spine[d].args...)
		buf[p[d]] = new
		n, err := st.WithArgs(spine[d], buf)
		if err != nil {
			return nil, err
		}
		new = n
	}
	return new, nil
}

// below calls f for each direct subterm of t, terms inside patterns included.
func below(t *Term, f func(*Term)) {
	for _, a := range t.args {
		f(a)
	}
	if t.kind == Annot {
		for _, at := range t.ext.attrs {
			for _, p := range at.Terms {
				f(p)
			}
		}
	}
}

// Substitute replaces free variables of t: variable v by by[v]. Binders inside t get fresh variables, so
// nothing is captured and the result shares no binder with t.
func (st *Store) Substitute(t *Term, by map[*Term]*Term) (*Term, error) {
	subst := make(map[*Term]*Term, len(by))
	for v, r := range by {
		if v.sort != r.sort {
			return nil, &SortError{fmt.Sprintf("%s of sort %s in place of %s of sort %s", r, r.sort, v.Text(), v.sort)}
		}
		subst[v] = r
	}
	touched := func(t *Term) bool { return t.HasBinder() || len(t.free) > 0 }
	// done maps a term to its image. Variables are unique to their binder, so one map serves all scopes.
	done := subst
	stack := []*Term{t}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		if done[t] != nil || !touched(t) {
			stack = stack[:len(stack)-1]
			continue
		}
		if t.kind == Var {
			done[t] = t
			continue
		}
		st.freshVars(t, done)
		ready := true
		below(t, func(c *Term) {
			if done[c] == nil && touched(c) {
				stack = append(stack, c)
				ready = false
			}
		})
		if !ready {
			continue
		}
		n, err := st.image(t, done)
		if err != nil {
			return nil, err
		}
		done[t] = n
		stack = stack[:len(stack)-1]
	}
	if n := done[t]; n != nil {
		return n, nil
	}
	return t, nil
}

// freshVars enters the variables that t binds into done, once.
func (st *Store) freshVars(t *Term, done map[*Term]*Term) {
	fresh := func(vars []*Term) {
		for _, v := range vars {
			if done[v] == nil {
				done[v] = st.NewVar(v.Text(), v.sort)
			}
		}
	}
	switch t.kind {
	case Quant:
		fresh(t.ext.vars)
	case Match:
		for _, c := range t.ext.cases {
			fresh(c.Vars)
		}
	}
}

// image rebuilds t over the images of its parts.
func (st *Store) image(t *Term, done map[*Term]*Term) (*Term, error) {
	all := func(ts []*Term) []*Term {
		out := make([]*Term, len(ts))
		for i, x := range ts {
			out[i] = x
			if n := done[x]; n != nil {
				out[i] = n
			}
		}
		return out
	}
	args := all(t.args)
	switch t.kind {
	case Quant:
		return st.Quant(t.ext.binder, all(t.ext.vars), args[0])
	case Match:
		cases := slices.Clone(t.ext.cases)
		for i := range cases {
			cases[i].Vars = all(cases[i].Vars)
		}
		return st.Match(args[0], cases, args[1:])
	case Annot:
		attrs := slices.Clone(t.ext.attrs)
		for i := range attrs {
			attrs[i].Terms = all(attrs[i].Terms)
		}
		return st.Annot(args[0], attrs)
	}
	return st.WithArgs(t, args)
}

// Freshen returns a copy of t whose binders have variables of their own, so that it can stand beside or
// inside t. Terms without binders are returned as they are.
func (st *Store) Freshen(t *Term) (*Term, error) {
	if !t.HasBinder() {
		return t, nil
	}
	return st.Substitute(t, nil)
}

// Walk calls f once for every distinct subterm of the roots, children before parents, pattern terms
// included. It stops when f returns false.
func Walk(roots []*Term, f func(*Term) bool) {
	seen := map[*Term]bool{}
	type frame struct {
		t    *Term
		done bool
	}
	var stack []frame
	for i := len(roots) - 1; i >= 0; i-- {
		stack = append(stack, frame{roots[i], false})
	}
	for len(stack) > 0 {
		fr := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if fr.done {
			if !f(fr.t) {
				return
			}
			continue
		}
		if seen[fr.t] {
			continue
		}
		seen[fr.t] = true
		stack = append(stack, frame{fr.t, true})
		from := len(stack)
		below(fr.t, func(c *Term) {
			if !seen[c] {
				stack = append(stack, frame{c, false})
			}
		})
		slices.Reverse(stack[from:])
	}
}

// Labels calls f for the label of every named annotation in t, once for each annotation.
func Labels(t *Term, f func(label *Decl)) {
	if !t.HasNamed() {
		return
	}
	seen := map[*Term]bool{t: true}
	stack := []*Term{t}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, a := range t.Attrs() {
			if a.Label != nil {
				f(a.Label)
			}
		}
		below(t, func(c *Term) {
			if c.HasNamed() && !seen[c] {
				seen[c] = true
				stack = append(stack, c)
			}
		})
	}
}

// TreeSize returns the number of nodes of t written out without sharing, at most limit.
func TreeSize(t *Term, limit int) int {
	size := map[*Term]int{}
	Walk([]*Term{t}, func(t *Term) bool {
		n := 1
		below(t, func(c *Term) { n = min(limit, n+size[c]) })
		size[t] = n
		return true
	})
	return size[t]
}
