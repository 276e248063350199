package algebraic

import (
	"errors"
	"math/big"
	"strings"
)

// ErrSyntax says that a text does not denote an algebraic number in a known notation.
var ErrSyntax = errors.New("not an algebraic number")

const (
	maxText     = 1 << 20 // bytes
	maxNesting  = 20      // of parentheses in a polynomial; solvers print three
	maxDigits   = maxBits // of a number
	maxProducts = 1 << 24 // word multiplications while a polynomial is read
)

// Parse reads z3's (root-obj POLYNOMIAL k) and cvc's (_ real_algebraic_number <POLYNOMIAL, (lo, hi)>); the polynomial
// may be in either notation. Errors are ErrSyntax, ErrNoRoot and ErrTooLarge.
func Parse(text string) (Number, error) {
	if len(text) > maxText {
		return Number{}, ErrTooLarge
	}
	p := &parser{rest: text}
	p.expect("(")
	if p.take("root-obj") {
		coeffs := p.prefix(0)
		k := p.integer()
		if p.expect(")"); p.end() != nil {
			return Number{}, p.end()
		}
		if !k.IsInt64() || k.Int64() > maxDegree {
			return Number{}, ErrNoRoot
		}
		return Root(coeffs, int(k.Int64()))
	}
	for _, word := range []string{"_", "real_algebraic_number", "<"} {
		p.expect(word)
	}
	coeffs := p.polynomial()
	p.expect(",")
	if !p.take("[") {
		p.expect("(")
	}
	lo := p.rational()
	p.expect(",")
	hi := p.rational()
	if !p.take("]") {
		p.expect(")")
	}
	p.expect(">")
	if p.expect(")"); p.end() != nil {
		return Number{}, p.end()
	}
	return RootIn(coeffs, lo, hi)
}

// parser reads one notation. After a failure its results are meaningless, and every loop ends.
type parser struct {
	rest string // does not start with a space once something has been taken
	err  error  // the first failure
	work int
}

// fail records the first failure.
func (p *parser) fail(err error) {
	if p.err == nil {
		p.err = err
	}
}

// end returns the failure; remaining text is a failure too.
func (p *parser) end() error {
	if p.err == nil && p.rest != "" {
		return ErrSyntax
	}
	return p.err
}

// take skips spaces and reads a token if it comes next.
func (p *parser) take(token string) bool {
	p.space()
	after, ok := strings.CutPrefix(p.rest, token)
	if ok {
		p.rest = after
		p.space()
	}
	return ok
}

func (p *parser) expect(token string) {
	if !p.take(token) {
		p.fail(ErrSyntax)
	}
}

func (p *parser) space() { p.rest = strings.TrimLeft(p.rest, " \t\r\n") }

// closes reads the parenthesis at the end of a list of operands; it also reports true after a failure.
func (p *parser) closes() bool { return p.err != nil || p.take(")") }

// natural reads digits.
func (p *parser) natural() *big.Int {
	p.space()
	n := 0
	for n < len(p.rest) && '0' <= p.rest[n] && p.rest[n] <= '9' {
		n++
	}
	switch {
	case n == 0:
		p.fail(ErrSyntax)
		return new(big.Int)
	case n > maxDigits:
		p.fail(ErrTooLarge)
		return new(big.Int)
	}
	v, _ := new(big.Int).SetString(p.rest[:n], 10)
	p.rest = p.rest[n:]
	p.space()
	return v
}

// integer reads 5, -5, (- 5) or (5).
func (p *parser) integer() *big.Int {
	parenthesis := p.take("(")
	negative := p.take("-")
	v := p.natural()
	if parenthesis {
		p.expect(")")
	}
	if negative {
		v.Neg(v)
	}
	return v
}

// exponent reads a number up to maxDegree.
func (p *parser) exponent() int {
	e := p.natural()
	if e.Cmp(big.NewInt(maxDegree)) > 0 {
		p.fail(ErrTooLarge)
		return 0
	}
	return int(e.Int64())
}

// rational reads 5, -1.25, 5/4, 5/2^2, (- 5) or (/ 5 4).
func (p *parser) rational() *big.Rat {
	switch {
	case p.take("("):
		var r *big.Rat
		switch {
		case p.take("/"):
			num := p.integer()
			r = p.fraction(num, p.natural())
		case p.take("-"):
			r = p.plainRational()
			r = new(big.Rat).Neg(r)
		default:
			p.fail(ErrSyntax)
			return new(big.Rat)
		}
		p.expect(")")
		return r
	case p.take("-"):
		return new(big.Rat).Neg(p.plainRational())
	}
	return p.plainRational()
}

// plainRational reads a rational number without a sign.
func (p *parser) plainRational() *big.Rat {
	whole := p.natural()
	switch {
	case p.take("/"):
		den := p.natural()
		if p.take("^") {
			e := p.natural()
			if e.Cmp(big.NewInt(maxBits)) > 0 || e.Int64()*int64(den.BitLen()) > maxSize {
				p.fail(ErrTooLarge)
				return new(big.Rat)
			}
			den = new(big.Int).Exp(den, e, nil)
		}
		return p.fraction(whole, den)
	case p.take("."):
		before := len(p.rest)
		digits := p.natural()
		places := before - len(p.rest)
		if p.err != nil {
			return new(big.Rat)
		}
		ten := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(places)), nil)
		return new(big.Rat).SetFrac(whole.Add(whole.Mul(whole, ten), digits), ten)
	}
	return new(big.Rat).SetInt(whole)
}

func (p *parser) fraction(num, den *big.Int) *big.Rat {
	if den.Sign() == 0 {
		p.fail(ErrSyntax)
		return new(big.Rat)
	}
	return new(big.Rat).SetFrac(num, den)
}

// polynomial reads one in either notation.
func (p *parser) polynomial() poly {
	for _, operator := range []string{"(+", "(*", "(^", "(- "} {
		if strings.HasPrefix(p.rest, operator) {
			return p.prefix(0)
		}
	}
	return p.infix()
}

// prefix reads a polynomial in z3's notation.
func (p *parser) prefix(depth int) poly {
	if depth > maxNesting {
		p.fail(ErrTooLarge)
	}
	if p.err != nil {
		return nil
	}
	if p.take("x") {
		return xPower(1)
	}
	if !p.take("(") {
		return poly{p.integer()}
	}
	switch {
	case p.take("^"):
		base := p.prefix(depth + 1)
		e := p.exponent()
		p.expect(")")
		value := constant(1)
		for range e {
			value = p.times(value, base)
		}
		return value
	case p.take("+"):
		var value poly
		for !p.closes() {
			value = value.plus(p.prefix(depth+1), 1)
		}
		return value
	case p.take("*"):
		value := constant(1)
		for !p.closes() {
			value = p.times(value, p.prefix(depth+1))
		}
		return value
	case p.take("-"):
		first := p.prefix(depth + 1)
		if p.closes() {
			return poly(nil).plus(first, -1)
		}
		value := poly(nil).plus(first, 1)
		for !p.closes() {
			value = value.plus(p.prefix(depth+1), -1)
		}
		return value
	}
	p.fail(ErrSyntax)
	return nil
}

// infix reads a polynomial in libpoly's notation, 1*x^2 + (-2*x) + (-1), and signs without parentheses.
func (p *parser) infix() poly {
	var value poly
	sign := int64(1)
	for {
		value = value.plus(p.term(), sign)
		switch {
		case p.err != nil:
			return nil
		case p.take("+"):
			sign = 1
		case p.take("-"):
			sign = -1
		default:
			return value
		}
	}
}

// term reads (-2*x^3), 2*x^3, (-2)*x^3, -x or -2.
func (p *parser) term() poly {
	parenthesis := p.take("(")
	c := big.NewInt(1)
	if p.take("-") {
		c.SetInt64(-1)
	}
	variable := p.take("x")
	if !variable {
		c.Mul(c, p.natural())
		if parenthesis && p.take(")") {
			parenthesis = false
		}
		if p.take("*") {
			p.expect("x")
			variable = true
		}
	}
	degree := 0
	if variable {
		if degree = 1; p.take("^") {
			degree = p.exponent()
		}
	}
	if parenthesis {
		p.expect(")")
	}
	value := xPower(degree)
	value[degree] = c
	return value
}

// times multiplies within the limits.
func (p *parser) times(a, b poly) poly {
	if len(a) == 0 || len(b) == 0 || p.err != nil {
		return nil
	}
	bits := a.bits() + b.bits()
	p.work += len(a) * len(b) * (1 + a.bits()/64) * (1 + b.bits()/64)
	if len(a)+len(b)-2 > maxDegree || bits > 4*maxBits || p.work > maxProducts {
		p.fail(ErrTooLarge)
		return nil
	}
	out, t := xPower(len(a)+len(b)-2), new(big.Int)
	out[len(out)-1] = new(big.Int)
	for i, c := range a {
		for k, d := range b {
			out[i+k].Add(out[i+k], t.Mul(c, d))
		}
	}
	return out
}

// plus adds sign times q to p, changing p's coefficients, which p does not share.
func (p poly) plus(q poly, sign int64) poly {
	for len(p) < len(q) {
		p = append(p, new(big.Int))
	}
	for i, c := range q {
		if sign < 0 {
			p[i].Sub(p[i], c)
		} else {
			p[i].Add(p[i], c)
		}
	}
	return p
}

func constant(n int64) poly { return poly{big.NewInt(n)} }

// xPower returns x to the power of n, with coefficients that are not shared.
func xPower(n int) poly {
	p := make(poly, n+1)
	for i := range p {
		p[i] = new(big.Int)
	}
	p[n].SetInt64(1)
	return p
}
