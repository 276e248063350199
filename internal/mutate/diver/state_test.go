package diver

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

const (
	numbers     = "(set-logic QF_LIA)(declare-fun x () Int)(declare-fun y () Int)(assert (or (> x 5) (> (+ x y) 6)))(assert (< y 9))(check-sat)"
	numbersHave = "((define-fun x () Int 7) (define-fun y () Int 2))"
)

// numbered returns a source of the seed numbers.
func numbered(t *testing.T) *source {
	t.Helper()
	s, err := prepared(t, numbers, numbersHave, 1)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestMostConstants: a mutant that has as much added as it may have gets no further constants; one that has less does.
func TestMostConstants(t *testing.T) {
	s := numbered(t)
	for _, tt := range []struct {
		added  int
		grows  bool
		before string
	}{
		{0, true, "nothing"},
		{2*maxConstants - 2, true, "room for two"},
		{2*maxConstants - 1, true, "room for one"},
		{2 * maxConstants, false, "no room"},
		{2*maxConstants + 1, false, "more than may be"},
	} {
		t.Run(tt.before, func(t *testing.T) {
			grown := 0
			for seed := range uint64(20) {
				st := *s.seed
				for range tt.added {
					st.added = append(st.added, addition{command: st.formulas[0].command})
				}
				n := s.complicate(rng.New(seed), &changed{state: &st})
				if len(n.state.added) > tt.added {
					grown++
				}
			}
			if tt.grows != (grown > 0) {
				t.Errorf("%d of 20 mutants with %d additions got further ones", grown, tt.added)
			}
		})
	}
}

// TestKept: mutants are kept to start from unless they have grown too large, and a full pool stays as large as it may be.
func TestKept(t *testing.T) {
	s := numbered(t)
	s.opts.Pool = 3
	r := rng.New(1)
	size := s.seed.size()
	for _, tt := range []struct {
		name string
		size float64 // of the seed
		kept bool
	}{
		{"as large as the seed", size, true},
		{"as large as may be", (size - growthFloor) / growth, true},
		{"larger than may be", (size - growthFloor - 1) / growth, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s.size, s.pool = tt.size, nil
			st := *s.seed
			if s.keep(r, &st); slices.Contains(s.pool, &st) != tt.kept {
				t.Errorf("a mutant of %v nodes, of a seed of %v, is kept: %v", size, tt.size, !tt.kept)
			}
		})
	}
	s.size, s.pool = size, nil
	var last *state
	for i := range 10 {
		st := *s.seed
		last = &st
		s.keep(r, last)
		if want := min(i+1, s.opts.Pool); len(s.pool) != want {
			t.Fatalf("%d mutants of %d are kept, want %d", len(s.pool), i+1, want)
		}
	}
	if !slices.Contains(s.pool, last) {
		t.Error("a full pool does not take the last mutant")
	}
	s.opts.Pool, s.pool = 0, nil
	if s.keep(r, last); len(s.pool) > 0 {
		t.Error("a chain that keeps none has one")
	}
}

// TestValues: the values of a seed's constants are offered by sort, where a value can be written and is worth it.
func TestValues(t *testing.T) {
	const text = `(set-logic ALL)(declare-fun x () Int)(declare-fun y () Int)(declare-fun u () Bool)(declare-fun s () String)
(declare-fun a () (Array Int Int))(declare-fun f (Int) Int)(declare-fun w () (_ BitVec 4))(define-fun d () Int 44)
(assert (or u (= s "a") (= w #x0) (= x y d (f (select a 0)))))(check-sat)`
	const model = `((define-fun x () Int 5) (define-fun y () Int (- 7)) (define-fun u () Bool true) (define-fun s () String "b")
(define-fun a () (Array Int Int) ((as const (Array Int Int)) 3)) (define-fun f ((i Int)) Int 8) (define-fun w () (_ BitVec 4) #x9))`
	s, err := prepared(t, text, model, 1)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for sort, values := range s.maker.values[0] {
		for _, v := range values {
			got = append(got, fmt.Sprintf("%s %s", sort, v))
		}
	}
	slices.Sort(got)
	if want := `(_ BitVec 4) #x9; Int (- 7); Int 5; String "b"`; strings.Join(got, "; ") != want {
		t.Errorf("the values are %s, want %s", strings.Join(got, "; "), want)
	}
}

// TestConstraints: a constraint goes into the changed formula or next to it. Either way the path still leads to the term that was put in last, and
// all formulas are true.
func TestConstraints(t *testing.T) {
	s := numbered(t)
	c, err := elabIn(s, "(> x 3)")
	if err != nil {
		t.Fatal(err)
	}
	path := term.Path{1, 0}
	inside, beside := 0, 0
	for seed := range uint64(20) {
		n := &changed{state: s.seed, path: path}
		was := s.root(&s.seed.formulas[0].trees[0]).At(path)
		s.constrain(rng.New(seed), n, c)
		root := s.root(&n.state.formulas[0].trees[0])
		now := root.At(n.path)
		if now == nil || now[len(now)-1].Term != was[len(was)-1].Term {
			t.Fatalf("%v does not lead to %s in %s", n.path, was[len(was)-1].Term, root.Term)
		}
		text := n.state.assembled().String()
		switch len(n.state.formulas) {
		case len(s.seed.formulas):
			inside++
			if root.Term.String() != "(and (or (> x 5) (> (+ x y) 6)) (> x 3))" || len(n.state.added) != 0 {
				t.Errorf("the formula is %s, with %d additions", root.Term, len(n.state.added))
			}
		default:
			beside++
			if root.Term != s.seed.formulas[0].term() || !strings.Contains(text, "(assert (> x 3))\n(assert (or (> x 5)") {
				t.Errorf("the constraint is not before the formula:\n%s", text)
			}
		}
	}
	if inside == 0 || beside == 0 {
		t.Errorf("%d constraints are in the formula, %d next to it", inside, beside)
	}
	// What is not true stays out.
	if c, err = elabIn(s, "(> x 7)"); err != nil {
		t.Fatal(err)
	}
	n := &changed{state: s.seed, path: path}
	if s.constrain(rng.New(1), n, c); n.state != s.seed || !slices.Equal(n.path, path) {
		t.Errorf("%s is added, which is false", c)
	}
}

// TestConstraintsWiden: a formula next to the changed one gets the logic that it needs.
func TestConstraintsWiden(t *testing.T) {
	s := numbered(t)
	x := s.seed.formulas[0].term().Args()[0].Args()[0]
	apply := func(name string, args ...*term.Term) *term.Term {
		r, _, err := s.store.Overload(s.store.Table.Lookup(name), nil, nil, args)
		if err != nil || r == nil {
			t.Fatalf("%s: %v", name, err)
		}
		return r
	}
	c := apply(">", apply("to_real", x), s.store.Lit(syntax.Decimal, "3.0", sorts.Real))
	grown := 0
	for seed := range uint64(20) {
		n := &changed{state: s.seed, path: term.Path{1, 0}}
		if s.constrain(rng.New(seed), n, c); n.state == s.seed {
			continue
		}
		grown++
		if got := n.state.assembled(); got.Logic() == "QF_LIA" {
			t.Fatalf("the logic is too small:\n%s", got)
		}
	}
	if grown == 0 {
		t.Error("the constraint is never added")
	}
}

// TestHoldsAny: only the labels that count do.
func TestHoldsAny(t *testing.T) {
	sc, err := elab.Script("(declare-const p Bool)(assert (! p :named a))(assert (! p :named b))(assert (! p :note n))(assert p)(check-sat)", elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	labels := map[*term.Decl]bool{sc.Commands[1].Terms[0].Attrs()[0].Label: true}
	for command, want := range map[int]bool{1: true, 2: false, 3: false, 4: false} {
		if got := holdsAny(sc.Commands[command].Terms[0], labels); got != want {
			t.Errorf("%s: %v", sc.Commands[command].Terms[0], got)
		}
	}
}

// elabIn makes a comparison of x with a numeral of a source's seed.
func elabIn(s *source, text string) (*term.Term, error) {
	x := s.seed.formulas[0].term().Args()[0].Args()[0]
	fields := strings.Fields(strings.Trim(text, "()"))
	n := s.store.Lit(s.seed.formulas[0].term().Args()[0].Args()[1].LiteralKind(), fields[2], sorts.Int)
	c, _, err := s.store.Overload(s.store.Table.Lookup(fields[0]), nil, nil, []*term.Term{x, n})
	return c, err
}

// TestAssembled: what is added goes before its command, constants before formulas, and in the order in which it was added otherwise.
func TestAssembled(t *testing.T) {
	s := numbered(t)
	st := *s.seed
	st.formulas = slices.Clone(st.formulas)
	first, second := st.formulas[0].command, st.formulas[1].command
	constantAt := func(name string, command int) {
		d := term.NewDecl(term.Declared, name, nil, sorts.Int)
		st.added = append(st.added, addition{command: command, constant: &constant{decl: d, declare: &script.Command{Kind: script.DeclareFun, Decls: []*term.Decl{d}}}})
	}
	formulaAt := func(text string, command int) {
		c, err := elabIn(s, text)
		if err != nil {
			t.Fatal(err)
		}
		st.formulas = append(st.formulas, formula{command: command, added: len(st.added), assert: problem.Assert(c)})
		st.added = append(st.added, addition{command: command, formula: len(st.formulas) - 1})
	}
	formulaAt("(> x 1)", second)
	constantAt("c1", second)
	formulaAt("(> x 2)", first)
	constantAt("c2", second)
	formulaAt("(> x 3)", second)
	constantAt("c3", first)
	const want = `(set-logic QF_LIA)
(declare-fun x () Int)
(declare-fun y () Int)
(declare-fun c3 () Int)
(assert (> x 2))
(assert (or (> x 5) (> (+ x y) 6)))
(declare-fun c1 () Int)
(declare-fun c2 () Int)
(assert (> x 1))
(assert (> x 3))
(assert (< y 9))
(check-sat)
`
	if got := st.assembled().String(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got := s.seed.assembled().String(); got != s.seed.script.String() {
		t.Errorf("the seed is changed:\n%s", got)
	}
}

// TestSortsOfConstants: a constant has a sort that the logic has outside terms.
func TestSortsOfConstants(t *testing.T) {
	s, err := elab.Script("(declare-const a (Array Int (_ BitVec 8)))(declare-const f (_ FloatingPoint 5 11))(declare-const r (Array Int Real))(declare-const s (Seq Int))(declare-sort U 0)(declare-const u U)", elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w := newWritable(s, nil)
	sort := func(i int) *sorts.Sort { return s.Commands[i].Decls[0].Result }
	array, float, reals, ints, own := sort(0), sort(1), sort(2), sort(3), sort(5)
	bits := array.Args()[1]
	all := map[string]*sorts.Sort{
		"Bool": sorts.Bool, "Int": sorts.Int, "Real": sorts.Real, "String": sorts.String, "RoundingMode": sorts.RoundingMode,
		"bits": bits, "float": float, "array": array, "reals": reals, "own": own,
	}
	for logic, want := range map[string]string{
		"":          "Bool Int Real RoundingMode String array bits float own reals",
		"ALL":       "Bool Int Real RoundingMode String array bits float own reals",
		"QF_LIA":    "Bool Int own",
		"QF_LRA":    "Bool Real own",
		"QF_NIRA":   "Bool Int Real own",
		"QF_BV":     "Bool bits own",
		"QF_FP":     "Bool RoundingMode float own",
		"QF_BVFP":   "Bool RoundingMode bits float own",
		"QF_S":      "Bool Int String own",
		"QF_SLIA":   "Bool Int String own",
		"QF_ALIA":   "Bool Int own",
		"QF_AUFBV":  "Bool bits own",
		"QF_AUFLIA": "Bool Int own",
	} {
		var got []string
		for name, x := range all {
			if w.constants(logic, x) {
				got = append(got, name)
			}
		}
		slices.Sort(got)
		if strings.Join(got, " ") != want {
			t.Errorf("%s has constants of %v, want %s", logic, got, want)
		}
	}
	if !w.constants("ALL", ints) {
		t.Error("ALL has no sequences")
	}
}

// TestWritable: terms are written over the symbols that the script declares, and over operators that the solvers have; not over what only models have.
func TestWritable(t *testing.T) {
	s, err := elab.Script("(declare-fun f (Int) Int)(declare-const x Int)(define-fun g ((i Int)) Int (+ i 1))(assert (= (f x) (g x)))(check-sat)", elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w := newWritable(s, []mutate.Dialect{{Name: "z3"}})
	eq := s.Commands[3].Terms[0]
	fx, gx := eq.Args()[0], eq.Args()[1]
	x := fx.Args()[0]
	apply := func(k term.DeclKind, params []*sorts.Sort, args ...*term.Term) *term.Term {
		out, err := s.Store.App(s.Store.User(term.NewDecl(k, "ghost", params, sorts.Int), nil), args...)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	below := func(inner *term.Term) *term.Term {
		out, err := s.Store.App(fx.Func(), inner)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	ghost := apply(term.Declared, nil)
	for _, tt := range []struct {
		name string
		t    *term.Term
		want bool
	}{
		{"a constant", x, true},
		{"a function", fx, true},
		{"a definition", gx, true},
		{"terms in terms", below(below(gx)), true},
		{"another constant", ghost, false},
		{"another function", apply(term.Declared, []*sorts.Sort{sorts.Int}, x), false},
		{"another definition", apply(term.Defined, nil), false},
		{"another constant in a term", below(below(ghost)), false},
		{"a label", apply(term.Label, nil), true},
	} {
		if got := w.allows(tt.t); got != tt.want {
			t.Errorf("%s, %s, may be written: %v", tt.name, tt.t, got)
		}
	}
}

// TestDefinitionsWithDomains: whether a definition applies a partial function does not depend on how often it is asked, nor on what is asked before.
func TestDefinitionsWithDomains(t *testing.T) {
	const text = `(set-logic ALL)(declare-fun x () Real)(declare-fun u () Bool)
(define-fun f ((y Real)) Real (sqrt y))(define-fun g ((y Real)) Real (+ 1.0 (f y)))(define-fun h ((y Real)) Real (+ 1.0 y))(define-fun k ((y Real)) Real (h (g y)))
(assert (or u (< x 0.0)))(check-sat)`
	s, err := prepared(t, text, halves, 1)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{"f": true, "g": true, "h": false, "k": true}
	for _, order := range []string{"fghk", "khgf", "kkffgghh", "hgkfhgkf", "fffhhh"} {
		d := newDomain(s.of[0])
		for _, name := range strings.Split(order, "") {
			for _, c := range s.seed.script.Commands {
				if c.Kind == script.DefineFun && c.Decls[0].Name == name {
					if got := d.applies(c.Decls[0]); got != want[name] {
						t.Errorf("asked in the order %s, %s applies a partial function: %v", order, name, got)
					}
				}
			}
		}
	}
}
