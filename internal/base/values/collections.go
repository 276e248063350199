package values

import (
	"fmt"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// maxElements bounds the elements of a sequence, set or bag.
const maxElements = 3

// collection returns a sequence, set, bag or tuple. Only empty sequences and sets are literals.
func (g *Generator) collection(r *rng.Rand, s *sorts.Sort, b budget) *term.Term {
	switch name := s.Name(); {
	case name == "Seq" && !g.opts.Structured:
		return g.op("seq.empty", nil, s)
	case name == "Set" && !g.opts.Structured:
		return g.op("set.empty", nil, s)
	case !g.opts.Structured:
		return nil
	case name == "Seq":
		return g.joined(r, s, b, "seq.empty", "seq.++", func(e *term.Term) *term.Term { return g.op("seq.unit", nil, nil, e) })
	case name == "Set":
		return g.joined(r, s, b, "set.empty", "set.union", func(e *term.Term) *term.Term { return g.op("set.singleton", nil, nil, e) })
	case name == "Bag":
		return g.joined(r, s, b, "bag.empty", "bag.union_disjoint", func(e *term.Term) *term.Term {
			return g.op("bag", nil, nil, e, g.store.Lit(syntax.Numeral, fmt.Sprint(r.IntN(4)), sorts.Int))
		})
	case name == "Tuple":
		return g.tuple(r, s, b)
	case name == "Nullable":
		return g.nullable(r, s, b)
	}
	return nil
}

// joined builds a collection by joining up to maxElements singletons.
func (g *Generator) joined(r *rng.Rand, s *sorts.Sort, b budget, empty, join string, single func(*term.Term) *term.Term) *term.Term {
	out := g.op(empty, nil, s)
	elem, in := s.Args()[0], b.inside(maxElements)
	if b.depth >= g.opts.MaxDepth || g.smallest(elem) > in.values {
		return out
	}
	for i := range r.IntN(maxElements + 1) {
		e := g.value(r, elem, in)
		if e == nil {
			break
		}
		if e = single(e); i > 0 {
			e = g.op(join, nil, nil, out, e)
		}
		out = e
	}
	return out
}

// nullable returns null, or twice as often a value that holds one.
func (g *Generator) nullable(r *rng.Rand, s *sorts.Sort, b budget) *term.Term {
	null := g.op("nullable.null", nil, s)
	in := b.inside(1)
	if b.depth >= g.opts.MaxDepth || g.smallest(s.Args()[0]) > in.values || r.IntN(3) == 0 {
		return null
	}
	if e := g.value(r, s.Args()[0], in); e != nil {
		return g.op("nullable.some", nil, nil, e)
	}
	return null
}

func (g *Generator) tuple(r *rng.Rand, s *sorts.Sort, b budget) *term.Term {
	args := g.fields(r, s.Args(), b)
	if args == nil {
		return nil
	}
	t, err := g.store.App(g.store.Func(term.Func{Kind: term.TupleFunc}), args...)
	if err != nil {
		return nil
	}
	return t
}
