package rules

import (
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// occurrences matches a function parameter applied to a parameter that may be chosen: t is a function of each of its proper
// subterms that contains no variable bound inside t.
func (m *matcher) occurrences(n *node, t *term.Term, b *Binding, then func(*Binding)) {
	v, arg := n.v, n.args[0].v
	if t.HasNamed() || !v.sort.Match(t.Sort(), &b.sorts) || b.set[v.slot] || b.escapes(m.rule, t, nil) {
		return
	}
	fits := func(e *term.Term) bool {
		if e == t || !term.Subset(e.Free(), t.Free()) || b.set[arg.slot] && b.terms[arg.slot] != e {
			return false
		}
		if e.Sort() == sorts.RegLan {
			return false // solvers do not accept variables of that sort
		}
		trial := b.sorts
		return v.args[0].Match(e.Sort(), &trial) && arg.sort.Match(e.Sort(), &trial) && m.rule.sortsFit(m.w.store, &Binding{sorts: trial})
	}
	var fit []*term.Term
	if m.probe {
		if e := m.w.scratch.subterm(t, fits); e != nil {
			fit = append(fit, e)
		}
	} else {
		term.Walk([]*term.Term{t}, func(e *term.Term) bool {
			if fits(e) {
				fit = append(fit, e)
			}
			return true
		})
	}
	if m.choice != nil && len(fit) > 1 {
		k := m.choice.IntN(len(fit))
		fit = fit[k : k+1]
	}
	for _, e := range fit {
		if m.found >= m.limit {
			return
		}
		c := m.copy(b)
		v.args[0].Match(e.Sort(), &c.sorts)
		arg.sort.Match(e.Sort(), &c.sorts)
		x, body := e, t // a probe does not read them
		if !m.probe {
			var err error
			x = m.w.store.NewVar(arg.name, e.Sort())
			if body, err = m.w.abstract(t, e, x); err != nil || body == t {
				continue // it occurs only in patterns, or too many variables are bound at once
			}
		}
		c.bind(arg, e)
		c.bindFunction(v, function{vars: []*term.Term{x}, body: body})
		then(c)
	}
}

// subterm returns a subterm of t that fits, nil when there is none.
func (s *scratch) subterm(t *term.Term, fits func(*term.Term) bool) *term.Term {
	// In most formulas one of the first subterms fits.
	const budget = 100
	s.stack = append(s.stack[:0], t.Args()...)
	for range budget {
		n := len(s.stack)
		if n == 0 {
			return nil
		}
		e := s.stack[n-1]
		if fits(e) {
			return e
		}
		s.stack = append(s.stack[:n-1], e.Args()...)
	}
	var found *term.Term
	term.Walk([]*term.Term{t}, func(e *term.Term) bool {
		if fits(e) {
			found = e
		}
		return found == nil
	})
	return found
}

// abstractable reports whether t is a function of a subterm, whatever its sort. Many rules ask this about the same formula.
func (s *scratch) abstractable(t *term.Term) bool {
	if s.asked != t {
		s.asked = t
		s.answer = s.subterm(t, func(e *term.Term) bool {
			return e != t && allowed(e.Sort()) && term.Subset(e.Free(), t.Free())
		}) != nil
	}
	return s.answer
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
