package shape

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// writer writes the form of a script: symbols and sorts are numbered as they come, terms by what they are, so that a term is written once
// however often it stands there. A bound variable is numbered within its term.
type writer struct {
	*colours
	out     []byte
	symbols map[*term.Decl]int
	sorts   map[string]int
	vars    map[*term.Term]int
	known   map[*term.Term]int // numbers of terms
	forms   map[string]int     // the same by what the terms are
	data    map[string]*term.Datatype
	byName  map[string]*term.Decl // the symbols that texts of commands may have
}

func newWriter(s *script.Script, how grain) *writer {
	w := &writer{colours: colour(s, how), symbols: make(map[*term.Decl]int), sorts: make(map[string]int), vars: make(map[*term.Term]int),
		known: make(map[*term.Term]int), forms: make(map[string]int), data: make(map[string]*term.Datatype),
		byName: make(map[string]*term.Decl)}
	for _, c := range s.Commands {
		for _, d := range c.Datas {
			w.data[d.Name] = d
		}
	}
	return w
}

// script writes what of a script counts.
func (w *writer) script(s *script.Script) {
	var commands []*script.Command
	for _, c := range s.Commands {
		if counts(c) {
			commands = append(commands, c)
		}
		w.names(c)
	}
	if !ordered(s) {
		slices.SortStableFunc(commands, func(a, b *script.Command) int { return cmp.Compare(w.ofCommand(a), w.ofCommand(b)) })
	}
	for _, c := range commands {
		line := fmt.Sprintf("(%d %s %d", c.Kind, nameOf(c), c.Arity)
		switch {
		case c.Kind == script.SetOption:
			line += " " + c.Text
		case c.Text != "" && says(c):
			line += " " + w.text(c)
		}
		for _, t := range c.Terms {
			line += " @" + strconv.Itoa(w.term(t))
		}
		w.out = append(w.out, line+")\n"...)
	}
}

func (w *writer) ofCommand(c *script.Command) uint64 {
	h := mix(uint64(c.Kind), hash(nameOf(c)), uint64(c.Arity))
	for _, t := range c.Terms {
		h = mix(h, w.of(t))
	}
	if c.Text != "" && says(c) {
		h = mix(h, hash(w.plain(c)))
	}
	return h
}

// nameOf is the name of an option, "" for other commands: a logic is no part of the shape.
func nameOf(c *script.Command) string {
	if c.Kind == script.SetOption {
		return c.Name
	}
	return ""
}

// counts reports whether a command is a part of the shape. Declarations come with their first use.
func counts(c *script.Command) bool {
	switch c.Kind {
	case script.SetLogic, script.SetInfo, script.DeclareSort, script.DefineSort, script.DeclareSortParameter, script.DeclareFun, script.DefineFun,
		script.DefineRec, script.DeclareDatatypes, script.Echo, script.Exit, script.Invalid:
		return false
	case script.Get:
		return says(c)
	case script.SetOption:
		return !strings.HasPrefix(c.Name, ":produce-") && !strings.HasPrefix(c.Name, ":print-")
	case script.Assert, script.AssertSoft, script.Minimize, script.Maximize, script.CheckSat, script.CheckSatAssuming, script.CheckSatUsing,
		script.Push, script.Pop, script.Reset, script.ResetAssertions, script.GetValue, script.Simplify, script.Other:
	}
	return true
}

// term returns the number of a term, and writes it when it is new.
func (w *writer) term(t *term.Term) int {
	if n, ok := w.known[t]; ok {
		return n
	}
	var b strings.Builder
	switch t.Kind() {
	case term.Literal:
		b.WriteString("#")
		if w.grain == strict {
			fmt.Fprintf(&b, "%q", t.Text())
		}
		b.WriteString(":" + w.sort(t.Sort()))
	case term.Var:
		fmt.Fprintf(&b, "?%d:%s", w.vars[t], w.sort(t.Sort()))
	case term.App:
		b.WriteString(w.function(t.Func()))
		if len(t.Args()) == 0 {
			// (as const S) and the like: the sort says what the symbol does not.
			b.WriteString(" " + w.sort(t.Sort()))
		}
	case term.Quant:
		b.WriteString(t.Binder().String() + w.bind(t, t.Bound()))
	case term.Match:
		b.WriteString("match")
		for _, k := range t.Cases() {
			b.WriteString(" [")
			if k.Ctor != nil {
				b.WriteString(w.decl(k.Ctor))
			}
			b.WriteString(w.bind(t, k.Vars) + "]")
		}
	case term.Annot:
		b.WriteString("!" + w.attributes(t))
	case term.Invalid:
		b.WriteString("invalid")
	}
	for _, a := range w.arguments(t) {
		fmt.Fprintf(&b, " @%d", w.term(a))
	}
	n, ok := w.forms[b.String()]
	if !ok {
		n = len(w.forms)
		w.forms[b.String()] = n
		w.out = fmt.Appendf(w.out, "@%d = %s\n", n, b.String())
	}
	w.known[t] = n
	return n
}

// arguments returns the arguments in the order in which they are written.
func (w *writer) arguments(t *term.Term) []*term.Term {
	args := slices.Clone(t.Args())
	if turned(t, w.grain) {
		slices.Reverse(args)
	}
	if k := from(t); k < len(args) {
		slices.SortStableFunc(args[k:], func(a, b *term.Term) int { return cmp.Compare(w.of(a), w.of(b)) })
	}
	return args
}

// attributes returns those that mean something to solvers. Names of assertions do not.
func (w *writer) attributes(t *term.Term) string {
	var b strings.Builder
	for _, a := range t.Attrs() {
		if a.Label != nil {
			continue
		}
		b.WriteString(" " + a.Key)
		for _, p := range a.Terms {
			fmt.Fprintf(&b, " @%d", w.term(p))
		}
	}
	return b.String()
}

// bind numbers variables from the first number that is free in a term, so that a term has the same numbers wherever it stands.
func (w *writer) bind(t *term.Term, vars []*term.Term) string {
	next := 0
	for _, v := range t.Free() {
		next = max(next, w.vars[v]+1)
	}
	var b strings.Builder
	b.WriteString(" (")
	for _, v := range vars {
		if v == nil {
			b.WriteString("_ ")
			continue
		}
		w.vars[v] = next
		next++
		fmt.Fprintf(&b, "?%d %s ", w.vars[v], w.sort(v.Sort()))
	}
	return b.String() + ")"
}

func (w *writer) function(f *term.Func) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d", f.Kind)
	switch {
	case f.Decl != nil:
		b.WriteString(w.decl(f.Decl))
	case f.Row != nil:
		b.WriteString(w.grain.operator(f.Row.Name))
	}
	for _, i := range f.Indices {
		b.WriteString("_" + w.numeral(i))
	}
	if f.As != nil {
		b.WriteString(" as " + w.sort(f.As))
	}
	return b.String()
}

func (w *writer) numeral(i int) string {
	if w.grain == loose {
		return "n"
	}
	return strconv.Itoa(i)
}

// decl returns the number of a symbol of the script, and writes what it is when it is new.
func (w *writer) decl(d *term.Decl) string {
	if n, ok := w.symbols[d]; ok {
		return "$" + strconv.Itoa(n)
	}
	name := "$" + strconv.Itoa(len(w.symbols))
	w.symbols[d] = len(w.symbols)
	var b strings.Builder
	fmt.Fprintf(&b, "%s = %d", name, d.Kind)
	for _, p := range d.Params {
		b.WriteString(" " + w.sort(p))
	}
	b.WriteString(" -> " + w.sort(d.Result))
	if d.Kind == term.Constructor && d.Data != nil {
		fmt.Fprintf(&b, " %d", slices.Index(d.Data.Ctors, d))
	}
	if d.Kind == term.Selector && d.Owner != nil {
		fmt.Fprintf(&b, " %d of %s", slices.Index(d.Owner.Fields, d), w.decl(d.Owner))
	}
	if d.Kind == term.Defined && d.Body != nil {
		for i, v := range d.Vars {
			w.vars[v] = i
		}
		fmt.Fprintf(&b, " @%d", w.term(d.Body))
	}
	w.out = append(append(w.out, b.String()...), '\n')
	return name
}

// sort writes a sort: one of the script's own by its number, and at first, in a line of its own, with its constructors.
func (w *writer) sort(s *sorts.Sort) string {
	if s == nil {
		return "-"
	}
	text := s.Name()
	if s.Kind() == sorts.User || s.Kind() == sorts.Param {
		n, ok := w.sorts[text]
		if !ok {
			n = len(w.sorts)
			w.sorts[text] = n
		}
		text = fmt.Sprintf("S%d", n)
		if d := w.data[s.Name()]; d != nil && !ok {
			line := text + " ="
			for _, c := range d.Ctors {
				line += " |"
				for _, p := range c.Params {
					line += " " + w.sort(p)
				}
			}
			w.out = append(w.out, line+"\n"...)
		}
	}
	for _, i := range s.Indices() {
		text += "_" + w.numeral(i)
	}
	if len(s.Args()) > 0 {
		text += "("
		for _, a := range s.Args() {
			text += w.sort(a) + " "
		}
		text += ")"
	}
	return text
}
