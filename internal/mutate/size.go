package mutate

import (
	"fmt"

	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// Bounds on the text that a chain makes, in nodes and bytes of literals as written (term.TextSize). They are far above what
// mutants of ordinary seeds need: they keep long literals from being multiplied.
const (
	// mutantFloor is the size that a mutant may have in any case, mutantGrowth the allowed multiple of the size of what it is made from.
	mutantFloor  = 1 << 20
	mutantGrowth = 3
	// chainFloor and chainGrowth are the same for all mutants of a chain together.
	chainFloor  = 1 << 26
	chainGrowth = 512
	// fewBytes is how many bytes of literals a store may hold before sizes are counted.
	fewBytes = 1 << 15
)

// A Limit bounds the text of the mutants that a source makes, literals included. Not safe for concurrent use.
type Limit struct {
	made          []*term.Term // what mutants are made from, nil once it is measured
	mutant, chain int
	size          int  // of the last mutant of a chain
	stale         bool // the last one was not measured
}

// NewLimit returns the limit of a source that makes mutants from these terms.
func NewLimit(made []*term.Term) *Limit { return &Limit{made: made} }

// LimitOf returns the limit of a source that makes mutants from a script.
func LimitOf(s *script.Script) *Limit { return NewLimit(s.Roots()) }

// Allows reports whether a script may be a mutant of the source, and counts it if so.
func (l *Limit) Allows(s *script.Script) bool {
	if s.Store.LiteralBytes() < fewBytes {
		l.stale = true
		return true
	}
	l.measure()
	return l.counts(textSize(s.Roots()))
}

// Jump says that the next mutant is not made from the last one.
func (l *Limit) Jump() { l.stale = true }

// AllowsChange is Allows for a script that differs in one term from the last allowed one, or from what mutants are made from.
func (l *Limit) AllowsChange(s *script.Script, before, after *term.Term) bool {
	if s.Store.LiteralBytes() < fewBytes {
		l.stale = true
		return true
	}
	l.measure()
	if l.stale {
		return l.counts(textSize(s.Roots()))
	}
	return l.counts(l.size - term.TextSize([]*term.Term{before}) + term.TextSize([]*term.Term{after}))
}

// counts records a mutant of a size, unless that is too large.
func (l *Limit) counts(size int) bool {
	if size > l.mutant || size > l.chain {
		return false
	}
	l.chain -= size
	l.size, l.stale = size, false
	return true
}

// measure sets the bounds, if they have not been needed so far.
func (l *Limit) measure() {
	if l.mutant == 0 {
		l.size = textSize(l.made)
		l.mutant, l.chain = mutantFloor+mutantGrowth*l.size, chainFloor+chainGrowth*l.size
		l.made = nil
	}
}

// textSize adds up the terms' sizes.
func textSize(terms []*term.Term) int {
	n := 0
	for i := range terms {
		n += term.TextSize(terms[i : i+1])
	}
	return n
}

// Exceeded is the error of a source that finds no mutant within its limit.
func (l *Limit) Exceeded() error {
	l.measure()
	return fmt.Errorf("%w: mutants are too large: with their literals, one may take %d bytes, and %d are left for all", ErrExhausted, l.mutant, l.chain)
}
