package term

import (
	"slices"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
)

// LetSize is the number of nodes from which a shared subterm gets a let. Smaller ones are written out again:
// that keeps the text close to what people write.
const LetSize = 6

// Printer writes terms of one store as text. Subterms that are shared and not small are written once,
// in a let. A Printer keeps memory between calls; it is not safe for concurrent use.
type Printer struct {
	// Solver selects the spelling of operators; "" is the table's own.
	Solver string
	// Taken reports whether a name has a meaning in the script, so that bound variables must not use it. nil
	// means that no name is taken.
	Taken func(name string) bool
	// Done ends the writing soon after it is closed, see Stopped. A nil channel never does.
	Done <-chan struct{}
	// Dialectal is set when something is written that the table spells differently from Solver. Only the caller resets it.
	Dialectal bool

	steps   int
	stopped bool
	printed map[*Decl]*Term // labels already written, with the annotated term they stand for
	whole   map[string]bool // names of variables that were a whole pattern, see enterWhole
	info    Map[nodeInfo]   // valid where epoch is current
	epoch   uint32
	nextLet int
	order   []*Term // the nodes of the current term that may get a let, children first
	lets    bool    // some of them are
	speller string
	spelled []string // for the solver speller: the names of operators by row, "" for those that were not needed yet
	scopes  map[*Term][]*Term
	names   map[string]*Term // bound names in scope
	uses    map[string]int   // variables in scope by the name that they prefer
	work    []job
	jobs    []job           // scratch
	frames  []frame         // scratch of count
	origin  map[*Term]*Term // the annotated terms for which those of the current term stand, see analyse
}

// nodeInfo is what the printer knows of one node of the current term.
type nodeInfo struct {
	epoch uint32
	refs  uint32
	level uint32 // nesting level of a bound variable, from 1
	group uint32 // let group inside its scope, from 1
	name  string // let name, or a bound variable's name in print
	bound bool   // is let-bound
	// inline says that a bound variable's scope has no place for lets, because it belongs to a comprehension.
	inline bool
}

// job is one step of writing: text, or a term, or the end of a scope.
type job struct {
	text  string
	term  *Term
	plain bool    // write the term itself although a let names it
	full  bool    // inside a pattern: no let names
	scope []*Term // the term is the body of a case with these variables
	leave []*Term // variables whose scope ends
}

// Reset forgets which labels were written: the next term begins a new script.
func (p *Printer) Reset() {
	clear(p.printed)
	clear(p.whole)
	p.stopped = false
}

// Append writes t to dst.
func (p *Printer) Append(dst []byte, t *Term) []byte {
	if len(t.args) == 0 && t.kind != Annot {
		return p.leaf(dst, t)
	}
	t = p.analyse(t)
	dst = p.body(dst, nil, t)
	return p.run(dst)
}

// AppendParams writes the parameters of a definition: ((x S) ...).
func (p *Printer) AppendParams(dst []byte, vars []*Term) []byte {
	p.begin()
	return p.declareVars(dst, vars)
}

// AppendBody writes the body of a definition with the parameters vars, under the names that
// AppendParams gives them.
func (p *Printer) AppendBody(dst []byte, vars []*Term, t *Term) []byte {
	t = p.analyse(t)
	for _, v := range vars {
		p.enterVar(v)
	}
	dst = p.body(dst, nil, t)
	return p.run(dst)
}

// String returns t as text, in the table's own spelling.
func (t *Term) String() string {
	var p Printer
	return string(p.Append(nil, t))
}

func (p *Printer) at(t *Term) *nodeInfo {
	n := p.info.At(t)
	if n.epoch != p.epoch {
		*n = nodeInfo{epoch: p.epoch}
	}
	return n
}

// begin forgets what was known about the last term.
func (p *Printer) begin() {
	if p.epoch++; p.epoch == 0 {
		p.info.Clear()
		p.epoch = 1
	}
	p.nextLet, p.origin, p.lets = 0, nil, false
	p.order = p.order[:0]
	if p.names == nil {
		p.uses = map[string]int{}
		p.names, p.scopes, p.printed, p.whole = map[string]*Term{}, map[*Term][]*Term{}, map[*Decl]*Term{}, map[string]bool{}
	}
	clear(p.names)
	clear(p.uses)
	clear(p.scopes)
	p.work = p.work[:0]
}

// run writes until no work is left.
func (p *Printer) run(dst []byte) []byte {
	for len(p.work) > 0 && !p.halted() {
		j := p.work[len(p.work)-1]
		p.work = p.work[:len(p.work)-1]
		switch {
		case j.scope != nil:
			dst = p.body(dst, j.scope, j.term)
		case j.term != nil:
			dst = p.term(dst, j)
		case j.leave != nil:
			for _, v := range j.leave {
				delete(p.names, p.at(v).name)
				p.uses[baseName(v)]--
			}
		default:
			dst = append(dst, j.text...)
		}
	}
	return dst
}

// body schedules t inside the scope of vars: first the lets of that scope, then t. It writes nothing but
// the opening of the first let group.
func (p *Printer) body(dst []byte, vars []*Term, t *Term) []byte {
	// Patterns must stay directly below their binder, and cvc5 allows no label below a let: the lets go
	// inside the annotations.
	for (vars == nil || len(vars) > 0) && t.kind == Annot && !p.at(t).bound {
		var done bool
		if dst, done = p.annotation(dst, t); done {
			return dst
		}
		t = t.args[0]
	}
	lets := p.scoped(vars)
	if len(lets) == 0 {
		p.work = append(p.work, job{term: t})
		return dst
	}
	jobs := p.jobs[:0]
	group := uint32(0)
	groups := 0
	for i, l := range lets {
		if g := p.at(l).group; g != group {
			if i > 0 {
				jobs = append(jobs, job{text: ") "})
			}
			jobs = append(jobs, job{text: "(let ("})
			groups++
			group = g
		} else {
			jobs = append(jobs, job{text: " "})
		}
		jobs = append(jobs, job{text: "(" + p.at(l).name + " "}, job{term: l, plain: true}, job{text: ")"})
	}
	jobs = append(jobs, job{text: ") "}, job{term: t}, job{text: strings.Repeat(")", groups)})
	slices.Reverse(jobs)
	p.work = append(p.work, jobs...)
	p.jobs = jobs
	return dst
}

// scoped returns the let-bound terms of the scope of vars (nil: the whole term), by group.
func (p *Printer) scoped(vars []*Term) []*Term {
	if len(p.scopes) == 0 {
		return nil
	}
	var lets []*Term
	if vars == nil {
		lets = p.scopes[nil]
	} else {
		for _, v := range vars {
			lets = append(lets, p.scopes[v]...)
		}
	}
	slices.SortStableFunc(lets, func(a, b *Term) int { return int(p.at(a).group) - int(p.at(b).group) })
	return lets
}

func (p *Printer) term(dst []byte, j job) []byte {
	t := j.term
	if len(t.args) == 0 && t.kind != Annot {
		return p.leaf(dst, t)
	}
	if p.lets && !j.plain && !j.full {
		if n := p.at(t); n.bound {
			return append(dst, n.name...)
		}
	}
	switch t.kind {
	case App:
		if t.small() {
			return p.application(dst, t, j.full)
		}
		if t.fn.Kind == CastFunc {
			p.work = append(p.work, job{term: t.args[0], full: j.full})
			return dst
		}
		dst = append(dst, '(')
		args := p.flat(t)
		dst = p.function(dst, t)
		// By far most arguments are small: write all those before the first large one at once.
		i := 0
		for ; i < len(args) && args[i].small() && !p.halted(); i++ {
			if i > 0 {
				dst = append(dst, ' ')
			}
			dst = p.small(dst, args[i], j.full)
		}
		if i == len(args) || p.stopped {
			return append(dst, ')')
		}
		if i > 0 {
			dst = append(dst, ' ')
		}
		p.work = append(p.work, job{text: ")"})
		for k := len(args) - 1; k > i; k-- {
			p.work = append(p.work, job{term: args[k], full: j.full}, job{text: " "})
		}
		p.work = append(p.work, job{term: args[i], full: j.full})
		return dst
	case Quant:
		dst = append(append(append(dst, '('), t.ext.binder.String()...), ' ')
		dst = p.declareVars(dst, t.ext.vars)
		dst = append(dst, ' ')
		p.work = append(p.work, job{leave: t.ext.vars}, job{text: ")"})
		if t.ext.binder == Comprehension {
			return p.pair(dst, t.args[0])
		}
		return p.body(dst, t.ext.vars, t.args[0])
	case Match:
		return p.match(dst, t)
	case Annot:
		dst, done := p.annotation(dst, t)
		if !done {
			p.work = append(p.work, job{term: t.args[0]})
		}
		return dst
	}
	return p.leaf(dst, t)
}

// smallSize is the number of nodes up to which terms are written by recursion.
const smallSize = 64

// small reports whether t may be written by recursion: it opens no scope and has no attributes.
func (t *Term) small() bool { return t.size <= smallSize && t.flags&(flagBinder|flagAnnot) == 0 }

// small writes such a term, or its name.
func (p *Printer) small(dst []byte, t *Term, full bool) []byte {
	if len(t.args) == 0 {
		return p.leaf(dst, t)
	}
	if p.lets && !full && t.size >= LetSize {
		if n := p.at(t); n.bound {
			return append(dst, n.name...)
		}
	}
	return p.application(dst, t, full)
}

// application writes a small application itself.
func (p *Printer) application(dst []byte, t *Term, full bool) []byte {
	if t.fn.Kind == CastFunc {
		return p.small(dst, t.args[0], full)
	}
	dst = p.function(append(dst, '('), t)
	for i, a := range p.flat(t) {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = p.small(dst, a, full)
	}
	return append(dst, ')')
}

// flat returns what is written as the arguments of an application: for a symbol whose value on all its arguments is a function that is applied again,
// the symbol and the arguments of both, as in (f x y). All solvers with functions as values read that where it was written so, and @ only cvc5 reads.
func (p *Printer) flat(t *Term) []*Term {
	if t.fn.Kind != ApplyFunc || p.Solver == "z3" {
		return t.args
	}
	inner := t.args[0]
	if inner.kind != App || inner.fn.Kind != ApplyFunc || !inner.args[0].IsLeaf() || len(inner.args) != len(inner.args[0].Sort().Args()) || p.lets && p.at(inner).bound {
		return t.args
	}
	return slices.Concat(inner.args, t.args[1:])
}

// pair writes the two components of t next to one another.
func (p *Printer) pair(dst []byte, t *Term) []byte {
	if t.kind == App && t.fn.Kind == TupleFunc {
		p.work = append(p.work, job{term: t.args[1]}, job{text: " "}, job{term: t.args[0]})
		return dst
	}
	p.work = append(p.work, job{text: ")"}, job{term: t}, job{text: " ((_ tuple.select 1) "}, job{text: ")"}, job{term: t})
	return append(dst, "((_ tuple.select 0) "...)
}

// function writes what precedes the arguments of the application t.
func (p *Printer) function(dst []byte, t *Term) []byte {
	switch {
	case t.fn.Kind == TheoryFunc && len(t.fn.Indices) == 0 && t.fn.As == nil:
		return append(append(dst, p.operator(t.fn)...), ' ')
	case t.fn.Kind == ApplyFunc:
		// A symbol is applied directly, anything else with the operator of SMT-LIB 2.7: cvc5 requires this.
		if p.flat(t)[0].IsLeaf() || p.Taken != nil && p.Taken("@") {
			return dst
		}
		if p.Solver == "z3" {
			p.Dialectal = true
			return dst
		}
		return append(dst, "@ "...)
	case t.fn.Kind == MapFunc && t.fn.Row != nil && p.Solver == "z3":
		// z3 accepts operators with several signatures only together with one of the signatures.
		p.Dialectal = true
		dst = append(append(append(dst, "(_ map ("...), t.fn.Row.Name...), " ("...)
		for i, a := range t.args {
			if i > 0 {
				dst = append(dst, ' ')
			}
			dst = append(dst, elementOf(a.sort).String()...)
		}
		return append(append(append(dst, ") "...), elementOf(t.sort).String()...), ")) "...)
	}
	return append(p.symbol(dst, t.fn), ' ')
}

// symbol writes a function that is not a plain operator.
func (p *Printer) symbol(dst []byte, f *Func) []byte {
	if p.Solver != "" && f.spelledBy(p.Solver) {
		p.Dialectal = true
	}
	return f.Append(dst, p.Solver)
}

// operator returns the name of an operator without indices and qualification.
func (p *Printer) operator(f *Func) string {
	if p.Solver == "" {
		return f.Row.Name
	}
	if p.speller != p.Solver {
		p.speller, p.spelled = p.Solver, nil
	}
	if f.Row.ID >= len(p.spelled) {
		p.spelled = append(p.spelled, make([]string, f.Row.ID+64-len(p.spelled))...)
	}
	if p.spelled[f.Row.ID] == "" {
		p.spelled[f.Row.ID] = f.Row.SpelledFor(p.Solver)
	}
	name := p.spelled[f.Row.ID]
	p.Dialectal = p.Dialectal || name != f.Row.Name
	return name
}

func elementOf(array *sorts.Sort) *sorts.Sort { return array.Args()[len(array.Args())-1] }

func (p *Printer) leaf(dst []byte, t *Term) []byte {
	switch t.kind {
	case Literal:
		return append(dst, t.ext.text...)
	case Var:
		if n := p.info.Get(t); n.epoch == p.epoch && n.name != "" {
			return append(dst, syntax.SymbolText(n.name)...)
		}
		if t.ext.text == Unnamed {
			return append(dst, 'x')
		}
		return append(dst, syntax.SymbolText(t.ext.text)...)
	}
	switch {
	case t.fn.Kind == UserFunc && t.fn.As == nil:
		return append(dst, t.fn.Decl.Text...)
	case t.fn.Kind == TupleFunc:
		return append(dst, "tuple.unit"...)
	}
	return p.symbol(dst, t.fn)
}

// declareVars chooses names for variables that enter scope and writes ((x S) ...).
func (p *Printer) declareVars(dst []byte, vars []*Term) []byte {
	dst = append(dst, '(')
	for i, v := range vars {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = append(append(dst, '('), syntax.SymbolText(p.enterVar(v))...)
		dst = append(append(append(dst, ' '), v.sort.String()...), ')')
	}
	return append(dst, ')')
}

// isLetName reports whether letName may produce name.
func isLetName(name string) bool {
	if len(name) < 2 || name[0] != '$' {
		return false
	}
	for i := 1; i < len(name); i++ {
		if name[i] < '0' || name[i] > '9' {
			return false
		}
	}
	return true
}

// enterWhole gives a name to a variable that is a whole pattern of a match. cvc5 1.0.3 mistakes the second
// such variable of the same name in a script for a constructor, so every name is used only once.
func (p *Printer) enterWhole(v *Term) {
	p.enter(v, func(name string) bool { return p.whole[name] })
	p.whole[p.at(v).name] = true
}

// baseName is the name that v prefers.
func baseName(v *Term) string {
	if v.ext.text == Unnamed {
		return "x"
	}
	return v.ext.text
}

// enterVar gives v a name that hides nothing that its scope may use.
func (p *Printer) enterVar(v *Term) string { return p.enter(v, nil) }

// enter gives v a name that hides nothing and that avoid, if any, does not refuse.
func (p *Printer) enter(v *Term, avoid func(string) bool) string {
	base := baseName(v)
	// Of n variables in scope that prefer one name, the inner ones carry suffixes up to n-1 or beyond.
	// Counting them prevents a tower of binders over one name from trying all suffixes each time.
	uses := p.uses[base]
	p.uses[base] = uses + 1
	name := base
	if uses > 0 {
		name += "!" + strconv.Itoa(uses)
	}
	for k := uses + 1; p.names[name] != nil || isLetName(name) || name == "@" || p.Taken != nil && p.Taken(name) || avoid != nil && avoid(name); k++ {
		name = base + "!" + strconv.Itoa(k)
	}
	p.names[name] = v
	p.at(v).name = name
	return name
}

func (p *Printer) match(dst []byte, t *Term) []byte {
	jobs := append(p.jobs[:0], job{term: t.args[0]}, job{text: " ("})
	for i, c := range t.ext.cases {
		sep := "("
		if i > 0 {
			sep = " ("
		}
		jobs = append(jobs, job{text: sep})
		for _, v := range c.Vars {
			if c.Ctor == nil {
				p.enterWhole(v)
			} else {
				p.enterVar(v)
			}
		}
		switch {
		case c.Ctor == nil:
			jobs = append(jobs, job{text: syntax.SymbolText(p.at(c.Vars[0]).name)})
		case len(c.Vars) == 0:
			jobs = append(jobs, job{text: c.Ctor.Text})
		default:
			jobs = append(jobs, job{text: "("}, job{text: c.Ctor.Text})
			for _, v := range c.Vars {
				jobs = append(jobs, job{text: " "}, job{text: syntax.SymbolText(p.at(v).name)})
			}
			jobs = append(jobs, job{text: ")"})
		}
		jobs = append(jobs, job{text: " "})
		jobs = append(jobs, job{term: t.args[i+1], scope: nonNil(c.Vars)}, job{text: ")"})
	}
	for _, c := range t.ext.cases {
		if len(c.Vars) > 0 {
			jobs = append(jobs, job{leave: c.Vars})
		}
	}
	jobs = append(jobs, job{text: "))"})
	slices.Reverse(jobs)
	p.work = append(p.work, jobs...)
	p.jobs = jobs
	return append(dst, "(match "...)
}

// nonNil keeps a case without variables from being mistaken for the whole term's scope.
func nonNil(vars []*Term) []*Term {
	if vars == nil {
		return []*Term{}
	}
	return vars
}

// annotation opens (! body attributes): it writes what precedes the body and schedules what follows. A label
// that was written before stands for its term; done then says that nothing is left.
func (p *Printer) annotation(dst []byte, t *Term) (out []byte, done bool) {
	attrs := t.ext.attrs
	if o := p.origin[t]; o != nil {
		t = o
	}
	for _, a := range attrs {
		if a.Label == nil {
			continue
		}
		switch p.printed[a.Label] {
		case t:
			return append(dst, a.Label.Text...), true
		case nil:
			p.printed[a.Label] = t
		default: // the label was given to another version of the term
			attrs = slices.DeleteFunc(slices.Clone(attrs), func(b Attr) bool { return b.Label == a.Label })
		}
	}
	if len(attrs) == 0 {
		return dst, false
	}
	jobs := p.jobs[:0]
	for _, a := range attrs {
		jobs = append(jobs, job{text: " " + a.Key})
		switch {
		case a.Label != nil:
			jobs = append(jobs, job{text: " " + a.Label.Text})
		case a.Key == ":no-pattern" && len(a.Terms) == 1:
			jobs = append(jobs, job{text: " "}, job{term: a.Terms[0], full: true})
			continue
		case len(a.Terms) > 0:
			for i, pt := range a.Terms {
				sep := " ("
				if i > 0 {
					sep = " "
				}
				jobs = append(jobs, job{text: sep}, job{term: pt, full: true})
			}
			jobs = append(jobs, job{text: ")"})
		case a.Value != "":
			jobs = append(jobs, job{text: " " + a.Value})
		}
	}
	jobs = append(jobs, job{text: ")"})
	slices.Reverse(jobs)
	p.work = append(p.work, jobs...)
	p.jobs = jobs
	return append(dst, "(! "...), false
}
