package preanalysis

import (
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/smt/bitvec"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/value"
)

// randomVectors returns a random set of bit-vectors that contains b.
func randomVectors(r *rng.Rand, b bitvec.BV) abstract.Vectors {
	w := b.Width()
	if r.IntN(4) == 0 {
		e := abstract.RandomVector(r, w)
		if e.Equal(b) {
			e = b.Not()
		}
		return abstract.AllBut(e)
	}
	mask := zeros(w)
	if r.Bool() {
		mask = abstract.RandomVector(r, w)
		if r.Bool() {
			mask = mask.And(abstract.RandomVector(r, w))
		}
	}
	low := r.IntN(w)
	n := 1 + r.IntN(w-low)
	if r.Bool() {
		low, n = 0, w
	}
	if r.IntN(4) > 0 {
		field := allOnes(n).ZeroExtend(w - n).Shl(amount(w, low))
		mask = mask.And(field.Not())
		if r.IntN(4) == 0 {
			mask = field.Not()
		}
		span := abstract.RandomVector(r, n)
		if r.Bool() {
			span = span.Lshr(amount(n, r.IntN(n)))
		}
		from := b.Extract(low+n-1, low).Sub(abstract.RandomVector(r, n).And(span)) // a part of the span's bits is not above the span
		return abstract.Known(mask, b).WithField(low, from, span)
	}
	return abstract.Known(mask, b)
}

// vectorOp is an operator to try: the widths of the arguments follow from the current width.
type vectorOp struct {
	name   string
	idx    func(w int) []int
	args   int
	closed bool // the sets have their own form when the wanted set has no field
}

func noIdx(int) []int { return nil }

func idx(n ...int) func(int) []int { return func(int) []int { return n } }

var vectorOps = []vectorOp{
	{"concat", noIdx, 2, true}, {"bvadd", noIdx, 5, false}, {"bvor", noIdx, 4, true}, {"extract", func(w int) []int { return []int{w - 1, w / 2} }, 1, true},
	{"extract", func(w int) []int { return []int{w / 2, w / 4} }, 1, true},
	{"repeat", idx(1), 1, true}, {"repeat", idx(3), 1, true}, {"zero_extend", idx(0), 1, true}, {"zero_extend", idx(3), 1, true},
	{"sign_extend", idx(0), 1, true}, {"sign_extend", idx(3), 1, true}, {"rotate_left", idx(1), 1, true}, {"rotate_left", idx(7), 1, true},
	{"rotate_right", idx(1), 1, true}, {"rotate_right", idx(2), 1, true},
	{"bvnot", noIdx, 1, true}, {"bvneg", noIdx, 1, false}, {"bvinc", noIdx, 1, false}, {"bvdec", noIdx, 1, false},
	{"bvand", noIdx, 2, true}, {"bvand", noIdx, 3, true}, {"bvor", noIdx, 2, true}, {"bvxor", noIdx, 2, true}, {"bvxor", noIdx, 3, true},
	{"bvnand", noIdx, 2, true}, {"bvnor", noIdx, 2, true}, {"bvxnor", noIdx, 2, true}, {"bvcomp", noIdx, 2, true},
	{"bvadd", noIdx, 2, false}, {"bvadd", noIdx, 3, false}, {"bvsub", noIdx, 2, false}, {"bvmul", noIdx, 2, false}, {"bvmul", noIdx, 3, false},
	{"bvudiv", noIdx, 2, false}, {"bvurem", noIdx, 2, false}, {"bvsdiv", noIdx, 2, false}, {"bvsrem", noIdx, 2, false}, {"bvsmod", noIdx, 2, false},
	{"bvshl", noIdx, 2, false}, {"bvlshr", noIdx, 2, false}, {"bvashr", noIdx, 2, false}, {"bvrol", noIdx, 2, false}, {"bvror", noIdx, 2, false},
	{"bvredor", noIdx, 1, true}, {"bvredand", noIdx, 1, true}, {"bvredxor", noIdx, 1, false},
	{"bvult", noIdx, 2, true}, {"bvule", noIdx, 2, true}, {"bvugt", noIdx, 2, true}, {"bvuge", noIdx, 2, true},
	{"bvslt", noIdx, 2, true}, {"bvsle", noIdx, 2, true}, {"bvsgt", noIdx, 2, true}, {"bvsge", noIdx, 2, true},
	{"bvnego", noIdx, 1, true}, {"bvuaddo", noIdx, 2, true}, {"bvsaddo", noIdx, 2, true}, {"bvumulo", noIdx, 2, true},
	{"bvsmulo", noIdx, 2, true}, {"bvusubo", noIdx, 2, true}, {"bvssubo", noIdx, 2, true}, {"bvsdivo", noIdx, 2, true},
	{"bvumul_noovfl", noIdx, 2, true}, {"bit2bool", idx(0), 1, true}, {"bit2bool", func(w int) []int { return []int{w - 1} }, 1, true},
}

// TestBitVectorRules tries all values of the widths up to 4 in place of each argument, for all values of the others, and corners of
// larger widths: all sets of bit-vectors are complete. It tests 60 of 400 choices of arguments for each operator and width, 8 of 60 for
// large ones.
func TestBitVectorRules(t *testing.T) {
	for _, op := range vectorOps {
		t.Run(op.name, func(t *testing.T) {
			for _, w := range []int{1, 2, 3, 4, 8, 63, 64, 65, 130} {
				testVectorOp(t, op, w)
			}
		})
	}
}

func testVectorOp(t *testing.T, op vectorOp, w int) {
	l, r := newLab(), rng.New(uint64(w))
	ss := make([]*sorts.Sort, op.args)
	for i := range ss {
		ss[i] = l.st.Sorts.BitVec(w)
	}
	app := l.app(t, op.name, op.idx(w), ss...)
	values := func() []value.Value {
		if w <= 4 {
			all, _ := l.ev.Domain().All(ss[0], 16)
			return all
		}
		return vectorCorners(r, w)
	}
	rounds := testdepth.Sample(30, 400)
	if w > 4 {
		rounds = testdepth.Sample(8, 60)
	}
	if op.args < 2 {
		rounds /= 4
	}
	for range rounds {
		all := values()
		args := make([]value.Value, op.args)
		for i := range args {
			args[i] = rng.Pick(r, all)
		}
		for _, want := range l.wantsOf(r, app.Sort(), l.ev.Apply(app, args)) {
			if !want.Has(l.ev.Apply(app, args)) {
				t.Fatalf("%v does not have %v", want, l.ev.Apply(app, args))
			}
			a := l.solved(app, args, want)
			for i := range args {
				l.check(t, r, a, i, claim{complete: true, all: all})
				if v, ok := abstract.AsVectors(want); app.Sort().Kind() == sorts.BitVec && (!ok || v.Len > 0) {
					continue
				}
				if _, ok := abstract.AsVectors(a.Sets[i]); op.closed && !ok {
					if a.Sets[i] != abstract.Nothing(a.Sort(i)) {
						t.Fatalf("%s of %v, wanted %v: the set of argument %d does not have its own form: %v", op.name, args, want, i, a.Sets[i])
					}
				}
			}
		}
	}
}

// vectorCorners returns some bit-vectors of a large width.
func vectorCorners(r *rng.Rand, w int) []value.Value {
	top := least(w)
	out := []bitvec.BV{zeros(w), one(w), allOnes(w), allOnes(w).Sub(one(w)), top, top.Not(), top.Add(one(w)), bitvec.New(w, 3), bitvec.New(w, 8)}
	for range 12 {
		b := abstract.RandomVector(r, w)
		out = append(out, b, b.Lshr(amount(w, r.IntN(w))))
	}
	all := make([]value.Value, len(out))
	for i, b := range out {
		all[i] = value.OfBV(b)
	}
	return all
}

// TestBitVectorsAsNumbers uses intervals of integers that end near the numbers of a width, and residues of integers.
func TestBitVectorsAsNumbers(t *testing.T) {
	l, r := newLab(), rng.New(3)
	for _, w := range []int{1, 3, 4, 8, 64, 70} {
		s := l.st.Sorts.BitVec(w)
		all := vectorCorners(r, w)
		for _, name := range []string{"ubv_to_int", "sbv_to_int"} {
			app := l.app(t, name, nil, s)
			for range 40 {
				x, y := rng.Pick(r, all), rng.Pick(r, all)
				v, u := l.ev.Apply(app, []value.Value{x}), l.ev.Apply(app, []value.Value{y})
				lo, hi := abstract.Closed(v), abstract.Closed(u)
				wants := []abstract.Set{abstract.Except(sorts.Int, u), abstract.OneOf(sorts.Int, u, v),
					abstract.Numbers(sorts.Int, abstract.Interval{Lo: lo}), abstract.Numbers(sorts.Int, abstract.Interval{Hi: lo}),
					abstract.Numbers(sorts.Int, abstract.Interval{Lo: lo, Hi: hi}), abstract.Numbers(sorts.Int, abstract.Interval{Lo: hi, Hi: lo}),
					abstract.Residues(value.OfInt(4), abstract.Point(value.OfInt(int64(r.IntN(4)))))}
				for _, want := range append(wants, l.wantsOf(r, sorts.Int, v)...) {
					l.check(t, r, l.solved(app, []value.Value{x}, want), 0, claim{complete: true, all: all})
				}
			}
		}
		app := l.app(t, "int_to_bv", []int{w}, sorts.Int)
		var numbers []value.Value
		for _, v := range all {
			n := v.BV().Signed()
			numbers = append(numbers, value.OfBig(n), value.OfBig(v.BV().Big()))
			n = n.Mul(v.BV().Signed(), v.BV().Signed())
			numbers = append(numbers, value.OfBig(n))
		}
		for range 60 {
			n := rng.Pick(r, numbers)
			for _, want := range l.wantsOf(r, s, l.ev.Apply(app, []value.Value{n})) {
				l.check(t, r, l.solved(app, []value.Value{n}, want), 0, claim{complete: true, all: numbers})
			}
		}
	}
}
