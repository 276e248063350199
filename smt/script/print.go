package script

import (
	"slices"
	"strconv"

	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// Printer writes scripts of one store as text. It remembers text between calls, so that a mutant costs little more than its
// changed commands and the copying of all others. Not safe for concurrent use.
type Printer struct {
	// Solver selects the spelling of operators; "" is the table's own.
	Solver string
	// ForSolver leaves out what would change or disturb a solver's answers: status labels and commands
	// that print anything but check-sat answers.
	ForSolver bool
	// Keep says which of the commands that ForSolver leaves out are written all the same; nil for none. It takes a Fleeting printer.
	Keep func(*Command) bool
	// Short writes declarations in their shorter forms: declare-const for a symbol without parameters, declare-datatype for a single datatype. It is
	// set before the first use.
	Short bool
	// AfterCheck returns a command to write after check number check, from 0, such as (get-model), or "". nil adds none.
	AfterCheck func(check int) string
	// Fleeting makes the printer remember nothing between calls: it is for scripts that are written once, and have nothing in common.
	Fleeting bool
	// Asked are the offsets, from the beginning of dst and in order, at which the texts of AfterCheck begin in what the last
	// Append wrote. The next Append reuses the memory.
	Asked []int
	// Done ends the writing soon after it is closed, see Stopped. A nil channel never does.
	Done <-chan struct{}

	terms  term.Printer
	cache  map[*term.Term][]byte
	size   int
	frugal bool // terms are not worth remembering
	names  *names
	known  *term.Store
	era    int // of known
	as     spelling
	base   base
	common comparison      // of the current script and the base
	check  int             // number of the next check
	length int             // of the last text
	own    map[string]bool // names that a fleeting script declares
}

// spelling is what text depends on in addition to names.
type spelling struct {
	solver    string
	forSolver bool
}

const (
	// cacheLimit bounds the bytes of remembered terms.
	cacheLimit = 4 << 20
	// manyCommands is the number of commands beyond which a script's terms are not remembered one by one in addition to its whole
	// text.
	manyCommands = 256
)

// Stopped reports whether Done was closed before the last Append had written everything. In that case, its result is unusable.
func (p *Printer) Stopped() bool { return p.terms.Stopped() }

// Append writes s to dst, one command per line.
func (p *Printer) Append(dst []byte, s *Script) []byte {
	if p.Fleeting {
		return p.once(dst, s)
	}
	if as := (spelling{p.Solver, p.ForSolver}); p.known != s.Store || p.era != s.Store.Era() || p.as != as {
		p.known, p.era, p.as = s.Store, s.Store.Era(), as
		p.terms.Solver = p.Solver
		p.forget()
	}
	p.terms.Reset()
	p.terms.Done = p.Done
	p.check = 0
	p.Asked = p.Asked[:0]
	p.common = p.base.compare(s, p.common)
	// Bound variables and lets avoid declared names, so remembered text is valid only as long as no name that was tried for them
	// has become free or taken: what is written must not depend on what was written before.
	if !p.names.change(p.common.gone, p.common.new) {
		p.forget()
		p.common = p.base.compare(s, p.common)
		p.names.change(nil, p.common.new)
	}
	from := len(dst)
	dst = slices.Grow(dst, p.length+p.length/16)
	if 2*p.common.same < len(s.Commands) || p.base.commands == nil {
		dst = p.whole(dst, s)
	} else {
		dst = p.changed(dst, s)
	}
	if p.Stopped() {
		p.forget() // what is remembered is incomplete
		return dst
	}
	p.length = len(dst) - from
	return dst
}

// once writes s without using what was written before, and remembers nothing.
func (p *Printer) once(dst []byte, s *Script) []byte {
	p.known = nil // what is remembered belongs to no script
	p.terms.Solver, p.terms.Done, p.terms.Dialectal = p.Solver, p.Done, false
	p.terms.Reset()
	p.check, p.Asked = 0, p.Asked[:0]
	filled := false
	p.terms.Taken = func(name string) bool {
		if !filled { // many scripts contain neither bound variables nor lets
			if filled = true; p.own == nil {
				p.own = map[string]bool{}
			}
			clear(p.own)
			for _, c := range s.Commands {
				declared(c, func(d *term.Decl) { p.own[d.Name] = true })
			}
		}
		return p.own[name] || s.Store.Table.Lookup(name) != nil
	}
	for _, c := range s.Commands {
		if p.Stopped() {
			break
		}
		dst = p.line(dst, c)
	}
	return dst
}

// Standard reports whether the last Append wrote what it would write without a Solver. It may be false even then if what was written
// before was not standard.
func (p *Printer) Standard() bool { return !p.terms.Dialectal }

// forget drops all remembered text.
func (p *Printer) forget() {
	p.terms.Dialectal = false
	if p.cache == nil || len(p.cache) > 10*manyCommands {
		p.cache = map[*term.Term][]byte{}
	}
	clear(p.cache)
	p.size = 0
	p.base = base{text: p.base.text[:0], starts: p.base.starts[:0], odd: p.base.odd[:0]}
	if cap(p.base.text) > cacheLimit {
		p.base = base{} // one large script must not take its memory permanently
	}
	p.names = newNames(p.known.Table)
	p.terms.Taken = p.names.taken
}

// whole writes all commands and makes s the base.
func (p *Printer) whole(dst []byte, s *Script) []byte {
	b := &p.base
	b.commands = s.Commands
	b.starts, b.odd = b.starts[:0], b.odd[:0]
	p.frugal = len(s.Commands) > manyCommands
	from := len(dst)
	for i, c := range s.Commands {
		if p.Stopped() {
			return dst
		}
		b.starts = append(b.starts, len(dst)-from)
		if !plain(c) {
			b.odd = append(b.odd, i)
		}
		dst = p.line(dst, c)
	}
	b.starts = append(b.starts, len(dst)-from)
	b.text = append(b.text[:0], dst[from:]...)
	p.frugal = false
	p.names.settled()
	return dst
}

// changed writes a script that has much in common with the base.
func (p *Printer) changed(dst []byte, s *Script) []byte {
	b := &p.base
	at := 0
	for _, r := range p.common.runs {
		for ; at < r.at; at++ {
			dst = p.line(dst, s.Commands[at])
		}
		for at < r.to {
			k := at - r.at + r.from
			end := min(b.nextOdd(k), r.to-r.at+r.from)
			dst = append(dst, b.text[b.starts[k]:b.starts[end]]...)
			if at += end - k; at < r.to {
				dst = p.line(dst, s.Commands[at])
				at++
			}
		}
	}
	for ; at < len(s.Commands) && !p.Stopped(); at++ {
		dst = p.line(dst, s.Commands[at])
	}
	if p.names.ownTried {
		p.forget() // something written would look different in the base
		return dst
	}
	p.names.change(p.common.new, p.common.gone)
	p.names.settled()
	return dst
}

// line writes a command and what is asked after it.
func (p *Printer) line(dst []byte, c *Command) []byte {
	if p.ForSolver && Silent(c) && (p.Keep == nil || !p.Keep(c)) {
		return dst
	}
	dst = append(p.command(dst, c), '\n')
	if !c.IsCheck() {
		return dst
	}
	if p.AfterCheck != nil {
		if more := p.AfterCheck(p.check); more != "" {
			p.Asked = append(p.Asked, len(dst))
			dst = append(append(dst, more...), '\n')
		}
	}
	p.check++
	return dst
}

// Silent reports whether the command is withheld from a solver under test. Status labels are withheld: a solver that
// disagrees with one complains or aborts.
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
		if p.Short && len(d.Params) == 0 {
			dst = append(append(append(dst, "(declare-const "...), d.Text...), ' ')
			return append(append(dst, d.Result.String()...), ')')
		}
		dst = append(append(dst, "(declare-fun "...), d.Text...)
		return append(d.AppendSignature(append(dst, ' ')), ')')
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
	case CheckSatUsing:
		if p.Solver != "" && !theory.CheckUsing.AvailableIn(p.Solver, "") {
			p.terms.Dialectal = true
			return append(dst, bare[CheckSat]...) // the question is the same
		}
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

// bare are the texts of commands that are not taken from a script's text.
var bare = map[Kind]string{CheckSat: "(check-sat)", Reset: "(reset)", ResetAssertions: "(reset-assertions)", Exit: "(exit)"}

func (p *Printer) keyed(dst []byte, head string, c *Command) []byte {
	dst = append(append(dst, head...), c.Name...)
	if c.Text != "" {
		dst = append(append(dst, ' '), c.Text...)
	}
	return append(dst, ')')
}

// root writes a closed term, reusing its remembered text when that cannot depend on what was written before.
func (p *Printer) root(dst []byte, t *term.Term) []byte {
	if t.HasNamed() || t.HasMatch() || t.IsLeaf() || p.Fleeting {
		return p.terms.Append(dst, t)
	}
	if text, ok := p.cache[t]; ok {
		return append(dst, text...)
	}
	from := len(dst)
	dst = p.terms.Append(dst, t)
	if n := len(dst) - from; !p.frugal && n <= cacheLimit/16 {
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
	if d := c.Datas[0]; d.Subterm != nil { // the only form that accepts it
		dst = append(append(append(dst, "(declare-datatype "...), syntax.SymbolText(d.Name)...), ' ')
		dst = append(p.constructors(dst, d), " :subterm "...)
		return append(append(dst, d.Subterm.Text...), ')')
	}
	if p.Short && len(c.Datas) == 1 && !c.Datas[0].Co {
		d := c.Datas[0]
		dst = append(append(append(dst, "(declare-datatype "...), syntax.SymbolText(d.Name)...), ' ')
		return append(p.body(dst, d), ')')
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
		dst = p.body(dst, d)
	}
	return append(dst, "))"...)
}

// body writes the constructors of a datatype, in (par (X ...) ...) where it has parameters.
func (p *Printer) body(dst []byte, d *term.Datatype) []byte {
	if len(d.Params) == 0 {
		return p.constructors(dst, d)
	}
	dst = append(dst, "(par ("...)
	for k, a := range d.Params {
		if k > 0 {
			dst = append(dst, ' ')
		}
		dst = append(dst, syntax.SymbolText(a)...)
	}
	dst = append(dst, ") "...)
	return append(p.constructors(dst, d), ')')
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
