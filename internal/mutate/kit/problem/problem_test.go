package problem_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

func read(t *testing.T, text string) *script.Script {
	t.Helper()
	s, err := elab.Script(text, elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func take(t *testing.T, text string) *problem.Problem {
	t.Helper()
	p, err := problem.Of(read(t, text))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func texts(formulas []*term.Term) []string {
	var out []string
	for _, f := range formulas {
		out = append(out, f.String())
	}
	return out
}

func TestOf(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string // the formulas
		script     string   // what the text of the problem contains
	}{
		{"labels are written out", "(declare-const p Bool)(assert (! (or p (! (not p) :named n)) :named m))(assert (=> n m))",
			[]string{"(or p (not p))", "(=> (not p) (or p (not p)))"}, "(assert (or p (not p)))"},
		{"attributes stay", "(declare-fun f (Int) Int)(assert (forall ((x Int)) (! (> (f x) 0) :pattern ((f x)))))",
			[]string{"(forall ((x Int)) (! (> (f x) 0) :pattern ((f x))))"}, ""},
		{"levels are lifted", "(declare-const p Bool)(push 1)(declare-const q Bool)(assert q)(pop 1)(assert p)(check-sat-assuming (p (not p)))",
			[]string{"q", "p", "(not p)"}, "(declare-fun q () Bool)"},
		{"a name that is declared again", "(push 1)(declare-const x Int)(assert (> x 1))(pop 1)(declare-const x Bool)(assert x)(assert true)",
			[]string{"(> x 1)", "true"}, "(declare-fun x () Int)"},
		{"the same sort again", "(push 1)(declare-sort U 0)(declare-const u U)(assert (= u u))(pop 1)(declare-sort U 0)(declare-const v U)(assert (distinct v v))",
			[]string{"(= u u)", "(distinct v v)"}, "(declare-fun v () U)"},
		{"another sort of the same name", "(push 1)(declare-datatypes ((d 0)) (((p) (q))))(declare-const u d)(assert (= u p))(pop 1)" +
			"(declare-datatypes ((d 0)) (((r) (s) (t))))(declare-const v d)(assert (= v v))(assert (forall ((w (Array d d))) (= w w)))(assert true)",
			[]string{"(= u p)", "true"}, "(declare-datatypes ((d 0)) (((p) (q))))"},
		{"a sort of another arity", "(push 1)(declare-sort U 1)(declare-const u (U Int))(assert (= u u))(pop 1)(declare-sort U 0)(declare-const v U)(assert (= v v))",
			[]string{"(= u u)"}, "(declare-sort U 1)"},
		{"a definition of what is hidden", "(push 1)(declare-const x Int)(pop 1)(declare-const x Bool)(define-fun h () Bool x)(assert h)", nil, ""},
		{"a formula twice", "(declare-const p Bool)(assert p)(assert p)", []string{"p"}, ""},
		{"nothing", "(check-sat)", nil, "(check-sat)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := take(t, tt.text)
			if got := texts(p.Assertions); !slices.Equal(got, tt.want) {
				t.Errorf("%q", got)
			}
			if text := p.Asking(p.Assertions...).String(); !strings.Contains(text, tt.script) {
				t.Errorf("%s", text)
			}
		})
	}
}

func TestJoin(t *testing.T) {
	tests := []struct {
		name, a, b string
		want       []string // the formulas
		clash      bool
	}{
		{"apart", "(declare-const x Int)(assert (> x 1))", "(declare-const y Int)(assert (< y 1))", []string{"(> x 1)", "(< y 1)"}, false},
		{"one name", "(declare-const x Int)(assert (> x 1))", "(declare-const x Bool)(assert x)", []string{"(> x 1)", "x_2"}, false},
		{"the new name is taken", "(declare-const x Int)(declare-const x_2 Int)(assert (> x x_2))", "(declare-const x Bool)(declare-const x_2_ Bool)(assert (or x x_2_))", []string{"(> x x_2)", "(or x_2__ x_2_)"}, false},
		{"a bound variable of that name", "(declare-const x Int)(assert (> x 1))", "(declare-const x Int)(assert (exists ((y Int)) (let ((x y)) (= x 2))))", []string{"(> x 1)", "(exists ((y Int)) (= y 2))"}, false},
		{"sorts", "(declare-sort U 0)(declare-const u U)(assert (= u u))", "(declare-datatype U ((c (s Int))))(declare-const u U)(assert ((_ is c) u))", []string{"(= u u)", "((_ is c) u_2)"}, false},
		{"a formula of both", "(assert (= 1 2))", "(assert (= 1 2))", []string{"(= 1 2)", "(= 1 2)"}, false},
		{"an operator's name on both sides", "(declare-const abs Int)(assert (= abs 1))", "(declare-const abs Int)(assert (= abs 2))", []string{"(= abs 1)", "(= abs_2 2)"}, false},
		{"an operator's name on the second", "(assert (= (abs 1) 1))", "(declare-const abs Int)(assert (= abs 2))", []string{"(= (abs 1) 1)", "(= abs_2 2)"}, false},
		{"an operator's name that the second uses", "(declare-const abs Int)(assert (= abs 1))", "(assert (= (abs 1) 1))", nil, true},
		{"an operator's name that the second does not use", "(declare-const abs Int)(assert (= abs 1))", "(assert (= 1 1))", []string{"(= abs 1)", "(= 1 1)"}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a, b := take(t, tt.a), take(t, tt.b)
			j, err := problem.Join(a, b)
			if tt.clash {
				if !errors.Is(err, problem.ErrClash) {
					t.Errorf("%v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := texts(j.Assertions); !slices.Equal(got, tt.want) || j.First != len(a.Assertions) {
				t.Errorf("%q, %d of the first", got, j.First)
			}
		})
	}
}

// TestJoinSeeds: every built-in seed can be joined with itself and its neighbour, and the result reads back the same.
func TestJoinSeeds(t *testing.T) {
	var last *problem.Problem
	joined, clashes := 0, 0
	for _, seed := range seeds.All() {
		p := take(t, string(seed.Text))
		for _, other := range []*problem.Problem{p, last} {
			if other == nil || !problem.Compatible(p.Logic, other.Logic) {
				continue
			}
			j, err := problem.Join(p, other)
			if errors.Is(err, problem.ErrClash) && other != p {
				clashes++
				continue
			}
			if err != nil {
				t.Errorf("%s: %v", seed.Name, err)
				continue
			}
			joined++
			if len(j.Assertions) != len(p.Assertions)+len(other.Assertions) {
				t.Errorf("%s: %d formulas of %d and %d", seed.Name, len(j.Assertions), len(p.Assertions), len(other.Assertions))
			}
			for i, f := range p.Assertions {
				if !term.Equal(f, j.Assertions[i]) {
					t.Errorf("%s: %s became %s", seed.Name, f, j.Assertions[i])
				}
			}
		}
		last = p
	}
	if joined < 200 || clashes > 5 {
		t.Errorf("%d joined, %d clashes", joined, clashes)
	}
}

func TestReadable(t *testing.T) {
	p := take(t, "(declare-const s String)(assert (str.is_digit s))")
	if !p.Readable([]mutate.Dialect{{Name: "z3"}, {Name: "cvc5"}}) {
		t.Error("z3 and cvc5 have str.is_digit")
	}
	if p.Readable([]mutate.Dialect{{Name: "z3"}, {Name: "boolector"}}) {
		t.Error("boolector has no strings")
	}
}

func TestCompatible(t *testing.T) {
	if !problem.Compatible("QF_LIA", "QF_IDL") || problem.Compatible("QF_IDL", "QF_LIA") || !problem.Compatible("X", "X") {
		t.Error("compatible logics are those that a logic includes")
	}
}

// At takes what one check asks about and what is declared there: neither what was popped with its level nor what comes later.
func TestAt(t *testing.T) {
	s := read(t, `(set-logic QF_LIA)(declare-const x Int)(assert (! (> x 1) :named a))(push 1)(declare-const y Int)(assert (< y x))(check-sat)(pop 1)
		(check-sat-assuming ((= x 5)))(push 1)(declare-const y Bool)(assert y)(check-sat)
		(push 2)(declare-datatypes ((d 0)) (((p) (q))))(declare-const u d)(assert ((_ is p) u))(check-sat)(pop 2)
		(push 1)(declare-datatypes ((d 0)) (((p) (r) (q))))(declare-const u d)(assert ((_ is r) u))(check-sat)
		(reset-assertions)(declare-const x Bool)(assert x)(check-sat)
		(reset)(set-logic QF_LRA)(declare-const z Real)(push 1)(set-option :global-declarations true)
		(declare-const w Real)(pop 1)(assert (= w z))(check-sat)`)
	for check, want := range []struct{ formulas, script string }{
		{"(> x 1) (< y x)", "(set-logic QF_LIA) (declare-fun x () Int) (declare-fun y () Int)"},
		{"(> x 1) (= x 5)", "(set-logic QF_LIA) (declare-fun x () Int)"},
		{"(> x 1) y", "(set-logic QF_LIA) (declare-fun x () Int) (declare-fun y () Bool)"},
		{"(> x 1) y ((_ is p) u)", "(set-logic QF_LIA) (declare-fun x () Int) (declare-fun y () Bool) (declare-datatypes ((d 0)) (((p) (q)))) (declare-fun u () d)"},
		{"(> x 1) y ((_ is r) u)", "(set-logic QF_LIA) (declare-fun x () Int) (declare-fun y () Bool) (declare-datatypes ((d 0)) (((p) (r) (q)))) (declare-fun u () d)"},
		{"x", "(set-logic QF_LIA) (declare-fun x () Bool)"},
		{"(= w z)", "(set-logic QF_LRA) (declare-fun z () Real) (declare-fun w () Real)"},
	} {
		p, err := problem.At(s, check)
		if err != nil {
			t.Errorf("check %d: %v", check, err)
			continue
		}
		if got := strings.Join(texts(p.Assertions), " "); got != want.formulas {
			t.Errorf("check %d: %s", check, got)
		}
		if got := strings.Join(strings.Fields(p.Script().String()), " "); got != want.script {
			t.Errorf("check %d: %s", check, got)
		}
		again := read(t, p.Asking(p.Assertions...).String())
		if again.Checks() != 1 || again.Incremental() {
			t.Errorf("check %d:\n%s", check, again)
		}
	}
	if _, err := problem.At(s, 7); !errors.Is(err, mutate.ErrNotApplicable) || !strings.Contains(err.Error(), "no check-sat number 8") {
		t.Errorf("a check that does not exist: %v", err)
	}
}

// TestUnknownDeclarations: what a script declares with non-standard commands would be lost, and its formulas depend on it.
func TestUnknownDeclarations(t *testing.T) {
	heap := read(t, "(declare-heap (Int Int))(declare-const x Int)(assert (pto x 3))(check-sat)")
	if _, err := problem.Of(heap); !errors.Is(err, mutate.ErrNotApplicable) || !strings.Contains(err.Error(), "(declare-heap (Int Int)) is a declaration") {
		t.Errorf("%v", err)
	}
	if _, err := problem.Of(read(t, "(declare-const x Int)(assert (> x 3))(frobnicate x)(check-sat)")); err != nil {
		t.Error(err)
	}
}

// TestJoinBoundNames: a symbol of the second script gets no name that a variable around it has.
func TestJoinBoundNames(t *testing.T) {
	for _, tt := range []struct{ name, second, want string }{
		{"a quantifier", "(declare-const x Int)(assert (exists ((x_2 Int)) (< x x_2)))", "(exists ((x_2 Int)) (< x_2_ x_2))"},
		{"a pattern", "(declare-datatype D ((c (s Int))))(declare-const x Int)(declare-const d D)(assert (match d (((c x_2) (< x x_2)))))", "(match d (((c x_2) (< x_2_ x_2))))"},
		{"a parameter", "(declare-const x Int)(define-fun f ((x_2 Int)) Bool (< x x_2))(assert (f 1))", "(f 1)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			j, err := problem.Join(take(t, "(declare-const x Int)(assert (> x 1))"), take(t, tt.second))
			if err != nil {
				t.Fatal(err)
			}
			if got := j.Assertions[1].String(); got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
			if j.Renamed["x"] != "x_2_" {
				t.Errorf("x is now %s", j.Renamed["x"])
			}
		})
	}
}
