package inquiry_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/run/inquiry"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/question"
)

// profiles are read once: some tests ask for them hundreds of times.
var profiles = sync.OnceValues(solver.Builtin)

func profile(t *testing.T, name string) *solver.Profile {
	t.Helper()
	set, err := profiles()
	if err != nil {
		t.Fatal(err)
	}
	p, ok := set.Profile(name)
	if !ok {
		t.Fatalf("no profile %s", name)
	}
	return p
}

const formula = `(set-logic ALL)
(declare-fun x () Int) (declare-fun y () Int) (declare-fun s () String) (declare-fun a () (Array Int Int))
(assert (! (> (+ x (select a y)) (str.len s)) :named big))
(assert (forall ((z Int)) (or (= (+ z x) 0) (distinct z (+ x y)))))
(assert (str.in_re (str.++ s "a") (re.* (str.to_re "a"))))
(check-sat)
`

// Questions follow from the script, the random numbers and the profile. They can be read where they stand, and are about terms that have no
// free variables and no names, and whose values are not languages.
func TestQuestions(t *testing.T) {
	for _, name := range []string{"z3", "cvc5", "boolector"} {
		t.Run(name, func(t *testing.T) {
			p := profile(t, name)
			seen := map[question.Kind]bool{}
			var asked strings.Builder
			for seed := range uint64(50) {
				var all [2][]solver.Question
				for i := range all {
					s, err := elab.Script(formula, elab.Options{})
					if err != nil {
						t.Fatal(err)
					}
					all[i] = inquiry.New(s, rng.New(seed)).For(p)
				}
				if diff := cmp.Diff(all[0], all[1]); diff != "" {
					t.Fatalf("the same questions differ:\n%s", diff)
				}
				var text strings.Builder
				text.WriteString(formula)
				for _, q := range all[0] {
					seen[q.Kind] = true
					text.WriteString(q.Command + "\n")
					asked.WriteString(q.Command)
					if q.Check != 0 || !q.Kind.Further() || strings.Contains(q.Command, ":named") {
						t.Errorf("%+v", q)
					}
				}
				if _, err := elab.Script(text.String(), elab.Options{}); err != nil {
					t.Fatalf("%v\n%s", err, text.String())
				}
			}
			if filled := strings.Count(asked.String(), `(str.++ "`); (filled == 0) != (name == "boolector") {
				t.Errorf("%d terms with a value in place of s", filled)
			}
			want := map[string][]question.Kind{
				"z3":        {question.Values, question.Assignment, question.Evaluated, question.Simplified, question.Goals},
				"cvc5":      {question.Values, question.Assignment},
				"boolector": nil,
			}[name]
			if len(seen) != len(want) || slices.ContainsFunc(want, func(k question.Kind) bool { return !seen[k] }) {
				t.Errorf("kinds %v, want %v", seen, want)
			}
		})
	}
}

// Some inquiries have objectives, only for solvers that have a command for their values, and only for scripts without objectives of their own.
func TestObjectives(t *testing.T) {
	plain := strings.Replace(formula, "(assert (forall ((z Int)) (or (= (+ z x) 0) (distinct z (+ x y)))))", "(assert (distinct x (+ x y)))", 1)
	count := func(name, more string) (n int) {
		for seed := range uint64(40) {
			s, err := elab.Script(strings.Replace(plain, "(check-sat)", more+"(check-sat)", 1), elab.Options{})
			if err != nil {
				t.Fatal(err)
			}
			q := inquiry.New(s, rng.New(seed))
			asks := slices.ContainsFunc(q.For(profile(t, name)), func(q solver.Question) bool { return q.Kind == question.Objectives })
			if front := q.Front(profile(t, name)); asks != (len(front) > 0) {
				t.Fatalf("%v, asked: %v", front, asks)
			}
			if asks {
				n++
			}
		}
		return n
	}
	if n := count("z3", ""); n < 3 || n > 20 {
		t.Errorf("%d of 40 have objectives", n)
	}
	const quantified = "(assert (exists ((n Int)) (> n 0)))"
	if n := count("z3", quantified) + count("z3", "(define-fun g () Bool (forall ((n Int)) (> n 0)))"); n > 0 {
		t.Errorf("%d with quantifiers have objectives", n)
	}
	if n := count("cvc5", "") + count("z3", "(minimize x)") + count("z3", "(push 1)"); n > 0 {
		t.Errorf("%d have objectives that must not", n)
	}
}

// Scripts that ask several times are not asked for values, since there is no model to compare them with; without a check nothing is asked.
func TestWhere(t *testing.T) {
	for text, want := range map[string]int{"(check-sat)\n(push 1)\n(check-sat)\n": 1, "": -1} {
		s, err := elab.Script("(declare-fun x () Int)\n(assert (> (+ x 1) 0))\n"+text, elab.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := inquiry.New(s, rng.New(1)).For(profile(t, "z3"))
		if (want < 0) != (len(got) == 0) {
			t.Errorf("%q: %+v", text, got)
		}
		for _, q := range got {
			if q.Check != want || q.Kind == question.Values || q.Kind == question.Evaluated {
				t.Errorf("%q: %+v", text, q)
			}
		}
	}
}

// Scripts that ask once and have no quantifiers are asked about one goal, in the syntax of the solvers that can do it; the text enables it
// and can be read.
func TestConjecture(t *testing.T) {
	const ground = "(set-logic QF_LIA)\n(declare-fun x () Int)\n(declare-fun y () Int)\n(assert (> (+ x y) 3))\n(assert (or (< x 0) (> y 7)))\n(check-sat)\n"
	kinds := map[question.Kind]bool{}
	for seed := range uint64(30) {
		s, err := elab.Script(ground, elab.Options{})
		if err != nil {
			t.Fatal(err)
		}
		with, ask := inquiry.Conjecture(s, rng.New(seed))
		if with == nil || len(ask(profile(t, "z3"))) > 0 {
			t.Fatalf("%v", with)
		}
		asked := ask(profile(t, "cvc5"))
		if len(asked) != 1 {
			t.Fatalf("%+v", asked)
		}
		kinds[asked[0].Kind] = true
		option := map[question.Kind]string{question.Interpolant: ":produce-interpolants", question.Abduct: ":produce-abducts"}[asked[0].Kind]
		if with.Commands[0].Name != option || with.Commands[0].Text != "true" {
			t.Errorf("%+v for %+v", with.Commands[0], asked)
		}
		if _, err := elab.Script(ground+asked[0].Command+"\n", elab.Options{}); err != nil {
			t.Errorf("%v: %+v", err, asked)
		}
	}
	if len(kinds) != 2 {
		t.Errorf("kinds %v", kinds)
	}
	for _, text := range []string{formula, ground + "(check-sat)\n", "(declare-fun p () Bool)\n(assert p)\n(check-sat)\n"} {
		s, err := elab.Script(text, elab.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if with, _ := inquiry.Conjecture(s, rng.New(1)); with != nil {
			t.Errorf("asked about\n%s", text)
		}
	}
}

// A function that is defined by recursion is asked about where the formula applies it, and nowhere else: solvers compute it only there.
func TestRecursiveFunctionsAreNotFilled(t *testing.T) {
	s, err := elab.Script(`(set-logic UFLIA)
(define-fun-rec f ((n Int)) Int (ite (<= n 0) 0 (+ 1 (f (- n 1)))))
(define-fun g ((n Int)) Int (+ n n))
(declare-const x Int)
(assert (= (f x) (g x)))
(check-sat)
`, elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	filled := 0
	for seed := range uint64(40) {
		q := inquiry.New(s, rng.New(seed))
		for _, question := range q.For(profile(t, "cvc5")) {
			if strings.Contains(strings.ReplaceAll(question.Command, "(f x)", ""), "(f ") {
				t.Fatalf("seed %d: %s", seed, question.Command)
			}
			if strings.Contains(strings.ReplaceAll(question.Command, "(g x)", ""), "(g ") {
				filled++
			}
		}
	}
	if filled == 0 {
		t.Error("no argument of another function was replaced")
	}
}
