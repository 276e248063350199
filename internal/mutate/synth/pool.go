package synth

import (
	"github.com/assay-smt/assay/internal/rng"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// Pool holds the distinct expressions of a script by sort, each with the commands that may use it. Not
// safe for concurrent use.
type Pool struct {
	order   []*sorts.Sort // sorts in order of first appearance: maps have no order
	bySort  map[*sorts.Sort][]entry
	seen    map[*term.Term]bool
	decls   []*term.Decl // functions with parameters, testers' constructors
	limit   int
	scratch []*term.Term
}

// entry is an expression and the commands [from, to) where all its symbols are declared.
type entry struct {
	t        *term.Term
	from, to int
}

// maxPool bounds the expressions of a pool.
const maxPool = 20_000

// NewPool returns the expressions of all assertions of s and the functions that it declares.
func NewPool(s *script.Script) *Pool {
	p := &Pool{bySort: map[*sorts.Sort][]entry{}, seen: map[*term.Term]bool{}, limit: maxPool}
	for i := range s.Commands {
		c := &s.Commands[i]
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
		return
	}
	if len(d.Params) > 0 {
		p.decls = append(p.decls, d)
		return
	}
	if t, err := st.App(st.User(d, nil)); err == nil {
		p.Add(t)
	}
}

// Add enters t and all its subterms. Terms with labels stay out: a label may stand only once.
func (p *Pool) Add(t *term.Term) {
	stack := append(p.scratch[:0], t)
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if p.seen[t] || p.limit <= 0 {
			continue
		}
		p.seen[t] = true
		p.limit--
		for _, a := range t.Args() {
			if !p.seen[a] {
				stack = append(stack, a)
			}
		}
		if t.HasNamed() || t.Kind() == term.Annot {
			continue
		}
		s := t.Sort()
		if _, ok := p.bySort[s]; !ok {
			p.order = append(p.order, s)
		}
		from, to := visible(t)
		p.bySort[s] = append(p.bySort[s], entry{t, from, to})
	}
	p.scratch = stack
}

// visible returns the commands [from, to) where all declared symbols of t are in scope.
func visible(t *term.Term) (from, to int) {
	to = int(^uint(0) >> 1)
	if !t.HasUser() {
		return 0, to
	}
	seen := map[*term.Term]bool{}
	stack := []*term.Term{t}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if f := t.Func(); f != nil && f.Decl != nil {
			from, to = max(from, f.Decl.From+1), min(to, f.Decl.To)
		}
		for _, c := range t.Cases() {
			if c.Ctor != nil {
				from, to = max(from, c.Ctor.From+1), min(to, c.Ctor.To)
			}
		}
		for _, a := range t.Args() {
			if a.HasUser() && !seen[a] {
				seen[a] = true
				stack = append(stack, a)
			}
		}
	}
	return from, to
}

// Place is where a term is to stand: a command and the bound variables in scope, ordered by ID.
type Place struct {
	Command int
	Scope   []*term.Term
}

// Allows reports whether t may stand at the place: no bound variable escapes (TypeFuzz paper,
// definition 2) and every symbol is declared.
func (pl Place) Allows(t *term.Term) bool {
	from, to := visible(t)
	return pl.allows(entry{t, from, to})
}

func (pl Place) allows(e entry) bool {
	return e.from <= pl.Command && pl.Command < e.to && term.Subset(e.t.Free(), pl.Scope)
}

// Sorts returns the sorts of the pool in order of first appearance.
func (p *Pool) Sorts() []*sorts.Sort { return p.order }

// Pick returns a random expression of sort s that may stand at the place and is not except, or nil.
func (p *Pool) Pick(r *rng.Rand, s *sorts.Sort, pl Place, except *term.Term) *term.Term {
	list := p.bySort[s]
	if len(list) == 0 {
		return nil
	}
	for range 4 {
		if e := list[r.IntN(len(list))]; e.t != except && pl.allows(e) {
			return e.t
		}
	}
	// Most expressions do not fit here: go through all, from a random one on.
	from := r.IntN(len(list))
	for i := range list {
		if e := list[(from+i)%len(list)]; e.t != except && pl.allows(e) {
			return e.t
		}
	}
	return nil
}
