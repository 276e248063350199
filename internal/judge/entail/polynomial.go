package entail

import (
	"encoding/binary"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// A polynomial is a sum of products of terms that are no sums or products themselves, with rational coefficients, or integer ones modulo a power of two.
type polynomial struct {
	parts    []part // by increasing product, without zeros
	constant *big.Rat
	// integral: the products have integer values.
	integral bool
}

type part struct {
	product     int
	coefficient *big.Rat
}

// numbers is what a question knows about arithmetic.
type numbers struct {
	polys    map[*term.Term]*polynomial
	products map[string]int
	factors  [][]int // by product: the IDs of its terms, increasing
	isWhole  []bool  // by product
	bounds   map[literal]bound
	ordered  []literal // of bounds, as they were met
}

func newNumbers() numbers {
	return numbers{polys: map[*term.Term]*polynomial{}, products: map[string]int{}, bounds: map[literal]bound{}}
}

// Bounds on polynomials.
const (
	maxParts  = 300
	maxDegree = 8
	maxNested = 2000
	maxBits   = 4096 // of a coefficient
)

func numeric(s *sorts.Sort) bool {
	return s == sorts.Int || s == sorts.Real || s.Kind() == sorts.BitVec
}

// poly returns the normal form of a term of a numeric sort.
func (q *question) poly(t *term.Term) *polynomial { return q.polyAt(t, 0) }

func (q *question) polyAt(t *term.Term, depth int) *polynomial {
	if p := q.polys[t]; p != nil {
		return p
	}
	q.spend(1)
	p := q.sum(t, depth)
	if p == nil || len(p.parts) > maxParts || p.bits() > maxBits {
		p = q.leaf(t)
	}
	q.spend(len(p.parts))
	q.polys[t] = p
	return p
}

// sum returns the normal form of a sum or product, nil for anything else.
func (q *question) sum(t *term.Term, depth int) *polynomial {
	if v := q.kernel.value(t); v.IsKnown() {
		if t.Sort().Kind() == sorts.BitVec {
			return &polynomial{constant: new(big.Rat).SetInt(v.BV().Big()), integral: true}
		}
		if t.Sort() == sorts.Int {
			return &polynomial{constant: new(big.Rat).SetInt(v.Big()), integral: true}
		}
		if r, ok := v.Rat(); ok {
			return &polynomial{constant: r, integral: true}
		}
		return nil // irrational
	}
	f := t.Func()
	if f == nil || f.Kind != term.TheoryFunc || depth > maxNested {
		return nil
	}
	args := make([]*polynomial, 0, len(t.Args()))
	op, known := operations[f.Name()]
	if !known || !op.fits(t) {
		return nil
	}
	for _, a := range t.Args() {
		args = append(args, q.polyAt(a, depth+1))
	}
	return q.reduced(op.combine(q, args), t.Sort())
}

// An operation combines polynomials into one, nil where it is none.
type operation struct {
	arity   int // 0 for any, from 1
	combine func(q *question, args []*polynomial) *polynomial
}

func (o operation) fits(t *term.Term) bool {
	for _, a := range t.Args() {
		if !numeric(a.Sort()) {
			return false
		}
	}
	return len(t.Args()) > 0 && (o.arity == 0 || o.arity == len(t.Args()))
}

var one = big.NewRat(1, 1)
var minusOne = big.NewRat(-1, 1)

func sumOf(q *question, args []*polynomial) *polynomial {
	out := args[0]
	for _, a := range args[1:] {
		out = q.plus(out, a, one)
	}
	return out
}

func differenceOf(q *question, args []*polynomial) *polynomial {
	if len(args) == 1 {
		return q.plus(&polynomial{constant: new(big.Rat), integral: true}, args[0], minusOne)
	}
	out := args[0]
	for _, a := range args[1:] {
		out = q.plus(out, a, minusOne)
	}
	return out
}

func productOf(q *question, args []*polynomial) *polynomial {
	out := args[0]
	for _, a := range args[1:] {
		if out = q.times(out, a); out == nil {
			return nil
		}
	}
	return out
}

var operations = map[string]operation{
	"+": {0, sumOf}, "bvadd": {0, sumOf}, "-": {0, differenceOf}, "bvsub": {0, differenceOf}, "bvneg": {1, differenceOf},
	"*": {0, productOf}, "bvmul": {0, productOf},
	"to_real": {1, sumOf},
	"/": {2, func(q *question, args []*polynomial) *polynomial {
		if len(args[1].parts) > 0 || args[1].constant.Sign() == 0 {
			return nil
		}
		return q.scaled(args[0], new(big.Rat).Inv(args[1].constant))
	}},
	"bvnot": {1, func(q *question, args []*polynomial) *polynomial {
		return q.plus(&polynomial{constant: minusOne, integral: true}, args[0], minusOne)
	}},
}

// leaf is a term as a polynomial of its own.
func (q *question) leaf(t *term.Term) *polynomial {
	t = q.kernel.canonical(t)
	whole := t.Sort() != sorts.Real
	return &polynomial{parts: []part{{q.product([]int{t.ID()}, whole), one}}, constant: new(big.Rat), integral: whole}
}

// product returns the number of a product of terms.
func (q *question) product(ids []int, whole bool) int {
	var key []byte
	for _, id := range ids {
		key = binary.AppendUvarint(key, uint64(id))
	}
	n, ok := q.products[string(key)]
	if !ok {
		n = len(q.factors)
		q.products[string(key)] = n
		q.factors, q.isWhole = append(q.factors, ids), append(q.isWhole, whole)
	}
	return n
}

// plus returns a + c*b.
func (q *question) plus(a, b *polynomial, c *big.Rat) *polynomial {
	out := &polynomial{constant: new(big.Rat).Mul(c, b.constant)}
	out.constant.Add(out.constant, a.constant)
	i, j := 0, 0
	for i < len(a.parts) || j < len(b.parts) {
		switch {
		case j == len(b.parts) || i < len(a.parts) && a.parts[i].product < b.parts[j].product:
			out.parts = append(out.parts, a.parts[i])
			i++
		case i == len(a.parts) || b.parts[j].product < a.parts[i].product:
			out.parts = append(out.parts, part{b.parts[j].product, new(big.Rat).Mul(c, b.parts[j].coefficient)})
			j++
		default:
			n := new(big.Rat).Mul(c, b.parts[j].coefficient)
			if n.Add(n, a.parts[i].coefficient); n.Sign() != 0 {
				out.parts = append(out.parts, part{a.parts[i].product, n})
			}
			i, j = i+1, j+1
		}
	}
	q.spend(len(out.parts))
	out.integral = q.whole(out)
	return out
}

func (q *question) scaled(a *polynomial, c *big.Rat) *polynomial {
	return q.plus(&polynomial{constant: new(big.Rat)}, a, c)
}

// whole reports whether all products of a polynomial have integer values.
func (q *question) whole(p *polynomial) bool {
	return !slices.ContainsFunc(p.parts, func(x part) bool { return !q.isWhole[x.product] })
}

// times returns a product, nil when it is too large.
func (q *question) times(a, b *polynomial) *polynomial {
	if (len(a.parts)+1)*(len(b.parts)+1) > maxParts {
		return nil
	}
	out := q.scaled(a, b.constant)
	for _, x := range b.parts {
		by := &polynomial{constant: new(big.Rat)}
		for _, y := range a.parts {
			ids := slices.Concat(q.factors[x.product], q.factors[y.product])
			if len(ids) > maxDegree {
				return nil
			}
			slices.Sort(ids)
			by = q.plus(by, &polynomial{
				parts: []part{{q.product(ids, q.isWhole[x.product] && q.isWhole[y.product]), y.coefficient}}, constant: new(big.Rat),
			}, one)
		}
		by = q.plus(by, &polynomial{parts: []part{{x.product, one}}, constant: new(big.Rat)}, a.constant)
		out = q.plus(out, by, x.coefficient)
		if len(out.parts) > maxParts {
			return nil
		}
	}
	return out.clean()
}

// clean leaves out products with the coefficient zero.
func (p *polynomial) clean() *polynomial {
	p.parts = slices.DeleteFunc(p.parts, func(x part) bool { return x.coefficient.Sign() == 0 })
	return p
}

// reduced takes the coefficients of a polynomial over bit-vectors modulo a power of two.
func (q *question) reduced(p *polynomial, s *sorts.Sort) *polynomial {
	if p == nil || s.Kind() != sorts.BitVec {
		return cleanOrNil(p)
	}
	m := new(big.Int).Lsh(big.NewInt(1), uint(s.Width()))
	mod := func(r *big.Rat) *big.Rat { return new(big.Rat).SetInt(new(big.Int).Mod(r.Num(), m)) }
	out := &polynomial{constant: mod(p.constant), integral: true}
	for _, x := range p.parts {
		out.parts = append(out.parts, part{x.product, mod(x.coefficient)})
	}
	return out.clean()
}

func cleanOrNil(p *polynomial) *polynomial {
	if p == nil {
		return nil
	}
	return &polynomial{parts: slices.DeleteFunc(slices.Clone(p.parts), func(x part) bool { return x.coefficient.Sign() == 0 }), constant: p.constant, integral: p.integral}
}

// bits is the length of the longest number in a polynomial.
func (p *polynomial) bits() int {
	n := max(p.constant.Num().BitLen(), p.constant.Denom().BitLen())
	for _, x := range p.parts {
		n = max(n, x.coefficient.Num().BitLen(), x.coefficient.Denom().BitLen())
	}
	return n
}

// text is equal for equal polynomials.
func (p *polynomial) text() string {
	var b strings.Builder
	for _, x := range p.parts {
		b.WriteString(x.coefficient.RatString())
		b.WriteByte('*')
		b.WriteString(strconv.Itoa(x.product))
		b.WriteByte('+')
	}
	b.WriteString(p.constant.RatString())
	return b.String()
}
