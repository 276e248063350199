package termspace

import (
	"fmt"

	"github.com/assay-smt/assay/smt/term"
)

// Term makes term number n of a cell and size, n below Numbers. It returns nil where another number has the same term with its variables renamed: of these
// only one has them in order.
func (s *Space) Term(c *Cell, size int, n uint64) (*term.Term, error) {
	m := maker{Space: s, count: s.counted(0), met: make([]int, len(s.carriers))}
	t := m.apply(c, size, n, false)
	if m.err != nil {
		return nil, fmt.Errorf("term %d of %s: %w", n, c.Label, m.err)
	}
	if m.renamed {
		return nil, nil
	}
	return t, nil
}

// A maker makes one term.
type maker struct {
	*Space
	count   *count
	met     []int // by carrier: how many of its variables are in the term so far
	renamed bool  // a variable came before one that is to come first
	err     error
}

// apply makes an application. inside: it is an argument of another.
func (m *maker) apply(c *Cell, size int, n uint64, inside bool) *term.Term {
	args := make([]*term.Term, 0, len(c.args))
	if inside && size == 1 {
		args = m.withVariable(args, c.args, n)
	} else {
		args = m.arguments(args, c.args, size-1, n)
	}
	if m.err != nil {
		return nil
	}
	t, err := m.Script.Store.App(c.fn, args...)
	m.err = err
	return t
}

// arguments makes list number n of arguments that have a size in all.
func (m *maker) arguments(out []*term.Term, args []int, size int, n uint64) []*term.Term {
	if len(args) == 1 {
		return append(out, m.argument(args[0], size, n))
	}
	for first := 0; first <= size; first++ {
		rest := m.count.arguments(args[1:], size-first)
		here := times(m.count.terms[args[0]][first], rest)
		if n >= here {
			n -= here
			continue
		}
		out = append(out, m.argument(args[0], first, n/rest))
		return m.arguments(out, args[1:], size-first, n%rest)
	}
	m.err = fmt.Errorf("there are not so many")
	return out
}

// withVariable makes list number n of leaves of which one at least is a variable: those whose first variable is at the first place come first.
func (m *maker) withVariable(out []*term.Term, args []int, n uint64) []*term.Term {
	c := m.count
	for at := range args {
		vars := c.leaves[args[at]] - c.ground[args[at]]
		here := vars
		for i, a := range args {
			if i < at {
				here = times(here, c.ground[a])
			} else if i > at {
				here = times(here, c.leaves[a])
			}
		}
		if n >= here {
			n -= here
			continue
		}
		for i, a := range args {
			switch {
			case i < at:
				out = append(out, m.leaf(a, vars0(c, a)+n%c.ground[a]))
				n /= c.ground[a]
			case i == at:
				out = append(out, m.leaf(a, n%vars))
				n /= vars
			default:
				out = append(out, m.leaf(a, n%c.leaves[a]))
				n /= c.leaves[a]
			}
		}
		return out
	}
	m.err = fmt.Errorf("there are not so many with a variable")
	return out
}

// vars0 is the number of a carrier's first constant among its leaves.
func vars0(c *count, a int) uint64 { return c.leaves[a] - c.ground[a] }

func (m *maker) argument(a, size int, n uint64) *term.Term {
	if size == 0 {
		return m.leaf(a, n)
	}
	for _, c := range m.carriers[a].cells {
		here := m.count.inside(c, size)
		if n >= here {
			n -= here
			continue
		}
		return m.apply(c, size, n, true)
	}
	m.err = fmt.Errorf("there are not so many arguments")
	return nil
}

// leaf returns a leaf. The leaves of a term are made from left to right.
func (m *maker) leaf(a int, n uint64) *term.Term {
	if int(n) < m.carriers[a].vars {
		if int(n) > m.met[a] {
			m.renamed = true
		}
		m.met[a] = max(m.met[a], int(n)+1)
	}
	return m.carriers[a].leaves[n]
}
