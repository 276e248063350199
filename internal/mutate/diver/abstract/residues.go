package abstract

import (
	"fmt"
	"math"
	"math/big"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// residues is the set of the integers whose remainder modulo a number is in a set of integers.
type residues struct {
	mod value.Value // at least 2
	in  Set         // of numbers from 0 to mod - 1, as Numbers makes it; neither empty nor all of them
}

// Residues returns the set of the integers whose remainder by the positive modulus lies in one of the intervals. Numbers in them that
// are not remainders do not count.
func Residues(mod value.Value, parts ...Interval) Set {
	all := Interval{Closed(value.OfInt(0)), Open(mod)}
	var in []Interval
	for _, p := range parts {
		if q := Both(p.closed(), all.closed()); !q.Empty() {
			in = append(in, q)
		}
	}
	set := Numbers(sorts.Int, in...)
	if _, none := set.(nothing); none {
		return set
	}
	if set.Same(Between(sorts.Int, all)) {
		return Any(sorts.Int)
	}
	return &residues{mod: mod, in: set}
}

// AsResidues returns modulus and intervals of a set made by Residues; ok is false for others.
func AsResidues(set Set) (mod value.Value, parts []Interval, ok bool) {
	if s, is := set.(*residues); is {
		parts, ok = Intervals(nil, s.in)
		mod = s.mod
	}
	return mod, parts, ok
}

// remainder returns v modulo m, which is positive; the result is never negative.
func remainder(v, m value.Value) value.Value {
	a, small := v.Small()
	n, also := m.Small()
	if small && also {
		if a %= n; a < 0 {
			a += n
		}
		return value.OfInt(a)
	}
	return value.OfBig(new(big.Int).Mod(v.Big(), m.Big()))
}

func (s *residues) Sort() *sorts.Sort { return sorts.Int }

func (s *residues) Has(v value.Value) bool {
	return v.Kind() == value.Int && s.in.Has(remainder(v, s.mod))
}

// Score implements Set: the share of the integers that are in the set.
func (s *residues) Score() float64 {
	var buf [4]Interval
	parts, _ := Intervals(buf[:0], s.in)
	n := 0.0
	for i := range parts {
		n += parts[i].width() + 1
	}
	m := about(s.mod)
	if math.IsInf(m, 1) {
		return MinScore
	}
	return min(MaxScore, max(MinScore, n/m))
}

// Pick implements Set: a few times the modulus away from zero, or from the value to avoid.
func (s *residues) Pick(r *rng.Rand, not value.Value) (value.Value, bool) {
	v := otherThan(not, func() value.Value {
		rest, _ := s.in.Pick(r, value.Value{})
		times := value.OfInt(int64(r.IntN(9) - 4))
		if r.IntN(8) == 0 {
			times = pickInt(r)
		}
		far, _ := value.Mul(times, s.mod) // integers give no errors
		far, _ = value.Add(far, rest)
		return far
	})
	return v, true
}

func (s *residues) Formula(st *term.Store, x *term.Term) (*term.Term, error) {
	m, err := value.Term(st, sorts.Int, s.mod)
	if err != nil {
		return nil, err
	}
	rest, err := apply(st, "mod", x, m)
	if err != nil {
		return nil, err
	}
	return s.in.Formula(st, rest)
}

func (s *residues) Same(other Set) bool {
	o, ok := other.(*residues)
	return ok && value.Compare(o.mod, s.mod) == 0 && o.in.Same(s.in)
}

func (s *residues) String() string { return fmt.Sprintf("%s mod %s", s.in, s.mod.Text(40)) }

// integral is the set of the reals that are integers, or of those that are not.
type integral struct{ not bool }

// Integral returns the set of the reals that are integers.
func Integral() Set { return integral{} }

// Fractional returns the set of the reals that are not integers.
func Fractional() Set { return integral{not: true} }

// AsIntegral reports whether the set was made by Integral or Fractional, and by which.
func AsIntegral(set Set) (integers, ok bool) {
	s, ok := set.(integral)
	return !s.not, ok
}

func (s integral) Sort() *sorts.Sort { return sorts.Real }

func (s integral) Has(v value.Value) bool {
	return v.Kind() == value.Real && value.IsInteger(v) != s.not
}

// Score implements Set: about how often random terms of formulas are integers.
func (s integral) Score() float64 { return 0.5 }

func (s integral) Pick(r *rng.Rand, not value.Value) (value.Value, bool) {
	return otherThan(not, func() value.Value {
		if v := pickAnyReal(r); s.Has(v) {
			return v
		}
		n := value.ToReal(pickInt(r))
		if s.not { // A half is next to an integer; a smaller fraction is nearer.
			n, _ = value.Add(n, value.OfRat(big.NewRat(1, 2<<r.IntN(10))))
		}
		return n
	}), true
}

func (s integral) Formula(st *term.Store, x *term.Term) (*term.Term, error) {
	t, err := apply(st, "is_int", x)
	if err == nil && s.not {
		t, err = apply(st, "not", t)
	}
	return t, err
}

func (s integral) Same(other Set) bool { return other == Set(s) }

func (s integral) String() string {
	if s.not {
		return "not an integer"
	}
	return "integers"
}
