package weaken

import (
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// counter counts the terms of mutants, one after the other, without taking memory for each.
type counter struct {
	seen  term.Map[uint32] // in which count a term was last met
	count uint32
	stack []*term.Term
}

// distinct returns the number of distinct terms in a script's assertions, at most limit.
func (c *counter) distinct(s *script.Script, limit int) int {
	if c.count++; c.count == 0 { // after 4 billion counts old marks would look like new ones
		c.seen.Clear()
		c.count = 1
	}
	n := 0
	for i := range s.Commands {
		if s.Commands[i].Kind == script.Assert {
			c.push(s.Commands[i].Terms[0])
		}
		for len(c.stack) > 0 {
			t := c.stack[len(c.stack)-1]
			c.stack = c.stack[:len(c.stack)-1]
			if n++; n >= limit {
				c.stack = c.stack[:0]
				return limit
			}
			for _, a := range t.Args() {
				c.push(a)
			}
		}
	}
	return n
}

// push records a term that was not yet met.
func (c *counter) push(t *term.Term) {
	if met := c.seen.At(t); *met != c.count {
		*met = c.count
		c.stack = append(c.stack, t)
	}
}
