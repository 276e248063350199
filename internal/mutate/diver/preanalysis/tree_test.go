package preanalysis_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/internal/mutate/diver/preanalysis"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
	"github.com/assay-smt/assay/smt/value"
)

// read reads the formulas of a script with a model that makes them true.
func read(t *testing.T, text, values string) (*script.Script, []*term.Term, func() *eval.Evaluator) {
	t.Helper()
	s, err := elab.Script(text, elab.Options{Table: theory.Builtin()})
	if err != nil {
		t.Fatal(err)
	}
	m, err := model.Read("("+values+")", s, 0, model.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var formulas []*term.Term
	for _, c := range s.Commands {
		if c.Kind == script.Assert {
			formulas = append(formulas, c.Terms[0])
		}
	}
	evaluator := func() *eval.Evaluator {
		return eval.New(s.Store, m, eval.Options{Steps: 1_000_000, Instances: 1000, Work: 1 << 24, Bytes: 1 << 26})
	}
	ev := evaluator()
	for _, f := range formulas {
		if v := ev.Term(f); !v.IsTrue() {
			t.Fatalf("%s is %s", f, v.Text(80))
		}
	}
	return s, formulas, evaluator
}

// examples are formulas with models that contain everything that trees have to handle: sharing, binders, annotations, open values, and all theories.
var examples = []struct{ name, text, model string }{
	{"connectives", `(declare-const p Bool) (declare-const q Bool) (declare-const r Bool)
		(assert (or (and p (not q) (or r q p)) (=> q (xor p q r)) (ite p q r)))
		(assert (and (or p q) (=> r p) (not (and q r p)) (or (not p) (not q))))`,
		`(define-fun p () Bool true) (define-fun q () Bool false) (define-fun r () Bool true)`},
	{"numbers", `(declare-const x Int) (declare-const y Int) (declare-const z Real)
		(assert (let ((s (+ x y))) (and (< s (* 3 s)) (or (= s 7) (>= (div s 2) (mod s 5))) (<= (abs x) (+ s s s)))))
		(assert (or (> z 0.5) (= (/ z 0.0) (/ z 3.0)) (< (to_int z) x)))`,
		`(define-fun x () Int 3) (define-fun y () Int 4) (define-fun z () Real 1.5)`},
	{"strings", `(declare-const s String) (declare-const n Int)
		(assert (and (str.prefixof "a" s) (= n (str.len s)) (str.in_re s (re.* (re.range "a" "c"))) (not (str.contains s "d"))))
		(assert (or (str.< s "b") (= (str.at s n) (str.substr s 0 n))))`,
		`(define-fun s () String "abc") (define-fun n () Int 3)`},
	{"bits", `(declare-const a (_ BitVec 8)) (declare-const b (_ BitVec 8))
		(assert (and (bvult a b) (= (bvadd a b) (bvor a b)) (or (bvslt b a) (= ((_ extract 3 0) a) ((_ extract 7 4) b)))))`,
		`(define-fun a () (_ BitVec 8) #x0f) (define-fun b () (_ BitVec 8) #xf0)`},
	{"arrays", `(declare-const m (Array Int Int)) (declare-fun f (Int) Int)
		(assert (and (= (select (store m 1 5) 1) 5) (not (= m (store m 2 (f 1)))) (or (= (f 0) (f 1)) (> (select m 7) 0))))`,
		`(define-fun m () (Array Int Int) ((as const (Array Int Int)) 1)) (define-fun f ((i Int)) Int (ite (= i 0) 3 4))`},
	{"binders", `(declare-const x Int) (declare-fun g (Bool) Bool)
		(assert (or (> x 0) (forall ((y Int)) (! (> (+ x y) y) :pattern ((+ x y))))))
		(assert (forall ((b Bool) (c Bool)) (=> (and b (> x 0)) (or b c (g c)))))
		(assert (and (exists ((c Bool)) (! (or c (< x 0)) :weight 3)) (! (> x 1) :named top)))`,
		`(define-fun x () Int 3) (define-fun g ((b Bool)) Bool b)`},
	{"datatypes", `(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))
		(declare-const l L)
		(assert (and ((_ is cons) l) (= (head l) 1) (match l ((nil false) ((cons h u) (> h 0))))))
		(assert (or (= (head nil) 3) (= (tail l) nil)))`,
		`(define-fun l () L (cons 1 nil))`},
	{"open", `(declare-const x (_ FloatingPoint 5 11)) (declare-const s (Seq Int))
		(assert (or (= (fp.min x (fp.neg x)) x) (fp.isZero x)))
		(assert (or (not (= s (as seq.empty (Seq Int)))) (= (seq.nth s 3) 4) (and)))`,
		`(define-fun x () (_ FloatingPoint 5 11) (_ +zero 5 11)) (define-fun s () (Seq Int) (seq.unit 1))`},
}

// equal returns the difference between two trees.
func equal(a *preanalysis.Analysis, x *preanalysis.Node, b *preanalysis.Analysis, y *preanalysis.Node) error {
	switch {
	case x.Term != y.Term:
		return fmt.Errorf("%s against %s", x.Term, y.Term)
	case !x.Set.Same(y.Set) && x.Set.String() != y.Set.String():
		return fmt.Errorf("%s: the set is %s against %s", x.Term, x.Set, y.Set)
	case len(x.Kids) != len(y.Kids):
		return fmt.Errorf("%s: %d arguments against %d", x.Term, len(x.Kids), len(y.Kids))
	case math.Abs(x.Weight()-y.Weight()) > 1e-9*y.Weight() || x.Places() != y.Places() || x.Score() != y.Score():
		return fmt.Errorf("%s: weights %g, %g, %g against %g, %g, %g", x.Term, x.Weight(), x.Places(), x.Score(), y.Weight(), y.Places(), y.Score())
	}
	if v, w := a.Value(x), b.Value(y); abstract.IsIrrelevant(x.Set) || x.Set.String() == "nothing" || x.Term.Sort() == sorts.RegLan {
		// Not needed; languages of two evaluators cannot be compared.
	} else if v.IsOpen() != w.IsOpen() || !v.IsOpen() && !preanalysis.Same(v, w) {
		return fmt.Errorf("%s: worth %s against %s", x.Term, v.Text(80), w.Text(80))
	}
	for i := range x.Kids {
		if err := equal(a, x.Kids[i], b, y.Kids[i]); err != nil {
			return err
		}
	}
	return nil
}

// TestChangedTreesAreFreshTrees: after any changes that keep a formula true, its tree is the one that would be made from scratch,
// and Try agrees with evaluation.
func TestChangedTreesAreFreshTrees(t *testing.T) {
	for _, e := range examples {
		t.Run(e.name, func(t *testing.T) {
			s, formulas, evaluator := read(t, e.text, e.model)
			pool := map[*sorts.Sort][]*term.Term{}
			term.Walk(formulas, func(u *term.Term) bool {
				pool[u.Sort()] = append(pool[u.Sort()], u)
				return true
			})
			r := rng.New(7)
			accepted, rejected := 0, 0
			for _, f := range formulas {
				a := preanalysis.New(evaluator(), preanalysis.Options{})
				root := a.Tree(f)
				for step := range 400 {
					path, spine := root.Pick(r, preanalysis.Weighing(step%2))
					if path == nil && step%8 > 0 {
						continue // few formulas survive otherwise
					}
					at := spine[len(spine)-1].Term
					with := rng.Pick(r, pool[at.Sort()])
					if with.HasNamed() || !term.Subset(with.Free(), at.Free()) || with.HasBinder() && at.HasBinder() {
						continue
					}
					c, ok := a.Try(s.Store, spine, path, with)
					if !ok {
						t.Fatal("the store is full")
					}
					changed, err := s.Store.Replace(root.Term, path, with)
					if err != nil {
						t.Fatal(err)
					}
					ev := evaluator()
					if v := ev.Term(changed); c.Value.IsOpen() != v.IsOpen() || !v.IsOpen() && !preanalysis.Same(c.Value, v) {
						t.Fatalf("%s for %s at %v of %s: Try finds %s, evaluation %s", with, at, path, root.Term, c.Value.Text(80), v.Text(80))
					}
					if !c.Value.IsTrue() {
						rejected++
						continue
					}
					if accepted++; changed.Size() > 300 {
						root = a.Tree(f)
						continue
					}
					if _, ok := c.Build(s.Store); !ok {
						t.Fatal("the store is full")
					}
					root = a.Commit(&c)
					fresh := preanalysis.New(ev, preanalysis.Options{})
					if err := equal(a, root, fresh, fresh.Tree(changed)); err != nil {
						t.Fatalf("%s for %s at %v makes %s: %v", with, at, path, changed, err)
					}
				}
			}
			if accepted < 20 || rejected < 5 {
				t.Errorf("%d changes accepted, %d rejected", accepted, rejected)
			}
		})
	}
}

// TestPickFollowsTheWeights: occurrences are chosen as often as their weights say, shared ones at each place.
func TestPickFollowsTheWeights(t *testing.T) {
	_, formulas, evaluator := read(t, `(declare-const x Int) (assert (let ((y (+ x x))) (or (= y 4) (= (+ y y) 3))))`, `(define-fun x () Int 2)`)
	root := preanalysis.New(evaluator(), preanalysis.Options{}).Tree(formulas[0])
	if root.Places() != 15 {
		t.Errorf("%g places, not 15", root.Places())
	}
	r := rng.New(3)
	for _, w := range []preanalysis.Weighing{preanalysis.ByScore, preanalysis.Evenly} {
		const n = 40_000
		count := map[string]int{}
		for range n {
			path, spine := root.Pick(r, w)
			if spine[len(spine)-1].Term != term.At(formulas[0], path) {
				t.Fatal("the path leads elsewhere")
			}
			count[fmt.Sprint(path)]++
		}
		var each func(*preanalysis.Node, term.Path)
		each = func(x *preanalysis.Node, path term.Path) {
			want := float64(n) / root.Places()
			if w == preanalysis.ByScore {
				want = n * x.Score() / root.Weight()
			}
			if got := float64(count[fmt.Sprint(path)]); math.Abs(got-want) > 6*math.Sqrt(want)+3 {
				t.Errorf("weighing %d: %s at %v was chosen %g times, not %.1f", w, x.Term, path, got, want)
			}
			for i, k := range x.Kids {
				each(k, append(path[:len(path):len(path)], i))
			}
		}
		each(root, term.Path{})
	}
}

// TestHostileTrees: depth, unbounded sharing and width cost no more than necessary.
func TestHostileTrees(t *testing.T) {
	deep := "x"
	for range 30_000 {
		deep = "(+ 1 " + deep + ")"
	}
	var shared strings.Builder
	shared.WriteString("(declare-const x Int)\n(assert ")
	last := "x"
	for i := range 3000 {
		fmt.Fprintf(&shared, "(let ((y%d (+ %s %s))) ", i, last, last)
		last = fmt.Sprintf("y%d", i)
	}
	fmt.Fprintf(&shared, "(= %s 0)%s)", last, strings.Repeat(")", 3000))
	wide := "(assert (and" + strings.Repeat(" (or (> x 0) (= x 0))", 3_000) + "))"
	for name, text := range map[string]string{
		"deep":   "(declare-const x Int) (assert (> " + deep + " 0))",
		"shared": shared.String(),
		"wide":   "(declare-const x Int) " + wide,
	} {
		t.Run(name, func(t *testing.T) {
			s, formulas, evaluator := read(t, text, `(define-fun x () Int 0)`)
			a := preanalysis.New(evaluator(), preanalysis.Options{})
			root := a.Tree(formulas[0])
			if math.IsInf(root.Weight(), 0) || math.IsNaN(root.Weight()) || root.Places() < 9_000 {
				t.Errorf("weight %g, %g places", root.Weight(), root.Places())
			}
			r := rng.New(1)
			for range 20 {
				path, spine := root.Pick(r, preanalysis.ByScore)
				at := spine[len(spine)-1].Term
				c, ok := a.Try(s.Store, spine, path, at)
				if !ok || !c.Value.IsTrue() {
					t.Fatalf("replacing a term by itself makes the formula %s", c.Value.Text(80))
				}
				if _, ok := c.Build(s.Store); !ok {
					t.Fatal("the store is full")
				}
				if root = a.Commit(&c); root.Term != formulas[0] {
					t.Fatal("replacing a term by itself makes another formula")
				}
			}
		})
	}
}

// TestNothingBelowBinders: what is below a binder has to keep its value, unless nothing depends on the whole.
func TestNothingBelowBinders(t *testing.T) {
	_, formulas, evaluator := read(t, `(declare-const x Int) (assert (forall ((b Bool)) (or b (> x 0)))) (assert (or (> x 0) (exists ((y Int)) (= y x))))`, `(define-fun x () Int 3)`)
	a := preanalysis.New(evaluator(), preanalysis.Options{})
	if or := a.Tree(formulas[0]).Kids[0]; or.Set.String() != "nothing" || or.Kids[1].Set.String() != "true" || or.Kids[1].Kids[0].Set.Has(value.OfInt(-1)) || or.Score() != abstract.MinScore {
		t.Errorf("below a binder the sets are %s, %s", or.Set, or.Kids[1].Set)
	}
	if some := a.Tree(formulas[1]).Kids[1]; !abstract.IsIrrelevant(some.Set) || !abstract.IsIrrelevant(some.Kids[0].Set) {
		t.Errorf("what nothing depends on has the sets %s and %s", some.Set, some.Kids[0].Set)
	}
}
