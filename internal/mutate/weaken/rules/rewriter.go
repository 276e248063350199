package rules

import (
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/term"
)

// Rewriter matches and applies rules over the terms of one store. It remembers the values of terms that conditions ask
// for. Not safe for concurrent use; it uses the store.
type Rewriter struct {
	store   *term.Store
	ev      *eval.Evaluator
	scratch scratch
	prober  *matcher // of Applies, which is called too often to make one for each call
	found   func(*Binding)
}

// NewRewriter returns a Rewriter over a store.
func NewRewriter(st *term.Store) *Rewriter { return &Rewriter{store: st} }

// maxBindings bounds the ways in which one side is matched with one term.
const maxBindings = 64

// Applies reports whether t matches the side that u looks for. It may report a match that Choose finds
// not to be one: where a subterm occurs only in the patterns of quantifiers, or more variables are bound at once than terms can track.
func (w *Rewriter) Applies(u Use, t *term.Term) bool {
	if from := u.from(); from.lone() && len(u.Rule.where) == 0 && from.v.sort.Sort != nil {
		return from.v.sort.Sort == t.Sort() && !t.HasNamed()
	}
	if !possible(u.from(), t) {
		return false
	}
	if u.abstracts() {
		return !t.HasNamed() && w.scratch.abstractable(t)
	}
	if w.prober == nil {
		w.prober = &matcher{w: w, limit: 1, probe: true}
		w.found = w.prober.keep
	}
	m := w.prober
	m.rule, m.found, m.splits, w.scratch.used = u.Rule, 0, 0, 0
	m.term(u.from(), t, w.scratch.next(len(u.Rule.vars)), w.found)
	return m.found > 0
}

// Choose returns a random binding under which t matches the side that u looks for, nil when there is none.
func (w *Rewriter) Choose(u Use, t *term.Term, choice Choice) *Binding {
	m := matcher{w: w, rule: u.Rule, limit: maxBindings, choice: choice}
	found := m.match(u, t)
	if len(found) == 0 {
		return nil
	}
	return found[choice.IntN(len(found))]
}

// possible looks only at heads and sorts. What it rejects, which is nearly everything, costs no memory.
func possible(n *node, t *term.Term) bool {
	switch n.kind { //exhaustive:enforce
	case varNode:
		p := &n.v.sort
		return p.Sort == t.Sort() || p.Sort == nil && (p.Var >= 0 || p.Kind == t.Sort().Kind())
	case binderNode:
		return t.Kind() == term.Quant && t.Binder() == n.binder && len(n.bound) <= len(t.Bound()) && bodyFits(n, t, len(n.bound) < len(t.Bound()))
	case testerNode:
		f := t.Func()
		return f != nil && f.Kind == term.TesterFunc
	case valueNode, indexNode:
		return true
	case opNode:
	}
	f := t.Func()
	if f == nil || f.Kind != term.TheoryFunc || f.Row.Name != n.name {
		return false
	}
	args := t.Args()
	for i, a := range n.args {
		if a.repeat {
			return len(args) >= i
		}
		if i >= len(args) || !possible(a, args[i]) {
			return false
		}
	}
	return len(args) == len(n.args)
}
