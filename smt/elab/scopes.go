package elab

import (
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// sortedVars reads ((x S) ...) into fresh variables.
func (e *elaborator) sortedVars(n syntax.ID) ([]*term.Term, *syntax.Error) {
	t := &e.tree
	if t.Kind(n) != syntax.List {
		return nil, t.Errorf(n, syntax.CodeMalformed, "expected a list of variables ((name sort) ...)")
	}
	var vars []*term.Term
	seen := map[string]bool{}
	for c, end := t.First(n), t.End(n); c < end; c = t.End(c) {
		kids := t.Children(c)
		if len(kids) != 2 {
			return nil, t.Errorf(c, syntax.CodeMalformed, "a variable is declared as (name sort)")
		}
		name, ok := t.Name(kids[0])
		if !ok {
			return nil, t.Errorf(kids[0], syntax.CodeMalformed, "a variable's name is a symbol")
		}
		if seen[name] && !e.may(theory.Rebinding) {
			return nil, t.Errorf(c, syntax.CodeRedeclare, "variable %s is bound twice", syntax.Clip(name, 60))
		}
		seen[name] = true
		s, err := e.sort(kids[1])
		if err != nil {
			return nil, err
		}
		vars = append(vars, e.store.NewVar(name, s))
	}
	return vars, nil
}

func (e *elaborator) openBinder(f frame, b term.Binder) *syntax.Error {
	t := &e.tree
	kids := t.Children(f.node)
	if len(kids) != 3 && (b != term.Comprehension || len(kids) != 4) {
		return t.Errorf(f.node, syntax.CodeMalformed, "%s has the form (%s ((name sort) ...) body)", b, b)
	}
	vars, err := e.sortedVars(kids[1])
	if err != nil {
		return err
	}
	if len(vars) == 0 {
		return t.Errorf(kids[1], syntax.CodeMalformed, "%s binds no variable", b)
	}
	e.bindVars(vars)
	f.kind, f.b, f.vars, f.cur = fQuant, b, vars, kids[2]
	e.frames = append(e.frames, f)
	return nil
}

// comprehension makes the set of the elements for which a condition holds. If no element is given, it is the only
// variable.
func (e *elaborator) comprehension(n syntax.ID, vars, parts []*term.Term) (*term.Term, *syntax.Error) {
	t := &e.tree
	if len(parts) == 1 {
		if len(vars) != 1 {
			return nil, t.Errorf(n, syntax.CodeMalformed, "a comprehension of several variables needs a term for the members")
		}
		parts = []*term.Term{parts[0], vars[0]}
	}
	pair, err := e.store.App(e.store.Func(term.Func{Kind: term.TupleFunc}), parts...)
	if err != nil {
		return nil, e.wrap(n, err)
	}
	if term.TreeSize(pair, maxPattern) >= maxPattern {
		return nil, t.Errorf(n, syntax.CodeTooLarge, "comprehension with more than %d nodes", maxPattern)
	}
	r, err := e.store.Quant(term.Comprehension, vars, pair)
	return r, e.wrap(n, err)
}

func (e *elaborator) bindVars(vars []*term.Term) {
	for _, v := range vars {
		en := e.enter(v.Text())
		en.locals = append(en.locals, v)
	}
}

func (e *elaborator) unbind(name string) {
	en := e.env[name]
	en.locals = en.locals[:len(en.locals)-1]
}

func (e *elaborator) unbindNames(names []string) {
	for _, name := range names {
		e.unbind(name)
	}
}

func (e *elaborator) unbindVars(vars []*term.Term) {
	for _, v := range vars {
		e.unbind(v.Text())
	}
}

// abandon closes the scopes left open by an error.
func (e *elaborator) abandon() {
	for i := len(e.frames) - 1; i >= 0; i-- {
		f := &e.frames[i]
		e.unbindVars(f.vars)
		if f.kind == fLetBody {
			e.unbindNames(f.aux.names)
		}
	}
	e.frames = e.frames[:0]
}
