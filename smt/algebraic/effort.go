package algebraic

// Efforts are estimates of how many words an operation multiplies. They grow with the square of the degree times the length
// of the coefficients: the intervals that separate roots are about as small as the coefficients are large.

// effort estimates an operation on polynomials of the given degree, with coefficients of the given number of bits. Refused
// operations are cheap.
func effort(degree, bits int) int {
	if degree <= 1 {
		return 1 + bits/64
	}
	words := 1 + min(degree*bits, 2*maxResult)/64
	return 32 * min(degree, maxDegree) * words * words
}

// Effort estimates the work of inspecting x, such as a comparison.
func (x Number) Effort() int { return x.PowerEffort(1) }

// PowerEffort estimates the work of x to the power of n.
func (x Number) PowerEffort(n int) int {
	if x.rat != nil {
		return 1
	}
	return effort(x.p.degree(), min(x.p.bits()*min(n, maxResult), maxResult))
}

// RootEffort estimates the work of a root of order n of x.
func (x Number) RootEffort(n int) int {
	if x.rat != nil {
		return effort(n, x.rat.Num().BitLen()+x.rat.Denom().BitLen())
	}
	return effort(x.p.degree()*n, x.p.bits())
}

// Effort estimates the work of a sum, product or quotient of x and y, at least one of which is irrational.
func Effort(x, y Number) int {
	p, q := x.poly(), y.poly()
	return effort(p.degree()*q.degree(), p.degree()*q.bits()+q.degree()*p.bits())
}
