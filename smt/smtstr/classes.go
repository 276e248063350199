package smtstr

import "math/bits"

// classes divides the characters into intervals: a builder's expressions treat all characters in an interval alike.
// Derivatives are remembered for the first character of each. It is a set of bits, one for each first character; 0 is
// always one.
type classes struct {
	begins []uint64
}

// tellApart separates the characters from lo to hi from those outside.
func (p *classes) tellApart(lo, hi uint32) {
	if lo == 0 && hi == MaxChar {
		return
	}
	if p.begins == nil {
		p.begins = make([]uint64, (MaxChar+1)/64)
	}
	p.begins[lo/64] |= 1 << (lo % 64)
	if hi++; hi <= MaxChar {
		p.begins[hi/64] |= 1 << (hi % 64)
	}
}

// first returns the first character of the class of c.
func (p *classes) first(c uint32) uint32 {
	if p.begins == nil {
		return 0
	}
	i := c / 64
	below := p.begins[i] << (63 - c%64) // the bits up to that of c
	if below != 0 {
		return c - uint32(bits.LeadingZeros64(below))
	}
	for i > 0 {
		i--
		if w := p.begins[i]; w != 0 {
			return i*64 + 63 - uint32(bits.LeadingZeros64(w))
		}
	}
	return 0
}
