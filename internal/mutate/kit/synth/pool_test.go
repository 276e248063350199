package synth_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/kit/occurrence"
	"github.com/assay-smt/assay/internal/mutate/kit/synth"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// picks returns the texts of all expressions of sort s that the pool gives for a place.
func picks(p *synth.Pool, s *sorts.Sort, pl occurrence.Place) []string {
	seen := map[string]bool{}
	for seed := range uint64(300) {
		if x := p.Pick(rng.New(seed), s, pl, nil); x != nil {
			seen[x.String()] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// TestPoolVisibility: at each assertion, the Int expressions whose symbols all have a declaration before it that no pop has
// ended; their order of appearance does not matter.
func TestPoolVisibility(t *testing.T) {
	tests := []struct {
		name, text string
		want       [][]string // by assertion
	}{
		{"declaration between assertions", `
(declare-const a Int)
(assert (> a 1))
(declare-const b Int)
(assert (> b 2))`,
			[][]string{{"1", "2", "a"}, {"1", "2", "a", "b"}}},
		{"a later term may move up when its symbols are there", `
(declare-const a Int)
(assert (> a 1))
(declare-const b Int)
(assert (> (+ a 2) b))`,
			[][]string{{"(+ a 2)", "1", "2", "a"}, {"(+ a 2)", "1", "2", "a", "b"}}},
		{"push and pop", `
(declare-const a Int)
(push 1)
(declare-const b Int)
(assert (> (+ a b) 0))
(pop 1)
(assert (> a 1))
(push 1)
(declare-const c Int)
(assert (> c 2))
(pop 1)
(assert (> a 3))`,
			[][]string{
				{"(+ a b)", "0", "1", "2", "3", "a", "b"},
				{"0", "1", "2", "3", "a"},
				{"0", "1", "2", "3", "a", "c"},
				{"0", "1", "2", "3", "a"},
			}},
		{"several levels at once", `
(push 1)
(declare-const a Int)
(push 2)
(declare-const b Int)
(assert (> a b))
(pop 2)
(assert (> a 0))
(pop 1)
(assert (> 1 0))`,
			[][]string{{"0", "1", "a", "b"}, {"0", "1", "a"}, {"0", "1"}}},
		{"global declarations", `
(set-option :global-declarations true)
(push 1)
(declare-const a Int)
(assert (> a 0))
(pop 1)
(assert (> 1 0))`,
			[][]string{{"0", "1", "a"}, {"0", "1", "a"}}},
		{"redeclared after pop", `
(push 1)
(declare-const a Int)
(assert (> (* a 2) 0))
(pop 1)
(push 1)
(declare-const a Int)
(assert (> (* a 3) 0))
(pop 1)`,
			[][]string{{"(* a 2)", "0", "2", "3", "a"}, {"(* a 3)", "0", "2", "3", "a"}}},
		{"functions of the script", `
(declare-fun f (Int) Int)
(assert (> (f 1) 0))
(define-fun g ((x Int)) Int (+ x 7))
(assert (> (g 1) 0))`,
			[][]string{{"(f 1)", "0", "1"}, {"(f 1)", "(g 1)", "0", "1"}}},
		{"reset", `
(declare-const a Int)
(assert (> a 0))
(reset)
(assert (> 1 0))`,
			[][]string{{"0", "1", "a"}, {"0", "1"}}},
		{"reset-assertions", `
(declare-const a Int)
(assert (> a 0))
(reset-assertions)
(assert (> 1 0))`,
			[][]string{{"0", "1", "a"}, {"0", "1"}}},
		{"labels", `
(declare-const a Int)
(assert (! (> (! (+ a 1) :named plus) 0) :named top))
(assert (> (+ plus 2) 3))`,
			[][]string{{"(+ a 1)", "0", "1", "2", "3", "a"}, {"(+ a 1)", "0", "1", "2", "3", "a"}}},
		{"datatypes", `
(assert (> 1 0))
(declare-datatypes ((D 0)) (((c (s Int)) (d))))
(declare-const x D)
(assert (> (s x) 0))`,
			[][]string{{"0", "1"}, {"(s x)", "0", "1"}}},
		{"matches", `
(assert (> 1 0))
(declare-datatypes ((D 0)) (((c (s Int)) (d))))
(assert (> (match d (((c n) 5) (d 6))) 0))`,
			[][]string{{"0", "1", "5", "6"}, {"(match d (((c n) 5) (d 6)))", "0", "1", "5", "6"}}},
		{"no variable of a binder", `
(declare-const a Int)
(assert (forall ((x Int)) (> (+ x a) (* 2 x))))`,
			[][]string{{"2", "a"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := mutatetest.Script(t, tt.text)
			p := synth.NewPool(s)
			var got [][]string
			for _, i := range mutatetest.Asserts(s) {
				got = append(got, picks(p, sorts.Int, occurrence.Place{Command: i}))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// scopes are scripts in which a term may be used only at some places; the names say why.
var scopes = map[string]string{
	"a sort of a closed binder is declared later": `
(assert true)
(declare-sort U 0)
(assert (exists ((x U)) (forall ((y U)) (= x y))))`,
	"a sort of a closed binder is popped": `
(push 1)
(declare-sort U 0)
(assert (forall ((x U)) (= x x)))
(pop 1)
(assert true)`,
	"a sort inside another is popped": `
(push 1)
(declare-sort U 0)
(assert (forall ((x (Array Int U))) (= x x)))
(pop 1)
(assert (= 1 2))`,
	"a qualified value needs a sort": `
(assert (= 1 2))
(push 1)
(declare-sort U 0)
(assert (= (as seq.empty (Seq U)) (as seq.empty (Seq U))))
(pop 1)
(assert (= 3 4))`,
	"a datatype is popped": `
(push 1)
(declare-datatypes ((D 0)) (((c (s Int)) (d))))
(assert (forall ((x D)) (= x d)))
(pop 1)
(assert (not true))`,
	"a datatype comes later": `
(assert false)
(declare-datatypes ((D 0) (E 0)) (((c (s E))) ((d (t D)) (e))))
(assert (forall ((x D) (y E)) (or (= y e) (= (t y) x))))`,
	"a sort comes back with another arity": `
(push 1)
(declare-sort U 0)
(assert (forall ((x U)) (= x x)))
(pop 1)
(push 1)
(declare-sort U 1)
(assert (forall ((x (U Int))) (= x x)))
(pop 1)
(assert (or true false))`,
	"a sort comes back as it was": `
(push 1)
(declare-sort U 0)
(declare-const u U)
(assert (forall ((x U)) (= x u)))
(pop 1)
(push 1)
(declare-sort U 0)
(declare-const u U)
(assert (exists ((x U)) (= x u)))
(pop 1)`,
	"the array of all values of a sort": `
(push 1)
(declare-sort U 0)
(assert (= ((as const (Array U Int)) 1) ((as const (Array U Int)) 2)))
(pop 1)
(assert (> 1 2))`,
	"sorts after reset": `
(declare-sort U 0)
(assert (forall ((x U)) (= x x)))
(reset)
(assert (and true true))`,
	"sorts that are global": `
(set-option :global-declarations true)
(push 1)
(declare-sort U 0)
(assert (forall ((x U)) (= x x)))
(pop 1)
(assert (and true true))`,
	"a polymorphic constructor of a popped sort": `
(declare-datatypes ((List 1)) ((par (X) ((nil) (cons (head X) (tail (List X)))))))
(assert true)
(push 1)
(declare-sort U 0)
(assert (= (as nil (List U)) (as nil (List U))))
(pop 1)
(assert false)`,
}

// TestPoolKeepsScopes puts every expression of the pool, and random operators over them, into every assertion where the pool
// allows them: the script must still be readable.
func TestPoolKeepsScopes(t *testing.T) {
	for name, text := range scopes {
		t.Run(name, func(t *testing.T) {
			s := mutatetest.Script(t, text)
			b := builder(s, nil)
			b.Literals = true
			eq := s.Store.Table.Row("(par (X) (= X X Bool :chainable))")
			for _, at := range mutatetest.Asserts(s) {
				pl := occurrence.Place{Command: at}
				put := func(x *term.Term) {
					if x == nil {
						return
					}
					if x.Sort() != sorts.Bool {
						both, err := s.Store.App(s.Store.Op(eq, nil, nil), x, x)
						if err != nil {
							t.Fatal(err)
						}
						x = both
					}
					x, err := s.Store.Freshen(x)
					if err != nil {
						t.Fatal(err)
					}
					c := *s.Commands[at]
					c.Terms = []*term.Term{x}
					m := s.With(at, c)
					again, err := elab.Script(m.String(), elab.Options{})
					if err != nil {
						t.Fatalf("%s at command %d: %v", x, at+1, err)
					}
					if ok, why := script.Equal(m, again); !ok {
						t.Fatalf("%s at command %d: %s", x, at+1, why)
					}
				}
				for seed := range uint64(60) {
					for _, of := range b.Pool.Sorts() {
						put(b.Pool.Pick(rng.New(seed), of, pl, nil))
					}
					put(b.Operator(rng.New(seed), sorts.Bool, pl))
				}
				for seed := range uint64(100) {
					put(b.Row(rng.New(seed), eq, sorts.Bool, pl)) // over terms of any sort
				}
			}
		})
	}
}

// TestSymbolsBeyondPool: the symbols of a term that the pool has no room for are found in time, however often its parts occur in it.
func TestSymbolsBeyondPool(t *testing.T) {
	const levels = 21_000 // the pool has 20,000
	s := mutatetest.Script(t, "(declare-const x Int)(assert (= x 0))")
	st := s.Store
	root := s.Commands[mutatetest.Asserts(s)[0]].Terms[0].Args()[0]
	for range levels {
		var err error
		if root, _, err = st.Overload(st.Table.Lookup("+"), nil, nil, []*term.Term{root, root}); err != nil {
			t.Fatal(err)
		}
	}
	p := synth.NewPool(s)
	p.Add(root)
	if !p.Symbolic(root) {
		t.Error("it has no symbol")
	}
}
