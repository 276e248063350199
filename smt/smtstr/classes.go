package smtstr

import "math/bits"

// classes divides the characters into intervals: a builder's expressions treat all characters in an interval alike.
// Derivatives are remembered for the first character of each. It is a set of bits, one for each first character; 0 is
// always one.
type classes struct {
	pages []*page // nil until there is more than one class
}

// A page has the bits of pageSize characters. Most expressions have characters of few pages.
type page [pageSize / 64]uint64

const pageSize = 1 << 12

// tellApart separates the characters from lo to hi from those outside.
func (p *classes) tellApart(lo, hi uint32) {
	if lo == 0 && hi == MaxChar {
		return
	}
	p.begin(lo)
	if hi++; hi <= MaxChar {
		p.begin(hi)
	}
}

// begin makes a class begin with c.
func (p *classes) begin(c uint32) {
	if p.pages == nil {
		p.pages = make([]*page, (MaxChar+1)/pageSize)
	}
	at := &p.pages[c/pageSize]
	if *at == nil {
		*at = new(page)
	}
	c %= pageSize
	(*at)[c/64] |= 1 << (c % 64)
}

// first returns the first character of the class of c.
func (p *classes) first(c uint32) uint32 {
	if p.pages == nil {
		return 0
	}
	for n := int(c / pageSize); n >= 0; n-- {
		if at := p.pages[n]; at != nil {
			if last, ok := at.last(min(c-uint32(n)*pageSize, pageSize-1)); ok {
				return uint32(n)*pageSize + last
			}
		}
	}
	return 0
}

// last returns the last bit of the page up to c.
func (p *page) last(c uint32) (last uint32, ok bool) {
	i := c / 64
	if below := p[i] << (63 - c%64); below != 0 { // the bits up to that of c
		return c - uint32(bits.LeadingZeros64(below)), true
	}
	for i > 0 {
		i--
		if w := p[i]; w != 0 {
			return i*64 + 63 - uint32(bits.LeadingZeros64(w)), true
		}
	}
	return 0, false
}
