package rules

import (
	"math/big"
	"slices"
	"strconv"

	"github.com/assay-smt/assay/internal/rng"
	"github.com/assay-smt/assay/smt/bitvec"
	"github.com/assay-smt/assay/smt/softfloat"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// Values chooses random values as terms of one store, biased to corners and to small numbers of different values, so that
// equations hold often enough to be worth testing. Not safe for concurrent use.
type Values struct {
	store *term.Store
	rand  *rng.Rand
}

// NewValues returns a Values over a store.
func NewValues(st *term.Store, r *rng.Rand) *Values { return &Values{st, r} }

// Corners: neutral and absorbing elements, neighbours of powers of two, and strings that are parts of each other.
var (
	integers = []string{"0", "1", "2", "3", "4", "5", "7", "8", "10", "16", "97", "255", "256", "65536", "196607", "196608", "2147483647", "4294967296"}
	decimals = []string{"0.0", "1.0", "2.0", "0.5", "0.25", "1.5", "3.0", "0.1", "10.0", "1000000.0"}
	texts    = []string{"", "a", "b", "aa", "ab", "ba", "bb", "aba", "abb", "aab", "A", "0", "1", "9", "01", "10", "-1", "z", `\u{0}`, `\u{2ffff}`}
)

// Value returns a value of the sort, nil for sorts whose values cannot be written, such as those that a script declares.
func (v *Values) Value(s *sorts.Sort) *term.Term { return v.value(s, 0) }

// maxValueDepth bounds how values nest.
const maxValueDepth = 4

func (v *Values) value(s *sorts.Sort, depth int) *term.Term {
	r := v.rand
	switch s {
	case sorts.Bool:
		return v.op([]string{"true", "false"}[r.IntN(2)], nil)
	case sorts.Int:
		n := integers[r.IntN(6)]
		if r.Chance(1, 4) {
			n = rng.Pick(r, integers)
		}
		return v.sign(v.store.Lit(syntax.Numeral, n, s))
	case sorts.Real:
		return v.sign(v.store.Lit(syntax.Decimal, decimals[r.IntN(r.IntN(len(decimals))+1)], s))
	case sorts.String:
		return v.store.Lit(syntax.String, syntax.Quote(texts[r.IntN(r.IntN(len(texts))+1)]), s)
	case sorts.RegLan:
		return v.language(0)
	case sorts.RoundingMode:
		return v.op(rng.Pick(r, []string{"RNE", "RNA", "RTP", "RTN", "RTZ"}), nil)
	}
	if depth > maxValueDepth {
		return nil
	}
	switch s.Kind() {
	case sorts.BitVec:
		return v.written(s, value.OfBV(bitvec.FromBig(s.Width(), v.bits(s.Width()))))
	case sorts.Float:
		return v.float(s)
	case sorts.Array:
		elem := v.value(s.Args()[1], depth+1)
		if elem == nil {
			return nil
		}
		a := v.op("const", s, elem)
		for range r.IntN(3) {
			i, e := v.value(s.Args()[0], depth+1), v.value(s.Args()[1], depth+1)
			if i == nil || e == nil {
				return nil
			}
			a = v.op("store", nil, a, i, e)
		}
		return a
	case sorts.Applied:
		if s.Name() == "Seq" {
			return v.sequence(s, depth)
		}
	}
	return nil
}

// op applies an operator; as qualifies it unless it is nil. It returns nil when no operator fits, or an argument is nil.
func (v *Values) op(name string, as *sorts.Sort, args ...*term.Term) *term.Term {
	if slices.Contains(args, nil) {
		return nil
	}
	t, err := apply(v.store, v.store.Table.Lookup(name), nil, as, args)
	if err != nil {
		return nil
	}
	return t
}

func (v *Values) sign(t *term.Term) *term.Term {
	if v.rand.Chance(1, 3) {
		return v.op("-", nil, t)
	}
	return t
}

// written writes a value as a term.
func (v *Values) written(s *sorts.Sort, x value.Value) *term.Term {
	t, err := value.Term(v.store, s, x)
	if err != nil {
		return nil
	}
	return t
}

// bits returns a number, to be taken modulo 2^width: a small one, the neighbourhood of a power of two, or any.
func (v *Values) bits(width int) *big.Int {
	r := v.rand
	n := new(big.Int)
	switch r.IntN(4) {
	case 0:
		n.SetInt64(int64(r.IntN(4)))
	case 1:
		n.SetInt64(-int64(r.IntN(4)))
	case 2:
		n.Lsh(big.NewInt(1), uint(r.IntN(width)))
		n.Add(n, big.NewInt(int64(r.IntN(3)-1)))
	default:
		for i := 0; i < width; i += 64 {
			n.Lsh(n, 64)
			n.Or(n, new(big.Int).SetUint64(r.Uint64()))
		}
	}
	return n
}

// float returns a number with corner bits, or NaN.
func (v *Values) float(s *sorts.Sort) *term.Term {
	f := softfloat.Format{EB: s.Indices()[0], SB: s.Indices()[1]}
	return v.written(s, value.OfFloat(softfloat.FromBits(f, v.bits(f.EB+f.SB))))
}

// sequence returns a sequence of up to three elements.
func (v *Values) sequence(s *sorts.Sort, depth int) *term.Term {
	out := v.op("seq.empty", s)
	for i := range v.rand.IntN(4) {
		unit := v.op("seq.unit", nil, v.value(s.Args()[0], depth+1))
		if i == 0 {
			out = unit
			continue
		}
		out = v.op("seq.++", nil, out, unit)
	}
	return out
}

// language returns a regular expression over a few words.
func (v *Values) language(depth int) *term.Term {
	r := v.rand
	leaf := depth > 2 || r.Chance(1, 3)
	sub := func() *term.Term { return v.language(depth + 1) }
	switch {
	case leaf && r.Chance(1, 3):
		return v.op(rng.Pick(r, []string{"re.none", "re.all", "re.allchar"}), nil)
	case leaf && r.Chance(1, 4):
		low := r.IntN(3)
		return v.op("re.range", nil, v.character(low), v.character(low+r.IntN(3)))
	case leaf:
		return v.op("str.to_re", nil, v.value(sorts.String, 0))
	case r.Bool():
		return v.op(rng.Pick(r, []string{"re.*", "re.+", "re.opt", "re.comp"}), nil, sub())
	}
	return v.op(rng.Pick(r, []string{"re.++", "re.union", "re.inter", "re.diff"}), nil, sub(), sub())
}

// character returns the string of a small letter.
func (v *Values) character(i int) *term.Term {
	return v.store.Lit(syntax.String, strconv.Quote(string(rune('a'+i))), sorts.String)
}
