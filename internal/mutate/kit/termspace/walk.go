package termspace

import "math/bits"

// Stride returns a step with which k*step mod n visits all numbers below n, each once, for k from 0 to n-1. It is near n divided by the golden ratio, so that
// the first numbers of any length are spread evenly over all of them.
func Stride(n uint64) uint64 {
	const golden = 0x9E3779B97F4A7C15 // 2^64 divided by the golden ratio
	step, _ := bits.Mul64(n, golden)
	for step = max(step, 1); gcd(step, n) != 1; step++ {
	}
	return step
}

// Visit returns number k of the walk with a step below n.
func Visit(k, step, n uint64) uint64 {
	high, low := bits.Mul64(k%n, step)
	_, rest := bits.Div64(high%n, low, n)
	return rest
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
