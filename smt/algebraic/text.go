package algebraic

import (
	"math/big"
	"strconv"
	"strings"
)

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
		// Its index among the roots is too hard to find.
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
