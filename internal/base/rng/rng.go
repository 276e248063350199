// Package rng is the only source of randomness below the campaign layer: a small generator that is split
// by names, so that every choice follows from one campaign seed. It is not for cryptography.
package rng

import "math/bits"

// Rand is a deterministic random generator (SplitMix64). Not safe for concurrent use; split it instead.
type Rand struct{ state uint64 }

// New returns the generator of a seed.
func New(seed uint64) *Rand { return &Rand{state: mix(seed + golden)} }

const golden = 0x9e3779b97f4a7c15

func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Split returns the generator that belongs to a name below r. It does not advance r. A generator that is
// split should draw nothing itself: a split depends on what was drawn before it.
func (r *Rand) Split(name string) *Rand {
	h := r.state ^ 0xcbf29ce484222325
	for i := 0; i < len(name); i++ {
		h = (h ^ uint64(name[i])) * 0x100000001b3
	}
	return &Rand{state: mix(h + golden)}
}

// SplitN is Split for a number.
func (r *Rand) SplitN(n uint64) *Rand {
	return &Rand{state: mix(mix(r.state^0x2545f4914f6cdd1d) + (n+1)*golden)}
}

// Uint64 returns 64 random bits.
func (r *Rand) Uint64() uint64 {
	r.state += golden
	return mix(r.state)
}

// IntN returns a number in [0, n), evenly distributed; n must be positive.
func (r *Rand) IntN(n int) int {
	if n <= 0 {
		panic("rng: IntN of a number that is not positive")
	}
	for {
		hi, lo := bits.Mul64(r.Uint64(), uint64(n))
		// Reject the few values that would make small results likelier (Lemire).
		if lo >= uint64(n) || lo >= -uint64(n)%uint64(n) {
			return int(hi)
		}
	}
}

// Bool returns true with probability one half.
func (r *Rand) Bool() bool { return r.Uint64()>>63 == 1 }

// Chance returns true with probability num/den, 0 <= num <= den, den > 0.
func (r *Rand) Chance(num, den int) bool { return r.IntN(den) < num }

// Pick returns a random element of list, which must not be empty.
func Pick[T any](r *Rand, list []T) T { return list[r.IntN(len(list))] }
