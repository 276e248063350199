package weaken

import (
	"github.com/assay-smt/assay/internal/mutate/weaken/rules"
	"github.com/assay-smt/assay/smt"
)

// direction says whether a replacement weakens what it replaces or strengthens it.
type direction uint8

const (
	weaker direction = iota
	stronger
)

// preserves returns the status that steps in this direction preserve.
func (d direction) preserves() smt.Status { return [...]smt.Status{smt.Sat, smt.Unsat}[d] }

// summary returns the direction as worded in the lines of a derivation.
func (d direction) summary() string { return [...]string{" weakens it", " strengthens it"}[d] }

// below returns the direction in which a formula of the given polarity must change so that the whole changes in d.
func (d direction) below(p Polarity) direction {
	if p == Negative {
		return 1 - d
	}
	return d
}

// serves reports whether a use of a rule goes in this direction.
func (d direction) serves(u rules.Use) bool {
	if d == weaker {
		return u.Weakens()
	}
	return u.Strengthens()
}
