package preanalysis

import (
	"math/big"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/smt/softfloat"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/value"
)

// someFloat returns a random float, usually a corner of the format.
func someFloat(r *rng.Rand, f softfloat.Format) softfloat.Float {
	neg := r.Bool()
	switch r.IntN(8) {
	case 0:
		return softfloat.Zero(f, neg)
	case 1:
		return softfloat.Inf(f, neg)
	case 2:
		return softfloat.NaN(f)
	case 3:
		return softfloat.FromRat(f, softfloat.RNE, big.NewRat(int64(r.IntN(9)-4), 2))
	case 4:
		return neighbour(rng.Pick(r, []softfloat.Float{softfloat.Zero(f, neg), softfloat.Inf(f, neg), leastNormal(f)}), neg)
	}
	return floatOf(f, abstract.RandomVector(r, f.EB+f.SB))
}

// randomFloats returns a random set of floats that contains x.
func randomFloats(r *rng.Rand, s *sorts.Sort, x softfloat.Float) abstract.Set {
	f := x.Format()
	if r.IntN(4) == 0 {
		y := someFloat(r, f)
		if !y.Same(x) {
			return abstract.Except(s, value.OfFloat(y))
		}
	}
	var parts []abstract.FloatInterval
	for range 1 + r.IntN(2) {
		lo, hi := someFloat(r, f), someFloat(r, f)
		if lo.IsNaN() || hi.IsNaN() {
			continue
		}
		if hi.Compare(lo) < 0 {
			lo, hi = hi, lo
		}
		if !x.IsNaN() && lo.Compare(x) > 0 {
			lo = x
		}
		if !x.IsNaN() && hi.Compare(x) < 0 {
			hi = x
		}
		parts = append(parts, abstract.FloatInterval{Lo: lo, Hi: hi})
	}
	if len(parts) == 0 && !x.IsNaN() {
		parts = append(parts, abstract.FloatInterval{Lo: x, Hi: x})
	}
	return abstract.Floats(s, x.IsNaN() || r.Bool(), parts...)
}

// floatOp is an operator to try; its arguments' kinds are letters: f of the format, m a rounding mode, g of another format, b bits of a
// float, v a bit-vector, r a real, s, e and t the parts of a float.
type floatOp struct {
	name   string
	args   string
	format bool // the indices are those of the format
	width  bool // the index is a width
}

var floatOps = []floatOp{
	{name: "fp.leq", args: "ff"}, {name: "fp.leq", args: "ffff"}, {name: "fp.lt", args: "ff"}, {name: "fp.lt", args: "fff"}, {name: "fp.geq", args: "ff"},
	{name: "fp.gt", args: "ff"}, {name: "fp.gt", args: "fff"}, {name: "fp.eq", args: "ff"}, {name: "fp.eq", args: "fff"},
	{name: "=", args: "ff"}, {name: "distinct", args: "fff"},
	{name: "fp.isNormal", args: "f"}, {name: "fp.isSubnormal", args: "f"}, {name: "fp.isZero", args: "f"}, {name: "fp.isInfinite", args: "f"},
	{name: "fp.isNaN", args: "f"}, {name: "fp.isNegative", args: "f"}, {name: "fp.isPositive", args: "f"},
	{name: "fp.abs", args: "f"}, {name: "fp.neg", args: "f"}, {name: "fp.min", args: "ff"}, {name: "fp.max", args: "ff"},
	{name: "fp.add", args: "mff"}, {name: "fp.sub", args: "mff"}, {name: "fp.mul", args: "mff"}, {name: "fp.div", args: "mff"},
	{name: "fp.fma", args: "mfff"}, {name: "fp.sqrt", args: "mf"}, {name: "fp.roundToIntegral", args: "mf"}, {name: "fp.rem", args: "ff"},
	{name: "fp", args: "set"}, {name: "to_fp", args: "b", format: true}, {name: "to_fp", args: "mg", format: true},
	{name: "to_fp", args: "mv", format: true}, {name: "to_fp_unsigned", args: "mv", format: true}, {name: "to_fp", args: "mr", format: true},
	{name: "fp.to_ubv", args: "mf", width: true}, {name: "fp.to_sbv", args: "mf", width: true}, {name: "fp.to_real", args: "f"},
	{name: "fp.to_ieee_bv", args: "f"},
}

// TestFloatRules tries all floats of two small formats in place of each argument, and random ones of larger formats: all sets are
// complete. It tests 10 of 80 choices of arguments for each operator and format.
func TestFloatRules(t *testing.T) {
	for _, op := range floatOps {
		t.Run(op.name+" "+op.args, func(t *testing.T) {
			for _, f := range []softfloat.Format{{EB: 2, SB: 2}, {EB: 2, SB: 3}, {EB: 3, SB: 4}, {EB: 8, SB: 24}, {EB: 11, SB: 53}, {EB: 15, SB: 113}} {
				testFloatOp(t, op, f)
			}
		})
	}
}

func testFloatOp(t *testing.T, op floatOp, f softfloat.Format) {
	l, r := newLab(), rng.New(uint64(f.SB))
	var idx []int
	switch {
	case op.format:
		idx = []int{f.EB, f.SB}
	case op.width:
		idx = []int{5}
	}
	st := l.st.Sorts
	ss := make([]*sorts.Sort, len(op.args))
	for i, c := range op.args {
		ss[i] = map[rune]*sorts.Sort{
			'f': st.Float(f.EB, f.SB), 'g': st.Float(3, 3), 'm': sorts.RoundingMode, 'r': sorts.Real, 'v': st.BitVec(6),
			'b': st.BitVec(f.EB + f.SB), 's': st.BitVec(1), 'e': st.BitVec(f.EB), 't': st.BitVec(f.SB - 1),
		}[c]
	}
	app := l.app(t, op.name, idx, ss...)
	all := make([][]value.Value, len(ss))
	for i, s := range ss {
		all[i] = floatSamples(l, r, s)
	}
	rounds := testdepth.Sample(5, 80)
	for range rounds {
		args := make([]value.Value, len(ss))
		for i := range args {
			args[i] = rng.Pick(r, all[i])
		}
		v := l.ev.Apply(app, args)
		if v.IsOpen() {
			continue
		}
		for _, want := range l.wantsOf(r, app.Sort(), v) {
			if !want.Has(v) {
				t.Fatalf("%v does not have %v", want, v)
			}
			a := l.solved(app, args, want)
			for i := range args {
				l.check(t, r, a, i, claim{complete: true, all: all[i]})
			}
		}
	}
}

// floatSamples returns all values of a small sort, and some of a large one.
func floatSamples(l *lab, r *rng.Rand, s *sorts.Sort) []value.Value {
	if all, ok := l.ev.Domain().All(s, 130); ok {
		return all
	}
	var out []value.Value
	for range 40 {
		switch s.Kind() {
		case sorts.Float:
			out = append(out, value.OfFloat(someFloat(r, formatOf(s))))
		case sorts.BitVec:
			out = append(out, value.OfBV(abstract.RandomVector(r, s.Width())), value.OfBV(zeros(s.Width())), value.OfBV(allOnes(s.Width())))
		default:
			out = append(out, value.OfRat(big.NewRat(int64(r.IntN(200)-100), int64(1+r.IntN(20)))))
		}
	}
	return out
}
