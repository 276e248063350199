package rules

import (
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// occurrences matches a function of a parameter that may be chosen: t is a function of each of its subterms. Those that hold
// a variable bound inside t are none, and neither is t itself.
func (m *matcher) occurrences(n *node, t *term.Term, b *Binding, then func(*Binding)) {
	v, arg := n.v, n.args[0].v
	if b.set[v.slot] || b.escapes(m.rule, t, nil) {
		return
	}
	term.Walk([]*term.Term{t}, func(e *term.Term) bool {
		if e == t || !term.Subset(e.Free(), t.Free()) || b.set[arg.slot] && b.terms[arg.slot] != e {
			return true
		}
		if e.Sort() == sorts.RegLan {
			return true // solvers take no variables of that sort
		}
		c := b.clone()
		if !v.args[0].Match(e.Sort(), &c.sorts) || !arg.sort.Match(e.Sort(), &c.sorts) {
			return true
		}
		x := m.w.store.NewVar(arg.name, e.Sort())
		body, err := m.w.abstract(t, e, x)
		if err != nil || body == t {
			return true // it occurs in patterns only, or too many variables are bound at once
		}
		c.bind(arg, e)
		c.bindFunction(v, function{vars: []*term.Term{x}, body: body})
		then(c)
		return len(m.out) < maxBindings
	})
}

// abstract returns t with x in place of every occurrence of e.
func (w *Rewriter) abstract(t, e, x *term.Term) (*term.Term, error) {
	done := map[*term.Term]*term.Term{e: x}
	var err error
	term.Walk([]*term.Term{t}, func(u *term.Term) bool {
		if done[u] != nil {
			return true
		}
		changed := false
		args := make([]*term.Term, len(u.Args()))
		for i, a := range u.Args() {
			args[i] = done[a]
			changed = changed || args[i] != a
		}
		done[u] = u
		if changed {
			done[u], err = w.store.WithArgs(u, args)
		}
		return err == nil
	})
	return done[t], err
}
