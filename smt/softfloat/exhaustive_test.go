package softfloat_test

import (
	"fmt"
	"math/big"
	"os"
	"slices"
	"testing"

	"github.com/assay-smt/assay/smt/softfloat"
)

// The reference: a format is the list of all its finite numbers as rationals, and rounding is a search for the
// neighbours in that list. It shares nothing with the package but the interchange encoding.
type reference struct {
	format softfloat.Format
	all    []softfloat.Float // every value, NaN once
	grid   []point           // the finite numbers from zero up, each size once
}

type point struct {
	size *big.Rat
	bits *big.Int // with a positive sign
	even bool
}

func newReference(eb, sb int) *reference {
	r := &reference{format: softfloat.Format{EB: eb, SB: sb}}
	seenNaN := false
	for i := range 1 << (eb + sb) {
		x := softfloat.FromBits(r.format, big.NewInt(int64(i)))
		if x.IsNaN() {
			if seenNaN {
				continue
			}
			seenNaN = true
		}
		r.all = append(r.all, x)
	}
	bias := 1<<(eb-1) - 1
	for e := range 1<<eb - 1 {
		for m := range 1 << (sb - 1) {
			sig, exp := m, 1-bias
			if e > 0 {
				sig, exp = m+1<<(sb-1), e-bias
			}
			size := new(big.Rat).Mul(big.NewRat(int64(sig), 1), power(exp-(sb-1)))
			r.grid = append(r.grid, point{size, big.NewInt(int64(e<<(sb-1) + m)), m%2 == 0})
		}
	}
	return r
}

func power(exp int) *big.Rat {
	p := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(max(exp, -exp))))
	if exp < 0 {
		p.Inv(p)
	}
	return p
}

// round chooses between the two neighbours of v, which is not zero.
func (r *reference) round(m softfloat.Mode, v *big.Rat) softfloat.Float {
	neg := v.Sign() < 0
	size := new(big.Rat).Abs(v)
	i, found := slices.BinarySearchFunc(r.grid, size, func(p point, s *big.Rat) int { return p.size.Cmp(s) })
	value := func(i int) softfloat.Float {
		if i == len(r.grid) {
			return softfloat.Inf(r.format, neg)
		}
		x := softfloat.FromBits(r.format, r.grid[i].bits)
		if neg {
			x = x.Neg()
		}
		return x
	}
	if found {
		return value(i)
	}
	// Beyond the largest number, the next one would have the size of a power of two, and it is even.
	upper := point{even: true}
	last := r.grid[len(r.grid)-1].size
	if i < len(r.grid) {
		upper = r.grid[i]
	} else {
		step := new(big.Rat).Sub(last, r.grid[len(r.grid)-2].size)
		upper.size = new(big.Rat).Add(last, step)
	}
	up := false
	switch m {
	case softfloat.RTP:
		up = !neg
	case softfloat.RTN:
		up = neg
	case softfloat.RNE, softfloat.RNA:
		twice := new(big.Rat).Add(size, size)
		switch c := twice.Cmp(new(big.Rat).Add(r.grid[i-1].size, upper.size)); {
		case c > 0:
			up = true
		case c == 0:
			up = m == softfloat.RNA || upper.even
		}
	}
	if up {
		return value(i)
	}
	return value(i - 1)
}

// signed rounds, giving a zero the sign.
func (r *reference) signed(m softfloat.Mode, v *big.Rat, zeroNegative bool) softfloat.Float {
	if v.Sign() == 0 {
		return softfloat.Zero(r.format, zeroNegative)
	}
	return r.round(m, v)
}

func rat(x softfloat.Float) *big.Rat {
	neg, exp, frac := x.Parts()
	f := x.Format()
	e := int(exp.Int64())
	sig := new(big.Int).Set(frac)
	if e == 0 {
		e = 1
	} else {
		sig.Add(sig, new(big.Int).Lsh(big.NewInt(1), uint(f.SB-1)))
	}
	v := new(big.Rat).Mul(new(big.Rat).SetInt(sig), power(e-(1<<(f.EB-1)-1)-(f.SB-1)))
	if neg {
		v.Neg(v)
	}
	return v
}

var modes = []softfloat.Mode{softfloat.RNE, softfloat.RNA, softfloat.RTP, softfloat.RTN, softfloat.RTZ}

func finite(xs ...softfloat.Float) bool {
	for _, x := range xs {
		if x.IsNaN() || x.IsInf() {
			return false
		}
	}
	return true
}

func (r *reference) nan() softfloat.Float { return softfloat.NaN(r.format) }

func (r *reference) add(m softfloat.Mode, x, y softfloat.Float) softfloat.Float {
	switch {
	case x.IsNaN() || y.IsNaN():
		return r.nan()
	case x.IsInf() && y.IsInf():
		if x.IsNegative() != y.IsNegative() {
			return r.nan()
		}
		return x
	case x.IsInf():
		return x
	case y.IsInf():
		return y
	}
	zero := m == softfloat.RTN
	if x.IsZero() && y.IsZero() && x.IsNegative() == y.IsNegative() {
		zero = x.IsNegative()
	}
	return r.signed(m, new(big.Rat).Add(rat(x), rat(y)), zero)
}

func (r *reference) mul(m softfloat.Mode, x, y softfloat.Float) softfloat.Float {
	neg := x.IsNegative() != y.IsNegative()
	switch {
	case x.IsNaN() || y.IsNaN() || x.IsInf() && y.IsZero() || x.IsZero() && y.IsInf():
		return r.nan()
	case x.IsInf() || y.IsInf():
		return softfloat.Inf(r.format, neg)
	}
	return r.signed(m, new(big.Rat).Mul(rat(x), rat(y)), neg)
}

func (r *reference) div(m softfloat.Mode, x, y softfloat.Float) softfloat.Float {
	neg := x.IsNegative() != y.IsNegative()
	switch {
	case x.IsNaN() || y.IsNaN() || x.IsInf() && y.IsInf() || x.IsZero() && y.IsZero():
		return r.nan()
	case x.IsInf() || y.IsZero():
		return softfloat.Inf(r.format, neg)
	case y.IsInf():
		return softfloat.Zero(r.format, neg)
	}
	return r.signed(m, new(big.Rat).Quo(rat(x), rat(y)), neg)
}

func (r *reference) fma(m softfloat.Mode, x, y, z softfloat.Float) softfloat.Float {
	neg := x.IsNegative() != y.IsNegative()
	switch {
	case x.IsNaN() || y.IsNaN() || z.IsNaN() || x.IsInf() && y.IsZero() || x.IsZero() && y.IsInf():
		return r.nan()
	case x.IsInf() || y.IsInf():
		if z.IsInf() && z.IsNegative() != neg {
			return r.nan()
		}
		return softfloat.Inf(r.format, neg)
	case z.IsInf():
		return z
	}
	p := new(big.Rat).Mul(rat(x), rat(y))
	zero := m == softfloat.RTN
	if p.Sign() == 0 && z.IsZero() && z.IsNegative() == neg {
		zero = neg
	}
	return r.signed(m, p.Add(p, rat(z)), zero)
}

// nearest returns the integer nearest to v by the mode.
func nearest(m softfloat.Mode, v *big.Rat) *big.Int {
	floor := new(big.Int).Div(v.Num(), v.Denom())
	rest := new(big.Rat).Sub(v, new(big.Rat).SetInt(floor))
	up := false
	switch c := rest.Cmp(big.NewRat(1, 2)); m {
	case softfloat.RNE:
		up = c > 0 || c == 0 && floor.Bit(0) == 1
	case softfloat.RNA:
		up = c > 0 || c == 0 && v.Sign() > 0
	case softfloat.RTP:
		up = rest.Sign() > 0
	case softfloat.RTZ:
		up = rest.Sign() > 0 && v.Sign() < 0
	}
	if up {
		floor.Add(floor, big.NewInt(1))
	}
	return floor
}

func (r *reference) rem(x, y softfloat.Float) softfloat.Float {
	switch {
	case x.IsNaN() || y.IsNaN() || x.IsInf() || y.IsZero():
		return r.nan()
	case y.IsInf():
		return x
	}
	n := nearest(softfloat.RNE, new(big.Rat).Quo(rat(x), rat(y)))
	v := new(big.Rat).Sub(rat(x), new(big.Rat).Mul(new(big.Rat).SetInt(n), rat(y)))
	return r.signed(softfloat.RNE, v, x.IsNegative())
}

// sqrt finds the neighbours by squaring.
func (r *reference) sqrt(m softfloat.Mode, x softfloat.Float) softfloat.Float {
	switch {
	case x.IsNaN() || x.IsZero():
		return x
	case x.IsNegative():
		return r.nan()
	case x.IsInf():
		return x
	}
	v := rat(x)
	// Twice the precision and more: the root is known well enough to be on the right side of every midpoint,
	// except that it may hit one, which only exact roots do.
	scale := new(big.Int).Lsh(big.NewInt(1), 200)
	n := new(big.Int).Mul(v.Num(), scale)
	n.Mul(n, scale).Div(n, v.Denom())
	root := new(big.Rat).SetFrac(new(big.Int).Sqrt(n), scale)
	if new(big.Rat).Mul(root, root).Cmp(v) != 0 {
		root.Add(root, new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Mul(big.NewInt(3), scale)))
	}
	return r.round(m, root)
}

func (r *reference) integral(m softfloat.Mode, x softfloat.Float) softfloat.Float {
	if !finite(x) || x.IsZero() {
		return x
	}
	return r.signed(m, new(big.Rat).SetInt(nearest(m, rat(x))), x.IsNegative())
}

func (r *reference) convert(m softfloat.Mode, x softfloat.Float) softfloat.Float {
	switch {
	case x.IsNaN():
		return r.nan()
	case x.IsInf():
		return softfloat.Inf(r.format, x.IsNegative())
	}
	return r.signed(m, rat(x), x.IsNegative())
}

// order compares numbers that are not NaN, with infinities as very large ones.
func order(x, y softfloat.Float) int {
	size := func(x softfloat.Float) *big.Rat {
		if x.IsInf() {
			v := power(1 << 12)
			if x.IsNegative() {
				v.Neg(v)
			}
			return v
		}
		return rat(x)
	}
	return size(x).Cmp(size(y))
}

// long reports whether the exhaustive tests run over all formats.
func long() bool { return os.Getenv("ASSAY_CROSSCHECK") == "long" }

func TestExhaustive(t *testing.T) {
	total := 0
	refs := map[string]*reference{}
	for eb := 2; eb <= 4; eb++ {
		for sb := 2; sb <= 4; sb++ {
			refs[fmt.Sprint(eb, " ", sb)] = newReference(eb, sb)
		}
	}
	for name, r := range refs {
		t.Run(name, func(t *testing.T) {
			if r.format.EB+r.format.SB > 6 && !long() {
				t.Skip("part of the long run: ASSAY_CROSSCHECK=long")
			}
			total += r.exhaust(t, refs)
		})
	}
	t.Logf("%d results compared", total)
}

func (r *reference) exhaust(t *testing.T, refs map[string]*reference) int {
	n := 0
	same := func(what string, m softfloat.Mode, got, want softfloat.Float, args ...softfloat.Float) {
		n++
		if !got.Same(want) {
			t.Fatalf("%s %v %v = %v, want %v", what, m, args, got, want)
		}
	}
	holds := func(what string, got, want bool, args ...softfloat.Float) {
		n++
		if got != want {
			t.Fatalf("%s %v = %v, want %v", what, args, got, want)
		}
	}
	for _, x := range r.all {
		for _, m := range modes {
			same("sqrt", m, softfloat.Sqrt(m, x), r.sqrt(m, x), x)
			same("roundToIntegral", m, softfloat.RoundToIntegral(m, x), r.integral(m, x), x)
			for _, to := range refs {
				same("to_fp", m, softfloat.Convert(to.format, m, x), to.convert(m, x), x)
			}
			if i, ok := x.ToInt(m); ok != finite(x) || ok && i.Cmp(nearest(m, rat(x))) != 0 {
				t.Fatalf("integer of %v %v = %v %v", m, x, i, ok)
			}
		}
		if v, ok := x.Rat(); ok != finite(x) || ok && v.Cmp(rat(x)) != 0 {
			t.Fatalf("value of %v = %v %v", x, v, ok)
		}
		for _, y := range r.all {
			for _, m := range modes {
				same("add", m, softfloat.Add(m, x, y), r.add(m, x, y), x, y)
				same("sub", m, softfloat.Sub(m, x, y), r.add(m, x, y.Neg()), x, y)
				same("mul", m, softfloat.Mul(m, x, y), r.mul(m, x, y), x, y)
				same("div", m, softfloat.Div(m, x, y), r.div(m, x, y), x, y)
			}
			same("rem", softfloat.RNE, softfloat.Rem(x, y), r.rem(x, y), x, y)
			ordered := !x.IsNaN() && !y.IsNaN()
			holds("lt", softfloat.Less(x, y), ordered && order(x, y) < 0, x, y)
			holds("leq", softfloat.LessEqual(x, y), ordered && order(x, y) <= 0, x, y)
			holds("eq", softfloat.Equal(x, y), ordered && order(x, y) == 0, x, y)
			least, open := softfloat.Min(x, y)
			most, alsoOpen := softfloat.Max(x, y)
			bothZero := x.IsZero() && y.IsZero() && x.IsNegative() != y.IsNegative()
			if open != bothZero || alsoOpen != bothZero {
				t.Fatalf("min and max of %v %v are open: %v %v", x, y, open, alsoOpen)
			}
			switch {
			case bothZero:
			case x.IsNaN():
				same("min", 0, least, y, x, y)
				same("max", 0, most, y, x, y)
			case y.IsNaN() || order(x, y) <= 0:
				same("min", 0, least, x, x, y)
				if !y.IsNaN() {
					same("max", 0, most, y, x, y)
				}
			default:
				same("min", 0, least, y, x, y)
				same("max", 0, most, x, x, y)
			}
			if r.format.EB+r.format.SB > 5 && !long() || r.format.EB+r.format.SB > 6 {
				continue
			}
			for _, z := range r.all {
				for _, m := range modes {
					same("fma", m, softfloat.FMA(m, x, y, z), r.fma(m, x, y, z), x, y, z)
				}
			}
		}
	}
	return n
}
