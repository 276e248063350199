package elab

import (
	"strconv"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// maxWitness bounds the nodes of a witness's condition, and the bytes of each symbol and literal in it: the condition
// is kept as text.
const maxWitness = 1000

// isWitness reports whether the symbol witness is cvc's binder here: only models contain it.
func (e *elaborator) isWitness() bool {
	en := e.env["witness"]
	return e.session != nil && (en == nil || en.decl == nil && len(en.locals) == 0)
}

// witness makes the value that cvc4 writes as (witness ((x S)) condition): some value that meets the condition,
// without saying which. claim says that there is one. The result is a literal without a known value: choosing a
// value would invent what the solver did not say.
func (e *elaborator) witness(n syntax.ID, claim *term.Term) (*term.Term, *syntax.Error) {
	switch {
	case len(claim.Bound()) != 1:
		return nil, e.tree.Errorf(n, syntax.CodeMalformed, "a witness has the form (witness ((name sort)) condition)")
	case len(claim.Free()) > 0:
		return nil, e.tree.Errorf(n, syntax.CodeSort, "a witness that depends on variables bound outside is not a value")
	case !brief(claim):
		return nil, e.tree.Errorf(n, syntax.CodeTooLarge, "a witness whose condition is annotated or has more than %d parts", maxWitness)
	}
	p := &e.session.printer
	p.Reset()
	text := append(p.AppendParams([]byte("(witness "), claim.Bound()), ' ')
	text = append(p.AppendBody(text, claim.Bound(), claim.Args()[0]), ')')
	return e.store.Lit(syntax.List, string(text), claim.Bound()[0].Sort()), nil
}

// brief reports whether t is short as text, and contains no annotation, which could name a part of it.
func brief(t *term.Term) bool {
	stack := []*term.Term{t}
	for nodes := 1; len(stack) > 0; {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		f := t.Func()
		if t.Kind() == term.Annot || len(t.Text()) > maxWitness || f != nil && f.Decl != nil && len(f.Decl.Text) > maxWitness {
			return false
		}
		if nodes += len(t.Args()); nodes > maxWitness {
			return false
		}
		stack = append(stack, t.Args()...)
	}
	return true
}

// Unknown returns a new unknown value of the sort. Its text shows name, the symbol with this value.
func (x *Session) Unknown(name string, s *sorts.Sort) *term.Term {
	x.opened++
	v := syntax.SymbolText(syntax.Clip(name, 60) + "!" + strconv.Itoa(x.opened))
	return x.e.store.Lit(syntax.List, "(witness (("+v+" "+s.String()+")) true)", s)
}
