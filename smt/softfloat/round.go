package softfloat

import (
	"fmt"
	"math/big"
)

// Mode is a rounding mode.
type Mode uint8

// The rounding modes.
const (
	RNE Mode = iota // to the nearest, ties to even
	RNA             // to the nearest, ties away from zero
	RTP             // up
	RTN             // down
	RTZ             // towards zero
)

var modes = [...]string{RNE: "RNE", RNA: "RNA", RTP: "RTP", RTN: "RTN", RTZ: "RTZ"}

// String returns the short name.
func (m Mode) String() string {
	if int(m) < len(modes) {
		return modes[m]
	}
	return fmt.Sprintf("Mode(%d)", uint8(m))
}

// away reports whether a number is rounded away from zero, given the bits that are cut off: half says whether the
// first of them is set, rest whether any other is; odd is the last bit that stays.
func (m Mode) away(neg, odd, half, rest bool) bool {
	switch m {
	case RNE:
		return half && (rest || odd)
	case RNA:
		return half
	case RTP:
		return !neg && (half || rest)
	case RTN:
		return neg && (half || rest)
	}
	return false
}

// exact is a nonzero number of unlimited precision: sig times 2^exp, with the sign neg. When more is set, the
// number's absolute value lies strictly between sig and sig+1 times 2^exp, and sig has at least two bits more
// than the format to which it is rounded.
type exact struct {
	neg  bool
	sig  *big.Int
	exp  int64
	more bool
}

// unpack returns a finite number other than zero.
func (x Float) unpack() exact {
	f := x.format
	sig := new(big.Int).Set(x.frac())
	exp := int64(x.exp)
	if exp == 0 {
		exp = 1
	} else {
		sig.SetBit(sig, f.SB-1, 1)
	}
	return exact{neg: x.neg, sig: sig, exp: exp - f.bias() - int64(f.SB-1)}
}

// lead is the exponent of the leading bit.
func (e exact) lead() int64 { return e.exp + int64(e.sig.BitLen()) - 1 }

// cut splits the last n bits off sig, n at least 0. It returns what stays, and what away has to know.
func (e exact) cut(n int64) (kept *big.Int, half, rest bool) {
	bits := int64(e.sig.BitLen())
	if n > bits {
		return new(big.Int), false, true
	}
	kept = new(big.Int).Rsh(e.sig, uint(n))
	if n == 0 {
		return kept, false, e.more
	}
	half = e.sig.Bit(int(n-1)) == 1
	rest = e.more || int64(e.sig.TrailingZeroBits()) < n-1
	return kept, half, rest
}

// round returns the number in a format.
func (e exact) round(f Format, m Mode) Float {
	lead := e.lead()
	if lead > f.bias() {
		return overflow(f, m, e.neg)
	}
	// The last bit that stays has this weight.
	ulp := max(lead, f.minExp()) - int64(f.SB-1)
	sig, half, rest := e.sig, false, e.more
	if ulp >= e.exp {
		sig, half, rest = e.cut(ulp - e.exp)
	} else {
		sig = new(big.Int).Lsh(sig, uint(e.exp-ulp))
	}
	if m.away(e.neg, sig.Bit(0) == 1, half, rest) {
		sig = new(big.Int).Add(sig, big.NewInt(1))
	}
	if sig.BitLen() > f.SB { // a carry out of all ones
		sig.Rsh(sig, 1)
		ulp++
	}
	switch {
	case sig.BitLen() < f.SB:
		return f.make(e.neg, 0, sig) // zero or subnormal: ulp is the least possible one
	case ulp+int64(f.SB-1) > f.bias():
		return overflow(f, m, e.neg)
	}
	exp := uint32(ulp + int64(f.SB-1) + f.bias())
	return f.make(e.neg, exp, new(big.Int).SetBit(sig, f.SB-1, 0))
}

// overflow returns the rounded result for a number beyond the largest one.
func overflow(f Format, m Mode, neg bool) Float {
	if m == RTZ || m == RTP && neg || m == RTN && !neg {
		return largest(f, neg)
	}
	return Inf(f, neg)
}
