package values_test

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/values"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/smtstr"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
	"github.com/assay-smt/assay/smt/value"
)

// prelude declares sorts: one without values of its own, an enumeration, a parametric list, and trees that have no leaf
// without fields.
const prelude = `(declare-sort U 0)
(declare-datatypes ((List 1)) ((par (X) ((nil) (cons (head X) (tail (List X)))))))
(declare-datatypes ((Color 0)) (((red) (green) (mix (part Int) (rest Color)))))
(declare-datatypes ((Tree 0) (Wood 0)) (((leaf (bits (_ BitVec 4))) (fork (wood Wood))) ((grown (tree Tree) (others Tree)))))
`

// sortOf returns a sort of the prelude or of the theories, with the script that declares a constant of it.
func sortOf(t *testing.T, sort string) (*script.Script, *sorts.Sort) {
	t.Helper()
	s, err := elab.Script(prelude+"(declare-const k "+sort+")", elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s, s.Commands[len(s.Commands)-1].Decls[0].Result
}

// datatypes returns the datatypes that a script declares.
func datatypes(s *script.Script) map[string]*term.Datatype {
	out := map[string]*term.Datatype{}
	for i := range s.Commands {
		for _, d := range s.Commands[i].Datas {
			out[d.Name] = d
		}
	}
	return out
}

// stand fails unless a script that asserts something about each term reads back exactly as it is printed.
func stand(t *testing.T, s *script.Script, terms ...*term.Term) {
	t.Helper()
	commands := slices.Clone(s.Commands)
	for _, x := range terms {
		if x.Sort() != sorts.Bool {
			both, _, err := s.Store.Overload(s.Store.Table.Lookup("="), nil, nil, []*term.Term{x, x})
			if err != nil {
				t.Fatal(err)
			}
			x = both
		}
		commands = append(commands, &script.Command{Kind: script.Assert, Terms: []*term.Term{x}})
	}
	whole := &script.Script{Commands: commands, Store: s.Store}
	again, err := elab.Script(whole.String(), elab.Options{})
	if err != nil {
		t.Fatalf("%v in\n%s", err, whole)
	}
	if ok, why := script.Equal(whole, again); !ok {
		t.Errorf("%s, in\n%s", why, whole)
	}
}

// size returns the nodes of a tree.
func size(t *term.Term) int {
	n := 1
	for _, a := range t.Args() {
		n += size(a)
	}
	return n
}

// TestStructured makes values of every kind of sort: they have the sort, the evaluator knows their value, and they read back
// unchanged.
func TestStructured(t *testing.T) {
	for _, sort := range []string{
		"Bool", "Int", "Real", "String", "RoundingMode", "(_ BitVec 1)", "(_ BitVec 33)", "(_ FloatingPoint 2 3)", "Float64", "(_ FiniteField 7)", "Unicode", "Color", "(List Int)", "Tree", "Wood",
		"(Array Int Bool)", "(Array (_ BitVec 4) (Array Int Real))", "(Array Int (List Color))", "(Seq Int)", "(Seq (Seq Bool))", "(Set Int)", "(Bag (_ BitVec 3))", "(Tuple Int Bool)", "(Set (Tuple Int Color))",
	} {
		t.Run(sort, func(t *testing.T) {
			s, want := sortOf(t, sort)
			g := values.New(s.Store, values.Options{Structured: true, Rare: 50, Spellings: true, Datatypes: datatypes(s)})
			seen := map[*term.Term]bool{}
			var list []*term.Term
			for seed := range uint64(150) {
				x := g.Value(rng.New(seed), want)
				if x == nil || x.Sort() != want || len(x.Free()) > 0 {
					t.Fatalf("seed %d gives %v", seed, x)
				}
				if v := eval.New(s.Store, nil, eval.Options{}).Term(x); !v.IsKnown() {
					t.Fatalf("%s is %s", x, v)
				}
				if again := g.Value(rng.New(seed), want); again != x {
					t.Fatalf("one seed gives %s and %s", x, again)
				}
				if !seen[x] {
					seen[x] = true
					list = append(list, x)
				}
			}
			if len(list) < 2 {
				t.Errorf("%d different values", len(list))
			}
			stand(t, s, list...)
		})
	}
}

// TestCorners: the rare values include those at which operators change their behaviour.
func TestCorners(t *testing.T) {
	st := term.NewStore(theory.Builtin())
	number := func(text string) func(value.Value) bool {
		return func(v value.Value) bool {
			r, ok := v.Rat()
			return ok && r.RatString() == text
		}
	}
	bits := func(n int64) func(value.Value) bool {
		return func(v value.Value) bool { return v.BV().Big().Cmp(big.NewInt(n)) == 0 }
	}
	tests := []struct {
		name string
		sort *sorts.Sort
		is   func(v value.Value) bool
	}{
		{"neighbour of a machine word", sorts.Int, func(v value.Value) bool { return v.String() == "18446744073709551617" }},
		{"negative power of two", sorts.Int, func(v value.Value) bool { return v.String() == "-256" || v.String() == "(- 256)" }},
		{"a half", sorts.Real, number("1/2")},
		{"a third", sorts.Real, func(v value.Value) bool { r, ok := v.Rat(); return ok && r.Denom().Int64() == 3 }},
		{"zero bits", st.Sorts.BitVec(8), bits(0)},
		{"all ones", st.Sorts.BitVec(8), bits(255)},
		{"smallest signed", st.Sorts.BitVec(8), bits(128)},
		{"largest signed", st.Sorts.BitVec(8), bits(127)},
		{"a power of two", st.Sorts.BitVec(8), bits(16)},
		{"the width", st.Sorts.BitVec(8), bits(8)},
		{"not a number", st.Sorts.Float(5, 11), func(v value.Value) bool { return v.Float().IsNaN() }},
		{"infinity", st.Sorts.Float(5, 11), func(v value.Value) bool { return v.Float().IsInf() && v.Float().IsNegative() }},
		{"minus zero", st.Sorts.Float(5, 11), func(v value.Value) bool { return v.Float().IsZero() && v.Float().IsNegative() }},
		{"subnormal", st.Sorts.Float(5, 11), func(v value.Value) bool { return v.Float().IsSubnormal() }},
		{"largest number", st.Sorts.Float(5, 11), func(v value.Value) bool {
			_, e, f := v.Float().Parts()
			return e.Int64() == 30 && f.Int64() == 1023
		}},
		{"empty text", sorts.String, func(v value.Value) bool { return v.Str().Len() == 0 }},
		{"last code point", sorts.String, func(v value.Value) bool { return holds(v.Str(), 0x2FFFF) }},
		{"surrogate", sorts.String, func(v value.Value) bool { return holds(v.Str(), 0xD800) }},
		{"quote", sorts.String, func(v value.Value) bool { return holds(v.Str(), '"') }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := values.New(st, values.Options{Rare: 50})
			r := rng.New(4)
			for range 20_000 {
				if tt.is(eval.New(st, nil, eval.Options{}).Term(g.Value(r, tt.sort))) {
					return
				}
			}
			t.Error("it was never drawn")
		})
	}
}

func holds(s smtstr.String, code int) bool {
	for i := range s.Len() {
		if int(s.At(i)) == code {
			return true
		}
	}
	return false
}

// TestOffer: offered values are used, including inside other values, and sorts without constructors have no others.
func TestOffer(t *testing.T) {
	s, want := sortOf(t, "(Array U Int)")
	if x := values.New(s.Store, values.Options{Structured: true}).Value(rng.New(1), want.Args()[0]); x != nil {
		t.Errorf("value %s of a sort without constructors", x)
	}
	d := term.NewDecl(term.Declared, "u", nil, want.Args()[0])
	u, err := s.Store.App(s.Store.User(d, nil))
	if err != nil {
		t.Fatal(err)
	}
	g := values.New(s.Store, values.Options{Structured: true, Offer: func(_ *rng.Rand, s *sorts.Sort) *term.Term {
		if s == u.Sort() {
			return u
		}
		return nil
	}})
	stores := 0
	for seed := range uint64(50) {
		x := g.Value(rng.New(seed), want)
		if x == nil {
			t.Fatal("no array over offered elements")
		}
		if strings.HasPrefix(x.String(), "(store") {
			stores++
		}
	}
	if stores == 0 {
		t.Error("no array has an entry")
	}
}

// TestBase: the value at all other indices of an array can be restricted.
func TestBase(t *testing.T) {
	s, want := sortOf(t, "(Array Int Int)")
	literal := func(x *term.Term) bool { return x.Kind() == term.Literal }
	g := values.New(s.Store, values.Options{Structured: true, Base: literal})
	for seed := range uint64(200) {
		x := g.Value(rng.New(seed), want)
		for !x.Func().Is("const") {
			x = x.Args()[0]
		}
		if !literal(x.Args()[0]) {
			t.Fatalf("%s", x)
		}
	}
}

// TestRepetitive: with few different values, two values of a sort are often equal.
func TestRepetitive(t *testing.T) {
	st := term.NewStore(theory.Builtin())
	equal := func(o values.Options) int {
		g, r, n := values.New(st, o), rng.New(2), 0
		for range 2000 {
			first, second := g.Value(r, sorts.Int), g.Value(r, sorts.Int)
			if first == second {
				n++
			}
		}
		return n
	}
	if few, many := equal(values.Options{Repetitive: true}), equal(values.Options{}); few < many*3/2 {
		t.Errorf("%d pairs are equal, %d without the option", few, many)
	}
}

// wide declares n datatypes with two fields each. Every field is of the next datatype; those of the last are of sort Int. With
// leaves, each datatype also has a constructor without fields.
func wide(n int, leaves bool) string {
	var names, ctors strings.Builder
	for i := range n {
		fmt.Fprintf(&names, "(D%d 0)", i)
		field := fmt.Sprintf("D%d", i+1)
		if i == n-1 {
			field = "Int"
		}
		leaf := ""
		if leaves {
			leaf = fmt.Sprintf("(leaf%d)", i)
		}
		fmt.Fprintf(&ctors, "((pair%d (left%d %s) (right%d %s))%s)", i, i, field, i, field, leaf)
	}
	return "(declare-datatypes (" + names.String() + ") (" + ctors.String() + "))"
}

// TestBudget: values stay within their budget, and a sort whose values are all larger has none.
func TestBudget(t *testing.T) {
	tests := []struct {
		name, decls, sort string
		values            int
		want              bool
	}{
		{"60 datatypes of two fields", wide(60, false), "D0", 0, false},
		{"60 datatypes of two fields in an array", wide(60, false), "(Array Int D0)", 0, false},
		{"60 datatypes of two fields in a sequence", wide(60, false), "(Seq D0)", 0, true},
		{"12 datatypes of two fields", wide(12, false), "D0", 0, true},
		{"60 datatypes of two fields with leaves", wide(60, true), "D0", 0, true},
		{"few values", wide(60, true), "D0", 4, true},
		{"one value", wide(60, true), "D0", 1, true},
		{"a list", prelude, "(List (List Int))", 20, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, err := elab.Script(tt.decls+"(declare-const k "+tt.sort+")", elab.Options{})
			if err != nil {
				t.Fatal(err)
			}
			want := s.Commands[len(s.Commands)-1].Decls[0].Result
			o := values.Options{Structured: true, Datatypes: datatypes(s), MaxValues: tt.values}
			g := values.New(s.Store, o)
			limit := tt.values
			if limit == 0 {
				limit = values.DefaultMaxValues
			}
			for seed := range uint64(100) {
				x := g.Value(rng.New(seed), want)
				if (x != nil) != tt.want {
					t.Fatalf("seed %d gives %v", seed, x != nil)
				}
				// A number counts as one value; with a sign it has two nodes.
				if x != nil && size(x) > 2*limit {
					t.Fatalf("%d nodes, more than %d: %s", size(x), limit, x)
				}
			}
		})
	}
}
