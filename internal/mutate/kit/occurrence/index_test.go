package occurrence_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/kit/occurrence"
	"github.com/assay-smt/assay/internal/mutate/kit/synth"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// scripts hold sharing, binders of all kinds, labels, patterns and assertions of different sizes.
var scripts = map[string]string{
	"one leaf": `(assert true)`,
	"sharing": `
(declare-const a Int)
(assert (let ((x (+ a 1))) (let ((y (* x x))) (let ((z (- y y))) (> (+ z z x) (- z y))))))`,
	"binders": `
(declare-const a Int)
(declare-fun p (Int) Bool)
(assert (and (forall ((x Int) (y Int)) (=> (p x) (exists ((z Int)) (and (p z) (> (+ x y) z a))))) (p a)))
(assert (exists ((x Int)) (! (p x) :pattern ((p x)))))`,
	"labels": `
(declare-const a Int)
(assert (! (> (! (+ a 1) :named plus) (* 2 a)) :named top))
(assert (> plus (- a 3)))
(assert (forall ((x Int)) (! (> (+ x a) 7) :qid q)))`,
	"matches": `
(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))
(declare-const l L)
(assert (> (match l ((nil 1) ((cons h t) (+ h (match t ((nil h) ((cons h2 t2) (- h2 h)))))))) 0))`,
	"lambdas": `
(declare-const f (-> Int Int))
(assert (= f (lambda ((x Int)) (+ x 1))))`,
}

func newIndex(s *script.Script) *occurrence.Index {
	var index occurrence.Index
	index.Update(s)
	return &index
}

// TestOccurrencesAreExact checks every picked place: the path leads to the term, Above lists what is passed, and
// Scope holds exactly the variables bound above it, in order of their IDs.
func TestOccurrencesAreExact(t *testing.T) {
	for name, text := range scripts {
		t.Run(name, func(t *testing.T) {
			s := mutatetest.Script(t, text)
			index := newIndex(s)
			picked := 0
			for seed := range uint64(400) {
				o, ok := index.Pick(rng.New(seed))
				if !ok {
					continue
				}
				picked++
				c := *s.Commands[o.Command]
				if c.Kind != script.Assert {
					t.Fatalf("command %d is not an assertion", o.Command)
				}
				at := c.Terms[0]
				var scope []*term.Term
				for i, child := range o.Path {
					if o.Above[i] != at {
						t.Fatalf("%v: step %d passes %s, not %s", o.Path, i, at, o.Above[i])
					}
					scope = append(scope, at.Bound()...)
					if cases := at.Cases(); cases != nil && child > 0 {
						scope = append(scope, cases[child-1].Vars...)
					}
					at = at.Args()[child]
				}
				if at != o.Term || len(o.Above) != len(o.Path) {
					t.Fatalf("%v leads to %s, not to %s", o.Path, at, o.Term)
				}
				if along := occurrence.Ancestors(c.Terms[0], o.Path); !slices.Equal(along, o.Above) {
					t.Errorf("%v: along the path stand %v, above the term %v", o.Path, along, o.Above)
				}
				slices.SortFunc(scope, func(a, b *term.Term) int { return a.ID() - b.ID() })
				if !slices.Equal(scope, o.Scope) {
					t.Fatalf("%v: scope %v, not %v", o.Path, o.Scope, scope)
				}
				if !term.Subset(o.Term.Free(), o.Scope) {
					t.Fatalf("%s has variables that its scope %v lacks", o.Term, o.Scope)
				}
				if o.Term.HasNamed() || o.Term.Kind() == term.Annot {
					t.Fatalf("%s holds a label or is an annotation", o.Term)
				}
				if pl := o.Place(); pl.Command != o.Command || !slices.Equal(pl.Scope, o.Scope) {
					t.Fatalf("place %v of o %v", pl, o)
				}
			}
			if picked == 0 {
				t.Error("no place was ever picked")
			}
		})
	}
}

// TestChoiceIsEven: every distinct subterm of an assertion is as likely as any other, however often it occurs there and
// however large the assertions are.
func TestChoiceIsEven(t *testing.T) {
	for name, text := range scripts {
		t.Run(name, func(t *testing.T) {
			s := mutatetest.Script(t, text)
			type node struct {
				command int
				t       *term.Term
			}
			count := map[node]int{}
			for _, i := range mutatetest.Asserts(s) {
				// Walk also visits terms in patterns: those are not places.
				var visit func(x *term.Term)
				visit = func(x *term.Term) {
					if _, ok := count[node{i, x}]; ok {
						return
					}
					count[node{i, x}] = 0
					for _, a := range x.Args() {
						visit(a)
					}
				}
				visit(s.Commands[i].Terms[0])
			}
			index := newIndex(s)
			if index.Len() != len(count) {
				t.Fatalf("%d places, not %d", index.Len(), len(count))
			}
			for n := range count {
				if n.t.HasNamed() || n.t.Kind() == term.Annot {
					delete(count, n)
				}
			}
			const each = 200
			total := 0
			r := rng.New(17)
			for range each * index.Len() {
				o, ok := index.Pick(r)
				if !ok {
					continue
				}
				n := node{o.Command, o.Term}
				if _, ok := count[n]; !ok {
					t.Fatalf("%s in command %d is not a place", o.Term, o.Command)
				}
				count[n]++
				total++
			}
			for n, c := range count {
				if d := math.Abs(float64(c - each)); d > 6*math.Sqrt(each) {
					t.Errorf("%s in command %d was picked %d times, %d expected", n.t, n.command, c, each)
				}
			}
			if want := each * len(count); math.Abs(float64(total-want)) > 6*math.Sqrt(float64(want)) {
				t.Errorf("%d places, %d expected", total, want)
			}
		})
	}
}

// TestEveryOccurrenceIsReached: all paths to a shared subterm are picked.
func TestEveryOccurrenceIsReached(t *testing.T) {
	s := mutatetest.Script(t, scripts["sharing"])
	root := s.Commands[mutatetest.Asserts(s)[0]].Terms[0]
	missing := map[string]bool{}
	var visit func(x *term.Term, p term.Path)
	visit = func(x *term.Term, p term.Path) {
		missing[fmt.Sprint(p)] = true
		for i, a := range x.Args() {
			visit(a, append(slices.Clone(p), i))
		}
	}
	visit(root, term.Path{})
	index := newIndex(s)
	r := rng.New(3)
	all := len(missing)
	for range 40 * all {
		if o, ok := index.Pick(r); ok {
			delete(missing, fmt.Sprint(o.Path))
		}
	}
	if len(missing) > 0 {
		t.Errorf("%d of %d occurrences were never picked: %v", len(missing), all, missing)
	}
}

// TestIndexFollowsTheScript: after an update the places are those that a fresh index finds in the script.
func TestIndexFollowsTheScript(t *testing.T) {
	s := mutatetest.Script(t, scripts["binders"])
	b := &synth.Builder{Catalog: synth.NewCatalog(s.Store.Table, nil, nil), Store: s.Store, Pool: synth.NewPool(s)}
	index := newIndex(s)
	r := rng.New(8)
	for range 200 {
		o, ok := index.Pick(r)
		if !ok {
			continue
		}
		x := b.Operator(r, o.Term.Sort(), o.Place())
		if x == nil {
			continue
		}
		root, err := s.Store.Replace(s.Commands[o.Command].Terms[0], o.Path, x)
		if err != nil {
			t.Fatal(err)
		}
		c := *s.Commands[o.Command]
		c.Terms = []*term.Term{root}
		s = s.With(o.Command, c)
		index.Update(s)
		fresh := newIndex(s)
		if index.Len() != fresh.Len() {
			t.Fatalf("%d places after an update, %d in a fresh index", index.Len(), fresh.Len())
		}
		for seed := range uint64(5) {
			x, xok := index.Pick(rng.New(seed))
			y, yok := fresh.Pick(rng.New(seed))
			if xok != yok || x.Term != y.Term || x.Command != y.Command || !slices.Equal(x.Path, y.Path) {
				t.Fatalf("an update gives %v at %v, a fresh index %v at %v", x.Term, x.Path, y.Term, y.Path)
			}
		}
	}
	// Fewer assertions than before.
	short := mutatetest.Script(t, scripts["one leaf"])
	index.Update(short)
	if o, ok := index.Pick(r); index.Len() != 1 || !ok || o.Term.String() != "true" {
		t.Errorf("%d places, %v", index.Len(), o)
	}
}

func TestNoOccurrences(t *testing.T) {
	index := newIndex(mutatetest.Script(t, "(declare-const a Int)\n(check-sat)"))
	if o, ok := index.Pick(rng.New(1)); ok || index.Len() != 0 {
		t.Errorf("%d places, %v", index.Len(), o)
	}
}

// TestChange: an index that follows changes of single assertions picks the same as one that sees the script for the first time.
func TestChange(t *testing.T) {
	text := ""
	for i := range 37 {
		text += fmt.Sprintf("(declare-const x%d Int)(assert (or (> (+ x%d %d) (* x%d 3)) (let ((y (+ x%d 1))) (= (* y y) y))))(assert (= x%d %d))", i, i, i, i, i, i, i)
	}
	s := mutatetest.Script(t, text)
	follower := newIndex(s)
	r := rng.New(3)
	for step := range 60 {
		for range 5 {
			seed := r.Uint64()
			fresh := newIndex(s)
			want, ok := fresh.Pick(rng.New(seed))
			got, also := follower.Pick(rng.New(seed))
			if ok != also || got.Command != want.Command || got.Term != want.Term || !slices.Equal(got.Path, want.Path) || follower.Len() != fresh.Len() {
				t.Fatalf("step %d: %v of %d, not %v of %d", step, got, follower.Len(), want, fresh.Len())
			}
		}
		o, ok := follower.Pick(r)
		if !ok || o.Term.Sort().String() != "Int" {
			continue
		}
		c := *s.Commands[o.Command]
		more, _, err := s.Store.Overload(s.Store.Table.Lookup("+"), nil, nil, []*term.Term{o.Term, o.Term})
		if err != nil {
			t.Fatal(err)
		}
		root, err := s.Store.Replace(c.Terms[0], o.Path, more)
		if err != nil {
			t.Fatal(err)
		}
		c.Terms = []*term.Term{root}
		s = s.With(o.Command, c)
		follower.Change(o.Command, root)
	}
}
