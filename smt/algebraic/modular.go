package algebraic

import (
	"math/big"
	"math/bits"
)

// prime is the largest below 2^62. Polynomials without a common factor modulo a prime have none over the integers when
// the prime divides no leading coefficient. This avoids almost all greatest common divisors of big numbers.
const prime = 1<<62 - 57

// modulo returns the coefficients modulo the prime; ok is false when the last one vanishes.
func (p poly) modulo() (residues []uint64, ok bool) {
	m, r := new(big.Int).SetUint64(prime), new(big.Int)
	residues = make([]uint64, len(p))
	for i, c := range p {
		residues[i] = r.Mod(c, m).Uint64()
	}
	return residues, len(p) > 0 && residues[len(p)-1] != 0
}

// coprime reports whether p and q are known to have no common factor; false says nothing.
func coprime(p, q poly) bool {
	a, ok := p.modulo()
	b, also := q.modulo()
	if !ok || !also {
		return false
	}
	for len(b) > 1 {
		a, b = b, remainder(a, b)
	}
	return len(b) == 1
}

// remainder reduces a by b in place and drops leading zeros.
func remainder(a, b []uint64) []uint64 {
	inverse := powerModulo(b[len(b)-1], prime-2)
	for len(a) >= len(b) {
		factor := prime - timesModulo(a[len(a)-1], inverse)
		shift := len(a) - len(b)
		for i, c := range b {
			a[shift+i] = (a[shift+i] + timesModulo(factor, c)) % prime
		}
		for len(a) > 0 && a[len(a)-1] == 0 {
			a = a[:len(a)-1]
		}
	}
	return a
}

func timesModulo(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a%prime, b)
	_, rem := bits.Div64(hi, lo, prime)
	return rem
}

func powerModulo(base, exponent uint64) uint64 {
	result := uint64(1)
	for ; exponent > 0; exponent >>= 1 {
		if exponent&1 == 1 {
			result = timesModulo(result, base)
		}
		base = timesModulo(base, base)
	}
	return result
}
