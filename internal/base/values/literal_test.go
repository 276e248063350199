package values_test

import (
	"fmt"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/values"
	"github.com/assay-smt/assay/smt/smtstr"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// TestLiterals invents values of every sort that has any: each has the wanted sort, needs nothing from the script, and reads
// back unchanged.
func TestLiterals(t *testing.T) {
	bits := func(m int) string { return fmt.Sprintf("(_ BitVec %d)", m) }
	float := func(eb, sb int) string { return fmt.Sprintf("(_ FloatingPoint %d %d)", eb, sb) }
	tests := []struct {
		sort     string
		distinct int // fewer different values than this are too few
	}{
		{"Bool", 2}, {"Int", 16}, {"Real", 12}, {"String", 16}, {"RegLan", 8}, {"RoundingMode", 5},
		{bits(1), 2}, {bits(2), 4}, {bits(3), 6}, {bits(4), 8}, {bits(7), 12}, {bits(8), 12}, {bits(9), 12}, {bits(16), 16},
		{bits(33), 16}, {bits(64), 16}, {bits(100), 16}, {bits(127), 16}, {bits(4095), 16}, {bits(4096), 16}, {bits(4097), 8}, {bits(100_000), 8}, {bits(1 << 30), 8},
		{float(2, 2), 9}, {float(2, 3), 10}, {float(3, 5), 16}, {float(5, 11), 16}, {float(8, 24), 16}, {float(11, 53), 16}, {float(15, 113), 16}, {float(30, 2), 16}, {float(2, 300), 16},
		{"(Seq Int)", 1}, {"(Seq (Seq Bool))", 1}, {"(Set Int)", 1}, {"(Set (_ BitVec 3))", 1},
	}
	for _, tt := range tests {
		t.Run(tt.sort, func(t *testing.T) {
			s, want := sortOf(t, tt.sort)
			g := values.New(s.Store, values.Options{})
			seen := map[*term.Term]bool{}
			var list []*term.Term
			for seed := range uint64(150) {
				x := g.Value(rng.New(seed), want)
				if x == nil {
					t.Fatalf("no value with seed %d", seed)
				}
				if x.Sort() != want {
					t.Fatalf("%s has sort %s", x, x.Sort())
				}
				if x.HasUser() || len(x.Free()) > 0 {
					t.Fatalf("%s is not a value", x)
				}
				if again := g.Value(rng.New(seed), want); again != x {
					t.Fatalf("one seed gives %s and %s", x, again)
				}
				if !seen[x] {
					seen[x] = true
					list = append(list, x)
				}
			}
			if len(seen) < tt.distinct {
				t.Errorf("%d different values, fewer than %d: %v", len(seen), tt.distinct, list)
			}
			stand(t, s, list...)
		})
	}
}

// TestNoLiterals: values of other sorts cannot be written, or not for all solvers.
func TestNoLiterals(t *testing.T) {
	for _, sort := range []string{"U", "Color", "(List Int)", "(Array Int Bool)", "(Bag Int)", "(Tuple Int Bool)", "(-> Int Int)", "(_ FiniteField 7)", "Unicode"} {
		t.Run(sort, func(t *testing.T) {
			s, want := sortOf(t, sort)
			g := values.New(s.Store, values.Options{})
			for seed := range uint64(20) {
				if x := g.Value(rng.New(seed), want); x != nil {
					t.Fatalf("value %s", x)
				}
			}
		})
	}
}

// TestBitVectorCorners: the invented values include those at which arithmetic wraps around.
func TestBitVectorCorners(t *testing.T) {
	st := term.NewStore(theory.Builtin())
	g := values.New(st, values.Options{})
	for _, tt := range []struct {
		width int
		want  []string
	}{
		{1, []string{"#b0", "#b1"}},
		{3, []string{"#b000", "#b001", "#b111", "#b100", "#b011"}},
		{16, []string{"#x0000", "#x0001", "#xffff", "#x8000", "#x7fff"}},
	} {
		seen := map[string]bool{}
		for seed := range uint64(100) {
			x := g.Value(rng.New(seed), st.Sorts.BitVec(tt.width))
			if x.Kind() != term.Literal || x.LiteralKind() == syntax.Invalid {
				t.Fatalf("%s is not a literal", x)
			}
			seen[x.Text()] = true
		}
		for _, w := range tt.want {
			if !seen[w] {
				t.Errorf("width %d: %s was never drawn", tt.width, w)
			}
		}
	}
}

// TestLiteralsOfAPoorTable: a table without the operators that make values must not lead to ill-sorted values.
func TestLiteralsOfAPoorTable(t *testing.T) {
	var none theory.Table
	st := term.NewStore(&none)
	g := values.New(st, values.Options{Structured: true})
	for _, want := range []*sorts.Sort{sorts.Bool, sorts.RegLan, sorts.RoundingMode, st.Sorts.Float(8, 24), st.Sorts.Make(sorts.Array, "Array", nil, []*sorts.Sort{sorts.Int, sorts.Int})} {
		for seed := range uint64(10) {
			if x := g.Value(rng.New(seed), want); x != nil {
				t.Errorf("value %s of sort %s", x, want)
			}
		}
	}
	if x := g.Value(rng.New(1), sorts.Int); x == nil || x.Sort() != sorts.Int {
		t.Errorf("numerals need no operator, yet got %v", x)
	}
}

// TestRangesAndConstArrays: they occur only when requested, with literals as arguments and bounds in order.
func TestRangesAndConstArrays(t *testing.T) {
	for _, tt := range []struct{ sort, op string }{{"RegLan", "re.range"}, {"(Array Int (_ BitVec 3))", "const"}} {
		s, want := sortOf(t, tt.sort)
		found := 0
		with, without := values.New(s.Store, values.Options{Ranges: true, ConstArrays: true}), values.New(s.Store, values.Options{})
		for seed := range uint64(200) {
			if x := without.Value(rng.New(seed), want); x != nil && x.Func().Is(tt.op) {
				t.Fatalf("%s was not requested", x)
			}
			x := with.Value(rng.New(seed), want)
			if x == nil || !x.Func().Is(tt.op) {
				continue
			}
			found++
			args := x.Args()
			for _, a := range args {
				if a.Kind() != term.Literal {
					t.Errorf("%s: %s is not a literal", x, a)
				}
			}
			if len(args) == 2 {
				lo, hi := code(t, args[0]), code(t, args[1])
				if lo > hi || hi > 255 {
					t.Errorf("%s: from %d to %d", x, lo, hi)
				}
			}
		}
		if found < 30 {
			t.Errorf("%s: %d of 200", tt.op, found)
		}
	}
}

// code is the code point of a literal of one character.
func code(t *testing.T, x *term.Term) int {
	t.Helper()
	word, err := smtstr.ParseLiteral(x.Text())
	if err != nil || word.Len() != 1 {
		t.Fatalf("%s is not a character: %v", x, err)
	}
	return word.ToCode()
}
