package shape

import (
	"hash/fnv"
	"slices"
	"strconv"

	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// rounds is how often symbols are told apart by where they stand. Each round looks one use of a symbol further.
const rounds = 4

// colours orders what has no order of its own: terms by a hash of what they are made of, where a symbol counts by its colour, which says what it
// is declared as and where it stands, and not what it is called. Equal hashes say nothing: they only leave an order as it is.
type colours struct {
	grain  grain
	symbol map[*term.Decl]uint64
	bound  map[*term.Term]uint64
	memo   map[*term.Term]uint64
}

func colour(s *script.Script, how grain) *colours {
	c := &colours{grain: how, symbol: make(map[*term.Decl]uint64), bound: make(map[*term.Term]uint64)}
	for range rounds {
		c.refine(s)
	}
	c.memo = make(map[*term.Term]uint64)
	return c
}

// refine gives each symbol a colour made of its old one and those of the terms around it.
func (c *colours) refine(s *script.Script) {
	c.memo = make(map[*term.Term]uint64)
	around := make(map[*term.Decl][]uint64)
	visit := func(root *term.Term, where uint64) {
		seen := make(map[*term.Term]bool)
		var walk func(t *term.Term, context uint64)
		walk = func(t *term.Term, context uint64) {
			if f := t.Func(); f != nil && f.Decl != nil {
				around[f.Decl] = append(around[f.Decl], context)
			}
			if seen[t] {
				return
			}
			seen[t] = true
			own := c.of(t)
			sorted := from(t)
			for i, a := range t.Args() {
				place := uint64(min(i, sorted))
				walk(a, mix(context, own, place))
			}
		}
		walk(root, where)
	}
	for i, cmd := range s.Commands {
		where := uint64(cmd.Kind)
		if ordered(s) {
			where = mix(where, uint64(i))
		}
		for _, t := range cmd.Terms {
			visit(t, where)
		}
		for _, d := range cmd.Decls {
			if d.Body != nil {
				visit(d.Body, mix(hash("body"), c.declared(d)))
			}
		}
	}
	next := make(map[*term.Decl]uint64, len(around))
	for d, uses := range around {
		slices.Sort(uses)
		h := c.declared(d)
		for _, u := range uses {
			h = mix(h, u)
		}
		next[d] = h
	}
	c.symbol = next
}

// declared is the colour of a symbol.
func (c *colours) declared(d *term.Decl) uint64 {
	if h, ok := c.symbol[d]; ok {
		return h
	}
	h := mix(hash("decl"), uint64(d.Kind))
	for _, p := range d.Params {
		h = mix(h, c.ofSort(p))
	}
	return mix(h, c.ofSort(d.Result))
}

// ofSort is the colour of a sort: the script's own are all alike.
func (c *colours) ofSort(s *sorts.Sort) uint64 {
	if s == nil {
		return 0
	}
	h := hash(s.Name())
	if s.Kind() == sorts.User || s.Kind() == sorts.Param {
		h = hash("user")
	}
	for _, i := range s.Indices() {
		h = mix(h, c.number(i))
	}
	for _, a := range s.Args() {
		h = mix(h, c.ofSort(a))
	}
	return h
}

func (c *colours) number(i int) uint64 {
	if c.grain == loose {
		return hash("n")
	}
	return hash(strconv.Itoa(i))
}

// of is the colour of a term. Terms are deep: the depth of recursion is what the reader of scripts allows.
func (c *colours) of(t *term.Term) uint64 {
	if h, ok := c.memo[t]; ok {
		return h
	}
	h := mix(hash("term"), uint64(t.Kind()), c.ofSort(t.Sort()))
	switch t.Kind() {
	case term.Literal:
		if c.grain == strict {
			h = mix(h, hash(t.Text()))
		}
	case term.Var:
		h = mix(h, c.bound[t])
	case term.App:
		h = mix(h, c.ofFunc(t.Func()))
	case term.Quant:
		h = mix(h, uint64(t.Binder()))
		for i, v := range t.Bound() {
			c.bound[v] = mix(uint64(i), uint64(t.Binder()), c.ofSort(v.Sort()))
		}
	case term.Match:
		for i, k := range t.Cases() {
			if k.Ctor != nil {
				h = mix(h, c.declared(k.Ctor))
			}
			for j, v := range k.Vars {
				if v != nil {
					c.bound[v] = mix(uint64(i), uint64(j), c.ofSort(v.Sort()))
				}
			}
		}
	case term.Annot, term.Invalid:
	}
	args := t.Args()
	children := make([]uint64, len(args))
	for i, a := range args {
		children[i] = c.of(a)
	}
	if turned(t, c.grain) {
		slices.Reverse(children)
	}
	if k := from(t); k < len(children) {
		slices.Sort(children[k:])
	}
	for _, x := range children {
		h = mix(h, x)
	}
	c.memo[t] = h
	return h
}

func (c *colours) ofFunc(f *term.Func) uint64 {
	h := mix(hash("func"), uint64(f.Kind))
	switch {
	case f.Decl != nil:
		h = mix(h, c.declared(f.Decl))
	case f.Row != nil:
		h = mix(h, hash(c.grain.operator(f.Row.Name)))
	}
	for _, i := range f.Indices {
		h = mix(h, c.number(i))
	}
	return mix(h, c.ofSort(f.As))
}

func hash(s string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(s))
	return h.Sum64()
}

// mix joins numbers in their order.
func mix(parts ...uint64) uint64 {
	h := uint64(14695981039346656037)
	for _, p := range parts {
		for range 8 {
			h = (h ^ (p & 0xff)) * 1099511628211
			p >>= 8
		}
		h ^= h >> 29
	}
	return h
}
