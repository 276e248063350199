package elab

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// Session reads what a solver prints about a script: terms in the scope of one of its checks, into the
// script's own store. It is not safe for concurrent use, nor together with other users of the store.
//
// In addition to what the script can write, it accepts the spellings that solvers use for values: elements of
// uninterpreted sorts without a declaration, numbers such as -5 and +1/3 in one word, and cvc4's (witness ((x S)) p).
type Session struct {
	e        *elaborator
	elements map[element]*term.Decl
	made     []*term.Decl
	arrays   int // functions named by ArrayOf
	opened   int // values made by Unknown
	printer  term.Printer
	hints    map[syntax.ID]*sorts.Sort // what constructed found in the current tree
	laters   map[*term.Term]*later     // by stand-in
}

// element is the name of an element and its sort.
type element struct {
	name string
	sort *sorts.Sort
}

// Resume opens a session at check number check of s, from 0; beyond the last check it is at the script's end.
// The options apply to the text that will be read; the table is the script's.
func Resume(s *script.Script, check int, opts Options) *Session {
	opts.Table = s.Store.Table
	opts = opts.defaults()
	opts.MaxTerms += s.Store.Len()
	e := &elaborator{opts: opts, store: s.Store, env: map[string]*entry{}, sortEnv: map[string]*sortEntry{}, out: &script.Script{Store: s.Store, Dialects: theory.AllDialects}}
	e.scratch = new(scratch)
	e.logic = theory.ParseLogic("")
	x := &Session{e: e, elements: map[element]*term.Decl{}}
	e.session = x
	at := s.CheckCommand(check)
	if at < 0 {
		at = len(s.Commands)
	}
	for i := range s.Commands[:at] {
		x.declare(s, s.Commands[i], at)
	}
	return x
}

// declare brings into scope what command c declares, if it is visible at command at.
func (x *Session) declare(s *script.Script, c *script.Command, at int) {
	show := func(d *term.Decl) {
		if d.From <= at && at < d.To {
			x.e.enter(d.Name).decl = d
		}
	}
	switch c.Kind {
	case script.SetLogic, script.Reset:
		x.e.logic = theory.ParseLogic(c.Name)
	case script.DeclareSort:
		x.e.sortEnv[c.Name] = &sortEntry{arity: arityOf(c.Text)}
	case script.DefineSort, script.DeclareSortParameter:
		// Abbreviations are kept as text. The last one of a name counts.
		delete(x.e.sortEnv, c.Name)
		tree := x.e.tree
		if more, err := syntax.NewReader(c.Text).Next(&x.e.tree); more && err == nil {
			_ = readers[textHead(c)](x.e, x.e.tree.Children(syntax.Root), &script.Command{})
		}
		x.e.tree = tree
	case script.DeclareDatatypes:
		for _, data := range c.Datas {
			x.e.sortEnv[data.Name] = &sortEntry{arity: len(data.Params), data: data}
			if data.Subterm != nil {
				show(data.Subterm)
			}
			for _, ctor := range data.Ctors {
				show(ctor)
				for _, f := range ctor.Fields {
					show(f)
				}
			}
		}
	}
	for _, d := range c.Decls {
		show(d)
		if d.Body != nil {
			term.Labels(d.Body, show)
		}
	}
	for _, t := range c.Terms {
		term.Labels(t, show)
	}
}

func textHead(c *script.Command) string {
	if c.Kind == script.DefineSort {
		return "define-sort"
	}
	return "declare-sort-parameter"
}

// arityOf reads the arity from the canonical text of a declare-sort.
func arityOf(text string) int {
	n := 0
	for _, c := range text[strings.LastIndexByte(text, ' ')+1:] {
		if '0' <= c && c <= '9' {
			n = 10*n + int(c-'0')
		}
	}
	return n
}

// Next reads the next s-expression of r into the session's tree. more is false at the end of the text.
func (x *Session) Next(r *syntax.Reader) (more bool, err *syntax.Error) {
	clear(x.hints)
	clear(x.laters)
	return r.Next(&x.e.tree)
}

// Tree is the s-expression that was read last.
func (x *Session) Tree() *syntax.Tree { return &x.e.tree }

// Lookup returns the declaration of a name in this scope, nil when it has none.
func (x *Session) Lookup(name string) *term.Decl {
	if en := x.e.env[name]; en != nil {
		return en.decl
	}
	return nil
}

// Introduce brings a declaration into scope, hiding any of the same name.
func (x *Session) Introduce(d *term.Decl) { x.e.enter(d.Name).decl = d }

// Bind makes a name stand for a term, which may contain variables, until Unbind removes the binding. It hides what the name
// means otherwise, including an earlier binding.
func (x *Session) Bind(name string, t *term.Term) {
	en := x.e.enter(name)
	en.locals = append(en.locals, t)
}

// Unbind removes the latest binding of a name.
func (x *Session) Unbind(name string) { x.e.unbind(name) }

// Store is the script's store.
func (x *Session) Store() *term.Store { return x.e.store }

// Sort reads the sort at n.
func (x *Session) Sort(n syntax.ID) (*sorts.Sort, *syntax.Error) { return x.e.sort(n) }

// Withdraw takes the declaration of a name out of scope.
func (x *Session) Withdraw(name string) { x.e.enter(name).decl = nil }

// Term reads the term at n.
func (x *Session) Term(n syntax.ID) (*term.Term, *syntax.Error) { return x.termOf(nil, n) }

// termOf reads the term at n where a sort is expected, nil for any.
func (x *Session) termOf(sort *sorts.Sort, n syntax.ID) (*term.Term, *syntax.Error) {
	x.e.place = sort
	t, err := x.e.term(n)
	if err != nil {
		x.e.abandon()
	}
	return t, err
}

// Signature reads NAME ((x SORT) ...) SORT at the three nodes into a declaration without a body.
func (x *Session) Signature(name, params, result syntax.ID) (*term.Decl, *syntax.Error) {
	return x.e.signature([]syntax.ID{name, params, result})
}

// Body reads the term at n with vars in scope, as a term of the sort: Ints are read as Reals, and functions of one
// argument as arrays, where these are required.
func (x *Session) Body(vars []*term.Term, sort *sorts.Sort, n syntax.ID) (*term.Term, *syntax.Error) {
	x.e.bindVars(vars)
	b, err := x.termOf(sort, n)
	x.e.unbindVars(vars)
	if err != nil {
		return nil, err
	}
	if b.Sort() == sorts.Int && sort == sorts.Real {
		b = x.e.toReal(b)
	}
	if b.Sort() != sort && sort.Kind() == sorts.Array {
		b = x.arrayed(b, sort, map[*term.Term]*term.Term{})
	}
	if b.Sort() != sort {
		return nil, x.e.tree.Errorf(n, syntax.CodeSort, "a value of sort %s, where %s is wanted",
			syntax.Clip(b.Sort().String(), 200), syntax.Clip(sort.String(), 200))
	}
	return b, nil
}

// arrayed returns an array of the sort that replaces a closed function written for it by z3, and the functions that are branches or elements
// of that function, as in (lambda ((i Bool)) (ite i (lambda ((j U)) p) (lambda ((j U)) q))). A term that cannot be an array is returned
// unchanged. done has what is known, by term: a term has one place in sorts of one shape.
func (x *Session) arrayed(t *term.Term, sort *sorts.Sort, done map[*term.Term]*term.Term) *term.Term {
	if t.Sort() == sort || sort.Kind() != sorts.Array || len(done) > maxArrayed {
		return t
	}
	if a := done[t]; a != nil && a.Sort() == sort {
		return a
	}
	out := t
	done[t] = t // counts on the way down as well
	switch {
	case t.Kind() == term.Quant && t.Binder() == term.Lambda && len(t.Free()) == 0:
		if a, ok := x.ArrayOf(t.Bound(), x.arrayed(t.Args()[0], sort.Args()[1], done)); ok {
			out = a
		}
	case t.Func().Is("ite"):
		args := t.Args()
		a := x.e.overload("ite", args[0], x.arrayed(args[1], sort, done), x.arrayed(args[2], sort, done))
		if a != nil {
			out = a
		}
	}
	done[t] = out
	return out
}

// maxArrayed bounds the number of functions that one definition has in place of arrays, and how deeply they nest.
const maxArrayed = 10_000

// ArrayOf returns the array whose element at vars is body.
func (x *Session) ArrayOf(vars []*term.Term, body *term.Term) (a *term.Term, ok bool) {
	params := make([]*sorts.Sort, len(vars))
	for i, v := range vars {
		params[i] = v.Sort()
	}
	x.arrays++
	d := term.NewDecl(term.Defined, "array!"+strconv.Itoa(x.arrays), params, body.Sort())
	d.Vars, d.Body = vars, body
	a, err := x.e.store.App(x.e.store.Func(term.Func{Kind: term.AsArrayFunc, Decl: d}))
	return a, err == nil
}

// coerced reads functions of one argument as arrays, as z3 writes them, and the integer element of a constant array
// of reals as a real, as cvc4 writes it. It reports whether it changed anything.
func (x *Session) coerced(h head, args []*term.Term) (out []*term.Term, changed bool) {
	if x == nil {
		return nil, false
	}
	out = append(out, args...)
	for i, a := range args {
		switch {
		case a.Kind() == term.Quant && a.Binder() == term.Lambda && len(a.Free()) == 0:
			if array := x.arrayed(a, x.e.store.Arrayed(a.Sort()), map[*term.Term]*term.Term{}); array != a {
				out[i], changed = array, true
			}
		case h.name == "const" && h.as != nil && h.as.Kind() == sorts.Array && h.as.Args()[1] == sorts.Real && a.Sort() == sorts.Int:
			out[i], changed = x.e.toReal(a), true
		}
	}
	return out, changed
}

// Element returns the element of that name of an uninterpreted sort, creating it if it is new.
func (x *Session) Element(name string, s *sorts.Sort) *term.Decl {
	k := element{name, s}
	d := x.elements[k]
	if d == nil {
		d = term.NewDecl(term.Declared, name, nil, s)
		x.elements[k] = d
		x.made = append(x.made, d)
	}
	return d
}

// Elements returns the elements that were created, in order.
func (x *Session) Elements() []*term.Decl { return x.made }

// Uninterpreted reports whether s is declared without a definition.
func (x *Session) Uninterpreted(s *sorts.Sort) bool {
	en := x.e.sortEnv[s.Name()]
	return s.Kind() == sorts.User && en != nil && en.data == nil && en.body == nil
}

// valueOf reads a symbol that has no meaning in SMT-LIB but stands for a value in a solver's output; it returns
// nil when the symbol is not one, or when a script is being read.
func (x *Session) valueOf(h head) *term.Term {
	if x == nil {
		return nil
	}
	if h.as != nil {
		if !x.Uninterpreted(h.as) || len(h.idx) > 0 || h.sym != "" {
			return nil
		}
		return x.constant(x.Element(h.name, h.as))
	}
	if s := x.sortOf(h.name); s != nil {
		return x.constant(x.Element(h.name, s))
	}
	return x.number(h.name)
}

func (x *Session) constant(d *term.Decl) *term.Term {
	t, err := x.e.store.App(x.e.store.User(d, nil))
	if err != nil {
		return nil
	}
	return t
}

// sortOf finds the uninterpreted sort named in an element's name: @uc_U_0, @U_0, uc_U_0, @a_U_0 (cvc), U!val!0 (z3), U!0 (princess).
func (x *Session) sortOf(name string) *sorts.Sort {
	if base, index, ok := cutLast(name, '!'); ok && isIndex(index) {
		return x.ownSort(strings.TrimSuffix(base, "!val"))
	}
	base, index, ok := cutLast(name, '_')
	if !ok || !isIndex(index) {
		return nil
	}
	for _, prefix := range []string{"@uc_", "uc_", "@a_", "@"} {
		if sort, ok := strings.CutPrefix(base, prefix); ok {
			if s := x.ownSort(sort); s != nil {
				return s
			}
		}
	}
	return nil
}

// ownSort returns the uninterpreted sort of the script with that name, nil if there is none.
func (x *Session) ownSort(name string) *sorts.Sort {
	if en := x.e.sortEnv[name]; en == nil || en.data != nil || en.body != nil || en.arity != 0 {
		return nil
	}
	return x.e.store.Sorts.Make(sorts.User, name, nil, nil)
}

func isIndex(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

func cutLast(s string, sep byte) (before, after string, ok bool) {
	i := strings.LastIndexByte(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+1:], true
}

// number reads signed numbers, including fractions, as yices, opensmt and smtinterpol write them: -5, +1/3.
func (x *Session) number(text string) *term.Term {
	if strings.Trim(text, "+-0123456789./") != "" || len(text) > 1<<16 {
		return nil
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		return nil
	}
	real := strings.ContainsAny(text, "./") || x.e.logic.RealLiterals()
	size := func(n *big.Int) *term.Term {
		if real {
			return x.e.store.Lit(syntax.Decimal, n.String()+".0", sorts.Real)
		}
		return x.e.store.Lit(syntax.Numeral, n.String(), sorts.Int)
	}
	t := size(new(big.Int).Abs(r.Num()))
	if !r.IsInt() {
		t = x.apply("/", t, size(r.Denom()))
	}
	if r.Sign() < 0 && t != nil {
		t = x.apply("-", t)
	}
	return t
}

// apply applies an operator, nil when it does not fit.
func (x *Session) apply(name string, args ...*term.Term) *term.Term {
	t, _, err := x.e.store.Overload(x.e.opts.Table.Lookup(name), nil, nil, args)
	if err != nil {
		return nil
	}
	return t
}
