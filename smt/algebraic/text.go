package algebraic

import (
	"errors"
	"math/big"
	"strconv"
	"strings"
)

// ErrSyntax says that a text denotes no algebraic number in a known notation.
var ErrSyntax = errors.New("not an algebraic number")

// maxText bounds the length of texts.
const maxText = 1 << 20

// String returns the number as z3 writes it: (root-obj (+ (^ x 2) (- 2)) 1), rational numbers as fractions.
func (x Number) String() string {
	if x.rat != nil {
		return x.rat.RatString()
	}
	k := 0
	roots, err := x.p.isolate()
	for k < len(roots) && Cmp(roots[k], x) <= 0 {
		k++
	}
	if err != nil {
		// Its place among the roots is too hard to find.
		return "(_ real_algebraic_number <" + x.p.sum() + ", (" + x.lo.RatString() + ", " + x.hi.RatString() + ")>)"
	}
	var terms []string
	for i := len(x.p) - 1; i >= 0; i-- {
		if x.p[i].Sign() != 0 {
			terms = append(terms, monomial(x.p[i], i))
		}
	}
	sum := terms[0]
	if len(terms) > 1 {
		sum = "(+ " + strings.Join(terms, " ") + ")"
	}
	return "(root-obj " + sum + " " + strconv.Itoa(k) + ")"
}

// sum writes a polynomial as cvc5 does.
func (p poly) sum() string {
	var terms []string
	for i := len(p) - 1; i >= 0; i-- {
		term := p[i].String()
		switch {
		case p[i].Sign() == 0:
			continue
		case i == 1:
			term += "*x"
		case i > 1:
			term += "*x^" + strconv.Itoa(i)
		}
		if p[i].Sign() < 0 {
			term = "(" + term + ")"
		}
		terms = append(terms, term)
	}
	return strings.Join(terms, " + ")
}

func monomial(c *big.Int, i int) string {
	num := new(big.Int).Abs(c).String()
	if c.Sign() < 0 {
		num = "(- " + num + ")"
	}
	switch {
	case i == 0:
		return num
	case c.IsInt64() && c.Int64() == 1:
		num = ""
	}
	v := "x"
	if i > 1 {
		v = "(^ x " + strconv.Itoa(i) + ")"
	}
	if num == "" {
		return v
	}
	return "(* " + num + " " + v + ")"
}

// Parse reads z3's (root-obj POLYNOMIAL k) and cvc's (_ real_algebraic_number <POLYNOMIAL, (lo, hi)>). Errors are
// ErrSyntax, ErrNoRoot and ErrTooLarge.
func Parse(text string) (Number, error) {
	if len(text) > maxText {
		return Number{}, ErrTooLarge
	}
	p := &parser{rest: text}
	switch {
	case p.take("(") && p.take("root-obj"):
		coeffs := p.prefix(0)
		k := p.integer()
		if !p.take(")") || p.failed || p.rest != "" || !k.IsInt64() {
			return Number{}, p.err()
		}
		return Root(coeffs, int(k.Int64()))
	}
	p = &parser{rest: text}
	if p.take("(") && p.take("_") && p.take("real_algebraic_number") && p.take("<") {
		coeffs := p.infix()
		ok := p.take(",")
		open := p.take("(") || p.take("[")
		lo := p.rational()
		comma := p.take(",")
		hi := p.rational()
		closed := (p.take(")") || p.take("]")) && p.take(">") && p.take(")")
		if !ok || !open || !comma || !closed || p.failed || p.rest != "" {
			return Number{}, p.err()
		}
		return RootIn(coeffs, lo, hi)
	}
	return Number{}, ErrSyntax
}

// parser reads one notation; after a failure it reads nothing.
type parser struct {
	rest   string
	failed bool
	large  bool
}

func (p *parser) err() error {
	if p.large {
		return ErrTooLarge
	}
	return ErrSyntax
}

// take skips spaces and reads a word.
func (p *parser) take(word string) bool {
	p.rest = strings.TrimLeft(p.rest, " \t\r\n")
	after, ok := strings.CutPrefix(p.rest, word)
	if ok {
		p.rest = strings.TrimLeft(after, " \t\r\n")
	}
	return ok
}

func (p *parser) fail() []*big.Int {
	p.failed = true
	return nil
}

func (p *parser) digits() string {
	n := 0
	for n < len(p.rest) && '0' <= p.rest[n] && p.rest[n] <= '9' {
		n++
	}
	d := p.rest[:n]
	p.rest = p.rest[n:]
	if n == 0 {
		p.failed = true
		return "0"
	}
	if n > maxBits {
		p.failed, p.large = true, true
		return "0"
	}
	return d
}

// integer reads 5, -5 or (- 5).
func (p *parser) integer() *big.Int {
	p.take("")
	if p.take("(") {
		neg := p.take("-")
		n := p.integerIn()
		if neg {
			n.Neg(n)
		}
		if !p.take(")") {
			p.failed = true
		}
		return n
	}
	return p.integerIn()
}

func (p *parser) integerIn() *big.Int {
	neg := p.take("-")
	n, _ := new(big.Int).SetString(p.digits(), 10)
	if neg {
		n.Neg(n)
	}
	return n
}

// rational reads 5, -1.25, 5/4 and the like.
func (p *parser) rational() *big.Rat {
	p.take("")
	n := 0
	for n < len(p.rest) && strings.IndexByte("-+0123456789./", p.rest[n]) >= 0 {
		n++
	}
	if n > 4*maxBits {
		p.failed, p.large = true, true
		return new(big.Rat)
	}
	r, ok := new(big.Rat).SetString(p.rest[:n])
	if !ok {
		p.failed = true
		return new(big.Rat)
	}
	p.rest = p.rest[n:]
	return r
}

// maxNesting bounds the depth of z3's polynomials, which is three.
const maxNesting = 20

// prefix reads a polynomial in z3's notation.
func (p *parser) prefix(depth int) []*big.Int {
	if depth > maxNesting || p.failed {
		return p.fail()
	}
	if p.take("x") {
		return []*big.Int{new(big.Int), big.NewInt(1)}
	}
	if !p.take("(") {
		return []*big.Int{p.integer()}
	}
	var acc []*big.Int
	switch {
	case p.take("^"):
		base := p.prefix(depth + 1)
		e := p.integer()
		if p.failed || !e.IsInt64() || e.Sign() < 0 || e.Int64() > maxDegree {
			p.large = true
			return p.fail()
		}
		acc = []*big.Int{big.NewInt(1)}
		for range e.Int64() {
			acc = product(acc, base)
		}
	case p.take("+"):
		for !p.failed && !strings.HasPrefix(p.rest, ")") {
			acc = sum(acc, p.prefix(depth+1))
		}
	case p.take("*"):
		acc = []*big.Int{big.NewInt(1)}
		for !p.failed && !strings.HasPrefix(p.rest, ")") {
			if acc = product(acc, p.prefix(depth+1)); len(acc) > maxDegree+1 {
				p.large = true
				return p.fail()
			}
		}
	case p.take("-"):
		acc = product(p.prefix(depth+1), []*big.Int{big.NewInt(-1)})
		for !p.failed && !strings.HasPrefix(p.rest, ")") {
			// The first operand stays, the others are taken away.
			if acc = product(acc, []*big.Int{big.NewInt(-1)}); acc != nil {
				acc = sum(acc, product(p.prefix(depth+1), []*big.Int{big.NewInt(-1)}))
			}
			acc = product(acc, []*big.Int{big.NewInt(-1)})
		}
		if p.failed {
			return p.fail()
		}
	default:
		return p.fail()
	}
	if !p.take(")") {
		return p.fail()
	}
	return acc
}

func sum(a, b []*big.Int) []*big.Int {
	out := make([]*big.Int, max(len(a), len(b)))
	for i := range out {
		out[i] = new(big.Int)
		if i < len(a) {
			out[i].Add(out[i], a[i])
		}
		if i < len(b) {
			out[i].Add(out[i], b[i])
		}
	}
	return out
}

func product(a, b []*big.Int) []*big.Int {
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	out := make([]*big.Int, len(a)+len(b)-1)
	for i := range out {
		out[i] = new(big.Int)
	}
	for i, x := range a {
		for k, y := range b {
			out[i+k].Add(out[i+k], new(big.Int).Mul(x, y))
		}
	}
	return out
}

// infix reads a polynomial in cvc's notation: 1*x^2 + (-2).
func (p *parser) infix() []*big.Int {
	var acc []*big.Int
	for !p.failed {
		c := big.NewInt(1)
		neg := p.take("-")
		if !strings.HasPrefix(p.rest, "x") {
			c = p.integer()
			p.take("*")
		}
		if neg {
			c = new(big.Int).Neg(c)
		}
		degree := 0
		if p.take("x") {
			degree = 1
			if p.take("^") {
				e := p.integer()
				if !e.IsInt64() || e.Sign() < 0 || e.Int64() > maxDegree {
					p.large = true
					return p.fail()
				}
				degree = int(e.Int64())
			}
		}
		term := make([]*big.Int, degree+1)
		for i := range term {
			term[i] = new(big.Int)
		}
		term[degree] = c
		acc = sum(acc, term)
		if !p.take("+") {
			if strings.HasPrefix(p.rest, "-") {
				continue
			}
			return acc
		}
	}
	return p.fail()
}
