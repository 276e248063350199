package entail

import (
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// maxClosed bounds the terms of one that is evaluated.
const maxClosed = 10_000

// value returns the value of a term that has the same one in all interpretations, an open one for any other.
func (k *Kernel) value(t *term.Term) value.Value {
	if v, ok := k.known[t]; ok {
		return v
	}
	var v value.Value
	if v = open; k.fixed(t) {
		v = k.values.Term(t)
	}
	k.known[t] = v
	return v
}

var open = value.OfUnknown(&value.Unknown{})

// fixed reports whether the standard alone says what a term is: it has no symbols of a script, no variables, and no sort that a script declares.
func (k *Kernel) fixed(t *term.Term) bool {
	if t.HasUser() || t.HasBinder() || len(t.Free()) > 0 {
		return false
	}
	n, plain := 0, true
	term.Walk([]*term.Term{t}, func(p *term.Term) bool {
		n++
		plain = plain && n <= maxClosed && standard(p.Sort())
		return plain
	})
	k.left -= n
	return plain
}

// standard reports whether a sort has the same elements in all interpretations.
func standard(s *sorts.Sort) bool {
	switch s {
	case sorts.Bool, sorts.Int, sorts.Real, sorts.String, sorts.RegLan:
		return true
	}
	switch s.Kind() {
	case sorts.BitVec, sorts.Float:
		return true
	}
	return s == sorts.RoundingMode
}

// same reports whether two values are equal, and whether that is known.
func (k *Kernel) sameValues(a, b value.Value) (equal, known bool) {
	if !a.IsKnown() || !b.IsKnown() {
		return false, false
	}
	return k.values.Domain().Same(a, b)
}
