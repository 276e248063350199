package value

import (
	"math"
	"math/big"
	"math/bits"

	"github.com/assay-smt/assay/smt/algebraic"
)

// OfInt returns the integer as a value.
func OfInt(n int64) Value { return Value{kind: Int, n: n} }

// OfBig returns the integer as a value. It keeps n, which must not change afterwards.
func OfBig(n *big.Int) Value {
	if n.IsInt64() {
		return Value{kind: Int, n: n.Int64()}
	}
	return Value{kind: Int, ref: n}
}

// Big returns an integer. The caller must not change it.
func (v Value) Big() *big.Int {
	if v.ref == nil {
		return big.NewInt(v.n)
	}
	return v.ref.(*big.Int)
}

// Small returns an integer that fits int64; ok is false for all others.
func (v Value) Small() (n int64, ok bool) { return v.n, v.kind == Int && v.ref == nil }

// Clamp returns an integer as an int; numbers outside [lo, hi] become lo-1 or hi+1.
func (v Value) Clamp(lo, hi int) int {
	if v.ref != nil {
		if v.ref.(*big.Int).Sign() < 0 {
			return lo - 1
		}
		return hi + 1
	}
	return int(max(int64(lo)-1, min(int64(hi)+1, v.n)))
}

// OfRat returns the rational as a value. It keeps r, which must not change afterwards.
func OfRat(r *big.Rat) Value {
	if d := r.Denom(); r.Num().IsInt64() && d.IsInt64() && d.Int64() <= math.MaxUint32 {
		return Value{kind: Real, w: uint32(d.Int64()), n: r.Num().Int64()}
	}
	return Value{kind: Real, ref: r}
}

// OfAlgebraic returns the real algebraic number as a value.
func OfAlgebraic(a algebraic.Number) Value {
	if r, ok := a.Rat(); ok {
		return OfRat(r)
	}
	return Value{kind: Real, ref: a}
}

// Rat returns a rational; ok is false for irrational reals. The caller must not change it.
func (v Value) Rat() (r *big.Rat, ok bool) {
	switch x := v.ref.(type) {
	case nil:
		if v.w == 1 {
			return new(big.Rat).SetInt64(v.n), true // looks for no common divisor
		}
		return big.NewRat(v.n, int64(v.w)), true
	case *big.Rat:
		return x, true
	}
	return nil, false
}

// IsIrrational reports whether a value is a real number that is not rational.
func (v Value) IsIrrational() bool {
	_, ok := v.ref.(algebraic.Number)
	return ok
}

// algebraicOf returns any real as an algebraic number.
func algebraicOf(v Value) algebraic.Number {
	if a, ok := v.ref.(algebraic.Number); ok {
		return a
	}
	r, _ := v.Rat()
	return algebraic.FromRat(r)
}

// Sign returns -1, 0 or 1 for an integer or a real.
func (v Value) Sign() int {
	switch x := v.ref.(type) {
	case *big.Int:
		return x.Sign()
	case *big.Rat:
		return x.Sign()
	case algebraic.Number:
		return x.Sign()
	}
	switch {
	case v.n < 0:
		return -1
	case v.n > 0:
		return 1
	}
	return 0
}

// CompareNumbers orders two integers or two reals by size.
func CompareNumbers(a, b Value) int {
	if a.ref == nil && b.ref == nil {
		if a.w == b.w { // integers, or reals with equal denominators
			return compareInt64(a.n, b.n)
		}
		if a.n > math.MinInt32 && a.n < math.MaxInt32 && b.n > math.MinInt32 && b.n < math.MaxInt32 {
			return compareInt64(a.n*int64(b.w), b.n*int64(a.w))
		}
	}
	if a.kind == Int {
		return a.Big().Cmp(b.Big())
	}
	x, ok := a.Rat()
	y, also := b.Rat()
	if ok && also {
		return x.Cmp(y)
	}
	return algebraic.Cmp(algebraicOf(a), algebraicOf(b))
}

func compareInt64(a, b int64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// Add returns the sum of two integers or two reals. An error means that a limit of algebraic arithmetic was reached.
func Add(a, b Value) (Value, error) {
	if a.ref == nil && b.ref == nil && a.w == b.w && a.w <= 1 {
		if s := a.n + b.n; (s > a.n) == (b.n > 0) {
			return Value{kind: a.kind, w: a.w, n: s}, nil
		}
	}
	if a.kind == Int {
		return OfBig(new(big.Int).Add(a.Big(), b.Big())), nil
	}
	if v, ok := sumOfFractions(a, b, 1); ok {
		return v, nil
	}
	return realOp(a, b, (*big.Rat).Add, algebraic.Add)
}

// Sub returns the difference of two integers or two reals.
func Sub(a, b Value) (Value, error) {
	if a.ref == nil && b.ref == nil && a.w == b.w && a.w <= 1 {
		if s := a.n - b.n; (s < a.n) == (b.n > 0) {
			return Value{kind: a.kind, w: a.w, n: s}, nil
		}
	}
	if a.kind == Int {
		return OfBig(new(big.Int).Sub(a.Big(), b.Big())), nil
	}
	if v, ok := sumOfFractions(a, b, -1); ok {
		return v, nil
	}
	return realOp(a, b, (*big.Rat).Sub, algebraic.Sub)
}

// Mul returns the product of two integers or two reals.
func Mul(a, b Value) (Value, error) {
	if a.ref == nil && b.ref == nil && a.w <= 1 && b.w <= 1 {
		hi, lo := bits.Mul64(magnitude(a.n), magnitude(b.n))
		if hi == 0 && lo <= math.MaxInt64 {
			n := int64(lo)
			if (a.n < 0) != (b.n < 0) {
				n = -n
			}
			return Value{kind: a.kind, w: a.w, n: n}, nil
		}
	}
	if a.kind == Int {
		return OfBig(new(big.Int).Mul(a.Big(), b.Big())), nil
	}
	m, d, ok := fraction(a)
	n, e, also := fraction(b)
	if ok && also {
		if v, ok := ofFraction(m*n, d*e); ok {
			return v, nil
		}
	}
	return realOp(a, b, (*big.Rat).Mul, algebraic.Mul)
}

func magnitude(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

// Div returns the quotient of two reals; the divisor must not be zero.
func Div(a, b Value) (Value, error) {
	m, d, ok := fraction(a)
	n, e, also := fraction(b)
	if ok && also && n != 0 {
		if n < 0 {
			m, n = -m, -n
		}
		if v, ok := ofFraction(m*e, d*n); ok {
			return v, nil
		}
	}
	return realOp(a, b, (*big.Rat).Quo, algebraic.Div)
}

// Neg returns an integer or a real with its sign changed.
func Neg(a Value) Value {
	switch x := a.ref.(type) {
	case *big.Int:
		return OfBig(new(big.Int).Neg(x))
	case *big.Rat:
		return OfRat(new(big.Rat).Neg(x))
	case algebraic.Number:
		return OfAlgebraic(x.Neg())
	}
	if a.n == math.MinInt64 {
		if a.kind == Int {
			return OfBig(new(big.Int).Neg(a.Big()))
		}
		r, _ := a.Rat()
		return OfRat(new(big.Rat).Neg(r))
	}
	a.n = -a.n
	return a
}

// fraction is a small rational in the struct of its value: its parts multiply, and two such products add up, within an int64.
func fraction(a Value) (num, den int64, ok bool) {
	return a.n, int64(a.w), a.kind == Real && a.ref == nil && a.n > math.MinInt32 && a.n <= math.MaxInt32 && a.w <= math.MaxInt32
}

// ofFraction returns num/den, den positive, in lowest terms; ok is false when it does not fit into the struct.
func ofFraction(num, den int64) (v Value, ok bool) {
	if den > 1 {
		a, b := magnitude(num), uint64(den)
		for a != 0 {
			a, b = b%a, a
		}
		num, den = num/int64(b), den/int64(b)
	}
	return Value{kind: Real, w: uint32(den), n: num}, den <= math.MaxUint32
}

// sumOfFractions returns a + sign*b for small rationals.
func sumOfFractions(a, b Value, sign int64) (v Value, ok bool) {
	m, d, ok := fraction(a)
	n, e, also := fraction(b)
	if !ok || !also {
		return v, false
	}
	if d == e {
		return ofFraction(m+sign*n, d)
	}
	return ofFraction(m*e+sign*n*d, d*e)
}

func realOp(a, b Value, rational func(z, x, y *big.Rat) *big.Rat,
	irrational func(x, y algebraic.Number) (algebraic.Number, error),
) (Value, error) {
	x, ok := a.Rat()
	y, also := b.Rat()
	if ok && also {
		return OfRat(rational(new(big.Rat), x, y)), nil
	}
	z, err := irrational(algebraicOf(a), algebraicOf(b))
	if err != nil {
		return Value{}, err
	}
	return OfAlgebraic(z), nil
}

// ToReal returns an integer as a real.
func ToReal(a Value) Value {
	if a.ref == nil {
		return Value{kind: Real, w: 1, n: a.n}
	}
	return OfRat(new(big.Rat).SetInt(a.Big()))
}

// Floor returns the greatest integer that does not exceed a real.
func Floor(a Value) Value {
	if a.ref == nil && a.w == 1 {
		return OfInt(a.n)
	}
	if a.ref == nil {
		q := a.n / int64(a.w)
		if a.n%int64(a.w) < 0 {
			q--
		}
		return OfInt(q)
	}
	if r, ok := a.Rat(); ok {
		// Euclidean division rounds down because denominators are positive.
		return OfBig(new(big.Int).Div(r.Num(), r.Denom()))
	}
	return OfBig(algebraicOf(a).Floor())
}

// IsInteger reports whether a real has no fractional part.
func IsInteger(a Value) bool {
	if a.ref == nil {
		return a.w == 1
	}
	r, ok := a.Rat()
	return ok && r.IsInt()
}
