package abstract

import (
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/bitvec"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
	"github.com/assay-smt/assay/smt/value"
)

func TestVectorsSay(t *testing.T) {
	st := term.NewStore(theory.Builtin())
	n := func(v uint64) bitvec.BV { return bitvec.New(12, v) }
	for _, tt := range []struct {
		set           Vectors
		text, formula string
		score         float64
	}{
		{Cyclic(n(0), n(9)), "[#x000, #x009]", "(bvule x #x009)", 0.01},
		{Cyclic(n(5), n(2000)), "[#x005, #x7d0]", "(and (bvuge x #x005) (bvule x #x7d0))", 1},
		{Cyclic(n(7), n(0xfff)), "[#x007, #xfff]", "(bvuge x #x007)", 1},
		{Cyclic(n(0x800), n(5)), "[#x800, #x005]", "(bvsle x #x005)", 1},
		{Cyclic(n(0xffe), n(1)), "[#xffe, #x001]", "(and (bvsge x #xffe) (bvsle x #x001))", 0.004},
		{Cyclic(n(5), n(2)), "[#x005, #x002]", "(or (bvuge x #x005) (bvule x #x002))", 1},
		{AllBut(n(3)), "not #x003", "(distinct x #x003)", 1},
		{Cyclic(n(0x120), n(0x12f)), "#b00010010....", "(= ((_ extract 11 4) x) #x12)", 0.016},
		{Cyclic(n(4), n(4)), "#x004", "(= x #x004)", 0.001},
		{Known(n(0x101), n(0x100)), "#b...1.......0", "(= (bvand x #x101) #x100)", 1},
		{Known(n(0xff0), n(0x340)).WithField(0, bitvec.New(3, 1), bitvec.New(3, 4)), "#b00110100.... bits 2..0 [#b001, #b101]",
			"(and (= ((_ extract 11 4) x) #x34) (bvuge ((_ extract 2 0) x) #b001) (bvule ((_ extract 2 0) x) #b101))", 0.01},
		{Cyclic(n(3), n(2)), "any", "", 1},
	} {
		s := st.Sorts.BitVec(12)
		set := Bounded(s, tt.set)
		if got := set.String(); got != tt.text {
			t.Errorf("got %q, want %q", got, tt.text)
		}
		if got := set.Score(); got != tt.score {
			t.Errorf("%v: score %v, want %v", set, got, tt.score)
		}
		f, err := set.Formula(st, st.NewVar("x", s))
		text := ""
		if f != nil {
			text = string((&term.Printer{}).Append(nil, f))
		}
		if err != nil || text != tt.formula && text != conjunctionOf(tt.formula) {
			t.Errorf("%v: formula %s, want %s (%v)", set, text, tt.formula, err)
		}
	}
}

// conjunctionOf returns the text with the last two conjuncts in a separate conjunction.
func conjunctionOf(text string) string {
	const head = "(and (= ((_ extract 11 4) x) #x34) "
	if len(text) < len(head) || text[:len(head)] != head {
		return text
	}
	return head + "(and " + text[len(head):] + ")"
}

// TestVectorsPickEnds counts how often Pick returns the ends of an interval: that is where truth changes.
func TestVectorsPickEnds(t *testing.T) {
	st := term.NewStore(theory.Builtin())
	for _, w := range []int{16, 64, 100} {
		lo, hi := bitvec.New(w, 1000), bitvec.New(w, 60000)
		set, r, ends := Bounded(st.Sorts.BitVec(w), Cyclic(lo, hi)), rng.New(1), 0
		seen := map[string]bool{}
		for range 1000 {
			v, ok := set.Pick(r, value.OfBV(hi))
			if !ok || !set.Has(v) {
				t.Fatalf("width %d: picked %v", w, v)
			}
			seen[v.String()] = true
			if v.BV().Equal(lo) || v.BV().Equal(hi) {
				ends++
			}
		}
		if ends < 200 || len(seen) < 300 {
			t.Errorf("width %d: %d ends of 1000, %d different values", w, ends, len(seen))
		}
	}
}

func TestVectorsHaveNoOtherValues(t *testing.T) {
	st := term.NewStore(theory.Builtin())
	set := Bounded(st.Sorts.BitVec(8), Cyclic(bitvec.New(8, 0), bitvec.New(8, 99)))
	for _, v := range []value.Value{{}, value.True, value.OfUnknown(&value.Unknown{}), value.OfInt(5)} {
		if set.Has(v) {
			t.Errorf("%v has %v", set, v)
		}
	}
	if set.Sort().Kind() != sorts.BitVec || set.Same(Any(set.Sort())) {
		t.Errorf("%v: sort %v", set, set.Sort())
	}
}
