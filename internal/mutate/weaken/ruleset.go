package weaken

import "math/bits"

// set is a set of rules by number.
type set []uint64

func (s set) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s set) has(i int) bool { return s[i/64]>>(i%64)&1 == 1 }

func (s set) join(o set) {
	for i, w := range o {
		s[i] |= w
	}
}

func (s set) len() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// at returns the member that has k smaller ones.
func (s set) at(k int) int {
	for i, w := range s {
		if n := bits.OnesCount64(w); k >= n {
			k -= n
			continue
		}
		for ; k > 0; k-- {
			w &= w - 1
		}
		return i*64 + bits.TrailingZeros64(w)
	}
	return -1
}
