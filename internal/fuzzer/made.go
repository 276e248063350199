package fuzzer

import (
	"crypto/sha256"
	"encoding/binary"
)

// Made says how a mutant came about, for statistics.
type Made struct {
	// Rule is that of the last step, "" for a mutant without steps. Steps is their number since the seed.
	Rule  string
	Steps int
	// Applicable is how many rules the engine could have applied in the last step, 0 when it does not count them.
	Applicable int
	// Text is a hash of the mutant as it is printed for no solver in particular: equal for equal mutants, whatever solvers
	// read them.
	Text uint64
}

// made describes a mutant, 0 <= i < Len.
func (c *Chain) made(i int) Made {
	m := c.mutants[i]
	sum := sha256.Sum256(c.Text(i, ""))
	out := Made{Steps: len(m.Steps), Text: binary.BigEndian.Uint64(sum[:8])}
	if out.Steps > 0 {
		last := &m.Steps[out.Steps-1]
		out.Rule, out.Applicable = last.Rule, last.Applicable
	}
	return out
}
