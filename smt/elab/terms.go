package elab

import (
	"slices"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// frame is a compound term that is being read. Its finished parts are on the value stack from base on.
type frame struct {
	kind frameKind
	node syntax.ID // the list
	cur  syntax.ID // next child to read
	end  syntax.ID
	base int
	head head
	b    term.Binder
	vars []*term.Term // variables in scope for the current part
	want *sorts.Sort  // the sort that its position expects, see expected
	aux  *aux
}

type frameKind uint8

const (
	fApp     frameKind = iota // arguments of an application
	fLet                      // terms of let bindings
	fLetBody                  // body of a let
	fQuant                    // body of a binder
	fAnnot                    // body and pattern terms of !
	fMatch                    // scrutinee and case bodies
	fLater                    // the value of a let, where it is first used
)

// aux holds the data of rare frames. A binder frame that has one is a witness.
type aux struct {
	names []string
	attrs []term.Attr
	count []int // pattern terms per attribute
	cases []term.Case
	node  []syntax.ID // pattern terms or case bodies still to read
	later *entry      // the entry to which the value of a let belongs
}

// head is the function position of an application.
type head struct {
	at    syntax.ID
	name  string
	idx   []int
	sym   string // the symbol index of (_ is c), (_ update s), (_ map f), (_ as-array f)
	as    *sorts.Sort
	value bool // the head is a term: the first value
}

// maxValues bounds the number of terms that wait for their application to end.
const maxValues = 1 << 23

// term reads the term at n. Scopes that an error leaves open do not matter to a script, which is given up; a caller that
// continues reading calls abandon.
func (e *elaborator) term(n syntax.ID) (*term.Term, *syntax.Error) {
	e.frames, e.values = e.frames[:0], e.values[:0]
	if err := e.visit(n); err != nil {
		return nil, err
	}
	for len(e.frames) > 0 {
		if len(e.values) > maxValues {
			return nil, e.tree.Errorf(n, syntax.CodeTooLarge, "a term with more than %d arguments or levels", maxValues)
		}
		f := &e.frames[len(e.frames)-1]
		if f.cur < f.end {
			c := f.cur
			f.cur = e.tree.End(c)
			if f.kind == fLet {
				c = e.tree.End(e.tree.First(c)) // the term of the pair (name term)
				if e.session != nil {
					if v, ok := e.session.postpone(c); ok {
						e.push(v)
						continue
					}
				}
			}
			if e.session != nil {
				e.place = e.expected(f)
			}
			if err := e.visit(c); err != nil {
				return nil, err
			}
			continue
		}
		if err := e.finish(); err != nil {
			return nil, err
		}
	}
	return e.values[len(e.values)-1], nil
}

// formula reads a term that must be of sort Bool.
func (e *elaborator) formula(n syntax.ID) (*term.Term, *syntax.Error) {
	t, err := e.term(n)
	if err == nil && t.Sort() != sorts.Bool {
		err = e.tree.Errorf(n, syntax.CodeSort, "expected a term of sort Bool, found one of sort %s", syntax.Clip(t.Sort().String(), 200))
	}
	return t, err
}

func (e *elaborator) push(t *term.Term) { e.values = append(e.values, t) }

// binder returns the kind of a binder beyond the standard's, NoBinder if its name means something else.
func (e *elaborator) binder(f *frame, name string) term.Binder {
	switch {
	case name == "lambda" && e.undeclared(name):
		return term.Lambda
	case name == "choice" && e.isChoice(f.node):
		return term.Choice
	case name == "witness" && e.isWitness():
		f.aux = &aux{}
		return term.Exists
	case name == "set.comprehension" && e.undeclared(name) && e.may(theory.SetComprehension):
		return term.Comprehension
	}
	return term.NoBinder
}

// visit reads an atom at once and opens a frame for a list.
func (e *elaborator) visit(n syntax.ID) *syntax.Error {
	t := &e.tree
	if t.Kind(n) != syntax.List {
		return e.atom(n)
	}
	first := t.First(n)
	if first == t.End(n) {
		return t.Errorf(n, syntax.CodeMalformed, "() is not a term")
	}
	f := frame{kind: fApp, node: n, cur: t.End(first), end: t.End(n), base: len(e.values), want: e.place}
	if t.Kind(first) == syntax.Symbol {
		switch t.Text(first) {
		case "let":
			return e.openLet(f)
		case "forall":
			return e.openBinder(f, term.Forall)
		case "exists":
			return e.openBinder(f, term.Exists)
		case "lambda", "choice", "witness", "set.comprehension":
			if b := e.binder(&f, t.Text(first)); b != term.NoBinder {
				return e.openBinder(f, b)
			}
		case "match":
			return e.openMatch(f)
		case "root-obj":
			return e.rootObject(n)
		case "!":
			return e.openAnnot(f)
		case "_", "as":
			h, err := e.readHead(n)
			if err != nil {
				return err
			}
			return e.constant(n, h)
		}
	}
	h, isHead, err := e.headOf(first)
	if err != nil {
		return err
	}
	if f.cur == f.end {
		if isHead {
			// Some tools write constants as (c); only z3 reads that.
			return e.constant(n, h)
		}
		return t.Errorf(n, syntax.CodeMalformed, "a function is applied to no arguments")
	}
	f.head = h
	if e.session != nil && f.want == nil && isHead && h.plain() && e.openConstructor(h.name) {
		f.want = e.session.constructed(n, 0)
	}
	e.frames = append(e.frames, f)
	if !isHead {
		e.frames[len(e.frames)-1].head.value = true
		e.place = nil
		return e.visit(first)
	}
	return nil
}

// --- opening ---

func (e *elaborator) openLet(f frame) *syntax.Error {
	t := &e.tree
	kids := t.Children(f.node)
	if len(kids) < 2 || t.Kind(kids[1]) != syntax.List || len(kids) == 2 && t.Len(kids[1]) == 0 || len(kids) != 3 && !e.may(theory.OddBodies) {
		return t.Errorf(f.node, syntax.CodeMalformed, "let has the form (let ((name term) ...) body)")
	}
	f.kind = fLet
	f.aux = &aux{}
	if len(kids) > 2 {
		f.aux.node = kids[len(kids)-1:]
	}
	seen := map[string]bool{}
	many := t.Size(kids[1]) > 1 && t.End(t.First(kids[1])) < t.End(kids[1])
	for c, end := t.First(kids[1]), t.End(kids[1]); c < end; c = t.End(c) {
		if t.Kind(c) != syntax.List || t.Len(c) != 2 {
			return t.Errorf(c, syntax.CodeMalformed, "a binding of let has the form (name term)")
		}
		name, ok := t.Name(t.First(c))
		if !ok {
			return t.Errorf(c, syntax.CodeMalformed, "let binds symbols, not %s", syntax.Clip(t.Text(t.First(c)), 40))
		}
		if seen[name] && !e.may(theory.Rebinding) {
			return t.Errorf(c, syntax.CodeRedeclare, "let binds %s twice", syntax.Clip(name, 60))
		}
		if many {
			seen[name] = true
		}
		f.aux.names = append(f.aux.names, name)
	}
	f.cur, f.end = t.First(kids[1]), t.End(kids[1])
	e.frames = append(e.frames, f)
	return nil
}

func (e *elaborator) openAnnot(f frame) *syntax.Error {
	t := &e.tree
	kids := t.Children(f.node)
	if len(kids) == 2 && e.may(theory.OddAttribute) {
		return e.visit(kids[1])
	}
	if len(kids) < 3 {
		return t.Errorf(f.node, syntax.CodeMalformed, "an annotation has the form (! term :attribute value ...)")
	}
	a := &aux{}
	for i := 2; i < len(kids); i++ {
		if t.Kind(kids[i]) != syntax.Keyword {
			return t.Errorf(kids[i], syntax.CodeMalformed, "expected an attribute such as :named, found %s", syntax.Clip(t.Text(kids[i]), 40))
		}
		at := term.Attr{Key: t.Text(kids[i])}
		if at.Key == ":" && !e.may(theory.OddAttribute) {
			return e.bareColon(kids[i])
		}
		patterns := 0
		if i+1 < len(kids) && t.Kind(kids[i+1]) != syntax.Keyword {
			i++
			val := kids[i]
			switch at.Key {
			case ":pattern":
				terms, err := e.patternTerms(val)
				if err != nil {
					return err
				}
				if len(terms) == 0 {
					continue // it says nothing
				}
				a.node = append(a.node, terms...)
				patterns = len(terms)
			case ":no-pattern": // one term, as z3 has it
				a.node = append(a.node, val)
				patterns = 1
			case ":named":
				name, ok := t.Name(val)
				if !ok {
					return t.Errorf(val, syntax.CodeMalformed, ":named takes a symbol")
				}
				at.Label = term.NewDecl(term.Label, name, nil, sorts.Bool)
				a.names = append(a.names, name)
			default:
				at.Value = string(t.Append(nil, val))
			}
		} else if at.Key == ":named" || at.Key == ":pattern" {
			return t.Errorf(kids[i], syntax.CodeMalformed, "%s needs a value", at.Key)
		}
		if at.Key == ":" {
			continue // it says nothing, and only z3 reads it
		}
		a.attrs = append(a.attrs, at)
		a.count = append(a.count, patterns)
	}
	if len(a.attrs) == 0 { // none of them says anything
		return e.visit(kids[1])
	}
	f.kind, f.aux = fAnnot, a
	f.cur, f.end = kids[1], t.End(kids[1])
	e.frames = append(e.frames, f)
	return nil
}

// patternTerms returns the terms of the value of :pattern. z3 also reads one term instead of a list, and an empty list.
func (e *elaborator) patternTerms(val syntax.ID) ([]syntax.ID, *syntax.Error) {
	t := &e.tree
	if t.Kind(val) == syntax.List && t.Len(val) > 1 {
		// (f x) is either a list of two constants or the application of a function.
		name, ok := t.Name(t.First(val))
		en := e.lookup(name)
		operator := ok && en != nil && len(en.locals) == 0 && (en.decl == nil && applies(en.rows) || en.decl != nil && len(en.decl.Params) > 0)
		if operator && e.may(theory.LoosePattern) {
			return []syntax.ID{val}, nil
		}
	}
	if t.Kind(val) != syntax.List || t.Len(val) == 0 && !e.may(theory.LoosePattern) {
		return nil, t.Errorf(val, syntax.CodeMalformed, ":pattern takes a list of terms")
	}
	return t.Children(val), nil
}

// applies reports whether one of the operators takes arguments: (true x) is a list.
func applies(rows []*theory.Row) bool {
	return slices.ContainsFunc(rows, func(r *theory.Row) bool { return len(r.Args) > 0 })
}

func (e *elaborator) openMatch(f frame) *syntax.Error {
	t := &e.tree
	kids := t.Children(f.node)
	if len(kids) != 3 || t.Kind(kids[2]) != syntax.List || t.Len(kids[2]) == 0 {
		return t.Errorf(f.node, syntax.CodeMalformed, "match has the form (match term ((pattern term) ...))")
	}
	f.kind, f.aux = fMatch, &aux{node: t.Children(kids[2])}
	f.cur, f.end = kids[1], t.End(kids[1])
	e.frames = append(e.frames, f)
	return nil
}

// --- finishing ---

// finish completes the part of the top frame whose terms are read.
func (e *elaborator) finish() *syntax.Error {
	f := &e.frames[len(e.frames)-1]
	t := &e.tree
	switch f.kind {
	case fApp:
		args := e.values[f.base:]
		h := f.head
		var r *term.Term
		var err *syntax.Error
		if h.value {
			e.note(theory.AppliedValue)
			r, err = e.applyValue(f.node, args)
		} else {
			e.place = f.want
			r, err = e.apply(f.node, h, args)
		}
		return e.close(r, err)
	case fLet:
		if f.aux.node == nil { // no body: z3 uses the last value
			return e.close(e.values[len(e.values)-1], nil)
		}
		for i, name := range f.aux.names {
			en := e.enter(name)
			en.locals = append(en.locals, e.values[f.base+i])
		}
		e.values = e.values[:f.base]
		f.kind = fLetBody
		f.cur, f.end = f.aux.node[0], t.End(f.aux.node[0])
		return nil
	case fLetBody:
		e.unbindNames(f.aux.names)
		f.aux.names = nil // out of scope
		return e.close(e.values[len(e.values)-1], nil)
	case fLater:
		v := e.values[len(e.values)-1]
		f.aux.later.locals[len(f.aux.later.locals)-1] = v
		return e.close(v, nil)
	case fQuant:
		vars := f.vars
		f.vars = nil // out of scope
		e.unbindVars(vars)
		if f.b == term.Comprehension {
			return e.close(e.comprehension(f.node, vars, e.values[f.base:]))
		}
		r, err := e.store.Quant(f.b, vars, e.values[len(e.values)-1])
		if err == nil && f.aux != nil {
			return e.close(e.witness(f.node, r))
		}
		return e.close(r, e.wrap(f.node, err))
	case fAnnot:
		if next := len(e.values) - f.base - 1; next < len(f.aux.node) {
			f.cur = f.aux.node[next]
			f.end = t.End(f.cur)
			return nil
		}
		r, err := e.annotation(f)
		return e.close(r, err)
	case fMatch:
		return e.nextCase(f)
	}
	return t.Errorf(f.node, syntax.CodeMalformed, "unexpected term")
}

// close replaces the top frame's values with its result.
func (e *elaborator) close(r *term.Term, err *syntax.Error) *syntax.Error {
	f := &e.frames[len(e.frames)-1]
	if err != nil {
		return err
	}
	if e.store.Len()-e.window > e.opts.MaxTerms {
		return e.tree.Errorf(f.node, syntax.CodeTooLarge, "the script has more than %d distinct terms", e.opts.MaxTerms)
	}
	if e.closed++; e.closed%pollEvery == 0 && e.stopped() {
		return e.tree.Errorf(f.node, syntax.CodeTooLarge, "reading was interrupted")
	}
	e.values = append(e.values[:f.base], r)
	e.frames = e.frames[:len(e.frames)-1]
	return nil
}

// pollEvery is how many compound terms are read between two checks of Options.Done.
const pollEvery = 1 << 12

// maxPattern bounds the size of a pattern written out without sharing, as it is printed.
const maxPattern = 10_000

func (e *elaborator) annotation(f *frame) (*term.Term, *syntax.Error) {
	vals := e.values[f.base:]
	body, pats := vals[0], vals[1:]
	attrs := f.aux.attrs
	for i := range attrs {
		if n := f.aux.count[i]; n > 0 {
			attrs[i].Terms = append([]*term.Term(nil), pats[:n]...)
			pats = pats[n:]
			if first := attrs[i].Terms[0].Func(); n > 1 && first != nil && first.Kind == term.ValueFunc {
				// (f x) would be read as an application of the function.
				return nil, e.tree.Errorf(f.node, syntax.CodeMalformed, "a pattern begins with the function %s: it holds applications", syntax.Clip(first.Decl.Text, 60))
			}
			for _, p := range attrs[i].Terms {
				if term.TreeSize(p, maxPattern) >= maxPattern {
					return nil, e.tree.Errorf(f.node, syntax.CodeTooLarge, "pattern with more than %d nodes", maxPattern)
				}
			}
		}
		if l := attrs[i].Label; l != nil {
			if len(body.Free()) > 0 {
				return nil, e.tree.Errorf(f.node, syntax.CodeSort, "a named term must not hold variables bound outside; %s does", syntax.Clip(l.Text, 60))
			}
			l.Result = body.Sort()
			if err := e.declare(f.node, l); err != nil {
				return nil, err
			}
		}
	}
	r, err := e.store.Annot(body, attrs)
	if err != nil {
		return nil, e.wrap(f.node, err)
	}
	for _, a := range attrs {
		if a.Label != nil {
			a.Label.Body = r
		}
	}
	return r, nil
}

// nextCase closes the current case and opens the next one.
func (e *elaborator) nextCase(f *frame) *syntax.Error {
	t := &e.tree
	done := len(e.values) - f.base // the scrutinee and the bodies read so far
	scrutinee := e.values[f.base]
	e.unbindVars(f.vars) // of the previous case
	f.vars = nil
	if done-1 < len(f.aux.node) {
		n := f.aux.node[done-1]
		kids := t.Children(n)
		if len(kids) != 2 {
			return t.Errorf(n, syntax.CodeMalformed, "a case of match has the form (pattern term)")
		}
		c, err := e.pattern(kids[0], scrutinee)
		if err != nil {
			return err
		}
		f.aux.cases = append(f.aux.cases, c)
		f.vars = c.Vars
		e.bindVars(f.vars)
		f.cur, f.end = kids[1], t.End(kids[1])
		return nil
	}
	if err := e.covered(f, scrutinee); err != nil {
		return err
	}
	r, err := e.store.Match(scrutinee, f.aux.cases, e.values[f.base+1:])
	return e.close(r, e.wrap(f.node, err))
}

// pattern reads a constructor, (constructor x ...), a variable or _.
func (e *elaborator) pattern(n syntax.ID, scrutinee *term.Term) (term.Case, *syntax.Error) {
	t := &e.tree
	at, names := n, []syntax.ID(nil)
	qualified := func(n syntax.ID) bool { return t.Kind(n) == syntax.List && t.Len(n) == 3 && t.Is(t.First(n), "as") }
	if t.Kind(n) == syntax.List && t.Len(n) > 0 && !qualified(n) {
		kids := t.Children(n)
		at, names = kids[0], kids[1:]
	}
	if qualified(at) {
		at = t.Children(at)[1]
	}
	if t.Is(n, "_") {
		return term.Case{Vars: []*term.Term{e.store.NewVar(term.Unnamed, scrutinee.Sort())}}, nil
	}
	name, ok := t.Name(at)
	if !ok {
		return term.Case{}, t.Errorf(n, syntax.CodeMalformed, "a pattern is a constructor, a variable, or (constructor variable ...)")
	}
	ctor := e.lookup(name).chosen(term.Constructor, scrutinee.Sort())
	if ctor == nil {
		if len(names) > 0 || t.Kind(n) == syntax.List {
			return term.Case{}, t.Errorf(n, syntax.CodeUnknown, "%s is not a constructor", syntax.Clip(name, 60))
		}
		return term.Case{Vars: []*term.Term{e.store.NewVar(name, scrutinee.Sort())}}, nil
	}
	by := map[string]*sorts.Sort{}
	if !sorts.Unify(ctor.Result, scrutinee.Sort(), by) {
		return term.Case{}, t.Errorf(n, syntax.CodeSort, "%s constructs %s, but the matched term has sort %s", ctor.Text, ctor.Result, scrutinee.Sort())
	}
	if len(names) != len(ctor.Params) {
		return term.Case{}, t.Errorf(n, syntax.CodeSort, "constructor %s has %d fields, the pattern %d variables", ctor.Text, len(ctor.Params), len(names))
	}
	c := term.Case{Ctor: ctor}
	seen := map[string]bool{}
	for i, k := range names {
		v, ok := t.Name(k)
		if t.Is(k, "_") {
			v = term.Unnamed
		} else if !ok || seen[v] {
			return c, t.Errorf(k, syntax.CodeMalformed, "a pattern's variables are distinct symbols")
		}
		seen[v] = true
		c.Vars = append(c.Vars, e.store.NewVar(v, e.store.Sorts.Substitute(ctor.Params[i], by)))
	}
	return c, nil
}

func (e *elaborator) covered(f *frame, scrutinee *term.Term) *syntax.Error {
	var data *term.Datatype
	missing := map[string]bool{}
	for _, c := range f.aux.cases {
		if c.Ctor == nil {
			return nil
		}
		if data == nil {
			data = c.Ctor.Data
			for _, k := range data.Ctors {
				missing[k.Name] = true
			}
		}
		delete(missing, c.Ctor.Name)
	}
	for _, k := range data.Ctors {
		if missing[k.Name] {
			err := e.tree.Errorf(f.node, syntax.CodeMalformed, "match over %s has no case for %s", scrutinee.Sort(), k.Text)
			err.Hint = "add the case, or a last case with a variable"
			return err
		}
	}
	return nil
}
