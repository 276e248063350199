package normal_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/kit/interp"
	"github.com/assay-smt/assay/internal/mutate/kit/normal"
	"github.com/assay-smt/assay/internal/mutate/kit/occurrence"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/internal/mutate/kit/synth"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

const declarations = `
(declare-datatypes ((L 0)) (((nil) (cons (car Int) (cdr L)))))
(declare-const a Bool)(declare-const b Bool)(declare-const c Bool)
(declare-const x Int)(declare-const y Int)(declare-const r Real)
(declare-const u (_ BitVec 8))(declare-const v (_ BitVec 8))
(declare-const s String)(declare-const l L)(declare-const m (Array Int Int))(declare-fun f (Int) Int)
`

// TestSame: formulas that say the same for a simple reason have one hash.
func TestSame(t *testing.T) {
	for _, group := range [][]string{
		{"a", "(and a true)", "(or a a)", "(not (not a))", "(ite a true false)", "(= a true)", "(xor a false)", "(or false (and a true (or true b)) a a)", "(! a :named n)"},
		{"(or (not a) b)", "(=> a b)", "(ite a b true)", "(not (and a (not b)))", "(or b (not a) false)"},
		{"true", "(or a (not a))", "(= x x)", "(< 3 (+ 2 2))", "(str.prefixof \"a\" \"ab\")", "((_ is cons) (cons 1 nil))", "(<= x x)", "(=> a a)"},
		{"false", "(and a (not a))", "(distinct x y x)", "(bvult u u)", "(xor a a)"},
		{"(xor a b)", "(xor b a)", "(not (= a b))", "(xor b false a)", "(distinct a b)", "(xor (not a) (not b))"},
		{"(< x y)", "(> y x)", "(not (>= x y))", "(not (<= y x))", "(< (+ x 0) (* 1 y))", "(< (+ x 3 (- 3)) (- (- y)))"},
		{"(= (f x) 3)", "(= 3 (f (+ x 0)))", "(= (f (- (+ x y) y)) (+ 1 2))", "(= (f (car (cons x l))) 3)"},
		{"(= u (bvadd v #x01))", "(= (bvadd #x01 v) (bvor u #x00))", "(= (bvnot (bvnot u)) (bvadd v #x00 #x01))", "(= ((_ rotate_left 8) u) ((_ zero_extend 0) (bvadd v #x01)))"},
		{"(= (select m x) 2)", "(= 2 (select (store (store m 1 y) x 2) x) (select m x))", "(= (ite b (select m x) (select m x)) 2)"},
		{"(= (select (store m x 7) x) y)", "(= y 7)"},
		{"(= (select (store m 3 y) 4) x)", "(= x (select m 4))"},
		{"(= s (str.++ s \"a\"))", "(= (str.++ s \"\" \"a\") (str.++ \"\" s))"},
		{"(= r 0.5)", "(= (/ 1.0 2.0) r)", "(= (+ r 0.25 0.25) (+ 1.0 r r (- r) (- r)))"}, // the last one is another equation
	} {
		h, forms := hashes(t, group)
		for i, g := range group {
			if last := strings.Contains(group[0], "(= r 0.5)") && i == 2; (h[i] == h[0]) == last {
				t.Errorf("%s and %s: the hashes are equal: %t", forms[0], g, h[i] == h[0])
			}
		}
	}
}

// TestDifferent: formulas that differ keep their hashes apart.
func TestDifferent(t *testing.T) {
	h, forms := hashes(t, []string{
		"a", "b", "(not a)", "(and a b)", "(or a b)", "(=> a b)", "(=> b a)", "(xor a b)", "(ite a b c)", "(ite b a c)", "true", "false",
		"(< x y)", "(< y x)", "(<= x y)", "(= x y)", "(= (f x) y)", "(= x (f y))", "(= x 1)", "(= r 1.0)", "(= u #x01)", "(= u v)", "(= x (+ y 1))",
		"(= x (- y 1))", "(= x (* y 2))", "(= (- x y) 3)", "(= (- y x) 3)", "(bvult u v)", "(bvslt u v)", "(= x (div 1 0))", "(= x (div 2 0))", "(= l nil)",
		"(= (car l) 1)", "(= (car nil) 1)", "(= (select m 3) x)", "(= (select (store m x 3) y) x)", "(forall ((z Int)) (< z x))", "(exists ((z Int)) (< z x))",
	})
	for i := range h {
		for j := range i {
			if h[i] == h[j] {
				t.Errorf("%s and %s have one hash", forms[i], forms[j])
			}
		}
	}
}

func hashes(t *testing.T, formulas []string) (out []uint64, forms []*term.Term) {
	t.Helper()
	var text strings.Builder
	text.WriteString(declarations)
	for _, f := range formulas {
		text.WriteString("(assert " + f + ")\n")
	}
	s := mutatetest.Script(t, text.String())
	h := normal.New(s.Store)
	for _, c := range s.Commands {
		if c.Kind == script.Assert {
			out, forms = append(out, h.Term(c.Terms[0])), append(forms, c.Terms[0])
		}
	}
	return out, forms
}

// TestScript: what a script asserts between other commands is a set, and its logic and unused symbols do not count.
func TestScript(t *testing.T) {
	const same = "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)(assert (< x 1))(assert (< x y))(check-sat)"
	for text, want := range map[string]bool{
		"(set-logic ALL)(declare-const x Int)(declare-const y Int)(declare-const z Real)(assert (and (< x y) (> 1 x)))(check-sat)":  true,
		"(declare-const x Int)(declare-const y Int)(assert (< x y))(assert true)(assert (< x 1))(assert (not (<= y x)))(check-sat)": true,
		"(declare-const x Int)(declare-const y Int)(assert (< x 1))(push 1)(assert (< x y))(check-sat)":                             false,
		"(declare-const x Int)(declare-const y Int)(assert (< x 1))(assert (< x y))(assert (< y 1))(check-sat)":                     false,
		"(declare-const x Int)(declare-const y Int)(assert (< x 1))(check-sat)(assert (< x y))(check-sat)":                          false,
		"(declare-const x Int)(declare-const y Int)(declare-const a Bool)(assert (< x 1))(assert (< x y))(check-sat-assuming (a))":  false,
		"(declare-const x Int)(declare-const y Int)(assert (or (< x 1) (< x (+ 1 0))))(assert (distinct false (< x y)))(check-sat)": true,
	} {
		s := mutatetest.Script(t, text)
		// One hasher numbers symbols in the order in which it meets them, so both are read into one script.
		both := mutatetest.Script(t, same)
		h := normal.New(both.Store)
		if got := h.Script(both) == h.Script(into(t, both, s)); got != want {
			t.Errorf("%s\nsays what\n%s\nsays: %t", text, same, got)
		}
	}
}

// into returns a script with the terms of another one's store, by substituting symbols of the same name.
func into(t *testing.T, home, s *script.Script) *script.Script {
	t.Helper()
	known := map[string]*term.Term{}
	term.Walk(home.Roots(), func(u *term.Term) bool {
		if f := u.Func(); f != nil && f.Kind == term.UserFunc {
			known[f.Name()] = u
		}
		return true
	})
	var move func(u *term.Term) *term.Term
	move = func(u *term.Term) *term.Term {
		if u.Kind() == term.Literal {
			return home.Store.Lit(u.LiteralKind(), u.Text(), u.Sort())
		}
		f := u.Func()
		if f.Kind == term.UserFunc {
			if k := known[f.Name()]; k != nil {
				return k
			}
			k, err := home.Store.App(home.Store.User(f.Decl, nil))
			if err != nil {
				t.Fatal(err)
			}
			return k
		}
		args := make([]*term.Term, len(u.Args()))
		for i, a := range u.Args() {
			args[i] = move(a)
		}
		k, _, err := home.Store.Overload(home.Store.Table.Lookup(f.Name()), f.Indices, nil, args)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	out := &script.Script{Store: home.Store}
	for _, c := range s.Commands {
		c := *c
		c.Terms = append([]*term.Term(nil), c.Terms...)
		for i := range c.Terms {
			c.Terms[i] = move(c.Terms[i])
		}
		out.Commands = append(out.Commands, &c)
	}
	return out
}

// TestEqualHashesAreEqualTerms: random terms of all theories with one hash have one value under random interpretations.
func TestEqualHashesAreEqualTerms(t *testing.T) {
	pairs, compared := 0, 0
	for _, seed := range mutatetest.Corpus() {
		s := mutatetest.Script(t, seed.Text)
		p, err := problem.Of(s)
		if err != nil {
			continue
		}
		r := rng.New(1).Split(seed.Name)
		chooser := interp.NewChooser(p)
		var under []*interp.Interpretation
		for range 4 {
			if a, err := chooser.Random(r); err == nil {
				under = append(under, a)
			}
		}
		pool := synth.NewPool(s)
		g := synth.NewGrower(synth.NewCatalog(s.Store.Table, nil, nil), s.Store, pool, synth.Growth{Depth: 3, Nodes: 12})
		h := normal.New(s.Store)
		place := occurrence.Place{Command: len(s.Commands) - 1}
		first := map[uint64]*term.Term{}
		for _, sort := range append(pool.Sorts(), sorts.Bool) {
			for range 300 {
				x := g.Term(r, sort, place)
				if x == nil || len(x.Free()) > 0 {
					continue
				}
				hash := h.Term(x)
				y := first[hash]
				if y == nil {
					first[hash] = x
					continue
				}
				if y == x {
					continue
				}
				pairs++
				for _, a := range under {
					v, w := a.Value(x), a.Value(y)
					if !v.IsKnown() || !w.IsKnown() || v.Kind() == value.RegLan || v.Kind() == value.Func {
						continue
					}
					if compared++; value.Compare(v, w) != 0 {
						t.Errorf("%s: %s is %s, %s is %s, and they have one hash", seed.Name, x, v, y, w)
					}
				}
			}
		}
	}
	t.Logf("%d pairs, compared %d times", pairs, compared)
	if compared < 1000 {
		t.Errorf("only %d comparisons", compared)
	}
}

// BenchmarkTerm hashes random terms that were not hashed before.
func BenchmarkTerm(b *testing.B) {
	s := mutatetest.Script(b, declarations+"(assert (= (f x) (+ y 1)))(assert (or a (bvult u v)))(check-sat)")
	g := synth.NewGrower(synth.NewCatalog(s.Store.Table, nil, nil), s.Store, synth.NewPool(s), synth.Growth{})
	r := rng.New(1)
	var terms []*term.Term
	for len(terms) < 5000 {
		if x := g.Term(r, sorts.Bool, occurrence.Place{Command: len(s.Commands) - 1}); x != nil {
			terms = append(terms, x)
		}
	}
	h := normal.New(s.Store)
	for i := 0; b.Loop(); i++ {
		if i == len(terms) {
			i, h = 0, normal.New(s.Store)
		}
		h.Term(terms[i])
	}
}

// TestDeepEquations: equations between formulas, however deep they nest, take memory in proportion to their size.
func TestDeepEquations(t *testing.T) {
	const levels = 10_000
	for _, form := range []string{"(= p%d ", "(= p%d (not ", "(xor p%d ", "(xor p%d (not "} {
		var text strings.Builder
		for i := range levels {
			fmt.Fprintf(&text, "(declare-const p%d Bool)", i)
		}
		text.WriteString("(assert ")
		for i := range levels {
			fmt.Fprintf(&text, form, i)
		}
		text.WriteString("(not (xor p0 p1))" + strings.Repeat(")", levels*strings.Count(form, "(")) + ")")
		s := mutatetest.Script(t, text.String())
		h := normal.New(s.Store)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		h.Script(s)
		runtime.ReadMemStats(&after)
		if made := (after.TotalAlloc - before.TotalAlloc) / levels; made > 10_000 {
			t.Errorf("%s...: %d bytes a level", form, made)
		}
	}
}
