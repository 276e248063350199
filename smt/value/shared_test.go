package value_test

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/smtstr"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// chain returns a domain of n datatypes, each with two fields of the next one, and the sorts in order.
func chain(t testing.TB, n int) (*term.Store, *value.Domain, []*sorts.Sort) {
	t.Helper()
	var names, bodies strings.Builder
	for i := range n {
		fmt.Fprintf(&names, "(D%d 0)", i)
		if i+1 < n {
			fmt.Fprintf(&bodies, "((c%d (l%d D%d) (r%d D%d)))", i, i, i+1, i, i+1)
		}
	}
	s, err := elab.Script("(declare-datatypes ("+names.String()+") ("+bodies.String()+"((leaf) (other (v Int)))))", elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d := &value.Domain{Sorts: s.Store.Sorts, Datatypes: map[string]*term.Datatype{}, Meter: value.NewMeter(100_000, 1<<20, nil)}
	for i := range s.Commands {
		if s.Commands[i].Kind == script.DeclareDatatypes {
			for _, data := range s.Commands[i].Datas {
				d.Datatypes[data.Name] = data
			}
		}
	}
	var all []*sorts.Sort
	for i := range n {
		all = append(all, s.Store.Sorts.Make(sorts.User, fmt.Sprintf("D%d", i), nil, nil))
	}
	return s.Store, d, all
}

// A value that stands for a tree of 2^60 parts is built, compared, hashed, normalised and turned into a term part by part,
// and its text is truncated.
func TestSharedParts(t *testing.T) {
	st, d, all := chain(t, 61)
	v, ok := d.Default(all[0])
	if !ok {
		t.Fatal("there is no default")
	}
	w, _ := d.Default(all[0])
	if eq, known := d.Same(v, w); !eq || !known {
		t.Error("two defaults differ")
	}
	if value.Compare(v, w) != 0 || value.Hash(v) != value.Hash(w) {
		t.Error("two defaults are ordered")
	}
	if c, ok := d.Canonical(v); !ok || value.Compare(c, v) != 0 {
		t.Error("a default is in no canonical form")
	}
	if !value.OfSet(v).Has(w) {
		t.Error("a default is no member of the set of it")
	}
	x, err := value.Term(st, all[0], v)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(x.String()); n > 10_000 {
		t.Errorf("its term has %d bytes", n)
	}
	if text := v.Text(1_000); len(text) != 1_003 {
		t.Errorf("its text has %d bytes", len(text))
	}
	if _, extent := d.Size(all[0]); extent != value.Infinite {
		t.Error("a datatype with an integer is finite")
	}
	if work, bytes := d.Meter.Used(); work > 10_000 || bytes > 100_000 {
		t.Errorf("it took %d operations and %d bytes", work, bytes)
	}
	if n := testing.AllocsPerRun(10, func() { d.Default(all[0]) }); n > 100_000 {
		t.Errorf("a default takes %v allocations", n)
	}
}

// A value that would take more than a megabyte of text has no term.
func TestTermTooLarge(t *testing.T) {
	st := term.NewStore(elabStore(t).Table)
	huge := value.OfBig(new(big.Int).Lsh(big.NewInt(1), 1<<24))
	if _, err := value.Term(st, sorts.Int, huge); !errors.Is(err, value.ErrTooLarge) || !errors.Is(err, value.ErrNoTerm) {
		t.Error(err)
	}
	if text := huge.String(); len(text) > value.MaxText+3 {
		t.Errorf("%d bytes of text", len(text))
	}
	s, _ := smtstr.FromCodes(slices.Repeat([]uint32{'a'}, value.MaxTerm+1))
	if _, err := value.Term(st, sorts.String, value.OfString(s)); !errors.Is(err, value.ErrTooLarge) {
		t.Error(err)
	}
}

func elabStore(t *testing.T) *term.Store {
	t.Helper()
	s, err := elab.Script("(check-sat)", elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s.Store
}

// Collections that are built in different ways are equal, and hold what they should: the operations on trees agree with those
// on Go's maps.
func TestCombinations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := &value.Domain{Sorts: sorts.NewStore()}
		drawn := func(label string) map[int64]int64 {
			return rapid.MapOfN(rapid.Int64Range(0, 40), rapid.Int64Range(1, 3), 0, 30).Draw(t, label)
		}
		a, b := drawn("a"), drawn("b")
		set := func(m map[int64]int64) value.Value {
			s := value.OfSet()
			for k := range m {
				s = s.With(value.OfInt(k))
			}
			return s
		}
		bag := func(m map[int64]int64) value.Value {
			var elems, counts []value.Value
			for k, n := range m {
				elems, counts = append(elems, value.OfInt(k)), append(counts, value.OfInt(n))
			}
			return value.OfBag(elems, counts)
		}
		combined := func(f func(x, y int64) int64) map[int64]int64 {
			out := map[int64]int64{}
			for k := range int64(41) {
				if n := f(a[k], b[k]); n > 0 {
					out[k] = n
				}
			}
			return out
		}
		same := func(what string, got, want value.Value) {
			if value.Compare(got, want) != 0 || value.Hash(got) != value.Hash(want) || got.Len() != want.Len() {
				t.Fatalf("%s is %s, not %s", what, got, want)
			}
			for i, x := range got.Members() {
				if value.Compare(x, want.Members()[i]) != 0 {
					t.Fatalf("%s is not in order: %s", what, got)
				}
			}
		}
		same("the union", d.Union(set(a), set(b)), set(combined(func(x, y int64) int64 { return x + y })))
		same("the intersection", d.Inter(set(a), set(b)), set(combined(func(x, y int64) int64 { return x * y })))
		same("the difference", d.Minus(set(a), set(b)), set(combined(func(x, y int64) int64 {
			if y > 0 {
				return 0
			}
			return x
		})))
		sum := func(x, y value.Value) value.Value { v, _ := value.Add(x, y); return v }
		difference := func(x, y value.Value) value.Value { v, _ := value.Sub(x, y); return v }
		same("the disjoint union", d.MergeBags(bag(a), bag(b), true, true, sum), bag(combined(func(x, y int64) int64 { return x + y })))
		same("the difference of bags", d.MergeBags(bag(a), bag(b), true, false, difference), bag(combined(func(x, y int64) int64 { return x - y })))

		array := d.Sorts.Make(sorts.Array, "Array", nil, []*sorts.Sort{sorts.Int, sorts.Bool})
		base := [2]bool{rapid.Bool().Draw(t, "base a"), rapid.Bool().Draw(t, "base b")}
		as := [2]value.Value{}
		for i, m := range [2]map[int64]int64{a, b} {
			as[i] = value.OfConst(array, value.OfBool(base[i]))
			for k, n := range m {
				as[i] = as[i].Store(value.OfInt(k), value.OfBool(n > 1))
			}
		}
		for name, op := range map[string]func(x, y bool) bool{
			"or": func(x, y bool) bool { return x || y }, "and": func(x, y bool) bool { return x && y },
			"and not": func(x, y bool) bool { return x && !y }, "not": func(x, _ bool) bool { return !x },
		} {
			got := d.MergeSetArrays(array, as[0], as[1], op)
			for k := range int64(45) {
				i := value.OfInt(k)
				if got.Select(i).IsTrue() != op(as[0].Select(i).IsTrue(), as[1].Select(i).IsTrue()) {
					t.Fatalf("%s %s %s is %s at %d", as[0], name, as[1], got, k)
				}
			}
		}
	})
}

// A concatenation is the same value as the sequence or string in one piece, however it is built.
func TestConcatenations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var seqs, texts []value.Value
		var elems []value.Value
		var codes []uint32
		for i := range rapid.IntRange(1, 12).Draw(t, "parts") {
			var part []value.Value
			var chars []uint32
			for k := range rapid.IntRange(0, 40).Draw(t, "length") {
				part, chars = append(part, value.OfInt(int64(i*k))), append(chars, uint32(i+k))
			}
			s, _ := smtstr.FromCodes(chars)
			seqs, texts = append(seqs, value.OfSeq(part)), append(texts, value.OfString(s))
			elems, codes = append(elems, part...), append(codes, chars...)
		}
		for len(seqs) > 1 {
			i := rapid.IntRange(0, len(seqs)-2).Draw(t, "at")
			joined, ok := value.ConcatText(texts[i], texts[i+1])
			if !ok {
				t.Fatal("too long")
			}
			seqs = slices.Replace(seqs, i, i+2, value.Append(seqs[i], seqs[i+1]))
			texts = slices.Replace(texts, i, i+2, joined)
			if rapid.Bool().Draw(t, "look") {
				_, _ = seqs[i].Elems(), texts[i].Str()
			}
		}
		s, _ := smtstr.FromCodes(codes)
		for _, pair := range [][2]value.Value{{seqs[0], value.OfSeq(elems)}, {texts[0], value.OfString(s)}} {
			if value.Hash(pair[0]) != value.Hash(pair[1]) || value.Compare(pair[0], pair[1]) != 0 || pair[0].String() != pair[1].String() {
				t.Fatalf("%s is not %s", pair[0], pair[1])
			}
		}
		if seqs[0].Len() != len(elems) || texts[0].TextLen() != len(codes) {
			t.Fatal("the lengths differ")
		}
	})
}

// Equality of arrays, and of keys, takes into account that an entry may hold what the base holds.
func TestCanonicalArrays(t *testing.T) {
	d := &value.Domain{Sorts: sorts.NewStore()}
	array := d.Sorts.Make(sorts.Array, "Array", nil, []*sorts.Sort{sorts.Int, sorts.Int})
	plain := value.OfConst(array, value.OfInt(0))
	for _, a := range []value.Value{plain.Store(value.OfInt(1), value.OfInt(0)), plain.Store(value.OfInt(1), value.OfInt(5)).Store(value.OfInt(1), value.OfInt(0))} {
		for _, pair := range [][2]value.Value{{a, plain}, {value.OfSeq([]value.Value{a}), value.OfSeq([]value.Value{plain})}} {
			if eq, known := d.Same(pair[0], pair[1]); !eq || !known {
				t.Errorf("%s and %s differ", pair[0], pair[1])
			}
			k, ok := d.Canonical(pair[0])
			l, also := d.Canonical(pair[1])
			if !ok || !also || value.Compare(k, l) != 0 || value.Hash(k) != value.Hash(l) {
				t.Errorf("%s and %s are different keys", k, l)
			}
		}
	}
}

// An exceeded meter stays exceeded, and checks for an interruption at the start and now and then.
func TestMeter(t *testing.T) {
	asked, stop := 0, false
	m := value.NewMeter(1_000_000, 1_000, func() bool { asked++; return stop })
	for range 100_000 {
		if !m.Spend(1) {
			t.Fatal(m.Exceeded())
		}
	}
	if asked < 5 || asked > 100 {
		t.Errorf("asked %d times", asked)
	}
	if !m.Take(1_000) || m.Take(1) || m.Exceeded() != value.MemoryExceeded || m.Spend(0) {
		t.Error("a meter forgets that it is exceeded")
	}
	stop = true
	if m := value.NewMeter(10, 10, func() bool { return stop }); m.Exceeded() != value.Interrupted {
		t.Error(m.Exceeded())
	}
	if m := value.NewMeter(10, 10, nil); m.Spend(11) || m.Exceeded() != value.WorkExceeded {
		t.Error(m.Exceeded())
	}
	var none *value.Meter
	if !none.Spend(1<<40) || !none.Take(1<<40) || none.Exceeded() != "" {
		t.Error("no meter bounds something")
	}
}
