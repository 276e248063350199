package fusion

import (
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/term"
)

// manyOccurrences is where counting stops: shared terms can represent more occurrences than an integer can count.
const manyOccurrences = 1 << 30

// holders says which formulas of a source contain each constant. Immutable.
type holders map[*term.Decl][]int32

func newHolders(formulas []*term.Term) holders {
	h := holders{}
	var seen term.Map[int32] // 1 + the formula in which a term was met last
	var stack []*term.Term
	for i, f := range formulas {
		stack = append(stack[:0], f)
		for len(stack) > 0 {
			t := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			met := seen.At(t)
			if *met == int32(i)+1 {
				continue
			}
			*met = int32(i) + 1
			if f := t.Func(); f != nil && f.Kind == term.UserFunc && len(t.Args()) == 0 {
				h[f.Decl] = append(h[f.Decl], int32(i))
			}
			stack = append(stack, t.Args()...)
		}
	}
	return h
}

// in returns the formulas, from from up to to, that may contain a term: those that contain its constant if it is one, and those changed since.
func (h holders) in(x *term.Term, from, to int, changed []int32) []int32 {
	var out []int32
	var known []int32
	switch {
	case x == nil:
	case isConst(x):
		known = h[x.Func().Decl]
	default:
		for i := from; i < to; i++ {
			known = append(known, int32(i))
		}
	}
	for _, i := range slices.Concat(known, changed) {
		if from <= int(i) && int(i) < to {
			out = append(out, i)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// counter counts the occurrences of one term at a time in others. Not safe for concurrent use.
type counter struct {
	known term.Map[tally]
	round uint32
	x     *term.Term
	stack []open
}

// tally is how often the current term occurs in another, at most manyOccurrences. It is valid in one round.
type tally struct {
	round uint32
	n     int32
}

// open is a term whose arguments are being counted.
type open struct {
	t    *term.Term
	next int
}

// begin switches to another term.
func (c *counter) begin(x *term.Term) {
	if c.round++; c.round == 0 {
		c.known.Clear()
		c.round = 1
	}
	c.x = x
	c.set(x, 1)
}

func (c *counter) set(t *term.Term, n int) { c.known.Set(t, tally{c.round, int32(n)}) }

// of returns how often the term occurs in t.
func (c *counter) of(t *term.Term) int {
	if known := c.known.Get(t); known.round == c.round {
		return int(known.n)
	}
	c.stack = append(c.stack[:0], open{t: t})
	for len(c.stack) > 0 {
		top := &c.stack[len(c.stack)-1]
		if top.next < len(top.t.Args()) {
			a := top.t.Args()[top.next]
			top.next++
			if c.known.Get(a).round != c.round {
				c.stack = append(c.stack, open{t: a})
			}
			continue
		}
		c.sum(top.t)
		c.stack = c.stack[:len(c.stack)-1]
	}
	return int(c.known.Get(t).n)
}

// sum counts t, whose arguments are counted.
func (c *counter) sum(t *term.Term) {
	n := 0
	for _, a := range t.Args() {
		if known := c.known.Get(a); known.round == c.round {
			n = min(n+int(known.n), manyOccurrences)
		}
	}
	c.set(t, n)
}

// hide updates the counts along a path as if its end contained no occurrence.
func (c *counter) hide(t *term.Term, path term.Path) {
	spine := []*term.Term{t}
	for _, i := range path {
		t = t.Args()[i]
		spine = append(spine, t)
	}
	c.set(t, 0)
	for i := len(spine) - 2; i >= 0; i-- {
		c.sum(spine[i])
	}
}

// path chooses an occurrence in t; all counted occurrences are equally likely.
func (c *counter) path(r *rng.Rand, t *term.Term) term.Path {
	var p term.Path
	for t != c.x {
		i := 0
		for k := r.IntN(c.of(t)); ; i++ {
			if k -= c.of(t.Args()[i]); k < 0 {
				break
			}
		}
		p = append(p, i)
		t = t.Args()[i]
	}
	return p
}
