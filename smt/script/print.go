package script

import (
	"slices"
	"strconv"

	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// Printer writes scripts of one store as text. It remembers the text of assertions between calls, so
// that writing a mutant costs little more than its changed command. Not safe for concurrent use.
type Printer struct {
	// Solver selects the spelling of operators; "" is the table's own.
	Solver string
	// ForSolver leaves out what would change or disturb a solver's answers: status labels and commands
	// that print anything but check-sat answers.
	ForSolver bool
	// AfterCheck returns a command to be written behind check number check, from 0, such as (get-model), or "". nil adds none.
	AfterCheck func(check int) string
	// Asked are the offsets at which the texts of AfterCheck begin that the last Append wrote, in their order, from the beginning
	// of dst. The next Append takes the memory.
	Asked []int

	terms term.Printer
	cache map[*term.Term][]byte
	size  int
	taken map[string]bool
	known *term.Store
	decls []*term.Decl // what taken was made from
	spare []*term.Decl // memory for the next list
}

// cacheLimit bounds the bytes of remembered text.
const cacheLimit = 4 << 20

// Append writes s to dst, one command a line.
func (p *Printer) Append(dst []byte, s *Script) []byte {
	if p.known != s.Store {
		p.known = s.Store
		p.terms = term.Printer{Solver: p.Solver}
		p.decls = nil
	}
	p.terms.Reset()
	// Bound variables and lets keep clear of declared names, so remembered text is good only as long as the
	// declarations stay: what is written must not depend on what was written before.
	if decls := declared(s, p.spare[:0]); !slices.Equal(decls, p.decls) || p.taken == nil {
		p.taken = make(map[string]bool, len(decls))
		for _, d := range decls {
			p.taken[d.Name] = true
		}
		p.cache, p.size = map[*term.Term][]byte{}, 0
		p.decls, p.spare = decls, p.decls
	} else {
		p.spare = decls
	}
	p.terms.Taken = func(name string) bool { return p.taken[name] || s.Store.Table.Lookup(name) != nil }
	check := 0
	p.Asked = p.Asked[:0]
	for i := range s.Commands {
		c := &s.Commands[i]
		if p.ForSolver && Silent(c) {
			continue
		}
		dst = append(p.command(dst, c), '\n')
		if !c.IsCheck() {
			continue
		}
		if p.AfterCheck != nil {
			if more := p.AfterCheck(check); more != "" {
				p.Asked = append(p.Asked, len(dst))
				dst = append(append(dst, more...), '\n')
			}
		}
		check++
	}
	return dst
}

// declared appends all that s declares to dst: functions, constructors, selectors and labels.
func declared(s *Script, dst []*term.Decl) []*term.Decl {
	for i := range s.Commands {
		c := &s.Commands[i]
		for _, d := range c.Decls {
			dst = append(dst, d)
			if d.Body != nil {
				term.Labels(d.Body, func(l *term.Decl) { dst = append(dst, l) })
			}
		}
		for _, data := range c.Datas {
			for _, ctor := range data.Ctors {
				dst = append(append(dst, ctor), ctor.Fields...)
			}
			if data.Subterm != nil {
				dst = append(dst, data.Subterm)
			}
		}
		for _, t := range c.Terms {
			term.Labels(t, func(l *term.Decl) { dst = append(dst, l) })
		}
	}
	return dst
}

// Silent reports whether the command is withheld from a solver under test. Status labels are: a solver that disagrees with
// one complains or aborts.
func Silent(c *Command) bool {
	switch c.Kind {
	case SetInfo, Get, GetValue, Echo, Simplify:
		return true
	case SetOption:
		switch c.Name {
		case ":print-success", ":regular-output-channel", ":diagnostic-output-channel", ":verbosity", ":interactive-mode", ":produce-assertions":
			return true
		}
	}
	return false
}

func (p *Printer) command(dst []byte, c *Command) []byte {
	switch c.Kind {
	case SetLogic:
		dst = append(append(dst, "(set-logic "...), syntax.SymbolText(c.Name)...)
		return append(dst, ')')
	case SetInfo:
		return p.keyed(dst, "(set-info ", c)
	case SetOption:
		return p.keyed(dst, "(set-option ", c)
	case DeclareFun:
		d := c.Decls[0]
		dst = append(append(dst, "(declare-fun "...), d.Text...)
		return append(append(append(dst, ' '), d.Signature()...), ')')
	case DefineFun:
		d := c.Decls[0]
		dst = append(append(append(dst, "(define-fun "...), d.Text...), ' ')
		dst = p.definition(dst, d)
		return append(dst, ')')
	case DefineRec:
		return p.recursive(dst, c)
	case DeclareDatatypes:
		return p.datatypes(dst, c)
	case Assert:
		return append(p.root(append(dst, "(assert "...), c.Terms[0]), ')')
	case AssertSoft, Minimize, Maximize, Simplify:
		name := map[Kind]string{AssertSoft: "(assert-soft ", Minimize: "(minimize ", Maximize: "(maximize ", Simplify: "(simplify "}[c.Kind]
		dst = p.root(append(dst, name...), c.Terms[0])
		if c.Text != "" {
			dst = append(append(dst, ' '), c.Text...)
		}
		return append(dst, ')')
	case CheckSatAssuming, GetValue:
		name := "(check-sat-assuming ("
		if c.Kind == GetValue {
			name = "(get-value ("
		}
		dst = append(dst, name...)
		for i, t := range c.Terms {
			if i > 0 {
				dst = append(dst, ' ')
			}
			dst = p.root(dst, t)
		}
		dst = append(dst, ')')
		if c.Text != "" {
			dst = append(append(dst, ' '), c.Text...)
		}
		return append(dst, ')')
	case Push, Pop:
		name := "(push "
		if c.Kind == Pop {
			name = "(pop "
		}
		return append(strconv.AppendInt(append(dst, name...), int64(c.Arity), 10), ')')
	}
	if c.Text == "" {
		return append(dst, bare[c.Kind]...)
	}
	return append(dst, c.Text...)
}

// bare are the texts of commands that do not come from a script's text.
var bare = map[Kind]string{CheckSat: "(check-sat)", Reset: "(reset)", ResetAssertions: "(reset-assertions)", Exit: "(exit)"}

func (p *Printer) keyed(dst []byte, head string, c *Command) []byte {
	dst = append(append(dst, head...), c.Name...)
	if c.Text != "" {
		dst = append(append(dst, ' '), c.Text...)
	}
	return append(dst, ')')
}

// root writes a closed term, from memory when its text cannot depend on what was written before.
func (p *Printer) root(dst []byte, t *term.Term) []byte {
	if t.HasNamed() || t.HasMatch() || t.IsLeaf() {
		return p.terms.Append(dst, t)
	}
	if text, ok := p.cache[t]; ok {
		return append(dst, text...)
	}
	from := len(dst)
	dst = p.terms.Append(dst, t)
	if n := len(dst) - from; n <= cacheLimit/16 {
		if p.size += n; p.size > cacheLimit {
			clear(p.cache)
			p.size = n
		}
		p.cache[t] = append([]byte(nil), dst[from:]...)
	}
	return dst
}

// definition writes ((x S) ...) S body.
func (p *Printer) definition(dst []byte, d *term.Decl) []byte {
	dst = p.terms.AppendParams(dst, d.Vars)
	dst = append(append(append(dst, ' '), d.Result.String()...), ' ')
	return p.terms.AppendBody(dst, d.Vars, d.Body)
}

func (p *Printer) recursive(dst []byte, c *Command) []byte {
	if len(c.Decls) == 1 {
		d := c.Decls[0]
		dst = append(append(append(dst, "(define-fun-rec "...), d.Text...), ' ')
		return append(p.definition(dst, d), ')')
	}
	dst = append(dst, "(define-funs-rec ("...)
	for i, d := range c.Decls {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = append(append(append(dst, '('), d.Text...), ' ')
		dst = p.terms.AppendParams(dst, d.Vars)
		dst = append(append(append(dst, ' '), d.Result.String()...), ')')
	}
	dst = append(dst, ") ("...)
	for i, d := range c.Decls {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = p.terms.AppendBody(dst, d.Vars, d.Body)
	}
	return append(dst, "))"...)
}

func (p *Printer) datatypes(dst []byte, c *Command) []byte {
	if d := c.Datas[0]; d.Subterm != nil { // the only form that takes it
		dst = append(append(append(dst, "(declare-datatype "...), syntax.SymbolText(d.Name)...), ' ')
		dst = append(p.constructors(dst, d), " :subterm "...)
		return append(append(dst, d.Subterm.Text...), ')')
	}
	if c.Datas[0].Co {
		dst = append(dst, "(declare-codatatypes ("...)
	} else {
		dst = append(dst, "(declare-datatypes ("...)
	}
	for i, d := range c.Datas {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = append(append(append(dst, '('), syntax.SymbolText(d.Name)...), ' ')
		dst = append(strconv.AppendInt(dst, int64(len(d.Params)), 10), ')')
	}
	dst = append(dst, ") ("...)
	for i, d := range c.Datas {
		if i > 0 {
			dst = append(dst, ' ')
		}
		if len(d.Params) > 0 {
			dst = append(dst, "(par ("...)
			for k, a := range d.Params {
				if k > 0 {
					dst = append(dst, ' ')
				}
				dst = append(dst, syntax.SymbolText(a)...)
			}
			dst = append(dst, ") "...)
		}
		dst = p.constructors(dst, d)
		if len(d.Params) > 0 {
			dst = append(dst, ')')
		}
	}
	return append(dst, "))"...)
}

// constructors writes ((constructor (selector SORT) ...) ...).
func (p *Printer) constructors(dst []byte, d *term.Datatype) []byte {
	dst = append(dst, '(')
	for k, ctor := range d.Ctors {
		if k > 0 {
			dst = append(dst, ' ')
		}
		dst = append(append(dst, '('), ctor.Text...)
		for _, f := range ctor.Fields {
			dst = append(append(append(dst, " ("...), f.Text...), ' ')
			dst = append(append(dst, f.Result.String()...), ')')
		}
		dst = append(dst, ')')
	}
	return append(dst, ')')
}

// String returns the canonical text of s.
func (s *Script) String() string {
	var p Printer
	return string(p.Append(nil, s))
}
