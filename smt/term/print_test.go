package term_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// op builds an application of the row with that signature.
func (b *bench) op(tb testing.TB, sig string, args ...*term.Term) *term.Term {
	tb.Helper()
	t, err := b.Store.App(b.Store.Op(b.Store.Table.Row(sig), nil, nil), args...)
	if err != nil {
		tb.Fatal(err)
	}
	return t
}

const (
	and  = "(and Bool Bool Bool :left-assoc)"
	not  = "(not Bool Bool)"
	plus = "(+ Int Int Int :left-assoc)"
	less = "(< Int Int Bool :chainable)"
)

// TestSharingIsWritten: a term that doubles sixty times has 2^60 nodes written out and takes a few lines.
func TestSharingIsWritten(t *testing.T) {
	b := newBench(t)
	x := b.Store.NewVar("x", sorts.Int)
	for _, tt := range []struct {
		name string
		make func() *term.Term
	}{
		{"closed", func() *term.Term {
			s := b.constant(sorts.Bool)
			for range 60 {
				s = b.op(t, and, s, s)
			}
			return s
		}},
		{"below a binder", func() *term.Term {
			s := x
			for range 60 {
				s = b.op(t, plus, s, s)
			}
			q, err := b.Store.Quant(term.Forall, []*term.Term{x}, b.op(t, less, s, x))
			if err != nil {
				t.Fatal(err)
			}
			return q
		}},
		{"binders inside binders", func() *term.Term {
			s := b.op(t, less, b.constant(sorts.Int), b.op(t, plus, b.constant(sorts.Int), b.constant(sorts.Int)))
			for range 60 {
				v := b.Store.NewVar("v", sorts.Int)
				q, err := b.Store.Quant(term.Exists, []*term.Term{v}, b.op(t, and, s, b.op(t, less, v, b.op(t, plus, v, v, v)), s))
				if err != nil {
					t.Fatal(err)
				}
				s = q
			}
			return s
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			root := tt.make()
			text, again := readBack(t, b.asserted(t, root))
			line := text[strings.LastIndex(text, "(assert"):]
			if len(line) > 10_000 {
				t.Errorf("written in %d bytes", len(line))
			}
			if term.TreeSize(root, 1<<50) != 1<<50 {
				t.Error("the term is not large")
			}
			if !term.Equal(root, again.Commands[len(again.Commands)-1].Terms[0]) {
				t.Error("not equal")
			}
		})
	}
}

// TestSmallTermsAreWrittenOut: small terms are repeated rather than named, and a name is used at least twice.
func TestSmallTermsAreWrittenOut(t *testing.T) {
	b := newBench(t)
	k := b.constant(sorts.Int)
	small := b.op(t, plus, k, k)
	large := b.op(t, plus, small, small, b.constant(sorts.Int), b.Store.Lit(syntax.Numeral, "7", sorts.Int))
	for _, tt := range []struct {
		t    *term.Term
		lets int
	}{
		{b.op(t, less, small, small), 0}, {b.op(t, less, large, k), 0}, {b.op(t, less, large, large), 1},
	} {
		if got := strings.Count(tt.t.String(), "let"); got != tt.lets {
			t.Errorf("%d lets in %s, want %d", got, tt.t, tt.lets)
		}
	}
}

func TestStoreRefusesIllSorted(t *testing.T) {
	b := newBench(t)
	st := b.Store
	i, p := b.constant(sorts.Int), b.constant(sorts.Bool)
	v := st.NewVar("v", sorts.Int)
	f := st.User(b.decls["f"], nil)
	row := func(sig string) *term.Func { return st.Op(st.Table.Row(sig), nil, nil) }
	for _, tt := range []struct {
		name string
		make func() (*term.Term, error)
		want string
	}{
		{"operator", func() (*term.Term, error) { return st.App(row(plus), i, p) }, "cannot be applied to arguments of sorts (Int Bool)"},
		{"too few", func() (*term.Term, error) { return st.App(row(plus), i) }, "cannot be applied"},
		{"none", func() (*term.Term, error) { return st.App(row(not)) }, "cannot be applied"},
		{"function", func() (*term.Term, error) { return st.App(f, i, i) }, "argument 2 of f has sort Int, expected Bool"},
		{"function's count", func() (*term.Term, error) { return st.App(f, i) }, "f takes 2 arguments, found 1"},
		{"index", func() (*term.Term, error) {
			return st.App(st.Op(st.Table.Row("((_ repeat n) (_ BitVec m) (_ BitVec (* n m)))"), []int{0}, nil), b.constant(st.Sorts.BitVec(4)))
		}, "cannot be applied"},
		{"result without a width", func() (*term.Term, error) {
			return st.App(st.Op(st.Table.Row("((_ int_to_bv m) Int (_ BitVec m))"), []int{1 << 40}, nil), i)
		}, "index above"},
		{"quantified integer", func() (*term.Term, error) { return st.Quant(term.Forall, []*term.Term{v}, v) }, "the body of forall has sort Int"},
		{"no variables", func() (*term.Term, error) { return st.Quant(term.Exists, nil, p) }, "without variables"},
		{"match without cases", func() (*term.Term, error) { return st.Match(i, nil, nil) }, "without cases"},
		{"annotation without attributes", func() (*term.Term, error) { return st.Annot(p, nil) }, "without attributes"},
		{"open named term", func() (*term.Term, error) {
			return st.Annot(v, []term.Attr{{Key: ":named", Label: term.NewDecl(term.Label, "l", nil, sorts.Int)}})
		}, "named term"},
		{"replaced by another sort", func() (*term.Term, error) { return st.Replace(b.op(t, not, p), term.Path{0}, i) }, "cannot be applied"},
		{"substituted by another sort", func() (*term.Term, error) { return st.Substitute(v, map[*term.Term]*term.Term{v: p}) }, "in place of"},
		{"wrong number of parts", func() (*term.Term, error) { return st.WithArgs(b.op(t, not, p), []*term.Term{p, p}) }, "2 subterms in place of 1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := tt.make()
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, error %v, want %s", got, err, tt.want)
			}
		})
	}
}

func TestHashConsing(t *testing.T) {
	b := newBench(t)
	st := b.Store
	i, p := b.constant(sorts.Int), b.constant(sorts.Bool)
	v := st.NewVar("v", sorts.Int)
	first, second := b.op(t, plus, i, v), b.op(t, plus, i, v)
	if first != second || first == b.op(t, plus, v, i) {
		t.Error("applications")
	}
	first, second = st.Lit(syntax.Numeral, "1", sorts.Int), st.Lit(syntax.Numeral, "1", sorts.Int)
	if first != second || first == st.Lit(syntax.Numeral, "1", sorts.Real) {
		t.Error("literals")
	}
	if st.NewVar("v", sorts.Int) == v {
		t.Error("variables are never shared")
	}
	body := b.op(t, less, v, i)
	one, _ := st.Quant(term.Forall, []*term.Term{v}, body)
	two, _ := st.Quant(term.Forall, []*term.Term{v}, body)
	other, _ := st.Quant(term.Exists, []*term.Term{v}, body)
	if one != two || one == other {
		t.Error("quantifiers")
	}
	if a, _ := st.Annot(p, []term.Attr{{Key: ":a"}}); a == nil {
		t.Error("annotations")
	} else if c, _ := st.Annot(p, []term.Attr{{Key: ":a"}}); c != a {
		t.Error("annotations are not shared")
	} else if c, _ := st.Annot(p, []term.Attr{{Key: ":a", Value: "1"}}); c == a {
		t.Error("different annotations are shared")
	}
	if len(one.Free()) != 0 || !slices.Equal(body.Free(), []*term.Term{v}) || !one.HasBinder() || body.HasBinder() {
		t.Error("free variables")
	}
	if !term.Subset(one.Free(), body.Free()) || term.Subset(body.Free(), one.Free()) {
		t.Error("Subset")
	}
}

func TestWalk(t *testing.T) {
	b := newBench(t)
	v := b.Store.NewVar("v", sorts.Int)
	sum := b.op(t, plus, v, v)
	body := b.op(t, less, sum, sum)
	a, err := b.Store.Annot(body, []term.Attr{{Key: ":pattern", Terms: []*term.Term{b.op(t, plus, v, sum)}}})
	if err != nil {
		t.Fatal(err)
	}
	q, err := b.Store.Quant(term.Forall, []*term.Term{v}, a)
	if err != nil {
		t.Fatal(err)
	}
	var order []string
	term.Walk([]*term.Term{q, body}, func(t *term.Term) bool { order = append(order, t.String()); return true })
	want := []string{"v", "(+ v v)", "(< (+ v v) (+ v v))", "(+ v (+ v v))", a.String(), q.String()}
	if !slices.Equal(order, want) {
		t.Errorf("got %q, want %q", order, want)
	}
	n := 0
	term.Walk([]*term.Term{q}, func(*term.Term) bool { n++; return n < 2 })
	if n != 2 {
		t.Errorf("stopped after %d", n)
	}
	if got := term.TreeSize(body, 100); got != 7 {
		t.Errorf("size %d, want 7", got)
	}
	if got := term.TreeSize(body, 5); got != 5 {
		t.Errorf("size %d, want the limit", got)
	}
}

// TestSolverSpelling: each solver gets the names that it knows.
func TestSolverSpelling(t *testing.T) {
	b := newBench(t)
	bv := b.constant(b.Store.Sorts.BitVec(8))
	x := b.op(t, "(ubv_to_int (_ BitVec m) Int)", bv)
	y, err := b.Store.App(b.Store.Op(b.Store.Table.Row("((_ int_to_bv m) Int (_ BitVec m))"), []int{8}, nil), x)
	if err != nil {
		t.Fatal(err)
	}
	for solver, want := range map[string]string{
		"": "((_ int_to_bv 8) (ubv_to_int k14))", "z3": "((_ int2bv 8) (bv2nat k14))", "cvc5": "((_ int2bv 8) (bv2nat k14))",
		"bitwuzla": "((_ int_to_bv 8) (ubv_to_int k14))",
	} {
		p := term.Printer{Solver: solver}
		if got := string(p.Append(nil, y)); got != want {
			t.Errorf("%q: %s, want %s", solver, got, want)
		}
	}
	for solver, want := range map[string]string{"": "(_ update left)", "cvc5": "(_ update left)", "z3": "(_ update-field left)"} {
		left := b.decls["mix"].Fields[0]
		if got := string(b.Store.Func(term.Func{Kind: term.UpdateFunc, Decl: left}).Append(nil, solver)); got != want {
			t.Errorf("%q: %s, want %s", solver, got, want)
		}
	}
}

// TestEqualAcrossStores: comparing large shared terms takes time proportional to their distinct nodes.
func TestEqualAcrossStores(t *testing.T) {
	grow := func(b *bench) *term.Term {
		s := b.constant(sorts.Bool)
		for range 60 {
			s = b.op(t, and, s, b.op(t, not, s))
		}
		return s
	}
	a, b := newBench(t), newBench(t)
	x, y := grow(a), grow(b)
	if !term.Equal(x, y) {
		t.Error("equal terms of two stores differ")
	}
	if term.Equal(x, b.op(t, not, y)) {
		t.Error("different terms are equal")
	}
	// A binder shared on one side and copied on the other.
	v := a.Store.NewVar("v", sorts.Int)
	q, err := a.Store.Quant(term.Forall, []*term.Term{v}, a.op(t, less, v, v))
	if err != nil {
		t.Fatal(err)
	}
	c, err := a.Store.Freshen(q)
	if err != nil {
		t.Fatal(err)
	}
	if c == q || !term.Equal(a.op(t, and, q, q), a.op(t, and, q, c)) || !term.Equal(a.op(t, and, c, q), a.op(t, and, q, q)) {
		t.Error("a shared binder and its copy differ")
	}
}

// TestSharedBinder: Replace leaves two binders with one variable. What depends on the variable in both is printed as what it is
// once it is read: two terms, each with lets of its own where it needs some, and without unused ones.
func TestSharedBinder(t *testing.T) {
	b := newBench(t)
	v := b.Store.NewVar("v", sorts.Int)
	k, p := b.constant(sorts.Int), b.constant(sorts.Bool)
	big := b.op(t, plus, v, b.op(t, plus, v, k), b.op(t, plus, k, v))
	const text = "(+ v (+ v k1) (+ k1 v))"
	twice, once := b.op(t, less, big, big), b.op(t, less, big, k)
	for _, tt := range []struct {
		name       string
		body, with *term.Term
		want       string
	}{
		{"used in one", twice, p,
			"(and (exists ((v Int)) k0) (exists ((v Int)) (let (($0 " + text + ")) (< $0 $0))))"},
		{"used once in each", once, b.op(t, less, k, big),
			"(and (exists ((v Int)) (< k1 " + text + ")) (exists ((v Int)) (< " + text + " k1)))"},
		{"used twice in each", twice, b.op(t, not, twice),
			"(and (exists ((v Int)) (let (($0 " + text + ")) (not (< $0 $0)))) (exists ((v Int)) (let (($1 " + text + ")) (< $1 $1))))"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			q, err := b.Store.Quant(term.Exists, []*term.Term{v}, tt.body)
			if err != nil {
				t.Fatal(err)
			}
			got, err := b.Store.Replace(b.op(t, and, q, q), term.Path{0, 0}, tt.with)
			if err != nil {
				t.Fatal(err)
			}
			if got.String() != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			readBack(t, b.asserted(t, got))
		})
	}
	// A label inside stays with its term when that was printed before.
	q, err := b.Store.Quant(term.Exists, []*term.Term{v}, twice)
	if err != nil {
		t.Fatal(err)
	}
	label := term.NewDecl(term.Label, "named", nil, sorts.Bool)
	named, err := b.Store.Annot(q, []term.Attr{{Key: ":named", Label: label}})
	if err != nil {
		t.Fatal(err)
	}
	other, err := b.Store.Replace(q, term.Path{0}, p)
	if err != nil {
		t.Fatal(err)
	}
	var printer term.Printer
	printer.Append(nil, named)
	if got := string(printer.Append(nil, b.op(t, and, other, named))); got != "(and (exists ((v Int)) k0) named)" {
		t.Errorf("got %s", got)
	}
}
