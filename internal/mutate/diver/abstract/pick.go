package abstract

import (
	"math/big"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/value"
)

// pickBetween returns a number in a nonempty interval, in half of all cases one of the ends or a number next to them.
func pickBetween(r *rng.Rand, s *sorts.Sort, p *Interval) value.Value {
	if s == sorts.Real {
		return pickReal(r, p)
	}
	lo, hi := p.Lo.Bounded(), p.Hi.Bounded()
	var v value.Value
	switch {
	case lo && hi:
		return pickInside(r, p)
	case !lo && !hi:
		return pickInt(r)
	}
	// Half of the integers: the end, a few steps from it, any number on the right side, or one far away.
	end, sign := p.Lo.At, int64(1)
	if hi {
		end, sign = p.Hi.At, -1
	}
	switch r.IntN(6) {
	case 0, 1:
		return end
	case 2:
		return next(end, sign*int64(1+r.IntN(3)))
	case 3:
		return next(end, sign*int64(r.IntN(1000)))
	default:
		if v = pickInt(r); p.has(v) {
			return v
		}
		v, _ = value.Add(end, withSign(pickInt(r), sign))
		return v
	}
}

// withSign returns a number with that sign; zero stays zero.
func withSign(v value.Value, sign int64) value.Value {
	if v.Sign() != 0 && (v.Sign() < 0) != (sign < 0) {
		return value.Neg(v)
	}
	return v
}

// pickInside returns an integer between two ends.
func pickInside(r *rng.Rand, p *Interval) value.Value {
	switch r.IntN(6) {
	case 0:
		return p.Lo.At
	case 1:
		return p.Hi.At
	case 2:
		if v := next(p.Lo.At, 1); p.has(v) {
			return v
		}
		return p.Hi.At
	case 3:
		if v := next(p.Hi.At, -1); p.has(v) {
			return v
		}
		return p.Lo.At
	case 4:
		if v := value.OfInt(int64(r.IntN(3) - 1)); p.has(v) {
			return v
		}
	}
	a, small := p.Lo.At.Small()
	b, also := p.Hi.At.Small()
	if small && also && uint64(b)-uint64(a) < 1<<62 {
		return value.OfInt(a + int64(r.IntN(int(b-a)+1)))
	}
	span := new(big.Int).Sub(p.Hi.At.Big(), p.Lo.At.Big())
	n := new(big.Int).Mul(span, new(big.Int).SetUint64(r.Uint64()>>32))
	return value.OfBig(n.Add(n.Rsh(n, 32), p.Lo.At.Big()))
}

// pickInt returns any integer: mostly a small one, else a neighbour of a power of two.
func pickInt(r *rng.Rand) value.Value {
	switch r.IntN(8) {
	case 0:
		return value.OfInt(0)
	case 1:
		return value.OfInt(int64(1 - 2*r.IntN(2)))
	case 2, 3, 4:
		return value.OfInt(int64(r.IntN(41) - 20))
	case 5, 6:
		return value.OfInt(int64(r.IntN(4001) - 2000))
	}
	n := new(big.Int).Lsh(big.NewInt(1), uint(rng.Pick(r, []int{8, 15, 16, 31, 32, 53, 63, 64, 100})))
	n.Add(n, big.NewInt(int64(r.IntN(3)-1)))
	if r.Bool() {
		n.Neg(n)
	}
	return value.OfBig(n)
}

// pickAnyReal returns any real: in half of all cases an integer, else a fraction.
func pickAnyReal(r *rng.Rand) value.Value {
	if r.Bool() {
		return value.ToReal(pickInt(r))
	}
	return value.OfRat(big.NewRat(int64(r.IntN(201)-100), rng.Pick(r, []int64{2, 3, 4, 5, 8, 10, 100, 1000, 1 << 20})))
}

// pickReal returns a real in a nonempty interval.
func pickReal(r *rng.Rand, p *Interval) value.Value {
	lo, hi := p.Lo.Bounded(), p.Hi.Bounded()
	if !lo && !hi {
		return pickAnyReal(r)
	}
	switch r.IntN(5) {
	case 0:
		if lo && !p.Lo.Open {
			return p.Lo.At
		}
	case 1:
		if hi && !p.Hi.Open {
			return p.Hi.At
		}
	case 2:
		if v := pickAnyReal(r); p.has(v) {
			return v
		}
	case 3:
		if v := value.ToReal(value.OfInt(int64(r.IntN(3) - 1))); p.has(v) {
			return v
		}
	}
	step := positiveStep(r)
	fromLow := lo && (!hi || r.Bool())
	var v value.Value
	var err error
	if fromLow {
		v, err = value.Add(p.Lo.At, step)
	} else {
		v, err = value.Sub(p.Hi.At, step)
	}
	if err == nil && p.has(v) {
		return v
	}
	return middle(r, p)
}

// positiveStep returns a distance from an end: of any size, including small ones.
func positiveStep(r *rng.Rand) value.Value {
	switch r.IntN(4) {
	case 0:
		return value.ToReal(value.OfInt(1))
	case 1:
		return value.OfRat(big.NewRat(1, 1<<r.IntN(24)))
	case 2:
		return value.OfRat(big.NewRat(1, rng.Pick(r, []int64{3, 10, 1000, 1_000_000})))
	}
	return value.OfRat(big.NewRat(int64(1+r.IntN(5000)), int64(1+r.IntN(10))))
}

// middle returns a rational in a nonempty interval between two ends, or an end if no rational is near.
func middle(r *rng.Rand, p *Interval) value.Value {
	a, _ := rationalNear(p.Lo.At)
	_, b := rationalNear(p.Hi.At)
	span := new(big.Rat).Sub(b, a)
	v := value.OfRat(a.Add(a, span.Mul(span, big.NewRat(int64(1+r.IntN(7)), 8))))
	switch {
	case p.has(v):
		return v
	case !p.Lo.Open:
		return p.Lo.At
	case !p.Hi.Open:
		return p.Hi.At
	}
	return between(p)
}

// between returns the exact middle of two ends, as half of their sum; at least one of them is irrational and close to the other.
func between(p *Interval) value.Value {
	half := value.OfRat(big.NewRat(1, 2))
	if v, err := value.Add(p.Lo.At, p.Hi.At); err == nil {
		if v, err = value.Mul(v, half); err == nil {
			return v
		}
	}
	return value.Value{}
}

// rationalNear returns rationals just below and above a real; for a rational it returns that number twice.
func rationalNear(v value.Value) (lo, hi *big.Rat) {
	if r, ok := v.Rat(); ok {
		return new(big.Rat).Set(r), new(big.Rat).Set(r)
	}
	a, _ := v.Algebraic()
	return a.Bounds(64)
}

// near returns a value next to one of the listed ones, the zero Value when it knows none.
func (c *choice) near(r *rng.Rand) value.Value {
	if s, ok := textOf(rng.Pick(r, c.values)); ok && s.Len() <= maxPicked && r.Bool() {
		return value.OfString(changed(r, s))
	}
	return value.Value{}
}
