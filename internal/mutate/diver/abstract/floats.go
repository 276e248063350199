package abstract

import (
	"math/big"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/bitvec"
	"github.com/assay-smt/assay/smt/softfloat"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// FloatInterval is all floats from Lo to Hi in the order -oo, ..., -0, +0, ..., +oo, in which the two zeros are distinct. Neither end is NaN.
type FloatInterval struct{ Lo, Hi softfloat.Float }

// floats is a set of floats: some intervals, and perhaps NaN.
type floats struct {
	sort  *sorts.Sort
	nan   bool
	parts []keys // by increasing numbers, with gaps between them, at least one unless nan
}

// keys is an interval of the numbers of floats in their order; see keyOf.
type keys struct{ lo, hi bitvec.BV }

func (k keys) same(o keys) bool { return k.lo.Equal(o.lo) && k.hi.Equal(o.hi) }

// formatOf returns the format of a sort of floats.
func formatOf(s *sorts.Sort) softfloat.Format {
	return softfloat.Format{EB: s.Indices()[0], SB: s.Indices()[1]}
}

// keyOf returns the number of a float that is not NaN in the order of the format: the bits, upside down for negative ones.
func keyOf(x softfloat.Float) bitvec.BV {
	f := x.Format()
	w := f.EB + f.SB
	var b bitvec.BV
	if word, ok := x.Word(); ok {
		b = bitvec.New(w, word)
	} else {
		b = bitvec.FromBig(w, x.Bits())
	}
	if b.Bit(w - 1) {
		return b.Not()
	}
	return b.Or(bitvec.New(w, 1).Shl(bitvec.New(w, uint64(w-1))))
}

// floatOf returns the float with the number.
func floatOf(f softfloat.Format, key bitvec.BV) softfloat.Float {
	w := f.EB + f.SB
	top := bitvec.New(w, 1).Shl(bitvec.New(w, uint64(w-1)))
	if key.Bit(w - 1) {
		key = key.Xor(top)
	} else {
		key = key.Not()
	}
	if bits, ok := key.Uint64(); ok && w <= 64 {
		if x, ok := softfloat.FromWord(f, bits); ok {
			return x
		}
	}
	return softfloat.FromBits(f, key.Big())
}

// allFloats returns the interval of all floats except NaN.
func allFloats(f softfloat.Format) keys {
	return keys{keyOf(softfloat.Inf(f, true)), keyOf(softfloat.Inf(f, false))}
}

// Floats returns the set of the floats in the intervals, with NaN if requested; it is Nothing, Exactly or Any if it equals one of those.
// Intervals that end before they begin are empty.
func Floats(s *sorts.Sort, nan bool, parts ...FloatInterval) Set {
	all := make([]keys, 0, len(parts))
	for _, p := range parts {
		if p.Lo.Compare(p.Hi) <= 0 {
			all = append(all, keys{keyOf(p.Lo), keyOf(p.Hi)})
		}
	}
	return floatsOf(s, nan, all)
}

func floatsOf(s *sorts.Sort, nan bool, parts []keys) Set {
	slices.SortFunc(parts, func(a, b keys) int { return bitvec.Compare(a.lo, b.lo) })
	joined := parts[:0]
	for _, p := range parts {
		if n := len(joined); n > 0 && p.lo.Ule(after(joined[n-1].hi)) {
			if joined[n-1].hi.Ult(p.hi) {
				joined[n-1].hi = p.hi
			}
			continue
		}
		joined = append(joined, p)
	}
	f := formatOf(s)
	switch {
	case len(joined) == 0 && nan:
		return Exactly(s, value.OfFloat(softfloat.NaN(f)))
	case len(joined) == 0:
		return Nothing(s)
	case len(joined) == 1 && !nan && joined[0].lo.Equal(joined[0].hi):
		return Exactly(s, value.OfFloat(floatOf(f, joined[0].lo)))
	case len(joined) == 1 && nan && joined[0].same(allFloats(f)):
		return Any(s)
	}
	return &floats{sort: s, nan: nan, parts: joined}
}

// after returns the next number; every float's number has a next one.
func after(key bitvec.BV) bitvec.BV { return key.Add(bitvec.New(key.Width(), 1)) }

// before returns the previous number.
func before(key bitvec.BV) bitvec.BV { return key.Sub(bitvec.New(key.Width(), 1)) }

// FloatParts returns the intervals of a set of floats, and whether NaN is in it; ok is false for sets of another form.
func FloatParts(set Set) (nan bool, parts []FloatInterval, ok bool) {
	s, ok := asFloats(set)
	if !ok {
		return false, nil, false
	}
	f := formatOf(s.sort)
	for _, p := range s.parts {
		parts = append(parts, FloatInterval{floatOf(f, p.lo), floatOf(f, p.hi)})
	}
	return s.nan, parts, true
}

// maxPoints bounds the number of values of finite choices that are treated as intervals.
const maxPoints = 8

func asFloats(set Set) (*floats, bool) {
	switch x := set.(type) {
	case *floats:
		return x, true
	case nothing:
		return &floats{sort: x.sort}, true
	case whole:
		return &floats{sort: x.sort, nan: true, parts: []keys{allFloats(formatOf(x.sort))}}, true
	case single:
		return pointsOf(x.sort, x.v), true
	case *choice:
		if len(x.values) > maxPoints {
			return nil, false
		}
		s := pointsOf(x.sort, x.values...)
		if x.but {
			s = s.complement()
		}
		return s, true
	}
	return nil, false
}

// pointsOf returns the set of some floats, each once, in order.
func pointsOf(s *sorts.Sort, vs ...value.Value) *floats {
	out := &floats{sort: s}
	for _, v := range vs {
		if x := v.Float(); x.IsNaN() {
			out.nan = true
		} else {
			k := keyOf(x)
			out.parts = append(out.parts, keys{k, k})
		}
	}
	return out
}

// complement returns all other floats; the result may have parts without gaps, and be of any size.
func (s *floats) complement() *floats {
	out := &floats{sort: s.sort, nan: !s.nan}
	all := allFloats(formatOf(s.sort))
	lo := all.lo
	for _, p := range s.parts {
		if lo.Ult(p.lo) {
			out.parts = append(out.parts, keys{lo, before(p.lo)})
		}
		lo = after(p.hi)
	}
	if lo.Ule(all.hi) {
		out.parts = append(out.parts, keys{lo, all.hi})
	}
	return out
}

// OtherFloats returns the set of all floats that are not in a set made by Floats.
func OtherFloats(set Set) Set {
	s, ok := asFloats(set)
	if !ok {
		return Nothing(set.Sort())
	}
	s = s.complement()
	return floatsOf(s.sort, s.nan, s.parts)
}

// BothFloats returns the set of the floats that are in both of two sets made by Floats.
func BothFloats(a, b Set) Set {
	s, ok := asFloats(a)
	u, also := asFloats(b)
	if !ok || !also {
		return Nothing(a.Sort())
	}
	var parts []keys
	for _, p := range s.parts {
		for _, q := range u.parts {
			if q.lo.Ult(p.lo) {
				q.lo = p.lo
			}
			if p.hi.Ult(q.hi) {
				q.hi = p.hi
			}
			if q.lo.Ule(q.hi) {
				parts = append(parts, q)
			}
		}
	}
	return floatsOf(s.sort, s.nan && u.nan, parts)
}

// Sort implements Set.
func (s *floats) Sort() *sorts.Sort { return s.sort }

// Has implements Set.
func (s *floats) Has(v value.Value) bool {
	if v.Kind() != value.Float {
		return false
	}
	x := v.Float()
	if x.IsNaN() {
		return s.nan
	}
	k := keyOf(x)
	for i := range s.parts {
		if k.Ule(s.parts[i].hi) {
			return s.parts[i].lo.Ule(k)
		}
	}
	return false
}

// Score implements Set: the number of floats divided by 1000, at most 1.
func (s *floats) Score() float64 {
	n := 0.0
	if s.nan {
		n++
	}
	for _, p := range s.parts {
		n += 1 + count(p.hi.Sub(p.lo))
	}
	return max(MinScore, min(MaxScore, n/1000))
}

// Pick implements Set. Ends of intervals come often, zeros, ones and infinities now and then.
func (s *floats) Pick(r *rng.Rand, not value.Value) (value.Value, bool) {
	v := s.pick(r)
	if same(v, not) {
		v = s.pick(r)
	}
	return v, true
}

func (s *floats) pick(r *rng.Rand) value.Value {
	f := formatOf(s.sort)
	if s.nan && (len(s.parts) == 0 || r.IntN(8) == 0) {
		return value.OfFloat(softfloat.NaN(f))
	}
	if r.IntN(4) == 0 {
		if v := value.OfFloat(plainFloat(r, f)); s.Has(v) {
			return v
		}
	}
	p := rng.Pick(r, s.parts)
	k := p.lo
	switch r.IntN(6) {
	case 0:
	case 1:
		k = p.hi
	case 2:
		k = p.lo.Add(randomUpTo(r, smaller(p.hi.Sub(p.lo), 3)))
	default:
		k = p.lo.Add(randomUpTo(r, p.hi.Sub(p.lo)))
	}
	return value.OfFloat(floatOf(f, k))
}

// smaller returns the smaller of a bit-vector and a small number.
func smaller(b bitvec.BV, n uint64) bitvec.BV {
	if m, ok := b.Uint64(); ok && m < n {
		return b
	}
	return bitvec.New(b.Width(), n)
}

// plainFloat returns a number that people write.
func plainFloat(r *rng.Rand, f softfloat.Format) softfloat.Float {
	neg := r.Bool()
	switch r.IntN(4) {
	case 0:
		return softfloat.Zero(f, neg)
	case 1:
		return softfloat.Inf(f, neg)
	}
	n := int64(1 + r.IntN(4))
	if neg {
		n = -n
	}
	return softfloat.FromRat(f, softfloat.RNE, big.NewRat(n, int64(1+r.IntN(2))))
}

// Formula implements Set.
func (s *floats) Formula(st *term.Store, x *term.Term) (*term.Term, error) {
	b := builder{st: st}
	other := s.complement()
	// The formula describes what is in the set or what is not, whichever is shorter.
	if len(other.parts) < len(s.parts) || len(other.parts) == len(s.parts) && s.nan {
		return b.apply("not", other.formula(&b, x)), b.err
	}
	return s.formula(&b, x), b.err
}

func (s *floats) formula(b *builder, x *term.Term) *term.Term {
	f := formatOf(s.sort)
	var ways []*term.Term
	if s.nan {
		ways = append(ways, b.apply("fp.isNaN", x))
	}
	for _, p := range s.parts {
		ways = append(ways, b.floatInterval(s.sort, x, FloatInterval{floatOf(f, p.lo), floatOf(f, p.hi)}))
	}
	switch len(ways) {
	case 0:
		return b.apply("false")
	case 1:
		return ways[0]
	}
	return b.apply("or", ways...)
}

// floatInterval says that x is in an interval. fp.leq treats the zeros as equal.
func (b *builder) floatInterval(s *sorts.Sort, x *term.Term, p FloatInterval) *term.Term {
	lit := func(x softfloat.Float) *term.Term { return b.literal(s, value.OfFloat(x)) }
	if p.Lo.Same(p.Hi) {
		return b.apply("=", x, lit(p.Lo))
	}
	var parts []*term.Term
	low, high := !p.Lo.IsInf(), !p.Hi.IsInf()
	switch {
	case low && high:
		parts = append(parts, b.apply("fp.leq", lit(p.Lo), x, lit(p.Hi)))
	case low:
		parts = append(parts, b.apply("fp.leq", lit(p.Lo), x))
	case high:
		parts = append(parts, b.apply("fp.leq", x, lit(p.Hi)))
	default:
		return b.apply("not", b.apply("fp.isNaN", x))
	}
	if p.Lo.IsZero() && p.Lo.IsPositive() || p.Hi.IsZero() && p.Hi.IsNegative() {
		outside := softfloat.Zero(p.Lo.Format(), p.Lo.IsZero())
		parts = append(parts, b.apply("distinct", x, lit(outside)))
	}
	return b.all(parts)
}

// Same implements Set.
func (s *floats) Same(other Set) bool {
	o, ok := other.(*floats)
	return ok && o.sort == s.sort && o.nan == s.nan && slices.EqualFunc(o.parts, s.parts, func(a, b keys) bool {
		return a.same(b)
	})
}

// String writes the intervals and NaN.
func (s *floats) String() string {
	f := formatOf(s.sort)
	var out []string
	for _, p := range s.parts {
		if p.lo.Equal(p.hi) {
			out = append(out, floatOf(f, p.lo).String())
		} else {
			out = append(out, "["+floatOf(f, p.lo).String()+", "+floatOf(f, p.hi).String()+"]")
		}
	}
	if s.nan {
		out = append(out, "NaN")
	}
	return strings.Join(out, " or ")
}
