package abstract

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"strings"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/bitvec"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// Vectors is a set of bit-vectors x of one width: x and Mask is Bits, and the field of Len bits from bit Low on, read as an unsigned number, is
// one of the Span+1 numbers from From on, where zero follows the greatest number. So the field may be in an interval, signed or unsigned, or be
// any number but one. Bits outside mask and field are free. Bounded makes the set, and brings it into the unique form that most sets have.
type Vectors struct {
	sort       *sorts.Sort
	Mask, Bits bitvec.BV
	Low, Len   int       // Len is 0 when there is no field
	From, Span bitvec.BV // of width Len
}

// Free returns the set of all bit-vectors of the width, to begin with.
func Free(width int) Vectors {
	return Vectors{Mask: bitvec.New(width, 0), Bits: bitvec.New(width, 0)}
}

// Known returns the set of the bit-vectors that have the bits of b where mask has ones.
func Known(mask, b bitvec.BV) Vectors { return Vectors{Mask: mask, Bits: b.And(mask)} }

// Cyclic returns the set of the bit-vectors from lo up to hi, wrapping past zero when hi is less than lo.
func Cyclic(lo, hi bitvec.BV) Vectors {
	s := Free(lo.Width())
	return s.WithField(0, lo, hi.Sub(lo))
}

// AllBut returns the set of all bit-vectors except b.
func AllBut(b bitvec.BV) Vectors {
	one := bitvec.New(b.Width(), 1)
	return Cyclic(b.Add(one), b.Sub(one))
}

// WithField returns the set with a field that begins at bit low and takes the span+1 numbers from from on. Mask has no ones there.
func (s Vectors) WithField(low int, from, span bitvec.BV) Vectors {
	s.Low, s.Len, s.From, s.Span = low, from.Width(), from, span
	return s
}

// WithoutField returns the set without its field: its bits are free.
func (s Vectors) WithoutField() Vectors {
	s.Low, s.Len = 0, 0
	return s
}

// To returns the last number of the field.
func (s Vectors) To() bitvec.BV { return s.From.Add(s.Span) }

// Width is the number of bits.
func (s Vectors) Width() int { return s.Mask.Width() }

// Bounded returns the set as one of the sort, in its simplest form: Any, Exactly, or with known bits instead of a field that they
// describe.
func Bounded(sort *sorts.Sort, s Vectors) Set {
	s = s.simple()
	s.sort = sort
	switch {
	case s.Len > 0:
		return s
	case s.Mask.IsZero():
		return Any(sort)
	case s.Mask.Not().IsZero():
		return Exactly(sort, value.OfBV(s.Bits))
	}
	return s
}

// AsVectors returns a set of bit-vectors in this form; ok is false when it has another form.
func AsVectors(set Set) (s Vectors, ok bool) {
	switch x := set.(type) {
	case Vectors:
		return x, true
	case single:
		b := x.v.BV()
		return Known(onesOf(b.Width()), b), true
	case whole:
		return Free(x.sort.Width()), true
	case *choice:
		if x.but && len(x.values) == 1 {
			return AllBut(x.values[0].BV()), true
		}
	}
	return Vectors{}, false
}

// onesOf returns the bit-vector of ones.
func onesOf(width int) bitvec.BV { return bitvec.New(width, 0).Not() }

// simple returns the set without a field, if known bits describe that.
func (s Vectors) simple() Vectors {
	if s.Len == 0 {
		return s
	}
	next := s.Span.Add(bitvec.New(s.Len, 1))
	if next.IsZero() {
		return s.WithoutField()
	}
	if !s.Span.And(next).IsZero() || !s.From.And(s.Span).IsZero() {
		return s
	}
	// A block whose size is a power of two, at a multiple of that size: the bits above the block are known.
	above, width := s.Span.Not(), s.Width()
	place := func(b bitvec.BV) bitvec.BV {
		return b.ZeroExtend(width - s.Len).Shl(bitvec.New(width, uint64(s.Low)))
	}
	s.Mask, s.Bits = s.Mask.Or(place(above)), s.Bits.Or(place(s.From))
	return s.WithoutField()
}

// Sort implements Set.
func (s Vectors) Sort() *sorts.Sort { return s.sort }

// Has implements Set.
func (s Vectors) Has(v value.Value) bool {
	return v.Kind() == value.BitVec && s.Contains(v.BV())
}

// Contains reports whether the bit-vector is in the set.
func (s Vectors) Contains(b bitvec.BV) bool {
	return b.And(s.Mask).Equal(s.Bits) && (s.Len == 0 || b.Extract(s.Low+s.Len-1, s.Low).Sub(s.From).Ule(s.Span))
}

// Score implements Set: 1 from 1000 members on, else their number divided by 1000, as in the paper for numbers.
func (s Vectors) Score() float64 {
	free := s.Width() - s.Len - ones(s.Mask)
	if free >= 10 {
		return MaxScore
	}
	n := float64(uint64(1) << free)
	if s.Len > 0 {
		n *= 1 + count(s.Span)
	}
	return max(MinScore, min(MaxScore, n/1000))
}

// count returns the number as a float, infinite when it is large.
func count(b bitvec.BV) float64 {
	if n, ok := b.Uint64(); ok {
		return float64(n)
	}
	return math.Inf(1)
}

// ones returns how many bits are set.
func ones(b bitvec.BV) int {
	if b.Width() <= 64 {
		n, _ := b.Uint64()
		return bits.OnesCount64(n)
	}
	n := 0
	for _, w := range b.Big().Bits() {
		n += bits.OnesCount(uint(w))
	}
	return n
}

// Pick implements Set. It can return every member; it often returns ends of the field's interval, and zeros or ones in all free bits.
func (s Vectors) Pick(r *rng.Rand, not value.Value) (value.Value, bool) {
	v := s.pick(r)
	if not.Kind() == value.BitVec && v.Equal(not.BV()) {
		v = s.pick(r)
	}
	return value.OfBV(v), true
}

func (s Vectors) pick(r *rng.Rand) bitvec.BV {
	var v bitvec.BV
	switch r.IntN(4) {
	case 0:
		v = bitvec.New(s.Width(), 0)
	case 1:
		v = onesOf(s.Width())
	default:
		v = RandomVector(r, s.Width())
	}
	if s.Len > 0 {
		var offset bitvec.BV
		switch r.IntN(4) {
		case 0:
			offset = bitvec.New(s.Len, 0)
		case 1:
			offset = s.Span
		default:
			offset = randomUpTo(r, s.Span)
		}
		at := bitvec.New(s.Width(), uint64(s.Low))
		v = v.And(onesOf(s.Len).ZeroExtend(s.Width() - s.Len).Shl(at).Not())
		v = v.Or(s.From.Add(offset).ZeroExtend(s.Width() - s.Len).Shl(at))
	}
	return v.And(s.Mask.Not()).Or(s.Bits)
}

// RandomVector returns a bit-vector of random bits.
func RandomVector(r *rng.Rand, width int) bitvec.BV {
	if width <= 64 {
		return bitvec.New(width, r.Uint64())
	}
	words := make([]big.Word, (width+bits.UintSize-1)/bits.UintSize)
	for i := range words {
		words[i] = big.Word(r.Uint64())
	}
	return bitvec.FromBig(width, new(big.Int).SetBits(words))
}

// randomUpTo returns a random bit-vector of at most limit.
func randomUpTo(r *rng.Rand, limit bitvec.BV) bitvec.BV {
	v, n := RandomVector(r, limit.Width()), limit.Add(bitvec.New(limit.Width(), 1))
	if n.IsZero() {
		return v
	}
	return v.Urem(n)
}

// Formula implements Set.
func (s Vectors) Formula(st *term.Store, x *term.Term) (*term.Term, error) {
	b := builder{st: st}
	var parts []*term.Term
	if !s.Mask.IsZero() {
		if low, n, ok := Run(s.Mask); ok {
			parts = append(parts, b.apply("=", b.field(x, low, n), b.vector(s.Bits.Extract(low+n-1, low))))
		} else {
			parts = append(parts, b.apply("=", b.apply("bvand", x, b.vector(s.Mask)), b.vector(s.Bits)))
		}
	}
	if s.Len > 0 {
		parts = append(parts, b.interval(b.field(x, s.Low, s.Len), s.From, s.To()))
	}
	return b.all(parts), b.err
}

// Run returns the bits that are set when they are one run.
func Run(b bitvec.BV) (low, n int, ok bool) {
	for low < b.Width() && !b.Bit(low) {
		low++
	}
	for low+n < b.Width() && b.Bit(low+n) {
		n++
	}
	return low, n, n > 0 && ones(b) == n
}

// field returns n bits of x.
func (b *builder) field(x *term.Term, low, n int) *term.Term {
	if n == x.Sort().Width() {
		return x
	}
	return b.indexed("extract", []int{low + n - 1, low}, x)
}

// vector returns the bit-vector as a literal.
func (b *builder) vector(v bitvec.BV) *term.Term {
	return b.literal(b.st.Sorts.BitVec(v.Width()), value.OfBV(v))
}

// interval says that x is between lo and hi, where zero follows the greatest number.
func (b *builder) interval(x *term.Term, lo, hi bitvec.BV) *term.Term {
	one := bitvec.New(lo.Width(), 1)
	least := onesOf(lo.Width()).Lshr(one).Not() // as a signed number
	switch {
	case hi.Add(one).Equal(lo.Sub(one)):
		return b.apply("distinct", x, b.vector(hi.Add(one)))
	case lo.Ule(hi):
		return b.within("bvuge", "bvule", x, lo, hi, bitvec.New(lo.Width(), 0), onesOf(lo.Width()))
	case lo.Sle(hi):
		return b.within("bvsge", "bvsle", x, lo, hi, least, least.Not())
	}
	return b.apply("or", b.apply("bvuge", x, b.vector(lo)), b.apply("bvule", x, b.vector(hi)))
}

// within says that x is between lo and hi, omitting a bound that is an end of the order.
func (b *builder) within(ge, le string, x *term.Term, lo, hi, least, greatest bitvec.BV) *term.Term {
	var parts []*term.Term
	if !lo.Equal(least) {
		parts = append(parts, b.apply(ge, x, b.vector(lo)))
	}
	if !hi.Equal(greatest) {
		parts = append(parts, b.apply(le, x, b.vector(hi)))
	}
	return b.all(parts)
}

// Same implements Set.
func (s Vectors) Same(other Set) bool {
	o, ok := other.(Vectors)
	return ok && o.sort == s.sort && s.Mask.Equal(o.Mask) && s.Bits.Equal(o.Bits) &&
		s.Low == o.Low && s.Len == o.Len && (s.Len == 0 || s.From.Equal(o.From) && s.Span.Equal(o.Span))
}

// String writes the known bits with dots for the others, and the interval with its bits.
func (s Vectors) String() string {
	var out strings.Builder
	if !s.Mask.IsZero() {
		out.WriteString("#b")
		for i := s.Width() - 1; i >= 0; i-- {
			switch {
			case !s.Mask.Bit(i):
				out.WriteByte('.')
			case s.Bits.Bit(i):
				out.WriteByte('1')
			default:
				out.WriteByte('0')
			}
		}
	}
	if s.Len == 0 {
		return out.String()
	}
	if out.Len() > 0 {
		out.WriteByte(' ')
	}
	if s.Len < s.Width() {
		fmt.Fprintf(&out, "bits %d..%d ", s.Low+s.Len-1, s.Low)
	}
	one := bitvec.New(s.Len, 1)
	if e := s.From.Sub(one); e.Equal(s.To().Add(one)) {
		fmt.Fprintf(&out, "not %v", e)
	} else {
		fmt.Fprintf(&out, "[%v, %v]", s.From, s.To())
	}
	return out.String()
}
