package weaken

import (
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

const (
	// maxCase is the size of the largest atom whose formulas are split into cases.
	maxCase = 200
	// maxCases is how many formulas of an atom are split into cases: each doubles it.
	maxCases = 2
)

// byCases splits an atom into cases by the values of formulas with bound variables inside its terms, up to a number of formulas: (p (ite
// c s t)) becomes c => (p s) and not c => (p t).
func (x *expansion) byCases(atom *term.Term, most int) *term.Term {
	if x.err != nil || most == 0 || len(atom.Free()) == 0 || atom.Kind() != term.App || atom.Size() > maxCase || !x.roomy() {
		return atom
	}
	c := openFormula(atom)
	if c == nil {
		return atom
	}
	image := x.formula.Get(c)
	if image == nil {
		return atom // an earlier case has produced it
	}
	b := connector{store: x.store}
	yes, no := given{x, c, b.op("true"), nil}, given{x, c, b.op("false"), nil}
	if x.err = b.err; x.err != nil {
		return atom
	}
	x.cases++
	positive, negative := x.byCases(yes.of(atom), most-1), x.byCases(no.of(atom), most-1)
	out := b.op("and", b.op("=>", image, positive), b.op("=>", b.op("not", image), negative))
	if x.err = firstError(x.err, b.err); x.err != nil {
		return atom
	}
	return out
}

// openFormula returns a formula inside the terms of an atom that contains bound variables, all bound outside the atom; nil when there is
// none. The atom has at most maxCase nodes.
func openFormula(t *term.Term) *term.Term {
	for i, a := range t.Args() {
		switch {
		case a.Sort() != sorts.Bool:
			if a.Kind() == term.App && len(a.Free()) > 0 {
				if c := openFormula(a); c != nil {
					return c
				}
			}
		case len(a.Free()) > 0 && argument(t, i) == Ambiguous:
			return a
		}
	}
	return nil
}

// given puts a truth value in place of a formula inside the terms of an atom, except inside other formulas.
type given struct {
	*expansion
	formula, value *term.Term
	done           map[*term.Term]*term.Term
}

// of returns the image of an atom or term of at most maxCase nodes.
func (g *given) of(t *term.Term) *term.Term {
	if g.done == nil {
		g.done = map[*term.Term]*term.Term{}
	}
	if out := g.done[t]; out != nil {
		return out
	}
	if t.Kind() != term.App {
		return t
	}
	args := make([]*term.Term, len(t.Args()))
	for i, a := range t.Args() {
		switch {
		case a == g.formula:
			args[i] = g.value
		case a.Sort() == sorts.Bool:
			args[i] = a
		default:
			args[i] = g.of(a)
		}
	}
	out := g.with(t, args)
	if t.Func().Is("ite") && args[0] == g.value {
		out = args[2]
		if g.value.Func().Is("true") {
			out = args[1]
		}
	}
	g.done[t] = out
	return out
}
