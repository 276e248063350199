package softfloat

import "math/bits"

// shortSB is the largest significand of the formats whose fraction is kept in one word and whose sums, products and
// quotients are computed in two, without big numbers. Float16, Float32 and Float64 are among them.
const shortSB = 62

func (f Format) short() bool { return f.SB <= shortSB }

// wide is a nonzero number: hi:lo, 128 bits, times 2^exp, with the sign neg. When more is set, the number's absolute
// value is greater than that, but its 64 leading bits are correct.
type wide struct {
	neg    bool
	hi, lo uint64
	exp    int64
	more   bool
}

// word returns a finite number other than zero of a short format.
func (x Float) word() wide {
	sig, exp := x.lo, int64(x.exp)
	if exp == 0 {
		exp = 1
	} else {
		sig |= 1 << (x.format.SB - 1)
	}
	return wide{neg: x.neg, lo: sig, exp: exp - x.format.bias() - int64(x.format.SB-1)}
}

// leadAt returns the same number with its leading bit moved up to bit n.
func (w wide) leadAt(n int) wide {
	length := bits.Len64(w.lo)
	if w.hi != 0 {
		length = 64 + bits.Len64(w.hi)
	}
	shift := uint(n + 1 - length)
	// One of the two shifts of lo into hi is by less than 64 bits, or both are by 0; a count that wraps around is
	// large, and the result is then zero.
	w.hi = w.hi<<shift | w.lo>>(64-shift) | w.lo<<(shift-64)
	w.lo <<= shift
	w.exp -= int64(shift)
	return w
}

// cutTo moves the number down to units of 2^exp, where exp is no less than its own, and says whether bits were lost.
func (w wide) cutTo(exp int64) (cut wide, lost bool) {
	n := uint64(exp - w.exp)
	w.exp = exp
	switch {
	case n >= 128:
		lost = true
		w.hi, w.lo = 0, 0
	case n >= 64:
		lost = w.hi<<(128-n)|w.lo != 0
		w.hi, w.lo = 0, w.hi>>(n-64)
	case n > 0:
		lost = w.lo<<(64-n) != 0
		w.hi, w.lo = w.hi>>n, w.lo>>n|w.hi<<(64-n)
	}
	return w, lost
}

// times returns the exact product of two numbers of short formats.
func (w wide) times(o wide) wide {
	hi, lo := bits.Mul64(w.lo, o.lo)
	return wide{neg: w.neg != o.neg, hi: hi, lo: lo, exp: w.exp + o.exp}
}

// over returns the quotient of two numbers of short formats.
func (w wide) over(o wide) wide {
	a, b := w.leadAt(63), o.leadAt(63)
	q := wide{neg: w.neg != o.neg, exp: a.exp - b.exp - 64}
	hi, lo := a.lo, uint64(0)
	if hi >= b.lo { // the quotient would have 65 bits
		hi, lo = hi>>1, hi<<63
		q.exp++
	}
	quotient, remainder := bits.Div64(hi, lo, b.lo)
	q.lo, q.more = quotient, remainder != 0
	return q
}

// plus returns the sum of two exact numbers of at most 126 bits; ok is false when it is zero.
func (w wide) plus(o wide) (sum wide, ok bool) {
	a, b := w.leadAt(126), o.leadAt(126) // the bit above is for the carry
	if a.exp < b.exp || a.exp == b.exp && (a.hi < b.hi || a.hi == b.hi && a.lo < b.lo) {
		a, b = b, a
	}
	// No bits are lost unless b is less than half of a, and then the difference has 126 bits or 127.
	b, lost := b.cutTo(a.exp)
	var carry uint64
	if a.neg == b.neg {
		a.lo, carry = bits.Add64(a.lo, b.lo, 0)
		a.hi, _ = bits.Add64(a.hi, b.hi, carry)
	} else {
		if lost {
			carry = 1
		}
		a.lo, carry = bits.Sub64(a.lo, b.lo, carry)
		a.hi, _ = bits.Sub64(a.hi, b.hi, carry)
	}
	a.more = lost
	return a, a.hi|a.lo != 0
}

// round returns the number in a short format.
func (w wide) round(f Format, m Mode) Float {
	w = w.leadAt(127)
	// The last bit that stays has this weight; less than 63 bits stay, all from hi.
	ulp := max(w.exp+127, f.minExp()) - int64(f.SB-1)
	sig, half, rest := uint64(0), false, true
	if drop := ulp - (w.exp + 64); drop <= 64 {
		below := w.hi << uint(64-drop)
		sig = w.hi >> uint(drop)
		half, rest = below>>63 == 1, below<<1|w.lo != 0 || w.more
	}
	if m.away(w.neg, sig&1 == 1, half, rest) {
		sig++
	}
	if sig>>f.SB != 0 { // a carry out of all ones
		sig >>= 1
		ulp++
	}
	if sig>>(f.SB-1) == 0 {
		return Float{format: f, neg: w.neg, lo: sig} // zero or subnormal: ulp is the least possible one
	}
	lead := ulp + int64(f.SB-1)
	if lead > f.bias() {
		return overflow(f, m, w.neg)
	}
	return Float{format: f, neg: w.neg, exp: uint32(lead + f.bias()), lo: sig &^ (1 << (f.SB - 1))}
}

// Word returns the interchange format of a number of a format of at most 64 bits; ok is false for any other.
func (x Float) Word() (bits uint64, ok bool) {
	f := x.format
	if f.EB+f.SB > 64 || !f.short() {
		return 0, false
	}
	bits = uint64(x.exp)<<(f.SB-1) | x.lo
	if x.neg {
		bits |= 1 << (f.EB + f.SB - 1)
	}
	return bits, true
}

// FromWord is FromBits for a format of at most 64 bits; ok is false for any other.
func FromWord(f Format, bits uint64) (x Float, ok bool) {
	if f.EB+f.SB > 64 || !f.short() {
		return Float{}, false
	}
	return f.fromFields(bits>>(f.EB+f.SB-1)&1 == 1, uint32(bits>>(f.SB-1))&f.top(), bits&(1<<(f.SB-1)-1)), true
}
