package entail

import (
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// vectorBits is what a question knows about bits.
type vectorBits struct {
	vectors      map[*term.Term][]literal
	sames, boths map[[2]literal]literal
	nested       int
}

func newVectorBits() vectorBits {
	return vectorBits{vectors: map[*term.Term][]literal{}, sames: map[[2]literal]literal{}, boths: map[[2]literal]literal{}}
}

// maxBitsOf bounds the width of bit-vectors that are taken apart.
const maxBitsOf = 256

// equalBits returns the literal that says that two bit-vectors are equal bit by bit.
func (q *question) equalBits(a, b *term.Term) (literal, bool) {
	if q.by != Bits || a.Sort().Kind() != sorts.BitVec || a.Sort().Width() > maxBitsOf {
		return 0, false
	}
	as, bs := q.bitsOf(a), q.bitsOf(b)
	links := make([]literal, len(as))
	for i := range as {
		links[i] = q.same(as[i], bs[i])
	}
	return q.all(links), true
}

// comparesBits returns the literal of a comparison of bit-vectors.
func (q *question) comparesBits(t *term.Term) (literal, bool) {
	args := t.Args()
	if q.by != Bits || len(args) != 2 || args[0].Sort().Kind() != sorts.BitVec || args[0].Sort().Width() > maxBitsOf {
		return 0, false
	}
	c, ok := comparisons[t.Func().Name()]
	if !ok {
		return 0, false
	}
	a, b := q.bitsOf(args[0]), q.bitsOf(args[1])
	if c.swap {
		a, b = b, a
	}
	less := q.constant()
	if !c.orEqual {
		less = -less
	}
	for i := range a { // from the lowest bit: a higher one overrules it
		low, high := a[i], b[i]
		if c.signed && i == len(a)-1 {
			low, high = high, low
		}
		less = q.choice(q.same(low, high), less, high)
	}
	return less, true
}

// A bitComparison says that one bit-vector is less than another one, or less or equal.
type bitComparison struct{ swap, orEqual, signed bool }

var comparisons = map[string]bitComparison{
	"bvult": {}, "bvule": {orEqual: true}, "bvugt": {swap: true}, "bvuge": {swap: true, orEqual: true},
	"bvslt": {signed: true}, "bvsle": {orEqual: true, signed: true}, "bvsgt": {swap: true, signed: true}, "bvsge": {swap: true, orEqual: true, signed: true},
}

// same says that two literals are equal. It makes no variable where that is plain.
func (q *question) same(a, b literal) literal {
	yes := q.constant()
	switch {
	case a == b:
		return yes
	case a == -b:
		return -yes
	case a == yes:
		return b
	case b == yes:
		return a
	case a == -yes:
		return -b
	case b == -yes:
		return -a
	}
	key := [2]literal{min(a, b), max(a, b)}
	l, ok := q.sames[key]
	if !ok {
		l = q.choice(a, b, -b)
		q.sames[key] = l
	}
	return l
}

// both says that two literals are true.
func (q *question) both(a, b literal) literal {
	yes := q.constant()
	switch {
	case a == b || b == yes:
		return a
	case a == yes:
		return b
	case a == -b || a == -yes || b == -yes:
		return -yes
	}
	key := [2]literal{min(a, b), max(a, b)}
	l, ok := q.boths[key]
	if !ok {
		l = q.all([]literal{a, b})
		q.boths[key] = l
	}
	return l
}

func (q *question) either(a, b literal) literal { return -q.both(-a, -b) }
func (q *question) differ(a, b literal) literal { return -q.same(a, b) }

// bitsOf returns the bits of a bit-vector, the lowest first.
func (q *question) bitsOf(t *term.Term) []literal {
	t = q.kernel.canonical(t)
	if bs := q.vectors[t]; bs != nil {
		return bs
	}
	width := t.Sort().Width()
	if !q.spend(width) || q.nested > maxNested {
		return q.unknownBits(t, width)
	}
	q.nested++
	bs := q.blasted(t, width)
	q.nested--
	if bs == nil {
		bs = q.unknownBits(t, width)
	}
	q.vectors[t] = bs
	return bs
}

// unknownBits are those of a term that is taken as a whole.
func (q *question) unknownBits(t *term.Term, width int) []literal {
	bs := make([]literal, width)
	for i := range bs {
		bs[i] = q.fresh()
	}
	q.vectors[t] = bs
	return bs
}

// blasted returns the bits of a bit-vector as its operator makes them, nil for an operator that is not known here.
func (q *question) blasted(t *term.Term, width int) []literal {
	if v := q.kernel.value(t); v.IsKnown() {
		n := v.BV().Big()
		bs := make([]literal, width)
		for i := range bs {
			if bs[i] = q.constant(); n.Bit(i) == 0 {
				bs[i] = -bs[i]
			}
		}
		return bs
	}
	f := t.Func()
	if f == nil || f.Kind != term.TheoryFunc || len(t.Args()) == 0 {
		return nil
	}
	args := t.Args()
	if f.Name() == "ite" {
		c, yes, no := q.formula(args[0]), q.bitsOf(args[1]), q.bitsOf(args[2])
		return zip(yes, no, func(a, b literal) literal { return q.either(q.both(c, a), q.both(-c, b)) })
	}
	for _, a := range args {
		if a.Sort().Kind() != sorts.BitVec || a.Sort().Width() > 4*maxBitsOf {
			return nil
		}
	}
	first := q.bitsOf(args[0])
	switch name := f.Name(); name {
	case "extract":
		return first[f.Indices[1] : f.Indices[0]+1]
	case "zero_extend", "sign_extend":
		fill := -q.constant()
		if name == "sign_extend" {
			fill = first[len(first)-1]
		}
		bs := append([]literal{}, first...)
		for len(bs) < width {
			bs = append(bs, fill)
		}
		return bs
	case "bvnot":
		return negated(first)
	case "bvneg":
		return q.sumOfBits(negated(first), q.zeros(width), q.constant())
	case "concat":
		var bs []literal
		for i := len(args) - 1; i >= 0; i-- {
			bs = append(bs, q.bitsOf(args[i])...)
		}
		return bs
	case "bvcomp":
		all := q.constant()
		for i, b := range q.bitsOf(args[1]) {
			all = q.both(all, q.same(first[i], b))
		}
		return []literal{all}
	}
	op := q.bitwise(f.Name())
	if op == nil {
		return nil
	}
	out := first
	for _, a := range args[1:] {
		out = op(out, q.bitsOf(a))
	}
	return out
}

// bitwise returns an operation on two vectors of one width, from the left, nil for an operator that is none.
func (q *question) bitwise(name string) func(a, b []literal) []literal {
	switch name {
	case "bvand":
		return func(a, b []literal) []literal { return zip(a, b, q.both) }
	case "bvor":
		return func(a, b []literal) []literal { return zip(a, b, q.either) }
	case "bvxor":
		return func(a, b []literal) []literal { return zip(a, b, q.differ) }
	case "bvadd":
		return func(a, b []literal) []literal { return q.sumOfBits(a, b, -q.constant()) }
	case "bvsub":
		return func(a, b []literal) []literal { return q.sumOfBits(a, negated(b), q.constant()) }
	}
	return nil
}

func zip(a, b []literal, op func(x, y literal) literal) []literal {
	out := make([]literal, len(a))
	for i := range a {
		out[i] = op(a[i], b[i])
	}
	return out
}

func (q *question) zeros(width int) []literal {
	out := make([]literal, width)
	for i := range out {
		out[i] = -q.constant()
	}
	return out
}

// sumOfBits adds bit by bit.
func (q *question) sumOfBits(a, b []literal, carry literal) []literal {
	out := make([]literal, len(a))
	for i := range a {
		half := q.differ(a[i], b[i])
		out[i] = q.differ(half, carry)
		carry = q.either(q.both(a[i], b[i]), q.both(half, carry))
	}
	return out
}
