package preanalysis

import (
	"slices"

	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// A Change puts another term in place of an occurrence. Its effect on the values above is computed before anything is built.
type Change struct {
	// Value is the resulting value of the whole formula.
	Value value.Value

	spine  []*Node
	path   term.Path
	with   *term.Term
	terms  []*term.Term  // the new terms on the spine, from Build on
	lowest int           // the lowest node of the spine that is evaluated
	values []value.Value // of the spine's nodes; invalid above and below those whose value has changed
}

// Try computes the value of a formula with another term in place of an occurrence, which Pick or At returns. It evaluates along the path
// alone, and only as far up as values change. The variables that are free in the term are bound at the place. Below binders it re-evaluates
// the whole closed term around the occurrence. The store is the terms' store; it is full where ok is false.
func (a *Analysis) Try(st *term.Store, spine []*Node, path term.Path, with *term.Term) (c Change, ok bool) {
	c = Change{spine: spine, path: path, with: with, values: make([]value.Value, len(spine))}
	at, built := a.lowest(spine), with
	c.lowest = at
	for i := len(path) - 1; i >= at; i-- {
		var err error
		if built, err = withArg(st, spine[i].Term, path[i], built); err != nil {
			return c, false
		}
	}
	var v value.Value
	if at > 0 && built.HasBinder() && a.settles(spine[at-1], path[at-1]) {
		v, built = a.ignored(), nil
	} else {
		v = a.closed(built)
	}
	for i := at; ; i-- {
		c.values[i] = v
		if i == 0 || Same(v, a.Value(spine[i])) {
			break
		}
		parent := spine[i-1]
		if parent.Term.Kind() == term.Annot {
			continue
		}
		args, open := a.changed(parent, path[i-1], v)
		if !open || logical(parent.Term.Func()) {
			if w := a.ev.Apply(parent.Term, args); !w.IsOpen() || !slices.ContainsFunc(args, func(v value.Value) bool { return !found(v) }) {
				v, built = a.canonical(w), nil
				continue
			}
		}
		// The terms of open arguments may say more than their values, and arguments that were not evaluated may now matter.
		if built == nil {
			if built, ok = c.term(st, i); !ok {
				return c, false
			}
		}
		var err error
		if built, err = withArg(st, parent.Term, path[i-1], built); err != nil {
			return c, false
		}
		v = a.closed(built)
	}
	c.Value = a.Value(spine[0])
	if c.values[0].Kind() != value.Invalid {
		c.Value = c.values[0]
	}
	return c, true
}

// Put returns the value of a formula with a value in place of an occurrence, which Pick or At returns. ok is false where values alone do not
// determine it: below binders, and next to open arguments of operators that inspect their terms.
func (a *Analysis) Put(spine []*Node, path term.Path, v value.Value) (w value.Value, ok bool) {
	at := a.lowest(spine)
	if at < len(path) {
		if !abstract.IsIrrelevant(spine[at].Set) {
			return value.Value{}, false
		}
		v = a.ignored()
	}
	for i := at; i > 0; i-- {
		if Same(v, a.Value(spine[i])) {
			return a.Value(spine[0]), true
		}
		parent := spine[i-1]
		if parent.Term.Kind() == term.Annot {
			continue
		}
		args, open := a.changed(parent, path[i-1], v)
		if open && !logical(parent.Term.Func()) {
			return value.Value{}, false
		}
		v = a.canonical(a.ev.Apply(parent.Term, args))
	}
	return v, true
}

// lowest returns the index of the lowest node on a spine that has its own value: the last one, the highest one that nothing depends on,
// or the highest one that is not an application.
func (a *Analysis) lowest(spine []*Node) int {
	for i, n := range spine {
		if k := n.Term.Kind(); abstract.IsIrrelevant(n.Set) || i+1 < len(spine) && k != term.App && k != term.Annot {
			return i
		}
	}
	return len(spine) - 1
}

// logical reports whether the values of the arguments, including open ones, say everything there is to know about an application.
func logical(f *term.Func) bool {
	return f.Is("and") || f.Is("or") || f.Is("not") || f.Is("=>") || f.Is("ite") || f.Is("xor")
}

// changed returns the values of a node's arguments with another one for argument i, and whether one of them is open. The slice is valid
// until the next call.
func (a *Analysis) changed(n *Node, i int, v value.Value) (args []value.Value, open bool) {
	a.args = a.args[:0]
	for k, kid := range n.Kids {
		w := v
		if k != i {
			w = a.Value(kid)
		}
		open = open || !w.IsKnown()
		a.args = append(a.args, w)
	}
	return a.args, open
}

// settles reports whether the other arguments of a node determine its value, whatever the value of argument i.
func (a *Analysis) settles(n *Node, i int) bool {
	args, _ := a.changed(n, i, value.Value{})
	return settled(n.Term, args, i)
}

// withArg returns a term with another argument i.
func withArg(st *term.Store, t *term.Term, i int, arg *term.Term) (*term.Term, error) {
	args := slices.Clone(t.Args())
	args[i] = arg
	return st.WithArgs(t, args)
}

// term returns the new term of the spine's node i; ok is false when the store is full.
func (c *Change) term(st *term.Store, i int) (t *term.Term, ok bool) {
	t = c.with
	for k := len(c.path) - 1; k >= i; k-- {
		var err error
		if t, err = withArg(st, c.spine[k].Term, c.path[k], t); err != nil {
			return nil, false
		}
	}
	return t, true
}

// Build returns the new terms on the path, the changed formula first and the term that was put in last; ok is false when the store is full.
func (c *Change) Build(st *term.Store) (spine []*term.Term, ok bool) {
	terms := make([]*term.Term, len(c.spine))
	terms[len(terms)-1] = c.with
	for i := len(c.path) - 1; i >= 0; i-- {
		var err error
		if terms[i], err = withArg(st, c.spine[i].Term, c.path[i], terms[i+1]); err != nil {
			return nil, false
		}
	}
	c.terms = terms
	return terms, true
}

// Commit returns the tree of the changed formula, which has to be true and built. It shares with the previous tree everything that has
// the same term and the same set.
func (a *Analysis) Commit(c *Change) *Node {
	u := update{builder: builder{a: a, left: a.opts.Nodes}, Change: c}
	return u.along(0, c.spine[0].Set, value.Value{})
}

// update makes the tree of a changed formula.
type update struct {
	builder
	*Change
}

// along returns the new node for the spine's node i, with the set that it gets; v is its value, if known.
func (u *update) along(i int, set abstract.Set, v value.Value) *Node {
	old := u.spine[i]
	if !found(v) {
		v = u.value(i)
	}
	if i == len(u.path) {
		return u.node(u.with, set, v, i, u.share(u.with))
	}
	n := &Node{Term: u.terms[i], Set: set, value: v}
	at := u.path[i]
	n.Kids = slices.Clone(old.Kids)
	kid, kidValue := old.Kids[at].Set, value.Value{}
	// Which of several arguments with binders were evaluated does not depend on their values alone.
	binder := old.Kids[at].Term.HasBinder() || u.terms[i+1].HasBinder()
	if below := u.values[i+1]; i >= u.lowest || binder || !set.Same(old.Set) || below.Kind() != value.Invalid && !Same(below, u.a.Value(old.Kids[at])) {
		values := u.arguments(n, at, below)
		sets := u.a.setsFor(n, values)
		kid, kidValue = sets[at], valueAt(values, at)
		for k, o := range old.Kids {
			if k != at {
				n.Kids[k] = u.reset(o, sets[k], valueAt(values, k), i+1)
			}
		}
	}
	n.Kids[at] = u.along(i+1, kid, kidValue)
	u.a.finish(n)
	u.a.keep(n)
	return n
}

// value returns the value of the spine's node i, invalid when it has to be computed.
func (u *update) value(i int) value.Value {
	if v := u.values[i]; v.Kind() != value.Invalid {
		return v
	}
	if i > u.lowest {
		return value.Value{}
	}
	return u.spine[i].value
}

// arguments returns the values of the arguments of a node on the path, nil where they do not matter. The value of argument at is now
// below, or has to be computed.
func (u *update) arguments(n *Node, at int, below value.Value) []value.Value {
	args := n.Term.Args()
	if abstract.IsIrrelevant(n.Set) || n.Term.Kind() != term.App || len(n.Term.Free()) > 0 {
		return nil
	}
	values := make([]value.Value, len(args))
	for k, kid := range n.Kids {
		values[k] = kid.value
	}
	values[at] = below
	u.a.fill(n.Term, values)
	return values
}

// reset returns a node with another set, also for everything below it, as far down as sets differ. v is its value, if known.
func (u *update) reset(n *Node, set abstract.Set, v value.Value, depth int) *Node {
	if !found(v) {
		v = n.value
	}
	if n.Set.Same(set) {
		if found(v) && !found(n.value) {
			n.value = v
		}
		return n
	}
	if k := u.a.again(n.Term, set, v); k != nil {
		return k
	}
	m := &Node{Term: n.Term, Set: set}
	if found(v) {
		m.value = v
	}
	switch {
	case len(n.Kids) > 0 && depth <= maxDepth:
		sets, values := u.a.sets(m)
		m.Kids = make([]*Node, len(n.Kids))
		for i, k := range n.Kids {
			m.Kids[i] = u.reset(k, sets[i], valueAt(values, i), depth+1)
		}
	case len(n.Kids) > 0:
		u.a.Unopened++
	}
	u.a.finish(m)
	u.a.keep(m)
	return m
}

// valueAt returns one of values, which may be missing.
func valueAt(values []value.Value, i int) value.Value {
	if values == nil {
		return value.Value{}
	}
	return values[i]
}
