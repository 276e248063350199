package abstract

import (
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/softfloat"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// whole is the set of all values of a sort.
type whole struct {
	sort *sorts.Sort
	open bool // the value does not matter even when it is open
}

// Any returns the set of all values of the sort. Open values are not in it: the term has to have some value.
func Any(s *sorts.Sort) Set { return whole{sort: s} }

// Irrelevant returns the set for a place on whose value nothing depends, as in (or true p): even open values are in it. The same
// applies to everything below such a place.
func Irrelevant(s *sorts.Sort) Set { return whole{sort: s, open: true} }

// IsIrrelevant reports whether the set is one that Irrelevant makes.
func IsIrrelevant(s Set) bool { w, ok := s.(whole); return ok && w.open }

// IsAny reports whether every known value of the sort is certainly in the set.
func IsAny(s Set) bool { _, ok := s.(whole); return ok }

func (w whole) Sort() *sorts.Sort { return w.sort }

func (w whole) Has(v value.Value) bool { return w.open || v.IsKnown() }

func (w whole) Score() float64 { return MaxScore }

// maxAnyWidth bounds the width of bit-vectors that are made from nothing.
const maxAnyWidth = 1 << 16

// Pick implements Set for basic sorts: values of others come from the caller.
func (w whole) Pick(r *rng.Rand, not value.Value) (value.Value, bool) {
	if w.sort == sorts.Bool && (not.IsTrue() || not.IsFalse()) {
		return value.OfBool(not.IsFalse()), true
	}
	if anyOf(r, w.sort).Kind() == value.Invalid {
		return value.Value{}, false
	}
	return otherThan(not, func() value.Value { return anyOf(r, w.sort) }), true
}

// anyOf returns any value of the sort, the zero Value when it knows none.
func anyOf(r *rng.Rand, s *sorts.Sort) value.Value {
	switch s {
	case sorts.Bool:
		return value.OfBool(r.Bool())
	case sorts.Int:
		return pickInt(r)
	case sorts.Real:
		return pickAnyReal(r)
	case sorts.String:
		return value.OfString(pickShort(r))
	case sorts.RoundingMode:
		return value.OfMode(softfloat.Mode(r.IntN(5)))
	}
	if s.Kind() == sorts.BitVec && s.Width() <= maxAnyWidth {
		return value.OfBV(Free(s.Width()).pick(r))
	}
	if s.Kind() == sorts.Float && s.Indices()[0]+s.Indices()[1] <= maxAnyWidth {
		all, _ := asFloats(Any(s))
		return all.pick(r)
	}
	return value.Value{}
}

func (w whole) Formula(*term.Store, *term.Term) (*term.Term, error) { return nil, nil }

func (w whole) Same(other Set) bool { return other == Set(w) }

func (w whole) String() string {
	if w.open {
		return "irrelevant"
	}
	return "any"
}
