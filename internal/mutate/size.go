package mutate

import (
	"fmt"

	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// Bounds of the text that a chain makes, in nodes and bytes of literals as they are written (term.TextSize). They are far above
// what mutants of ordinary seeds take: they keep long literals from being multiplied.
const (
	// mutantFloor is the size that a mutant may have in any case, mutantGrowth how many times the size of what it is made of.
	mutantFloor  = 1 << 20
	mutantGrowth = 3
	// chainFloor and chainGrowth are the same of all mutants of a chain together.
	chainFloor  = 1 << 26
	chainGrowth = 512
	// fewBytes is how many bytes of literals a store may hold before anybody counts.
	fewBytes = 1 << 15
)

// A Limit bounds the text of the mutants that a source makes, literals included. Not safe for concurrent use.
type Limit struct{ mutant, chain int }

// NewLimit returns the limit of a source that makes mutants of these terms.
func NewLimit(made []*term.Term) *Limit {
	size := term.TextSize(made)
	return &Limit{mutant: mutantFloor + mutantGrowth*size, chain: chainFloor + chainGrowth*size}
}

// LimitOf returns the limit of a source that makes mutants of a script.
func LimitOf(s *script.Script) *Limit { return NewLimit(s.Roots()) }

// Allows reports whether a script may be a mutant of the source, and counts it if so.
func (l *Limit) Allows(s *script.Script) bool {
	if s.Store.LiteralBytes() < fewBytes {
		return true
	}
	size := term.TextSize(s.Roots())
	if size > l.mutant || size > l.chain {
		return false
	}
	l.chain -= size
	return true
}

// Exceeded is the error of a source that finds no mutant within its limit.
func (l *Limit) Exceeded() error {
	return fmt.Errorf("%w: mutants are too large: with their literals, one may take %d bytes, and %d are left for all", ErrExhausted, l.mutant, l.chain)
}
