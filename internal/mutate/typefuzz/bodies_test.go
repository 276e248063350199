package typefuzz_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/definition"
	"github.com/assay-smt/assay/internal/mutate/typefuzz"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// defined has definitions of all kinds: with and without parameters, over each other, recursive, with labels, and one after an assertion.
const defined = `(set-logic LIA)
(declare-const x Int)
(declare-const y Int)
(define-fun c () Int (+ x 17))
(define-fun f ((a Int) (b Int)) Bool (forall ((v Int)) (=> (< a v) (< (+ v c) b))))
(define-fun-rec r ((n Int)) Int (ite (> n 0) (r (- n c)) (+ n 5)))
(define-fun g ((a Int)) Bool (or (f a y) (= (r a) c)))
(define-fun l () Bool (! (> x y) :named n))
(assert (! (g (+ x c)) :named m))
(assert (or (f x y) (not (g y)) n))
(define-const late Int (- y x))
(assert (> late c))
(check-sat)`

// standing makes chains of n mutants each whose definitions stay in place.
func standing(t *testing.T, o typefuzz.Options, text string, chains, n int) (out []mutate.Mutant, rejected map[string]int) {
	t.Helper()
	rejected = map[string]int{}
	for seed := uint64(0); chains > 0; seed++ {
		sc, err := elab.Script(text, elab.Options{})
		if err != nil {
			t.Fatal(err)
		}
		unfolded := false
		source, err := typefuzz.New(o).Prepare(context.Background(), &mutate.Seed{Script: sc}, mutate.Env{
			Rand: rng.New(seed), Unfolded: func(*mutate.Seed) { unfolded = true },
		})
		if err != nil {
			t.Fatal(err)
		}
		if unfolded {
			continue
		}
		chains--
		for k := range uint64(n) {
			m, err := source.Next(rng.New(seed).SplitN(k))
			if err != nil {
				break
			}
			out = append(out, m)
		}
		for why, n := range source.(mutate.Choosy).Rejected() {
			rejected[why] += n
		}
	}
	return out, rejected
}

// TestBodies: bodies are mutated in place, over their own parameters and what is declared before them; those of recursive functions stay
// unchanged, and the printed text reads as the mutant.
func TestBodies(t *testing.T) {
	for name, o := range options {
		t.Run(name, func(t *testing.T) {
			bodies, calls, parameters, assertions := 0, 0, 0, 0
			mutants, _ := standing(t, o, defined, 30, 15)
			for _, m := range mutants {
				accept(t, m, "", nil)
				step := m.Steps[len(m.Steps)-1]
				if m.Script.Commands[5].Decls[0].Body.String() != "(ite (> n 0) (r (- n c)) (+ n 5))" {
					t.Fatalf("%v: the recursive function has changed:\n%s", step, m.Script)
				}
				seen := map[*term.Decl]bool{}
				for i, c := range m.Script.Commands {
					for _, d := range c.Decls {
						if c.Kind == script.DefineRec {
							seen[d] = true
						}
						declared(t, step, d.Body, seen, d.Vars)
						seen[d] = true
					}
					if c.Kind == script.Assert {
						declared(t, step, c.Terms[0], seen, nil)
						term.Labels(c.Terms[0], func(l *term.Decl) { seen[l] = true })
					}
					if d := definition.Root(c); i == step.Command && c.Kind == script.DefineFun {
						bodies++
						if len(step.After.Free()) > 0 && d.HasUser() {
							parameters++
						}
					}
				}
				if m.Script.Commands[step.Command].Kind == script.Assert {
					assertions++
				}
				if step.After.HasUser() {
					calls++
				}
			}
			if len(mutants) < 200 || bodies < 60 || parameters < 20 || assertions < 60 || calls < 60 {
				t.Errorf("%d mutants, %d of bodies, %d of these with parameters, %d of assertions, %d with symbols", len(mutants), bodies, parameters, assertions, calls)
			}
		})
	}
}

// declared checks that what a term calls is declared before it, and that its free variables are the given parameters.
func declared(t *testing.T, step mutate.Step, x *term.Term, seen map[*term.Decl]bool, params []*term.Term) {
	t.Helper()
	if x == nil {
		return
	}
	for _, v := range x.Free() {
		if !slices.Contains(params, v) {
			t.Fatalf("%v: %s is bound nowhere", step, v.Text())
		}
	}
	term.Walk([]*term.Term{x}, func(u *term.Term) bool {
		if f := u.Func(); f != nil && f.Decl != nil && f.Decl.Kind != term.Label && !seen[f.Decl] {
			t.Fatalf("%v: %s is not declared before", step, f.Decl.Name)
		}
		return true
	})
}

// TestBodiesStayInLogic: the fence holds in bodies as in assertions, and a part of the seed outside its logic can still be mutated around when a
// body below it has changed.
func TestBodiesStayInLogic(t *testing.T) {
	const text = `(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)(define-fun f ((a Int)) Int (+ a y 3))
		(assert (< (* (f x) (f y)) (- 100 x)))(assert (or (> x y) (> (f x) 9)))(check-sat)`
	home, after, redefined := 0, 0, false
	mutants, _ := standing(t, typefuzz.Options{}, text, 60, 12)
	for _, m := range mutants {
		if len(m.Steps) == 1 {
			redefined = false
		}
		step := m.Steps[len(m.Steps)-1]
		if m.Script.Logic() == "QF_LIA" {
			home++
			if redefined && step.Command == 4 {
				after++
			}
		}
		redefined = redefined || m.Script.Commands[step.Command].Kind == script.DefineFun
	}
	if 2*home < len(mutants) || after < 20 {
		t.Errorf("%d of %d mutants in the seed's logic, %d in what is not linear, with another body in it", home, len(mutants), after)
	}
}

// TestBodiesSilenceNothing: no body that is not constant itself makes an assertion constant.
func TestBodiesSilenceNothing(t *testing.T) {
	const text = `(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)(define-fun f ((a Int) (b Int)) Bool (< a b))
		(assert (not (= (f x y) (f (+ y 1) x))))(assert (= (f x y) (f y x)))(check-sat)`
	counts := map[string]int{}
	mutants, rejected := standing(t, typefuzz.Options{}, text, 400, 1)
	for _, m := range mutants {
		body := m.Script.Commands[3].Decls[0].Body
		counts[body.String()]++
		if body.Func().Is("distinct") || body.Func().Is("=") {
			if args := body.Args(); len(args) == 2 && args[0].Kind() == term.Var && args[1].Kind() == term.Var {
				t.Errorf("%s makes the second assertion constant", body)
			}
		}
	}
	if len(counts) < 30 || rejected["a formula would have the same value under all assignments"] == 0 {
		t.Error(len(counts), "bodies;", fmt.Sprint(rejected))
	}
}
