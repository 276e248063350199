package synth

import (
	"math"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/kit/occurrence"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// Pool holds the distinct expressions of a script by sort, each with the commands that may use it. Not
// safe for concurrent use.
type Pool struct {
	order  []*sorts.Sort // sorts in order of first appearance: maps have no order
	bySort map[*sorts.Sort][]entry
	spans  term.Map[span]
	scopes sortScopes
	own    Names
	decls  []*term.Decl // functions with parameters, and all constructors for their testers
	// parametric are constructors and selectors of parametric datatypes.
	parametric []*term.Decl
	used       []bool           // rows that occur in the expressions, by ID
	all        bool             // the logic is ALL or not set
	symbols    term.Map[uint64] // of the terms in met
	met        term.Map[bool]
	bodies     map[*term.Decl]uint64
	limit      int
	stack      []visit // scratch of Add
}

// span is the commands [from, to) where all symbols of a term are declared; to is 0 while unknown.
type span struct{ from, to int32 }

// everywhere is the end of a scope that no command ends.
const everywhere = math.MaxInt32

// visit is a term that Add has reached, before or after entering its subterms.
type visit struct {
	t    *term.Term
	open bool
}

// entry is an expression and the commands [from, to) where all its symbols are declared.
type entry struct {
	t *term.Term
	span
}

// maxPool bounds the expressions of a pool.
const maxPool = 20_000

// NewPool returns the expressions of all assertions of s and the functions that it declares.
func NewPool(s *script.Script) *Pool {
	p := &Pool{bySort: map[*sorts.Sort][]entry{}, scopes: newSortScopes(s), own: NewNames(s), limit: maxPool}
	p.used = make([]bool, len(s.Store.Table.Rows()))
	p.all = s.Logic() == "" || s.Logic() == "ALL"
	for i := range s.Commands {
		c := s.Commands[i]
		for _, d := range c.Decls {
			p.declare(s.Store, d)
		}
		for _, data := range c.Datas {
			for _, ctor := range data.Ctors {
				p.declare(s.Store, ctor)
				for _, f := range ctor.Fields {
					p.declare(s.Store, f)
				}
			}
		}
		if c.Kind == script.Assert {
			p.Add(c.Terms[0])
		}
	}
	return p
}

func (p *Pool) declare(st *term.Store, d *term.Decl) {
	if d.Poly {
		if d.Kind == term.Constructor || d.Kind == term.Selector {
			p.parametric = append(p.parametric, d)
		}
		return
	}
	if len(d.Params) > 0 || d.Kind == term.Constructor {
		p.decls = append(p.decls, d)
	}
	if len(d.Params) > 0 {
		return
	}
	if t, err := st.App(st.User(d, nil)); err == nil {
		p.Add(t)
	}
}

// Add enters t and all its subterms. Terms with labels are left out: a label may occur only once.
func (p *Pool) Add(t *term.Term) {
	p.stack = append(p.stack[:0], visit{t: t})
	for len(p.stack) > 0 {
		v := &p.stack[len(p.stack)-1]
		t := v.t
		if p.spans.Get(t).to != 0 || p.limit <= 0 {
			p.stack = p.stack[:len(p.stack)-1]
			continue
		}
		if !v.open {
			v.open = true
			for _, a := range t.Args() {
				if p.spans.Get(a).to == 0 {
					p.stack = append(p.stack, visit{t: a})
				}
			}
			continue
		}
		p.stack = p.stack[:len(p.stack)-1]
		p.enter(t)
	}
}

// enter computes the span of t, whose subterms already have theirs, and makes t available.
func (p *Pool) enter(t *term.Term) {
	sp := span{0, everywhere}
	need := func(d *term.Decl) {
		sp.from = max(sp.from, int32(d.From)+1)
		sp.to = min(sp.to, int32(min(d.To, everywhere)))
	}
	if f := t.Func(); f != nil {
		if f.Row != nil {
			p.used[f.Row.ID] = true
		}
		switch {
		case f.Decl != nil:
			need(f.Decl)
		case f.Row != nil && p.own.Shadow(f.Row):
			sp = nowhere // it means the operator where it occurs, and perhaps nowhere else
		}
	}
	for _, c := range t.Cases() {
		if c.Ctor != nil {
			need(c.Ctor)
		}
	}
	switch f := t.Func(); {
	case f != nil && f.As != nil:
		sp = sp.in(p.scopes.of(f.As))
	case t.Kind() == term.Literal:
		sp = sp.in(p.scopes.of(t.Sort()))
	}
	for _, v := range t.Bound() {
		sp = sp.in(p.scopes.of(v.Sort()))
	}
	for _, a := range t.Args() {
		sp = sp.in(p.spans.Get(a))
	}
	p.Symbols(t)
	p.spans.Set(t, sp)
	p.limit--
	if t.HasNamed() || t.Kind() == term.Annot {
		return
	}
	s := t.Sort()
	list, known := p.bySort[s]
	if !known {
		p.order = append(p.order, s)
	}
	p.bySort[s] = append(list, entry{t, sp})
}

// fits reports whether the expression may be used at the place: no bound variable escapes (TypeFuzz paper, definition 2) and
// every symbol is declared.
func (e entry) fits(pl occurrence.Place) bool {
	return int(e.from) <= pl.Command && pl.Command < int(e.to) && term.Subset(e.t.Free(), pl.Scope)
}

// names reports whether a term at the place may name sort s.
func (p *Pool) names(s *sorts.Sort, pl occurrence.Place) bool {
	sp := p.scopes.of(s)
	return int(sp.from) <= pl.Command && pl.Command < int(sp.to)
}

// Sorts returns the sorts of the pool in order of first appearance.
func (p *Pool) Sorts() []*sorts.Sort { return p.order }

// Pick returns a random expression of sort s that may be used at the place and is not except, or nil.
func (p *Pool) Pick(r *rng.Rand, s *sorts.Sort, pl occurrence.Place, except *term.Term) *term.Term {
	list := p.bySort[s]
	if len(list) == 0 {
		return nil
	}
	for range 4 {
		if e := list[r.IntN(len(list))]; e.t != except && e.fits(pl) {
			return e.t
		}
	}
	// Most expressions do not fit here: try all, starting from a random one.
	from := r.IntN(len(list))
	for i := range list {
		if e := list[(from+i)%len(list)]; e.t != except && e.fits(pl) {
			return e.t
		}
	}
	return nil
}

// Symbols returns a set of the script's constants and functions that a term contains, and of the variables bound around it, as bits: terms
// without a common bit have no symbol in common, and a term without any bit has none. Constructors do not count as such functions: a term built
// with them alone is a value.
func (p *Pool) Symbols(t *term.Term) uint64 {
	if set, known := p.symbolsOf(t); known {
		return set
	}
	// Terms that the pool has no room for may be deep, and their parts may occur in them often.
	stack := make([]visit, 1, 16)
	stack[0].t = t
	for len(stack) > 0 {
		v := &stack[len(stack)-1]
		t := v.t
		if _, known := p.symbolsOf(t); known {
			stack = stack[:len(stack)-1]
			continue
		}
		if !v.open {
			v.open = true
			for _, a := range t.Args() {
				if _, known := p.symbolsOf(a); !known {
					stack = append(stack, visit{t: a})
				}
			}
			continue
		}
		stack = stack[:len(stack)-1]
		set := p.ownSymbol(t)
		for _, a := range t.Args() {
			below, _ := p.symbolsOf(a)
			set |= below
		}
		for _, v := range t.Bound() {
			set &^= bitOf(v.ID())
		}
		p.symbols.Set(t, set)
		p.met.Set(t, true)
	}
	return p.symbols.Get(t)
}

// symbolsOf returns the symbols of a term that were found before, or that follow from its flags.
func (p *Pool) symbolsOf(t *term.Term) (set uint64, known bool) {
	switch {
	case p.met.Get(t):
		return p.symbols.Get(t), true
	case len(t.Free()) == 0 && !t.HasUser():
		return 0, true
	}
	return 0, false
}

// ownSymbol returns the bits of the head of a term, 0 if it is not a symbol of the script. A defined function has those of its body.
func (p *Pool) ownSymbol(t *term.Term) uint64 {
	if t.Kind() == term.Var {
		return bitOf(t.ID())
	}
	f := t.Func()
	if f == nil || f.Decl == nil {
		return 0
	}
	switch d := f.Decl; d.Kind {
	case term.Declared:
		return bitOf(d.From)
	case term.Defined:
		return p.defined(d)
	case term.Label:
		return p.Symbols(d.Body)
	}
	return 0
}

// defined returns the symbols that the body of a definition contains.
func (p *Pool) defined(d *term.Decl) uint64 {
	if set, known := p.bodies[d]; known || d.Body == nil {
		return set
	}
	if p.bodies == nil {
		p.bodies = map[*term.Decl]uint64{}
	}
	p.bodies[d] = 0 // for a body that calls itself
	var set uint64
	term.Walk([]*term.Term{d.Body}, func(t *term.Term) bool {
		if t.Kind() != term.Var {
			set |= p.ownSymbol(t)
		}
		return true
	})
	p.bodies[d] = set
	return set
}

func bitOf(n int) uint64 { return 1 << (uint(n) & 63) }

// Symbolic reports whether a term contains a symbol, see [Pool.Symbols].
func (p *Pool) Symbolic(t *term.Term) bool { return p.Symbols(t) != 0 }

// PickRooted returns a random expression of sort s that may be used at the place and is [Pool.Symbolic], nil when it finds none.
func (p *Pool) PickRooted(r *rng.Rand, s *sorts.Sort, pl occurrence.Place) *term.Term {
	list := p.bySort[s]
	if len(list) == 0 {
		return nil
	}
	from := r.IntN(len(list))
	for i := range min(len(list), maxScan) {
		if e := list[(from+i)%len(list)]; p.Symbolic(e.t) && e.fits(pl) {
			return e.t
		}
	}
	return nil
}

// Literals returns the literals of sort s currently in the pool.
func (p *Pool) Literals(s *sorts.Sort) []*term.Term {
	var out []*term.Term
	for _, e := range p.bySort[s] {
		if e.t.Kind() == term.Literal {
			out = append(out, e.t)
		}
	}
	return out
}
