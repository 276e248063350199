package rules_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/base/values"
	"github.com/assay-smt/assay/internal/mutate/weaken/rules"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

func builtin(t testing.TB) []*rules.Rule {
	t.Helper()
	rs, err := rules.Builtin(theory.Builtin())
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

func parse(t testing.TB, text string) []*rules.Rule {
	t.Helper()
	rs, err := rules.Parse(theory.Builtin(), "r.rules", text)
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

// TestErrors: the error for unreadable text has a position and says what to do.
func TestErrors(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"empty", "; nothing", "r.rules:1:1: truncated: there is no rule in this file (write (rule"},
		{"unclosed", "(rule a", "r.rules:1:1: truncated: "},
		{"no rule", "(axiom a b)", "r.rules:1:1: malformed: expected a rule (a rule has the form"},
		{"no implication", "(rule a :doc \"d\")", "r.rules:1:1: malformed: the rule has no implication"},
		{"unknown attribute", "(rule a :wher () (=> p q))", "r.rules:1:9: unknown: unknown attribute :wher (known are"},
		{"twice", "(rule a :doc \"\" :doc \"\" (=> p q))", "r.rules:1:17: redeclared: :doc appears twice"},
		{"behind", "(rule a (=> true false) (=> true false))", "r.rules:1:25: malformed: text after the rule's implication"},
		{"undeclared", "(rule a :params ((p Bool))\n  (=> p (or p q)))", "r.rules:2:15: unknown: q is neither a parameter nor an operator (declare it"},
		{"unused", "(rule a :params ((p Bool) (q Bool)) (=> p p))", "r.rules:1:1: malformed: parameter q of rule a is on neither side"},
		{"no direction", "(rule a :params ((p Bool) (q Bool)) (=> (not p) (or (not q) true)))", "r.rules:1:1: malformed: rule a can be used in neither direction"},
		{"ill-sorted", "(rule a :params ((p Bool) (x Int))\n (=> (and p (< x 1)) (or p\n  x)))", "r.rules:2:22: sort: no operator (or Bool Int) fits"},
		{"no formula", "(rule a :params ((x Int)) (=> (< x 0) (+ x x)))", "r.rules:1:39: sort: (+ x x) is of sort Int, where a formula is required"},
		{"keyword as name", "(rule a :params ((and Bool)) (=> and and))", "r.rules:1:19: redeclared: and means something in SMT-LIB"},
		{"sort", "(rule a :params ((p Boole)) (=> p p))", "r.rules:1:21: unknown: unknown sort Boole"},
		{"sort arguments", "(rule a :params ((p (Array Int))) (=> p p))", "r.rules:1:22: sort: sort Array has 0 indices and 2 arguments"},
		{"index", "(rule a :params ((p (_ BitVec n))) (=> (= p p) true))", "r.rules:1:31: unknown: n is not an index parameter (declare it under :indices)"},
		{"dots", "(rule a :params ((p Bool)) (=> (and p ...) p))", "r.rules:1:39: malformed: what precedes three dots holds a list"},
		{"list without dots", "(rule a :params ((ps Bool ...)) (=> (and ps ps) true))", "r.rules:1:42: malformed: the list ps has no three dots after it (write ps ...)"},
		{"function alone", "(rule a :params ((f (Int) Bool)) (=> f true))", "r.rules:1:38: sort: f is a function (apply it: (f x))"},
		{"same name", "(rule a :params ((p Bool)) (=> p p))\n(rule a :params ((p Bool)) (=> p p))", "r.rules:2:1: redeclared: rule a is already defined at r.rules:1"},
		{"condition over a list", "(rule a :params ((xs Int ...)) :where ((< xs 1)) (=> (= xs ...) true))", "r.rules:1:40: malformed: xs cannot be used in a condition"},
		{"constructor", "(rule a :params ((c (Int) Bool :constructor) (x Int)) (=> (= (c x) (c x)) true))", "r.rules:1:27: malformed: a constructor gives values of a sort parameter (declare it under :sorts)"},
		{"tester", "(rule a :sorts (X) :params ((f (Int) X) (x X)) (=> ((_ is f) x) true))", "r.rules:1:59: unknown: f is not a constructor"},
		{"no instance", "(rule a :indices ((i 3 2)) :params ((p Bool)) (=> p (= i i)))", "r.rules:1:1: sort: rule a has no instance"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := rules.Parse(theory.Builtin(), "r.rules", tt.text)
			if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("%v\nwant %s", err, tt.want)
			}
		})
	}
}

// TestBuiltinLayout: the built-in files have the usual layout.
func TestBuiltinLayout(t *testing.T) {
	files, err := filepath.Glob("builtin/*.rules")
	if err != nil || len(files) == 0 {
		t.Fatal(err, files)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		got, err := rules.Format(file, string(text))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(text), got); diff != "" {
			t.Errorf("%s: run assay rules format\n%s", file, diff)
		}
	}
}

func TestFormat(t *testing.T) {
	in := "; head\n\n\n(rule   a :where ((< x 1)) :params ((x Int))\n :doc \"one ; two\"\n(=> (< x 0)    (<= x 0))) ; behind\n(rule b (=> true true))\n\n"
	want := "; head\n\n(rule a\n  :doc \"one ; two\"\n  :params ((x Int))\n  :where ((< x 1))\n  (=> (< x 0) (<= x 0)))\n; behind\n(rule b\n  (=> true true))\n"
	got, err := rules.Format("f", in)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if again, err := rules.Format("f", got); err != nil || again != got {
		t.Errorf("not stable: %v\n%s", err, again)
	}
	if _, err := rules.Format("f", "(rule a ; why\n (=> true true))"); err == nil || !strings.HasPrefix(err.Error(), "f:1:9: malformed: a comment inside a rule") {
		t.Error(err)
	}
}

// simple returns a generator with few different values.
func simple(st *term.Store) *values.Generator {
	return values.New(st, values.Options{Structured: true, Repetitive: true})
}

// choice chooses the first of given terms, and random values.
type choice struct {
	terms  []*term.Term
	values *values.Generator
	rand   *rng.Rand
}

func (c choice) Term(s *sorts.Sort) *term.Term {
	var fit []*term.Term
	for _, t := range c.terms {
		if t.Sort() == s {
			fit = append(fit, t)
		}
	}
	if len(fit) == 0 {
		return nil
	}
	return rng.Pick(c.rand, fit)
}
func (c choice) Value(s *sorts.Sort) *term.Term { return c.values.Value(c.rand, s) }
func (c choice) IntN(n int) int                 { return c.rand.IntN(n) }

func read(t testing.TB, text string) *script.Script {
	t.Helper()
	s, err := elab.Script(text, elab.Options{File: "s"})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestRewrite: the replacements of a formula, in all possible ways.
func TestRewrite(t *testing.T) {
	const decls = `(declare-const p Bool)(declare-const q Bool)(declare-const r Bool)(declare-const x Int)(declare-const y Int)
		(declare-const u (_ BitVec 8))(declare-const v (_ BitVec 8))(declare-const a (Array Int Int))(declare-fun f (Int) Int)
		(declare-fun g (Int Int) Int)(declare-const s String)
		(declare-datatype L ((nil) (cons (hd Int) (tl L))))(declare-datatype W ((wrap (unwrap Int))))
		(declare-const l L)(declare-const w W)`
	tests := []struct {
		name, rule, formula string
		want                []string
		backward            bool
	}{
		{"operator", "(rule a :params ((p Bool) (q Bool)) (=> (and p q) (or p q)))", "(and p q)", []string{"(or p q)"}, false},
		{"other operator", "(rule a :params ((p Bool) (q Bool)) (=> (and p q) (or p q)))", "(xor p q)", nil, false},
		{"arity", "(rule a :params ((p Bool) (q Bool)) (=> (and p q) (or p q)))", "(and p q r)", nil, false},
		{"list", "(rule a :params ((ps Bool ...)) (=> (and ps ...) (or ps ...)))", "(and p q r)", []string{"(or p q r)"}, false},
		{"backward", "(rule a :params ((ps Bool ...)) (=> (and ps ...) (or ps ...)))", "(or p q r)", []string{"(and p q r)"}, true},
		{"one out of a list", "(rule a :params ((ps Bool ...) (p Bool) (qs Bool ...)) (=> (and ps ... p qs ...) (and ps ... qs ...)))", "(and p q r)", []string{"(and q r)", "(and p r)", "(and p q)"}, false},
		{"a list of one is its element", "(rule a :params ((p Bool) (qs Bool ...)) (=> (and p qs ...) (and qs ...)))", "(and p q)", []string{"q"}, false},
		{"nonlinear", "(rule a :params ((p Bool)) (=> (and p p) p))", "(and p q)", nil, false},
		{"nonlinear fits", "(rule a :params ((p Bool)) (=> (and p p) p))", "(and (or p q) (or p q))", []string{"(or p q)"}, false},
		{"sort parameter", "(rule a :sorts ((X Int Real)) :params ((a X) (b X)) (=> (= a b) (<= a b)))", "(= x y)", []string{"(<= x y)"}, false},
		{"restricted sort", "(rule a :sorts ((X Int Real)) :params ((a X) (b X)) (=> (= a b) (<= a b)))", "(= p q)", nil, false},
		{"width", "(rule a :indices (n) :params ((a (_ BitVec n)) (b (_ BitVec n))) (=> (= a b) (= (bvxor a b) (_ bv0 n))))", "(= u v)", []string{"(= (bvxor u v) #x00)"}, false},
		{"index", "(rule a :indices (n i j) :params ((a (_ BitVec n))) (=> (= ((_ extract i j) a) (_ bv0 (+ 1 (- i j)))) (bvule ((_ extract i j) a) (_ bv0 (+ 1 (- i j))))))", "(= ((_ extract 6 3) u) #b0000)", []string{"(bvule ((_ extract 6 3) u) #x0)"}, false},
		{"literal in another spelling", "(rule a :indices (n) :params ((a (_ BitVec n))) (=> (= a (_ bv0 n)) (bvule a (_ bv1 n))))", "(= u (_ bv0 8))", []string{"(bvule u #x01)"}, false},
		{"numeral of a sort", "(rule a :sorts ((X Int Real)) :params ((a X)) (=> (= a (as 0 X)) (<= a (as 0 X))))", "(= x 0)", []string{"(<= x 0)"}, false},
		{"condition", "(rule a :params ((a Int) (c Int)) :where ((> c 3)) (=> (= a c) (> a 3)))", "(= x 4)", []string{"(> x 3)"}, false},
		{"condition fails", "(rule a :params ((a Int) (c Int)) :where ((> c 3)) (=> (= a c) (> a 3)))", "(= x 3)", nil, false},
		{"condition over no value", "(rule a :params ((a Int) (c Int)) :where ((> c 3)) (=> (= a c) (> a 3)))", "(= x y)", nil, false},
		{"condition with a divisor", "(rule a :params ((a Int) (c Int)) :where ((> (div 7 c) 1)) (=> (= a c) (> a 0)))", "(= x 2)", []string{"(> x 0)"}, false},
		{"condition that is open", "(rule a :params ((a Int) (c Int)) :where ((> (div 7 c) 1)) (=> (= a c) (> a 0)))", "(= x 0)", nil, false},
		{"negated condition that is open", "(rule a :params ((a Int) (c Int)) :where ((not (> (div 7 c) 1))) (=> (= a c) (> a 0)))", "(= x 0)", nil, false},
		{"one of two conditions is open", "(rule a :params ((a Int) (c Int)) :where ((< c 3) (distinct (mod 7 c) 1)) (=> (= a c) (> a 0)))", "(= x 0)", nil, false},
		{"condition that is open and does not matter", "(rule a :params ((a Int) (c Int)) :where ((or (= c 0) (> (div 7 c) 1))) (=> (= a c) (< a 4)))", "(= x 0)", []string{"(< x 4)"}, false},
		{"different terms", "(rule a :params ((a Int) (b Int)) :where ((distinct-terms a b)) (=> (= a b) (<= a b)))", "(= x x)", nil, false},
		{"head", "(rule a :sorts (X Y) :params ((h (X) Y) (a X) (b X)) (=> (= a b) (= (h a) (h b))))", "(= (f x) (f y))", []string{"(= x y)"}, true},
		{"different heads", "(rule a :sorts (X Y) :params ((h (X) Y) (a X) (b X)) (=> (= a b) (= (h a) (h b))))", "(= (f x) (- y))", nil, true},
		{"heads in a list", "(rule a :sorts (X Y) :params ((h (X) Y) (as1 X ...)) (=> (= as1 ...) (= (h as1) ...)))", "(= (f x) (f y) (f 0))", []string{"(= x y 0)"}, true},
		{"binder", "(rule a :sorts (X) :params ((h (X) Bool)) (=> (forall ((z X)) (h z)) (exists ((z X)) (h z))))", "(forall ((i Int)) (< i x))", []string{"(exists ((z Int)) (< z x))"}, false},
		{"one of several variables", "(rule a :sorts (X) :params ((h (X) Bool)) :free ((e X)) (=> (forall ((z X)) (h z)) (h e)))", "(forall ((i Int) (b Bool)) (or b (< i 3)))", []string{"(forall ((b Bool)) (or b (< x 3)))", "(forall ((i Int)) (or p (< i 3)))"}, false},
		{"subterms", "(rule a :sorts (X) :params ((h (X) Bool)) :free ((e X)) (=> (h e) (exists ((z X)) (h z))))", "(< (f x) y)", []string{"(exists ((z Int)) (< (f z) y))", "(exists ((z Int)) (< z y))", "(exists ((z Int)) (< (f x) z))"}, false},
		{"subterm under a binder", "(rule a :params ((h (Int) Bool)) :free ((e Int)) (=> (h e) (exists ((z Int)) (h z))))", "(forall ((i Int)) (= i x))", []string{"(exists ((z Int)) (forall ((i Int)) (= i z)))"}, false},
		{"no capture", "(rule a :sorts (X) :params ((q Bool)) (=> (forall ((z X)) q) q))", "(forall ((i Int)) (< i x))", nil, false},
		{"constant body", "(rule a :sorts (X) :params ((q Bool)) (=> (forall ((z X)) q) q))", "(forall ((i Int)) (< y x))", []string{"(< y x)"}, false},
		{"constructors", "(rule a :sorts (D X Y) :params ((c (X Y) D :constructor) (x X) (y Y) (z X) (v Y)) (=> (= (c x y) (c z v)) (= y v)))", "(= (cons x nil) (cons y l))", []string{"(= nil l)"}, false},
		{"no constructors", "(rule a :sorts (D X Y) :params ((c (X Y) D :constructor) (x X) (y Y) (z X) (v Y)) (=> (= (c x y) (c z v)) (= y v)))", "(= (g x y) (g y x))", nil, false},
		{"tester", "(rule a :sorts (D X) :params ((c (X) D :constructor) (t D)) (<=> ((_ is c) t) (exists ((x X)) (= t (c x)))))", "((_ is wrap) w)", []string{"(exists ((x Int)) (= w (wrap x)))"}, false},
		{"tester of another arity", "(rule a :sorts (D X) :params ((c (X) D :constructor) (t D)) (<=> ((_ is c) t) (exists ((x X)) (= t (c x)))))", "((_ is cons) l)", nil, false},
		{"tester built", "(rule a :sorts (D X) :params ((c (X) D :constructor) (t D)) :free ((x X)) (=> (= t (c x)) ((_ is c) t)))", "((_ is wrap) w)", []string{"(= w (wrap x))"}, true},
		{"named", "(rule a :params ((p Bool)) (<=> (not (not p)) p))", "(not (not (! p :named lbl)))", nil, false},
		{"patterns", "(rule a :sorts (X) :params ((h (X) Bool)) :free ((e X)) (=> (forall ((z X)) (h z)) (h e)))", "(forall ((i Int)) (! (< (f i) 3) :pattern ((f i))))", []string{"(< (f x) 3)"}, false},
		{"unary minus is not a list", "(rule a :params ((a Int) (as1 Int ...) (b Int)) (=> (= (- a as1 ...) b) (= b (- a as1 ...))))", "(= (- x) y)", nil, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := read(t, decls+"(assert "+tt.formula+")(assert (and (= x x) p))")
			f := s.Commands[len(s.Commands)-2].Terms[0]
			r := parse(t, tt.rule)[0]
			w := rules.NewRewriter(s.Store)
			u := rules.Use{Rule: r, Direction: rules.Forward}
			if tt.backward {
				u.Direction = rules.Backward
			}
			last := s.Commands[len(s.Commands)-1].Terms[0]
			c := choice{[]*term.Term{last.Args()[1], last.Args()[0].Args()[0]}, simple(s.Store), rng.New(1)}
			var got []string
			for _, b := range w.Match(u, f) {
				g, err := w.Apply(u, b, c)
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, g.String())
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestThesisFigures: rules produce the examples of the thesis, also inside binders.
func TestThesisFigures(t *testing.T) {
	by := map[string]*rules.Rule{}
	for _, r := range builtin(t) {
		by[r.Name] = r
	}
	tests := []struct {
		name, rule, script string
		at                 term.Path
		want               string
	}{
		{
			"figure 1", "greater-not-equal",
			"(declare-const a Real)(assert (forall ((b Real)) (exists ((c Real)) (and (= (+ a (* c (+ b c) (+ b c))) 0.0) (< a 0.0) (> c 0.0)))))",
			term.Path{0, 0, 2}, "(forall ((b Real)) (exists ((c Real)) (and (= (+ a (* c (+ b c) (+ b c))) 0.0) (< a 0.0) (not (= c 0.0)))))",
		},
		{"figure 4", "equal-contains", `(declare-const s String)(assert (= s "abc"))`, nil, `(str.contains s "abc")`},
		{
			"figure 5", "greater-suffix", "(declare-const s String)(assert (> 2 1))", nil,
			"(=> (and (>= 2 0) (>= 1 0)) (str.suffixof (str.substr s 2 (str.len s)) (str.substr s 1 (str.len s))))",
		},
		{
			"listing 4", "or-drop-false-first", "(declare-const s Real)(assert (or (= 0.0 s) (< (* s (+ 6.0 (* s 12.0))) (- 1.0))))",
			term.Path{0}, "(or (or false (= 0.0 s)) (< (* s (+ 6.0 (* s 12.0))) (- 1.0)))",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := read(t, tt.script)
			root := s.Commands[1].Terms[0]
			constant, err := s.Store.App(s.Store.User(s.Commands[0].Decls[0], nil))
			if err != nil {
				t.Fatal(err)
			}
			w := rules.NewRewriter(s.Store)
			for _, u := range by[tt.rule].Uses() {
				for _, b := range w.Match(u, term.At(root, tt.at)) {
					if !u.Weakens() {
						continue
					}
					made, err := w.Apply(u, b, choice{[]*term.Term{constant}, simple(s.Store), rng.New(1)})
					if err != nil {
						t.Fatal(err)
					}
					if made, err = s.Store.Replace(root, tt.at, made); err != nil {
						t.Fatal(err)
					}
					if made.String() == tt.want {
						return
					}
					t.Log(made)
				}
			}
			t.Errorf("%s does not produce %s", tt.rule, tt.want)
		})
	}
}

// TestUses: a direction can be used when everything in its replacement is matched or may be chosen.
func TestUses(t *testing.T) {
	tests := []struct{ name, rule, want string }{
		{"both", "(rule a :params ((p Bool) (q Bool)) (=> (and p q) (or p q)))", "forward backward"},
		{"forward", "(rule a :params ((p Bool) (q Bool)) (=> (and p q) p))", "forward"},
		{"chosen", "(rule a :params ((p Bool)) :free ((q Bool)) (=> (and p q) p))", "forward backward"},
		{"sort", "(rule a :sorts (X) :params ((p Bool)) (=> p (forall ((x X)) p)))", "backward"},
		{"index", "(rule a :indices (n (i 0 3)) :params ((a (_ BitVec n))) (=> (= a a) (= ((_ rotate_left i) a) ((_ rotate_left i) a))))", "forward backward"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, u := range parse(t, tt.rule)[0].Uses() {
				got = append(got, u.Direction.String())
				if u.Weakens() == u.Strengthens() {
					t.Error("a mere implication weakens one way and strengthens the other")
				}
			}
			if diff := cmp.Diff(tt.want, strings.Join(got, " ")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestNothingToChoose: a free term of a sort without terms makes the rule inapplicable.
func TestNothingToChoose(t *testing.T) {
	s := read(t, "(declare-sort U 0)(declare-const a U)(declare-const b U)(assert (= a b))")
	u := rules.Use{Rule: parse(t, "(rule a :sorts (X) :params ((a X) (b X)) :free ((c X)) (=> (= a b) (or (= a b) (= a c))))")[0]}
	w := rules.NewRewriter(s.Store)
	bs := w.Match(u, s.Commands[3].Terms[0])
	if len(bs) != 1 {
		t.Fatal(len(bs))
	}
	_, err := w.Apply(u, bs[0], choice{nil, simple(s.Store), rng.New(1)})
	if !errors.Is(err, rules.ErrNotApplicable) {
		t.Error(err)
	}
}

// lookup calls f for all uses that may match t.
func lookup(x *rules.Index, t *term.Term, f func(rules.Use)) {
	visit := func(i int) { f(x.Use(i)) }
	x.Shallow(t, visit)
	x.Deep(t, visit)
}

// TestApplies: Applies agrees with Match, whether or not the use is in the index; what matches is in the index; and shallow uses
// match all formulas of one shape or none.
func TestApplies(t *testing.T) {
	all := builtin(t)
	x := rules.NewIndex(all, nil)
	type shape struct {
		head  string
		sorts string
		use   int
	}
	for _, seed := range seeds.All() {
		s := read(t, string(seed.Text))
		w := rules.NewRewriter(s.Store)
		shapes := map[shape]bool{}
		formulas, _ := parts(s)
		for k, f := range formulas {
			if k%(1+len(formulas)/5) > 0 {
				continue
			}
			indexed := map[rules.Use]bool{}
			lookup(x, f, func(u rules.Use) { indexed[u] = true })
			for _, r := range all {
				for _, u := range r.Uses() {
					matches := len(w.Match(u, f)) > 0
					if matches != w.Applies(u, f) {
						t.Errorf("%s: %s %s: Match finds %t", f, r.Name, u.Direction, matches)
					}
					if matches && !indexed[u] {
						t.Errorf("%s: %s %s is not in the index", f, r.Name, u.Direction)
					}
				}
			}
			if f.HasNamed() {
				continue
			}
			var args []string
			for _, a := range f.Args() {
				args = append(args, a.Sort().String())
			}
			x.Shallow(f, func(i int) {
				k := shape{fmt.Sprint(f.Kind(), f.Func()), strings.Join(args, " "), i}
				applies := w.Applies(x.Use(i), f)
				if old, ok := shapes[k]; ok && old != applies {
					t.Errorf("%s: %s matches some formulas like it and others not", f, x.Use(i).Rule.Name)
				}
				shapes[k] = applies
			})
		}
	}
}

// TestIndex: the index finds every use that matches.
func TestIndex(t *testing.T) {
	x := rules.NewIndex(parse(t, `(rule a :params ((p Bool) (q Bool)) (=> (and p q) p)) (rule b :params ((p Bool)) (=> (not (not p)) p))
		(rule c :sorts (X) :params ((f (X) Bool)) (=> (forall ((x X)) (f x)) (exists ((x X)) (f x))))`), nil)
	s := read(t, "(declare-const p Bool)(declare-const x Int)(assert (and p p))(assert (not p))(assert (exists ((x Int)) (= x 1)))(assert p)(assert (= x x))")
	want := []string{"b backward, a forward", "b backward", "b backward, c backward", "b backward", "b backward"}
	for i, w := range want {
		var got []string
		lookup(x, s.Commands[i+2].Terms[0], func(u rules.Use) {
			got = append(got, u.Rule.Name+" "+u.Direction.String())
		})
		if diff := cmp.Diff(w, strings.Join(got, ", ")); diff != "" {
			t.Error(diff)
		}
	}
}

// TestWrongRules: values refute rules that do not hold, among them rules printed in the thesis.
func TestWrongRules(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"or is not and", "(rule w :params ((p Bool) (q Bool)) (=> (or p q) (and p q)))", "fails for p = "},
		{"(32)", "(rule w :params ((s String) (t String)) :free ((u String)) (=> (= s t) (distinct s (str.++ s u))))", `u = ""`},
		{"(47)", "(rule w :params ((s String) (r RegLan)) (<=> (str.in_re s r) (str.in_re s (re.opt r))))", `s = ""`},
		{"(30) with any c", "(rule w :sorts ((X Int Real)) :params ((a X) (b X)) :free ((c X)) (=> (< a b) (< a (+ b c))))", "the left side (< "},
		{"(50) with any range", "(rule w :params ((s String) (a String) (b String)) :free ((c String) (d String)) (=> (str.in_re s (re.range a b)) (str.in_re s (re.range c d))))", "re.range"},
		{"overflow", "(rule w :indices (n) :params ((a (_ BitVec n)) (b (_ BitVec n)) (c (_ BitVec n))) (=> (bvult a b) (bvult (bvadd a c) (bvadd b c))))", "n = "},
		{"NaN", "(rule w :indices (eb sb) :params ((a (_ FloatingPoint eb sb)) (b (_ FloatingPoint eb sb))) (=> (not (fp.lt a b)) (fp.geq a b)))", "the left side (not (fp.lt "},
		{"one value only", "(rule w :params ((a Int)) (=> (< a 97) (<= a 95)))", "a = 96"},
		{"open", "(rule w :params ((a Int)) (=> (= a 0) (= (div 1 a) 0)))", "left open by the standard"},
		{"three of a list", "(rule w :params ((ps Bool ...)) (=> (xor ps ...) (distinct ps ...)))", "ps = ["},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v, err := rules.Verify(context.Background(), parse(t, tt.text)[0], nil, rules.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if tt.name == "one value only" {
				// No random value finds it: solvers must.
				if v.State != rules.Tested {
					t.Error(v)
				}
				return
			}
			if v.State != rules.Refuted || v.State.Fine() || !strings.Contains(v.Why, tt.want) {
				t.Errorf("%s, want %s", v, tt.want)
			}
		})
	}
}

// oneAnswer gives the same answer to everything.
type oneAnswer smt.Status

func (a oneAnswer) Ask(context.Context, *script.Script) []rules.Answer {
	return []rules.Answer{{Solver: "s", Status: smt.Status(a)}}
}

// liar answers sat once, with a model that makes no conjunction true, and otherwise unsat.
type liar struct{}

func (liar) Ask(context.Context, *script.Script) []rules.Answer {
	return []rules.Answer{
		{Solver: "liar", Status: smt.Sat, Model: "((define-fun p () Bool false) (define-fun q () Bool false))"},
		{Solver: "honest", Status: smt.Unsat},
	}
}

// TestStates: the solvers' answers decide the state, and the values come first.
func TestStates(t *testing.T) {
	right := parse(t, "(rule a :params ((p Bool) (q Bool)) (=> (and p q) p)) (rule b :params ((p Bool) (qs Bool ...)) (=> (and p qs ...) p)) (rule c :params ((s String) (r RegLan)) (=> (str.in_re s r) (str.in_re s (re.opt r))))")
	for _, tt := range []struct {
		name  string
		rule  *rules.Rule
		asker rules.Asker
		want  rules.State
	}{
		{"proved", right[0], oneAnswer(smt.Unsat), rules.Proved},
		{"lists", right[1], oneAnswer(smt.Unsat), rules.Bounded},
		{"languages", right[2], oneAnswer(smt.Unsat), rules.Bounded},
		{"sat", right[0], oneAnswer(smt.Sat), rules.Refuted},
		{"sat, but its model does not refute", right[0], liar{}, rules.Proved},
		{"nobody asked", right[0], nil, rules.Tested},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v, err := rules.Verify(context.Background(), tt.rule, tt.asker, rules.Options{Valuations: 500})
			if err != nil || v.State != tt.want {
				t.Error(v, err)
			}
		})
	}
}
