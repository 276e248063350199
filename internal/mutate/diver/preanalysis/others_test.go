package preanalysis

import (
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// scripts are formulas that are true under their models, with operators of theories whose values have parts.
var scripts = []struct {
	name, text, model string
}{
	{"arrays", `(declare-const a (Array Int Int))(declare-const b (Array (_ BitVec 2) Bool))(declare-const i Int)(declare-const v (_ BitVec 2))
(declare-const c (Array Int (Array Int Int)))
(assert (> (select a (+ i 1)) 2))
(assert (< (select (store a i 7) 3) 5))
(assert (= (store a 1 4) (store (store a 1 5) 1 4)))
(assert (distinct (store a i 9) a))
(assert (select (store b v false) #b01))
(assert (not (select b #b10)))
(assert (= 4 (select (select (store c 2 a) 2) 1)))
(assert (> (select (select c 0) i) (select ((as const (Array Int Int)) 3) 8)))
(assert (= ((as const (Array Int Int)) i) (store ((as const (Array Int Int)) 2) 5 i)))
(assert (ite (= a (store a 1 4)) (distinct b (store b v true)) false))`,
		`((define-fun a () (Array Int Int) (store (store (store ((as const (Array Int Int)) 0) 1 4) 3 3) 7 1))
(define-fun b () (Array (_ BitVec 2) Bool) (store ((as const (Array (_ BitVec 2) Bool)) false) #b01 true))
(define-fun c () (Array Int (Array Int Int)) (store ((as const (Array Int (Array Int Int))) ((as const (Array Int Int)) 4)) 1 ((as const (Array Int Int)) 5)))
(define-fun i () Int 2) (define-fun v () (_ BitVec 2) #b00))`},
	{"datatypes", `(declare-datatypes ((L 0) (T 1)) (((nil) (cons (hd Int) (tl L))) (par (X) ((leaf) (node (key X) (left (T X)) (flag Bool))))))
(declare-const x L)(declare-const y L)(declare-const t (T (_ BitVec 2)))
(assert ((_ is cons) x))
(assert (not ((_ is cons) (tl (tl x)))))
(assert (> (hd x) (hd (tl x))))
(assert (= (cons 5 y) (cons (hd x) nil)))
(assert (distinct (cons 1 (tl x)) x y))
(assert (bvult (key t) #b11))
(assert (or ((_ is leaf) (left t)) (flag t)))
(assert (= t (node (key t) (as leaf (T (_ BitVec 2))) true)))
(assert ((_ is cons) (cons (hd x) y)))
(assert (= 8 (hd ((_ update hd) x 8))))
(assert (= y ((_ update hd) y 8)))`,
		`((define-fun x () L (cons 5 (cons 3 nil))) (define-fun y () L nil)
(define-fun t () (T (_ BitVec 2)) (node #b01 (as leaf (T (_ BitVec 2))) true)))`},
	{"functions", `(declare-sort U 0)(declare-fun f (Int) Int)(declare-fun g (U (_ BitVec 3)) U)(declare-fun p (U) Bool)(declare-const u U)
(declare-const w (_ BitVec 3))(declare-const n Int)(define-fun twice ((k Int) (q Bool)) Int (ite q (* 2 k) k))
(assert (= (f n) 7))
(assert (> (f (+ n 1)) (f 9)))
(assert (p (g u w)))
(assert (not (p u)))
(assert (distinct (g (g u w) #b001) u))
(assert (= (twice (f n) true) 14))
(assert (= (f (twice n (p u))) (f n)))`,
		`((declare-fun U0 () U)(declare-fun U1 () U)(declare-fun U2 () U)(forall ((x U)) (or (= x U0) (= x U1) (= x U2)))
(define-fun f ((x Int)) Int (ite (= x 1) 7 (ite (= x 2) 9 (ite (= x 4) 0 3)))) (define-fun u () U U0) (define-fun w () (_ BitVec 3) #b010) (define-fun n () Int 1)
(define-fun g ((x U) (y (_ BitVec 3))) U (ite (and (= x U0) (= y #b010)) U1 (ite (= y #b001) U2 U0)))
(define-fun p ((x U)) Bool (= x U1)))`},
	{"collections", `(declare-const q (Seq Int))(declare-const s (Set Int))(declare-const r (Set (Tuple Int Bool)))(declare-const t (Tuple Int Bool))(declare-const n Int)
(declare-const m (Bag Int))(declare-const e (_ FiniteField 7))
(assert (= 3 (seq.len q)))
(assert (> (seq.nth q n) (seq.nth q 0)))
(assert (seq.contains q (seq.unit n)))
(assert (= (seq.extract q 1 2) (seq.++ (seq.unit n) (seq.at q 2))))
(assert (set.member n s))
(assert (not (set.member (+ n 1) (set.union s (set.singleton 9)))))
(assert (set.subset (set.insert n (as set.empty (Set Int))) s))
(assert (= 2 (set.card (set.minus s (set.singleton 4)))))
(assert (set.member t r))
(assert (= n ((_ tuple.select 0) t)))
(assert (= (tuple n true) ((_ tuple.update 1) t ((_ tuple.select 1) t))))
(assert (>= (bag.count n m) 1))
(assert (= (ff.mul e e) (as ff4 (_ FiniteField 7))))
(assert (distinct (ff.add e (ff.neg e)) e))`,
		`((define-fun q () (Seq Int) (seq.++ (seq.unit 0) (seq.unit 1) (seq.unit 5))) (define-fun n () Int 1)
(define-fun s () (Set Int) (set.union (set.singleton 1) (set.singleton 4) (set.singleton 6))) (define-fun t () (Tuple Int Bool) (tuple 1 true))
(define-fun r () (Set (Tuple Int Bool)) (set.singleton (tuple 1 true))) (define-fun m () (Bag Int) (bag 1 2)) (define-fun e () (_ FiniteField 7) (as ff2 (_ FiniteField 7))))`},
}

// TestOtherRules checks the rules for all applications of the scripts against evaluation: for wanted sets of all kinds, and for those
// that the places of the applications in the formulas give them.
func TestOtherRules(t *testing.T) {
	for _, tt := range scripts {
		t.Run(tt.name, func(t *testing.T) {
			s, err := elab.Script(tt.text+"\n(check-sat)", elab.Options{})
			if err != nil {
				t.Fatal(err)
			}
			m, err := model.Read(tt.model, s, 0, model.Options{})
			if err != nil {
				t.Fatal(err)
			}
			l := &lab{s.Store, eval.New(s.Store, m, eval.Options{Steps: 1 << 40, Work: 1 << 60, Bytes: 1 << 60, Heed: eval.Division})}
			active, _ := s.Active(0)
			var formulas []*term.Term
			for _, a := range active {
				if v := l.ev.Term(a.Term); !v.IsTrue() {
					t.Fatalf("%v is %v", a.Term, v)
				}
				formulas = append(formulas, a.Term)
			}
			w := &walk{lab: l, t: t, r: rng.New(1), pool: poolOf(l, formulas)}
			for _, f := range formulas {
				w.down(f, abstract.Exactly(sorts.Bool, value.True))
			}
			term.Walk(formulas, func(f *term.Term) bool {
				if f.Kind() == term.App && len(f.Args()) > 0 {
					w.wanting(f)
				}
				return true
			})
		})
	}
}

// walk traverses formulas with their sets.
type walk struct {
	*lab
	t    *testing.T
	r    *rng.Rand
	pool map[*sorts.Sort][]value.Value
}

// poolOf returns values of all sorts that occur.
func poolOf(l *lab, formulas []*term.Term) map[*sorts.Sort][]value.Value {
	pool, seen := map[*sorts.Sort][]value.Value{}, map[string]bool{}
	add := func(s *sorts.Sort, v value.Value) {
		c, ok := l.ev.Domain().Canonical(v)
		if key := s.String() + c.String(); ok && c.IsKnown() && !seen[key] {
			seen[key] = true
			pool[s] = append(pool[s], c)
		}
	}
	term.Walk(formulas, func(f *term.Term) bool {
		s := f.Sort()
		add(s, l.ev.Term(f))
		if v, ok := l.ev.Domain().Default(s); ok {
			add(s, v)
		}
		if all, ok := l.ev.Domain().All(s, 8); ok {
			for _, v := range all {
				add(s, v)
			}
		}
		return true
	})
	for n := range 8 {
		add(sorts.Int, value.OfInt(int64(n-1)))
	}
	// Further values with parts: the results of the operators on the values so far.
	r := rng.New(7)
	for range 40 {
		term.Walk(formulas, func(f *term.Term) bool {
			if f.Kind() != term.App || len(f.Args()) == 0 || len(pool[f.Sort()]) > 40 {
				return true
			}
			args := make([]value.Value, len(f.Args()))
			for i, a := range f.Args() {
				args[i] = rng.Pick(r, pool[a.Sort()])
			}
			add(f.Sort(), l.ev.Apply(f, args))
			return true
		})
	}
	return pool
}

// solve returns the application with its sets.
func (w *walk) solve(f *term.Term, want abstract.Set) *Application {
	args := make([]value.Value, len(f.Args()))
	for i, a := range f.Args() {
		args[i], _ = w.ev.Domain().Canonical(w.ev.Term(a))
	}
	return w.solved(f, args, want)
}

// down checks the sets of all places of a formula.
func (w *walk) down(f *term.Term, want abstract.Set) {
	if f.Kind() != term.App || len(f.Args()) == 0 || abstract.IsIrrelevant(want) {
		return
	}
	a := w.solve(f, want)
	for i, arg := range f.Args() {
		if !abstract.IsIrrelevant(a.Sets[i]) {
			w.check(w.t, w.r, a, i, claim{all: w.pool[arg.Sort()]})
		}
		w.down(arg, a.Sets[i])
	}
}

// wanting checks the sets of an application with arguments of all kinds, for wanted sets of all kinds.
func (w *walk) wanting(f *term.Term) {
	for range 30 {
		args := make([]value.Value, len(f.Args()))
		for i, arg := range f.Args() {
			args[i] = rng.Pick(w.r, w.pool[arg.Sort()])
		}
		v, ok := w.ev.Domain().Canonical(w.ev.Apply(f, args))
		if !ok || !v.IsKnown() {
			continue
		}
		for _, want := range w.wants(f.Sort(), v, 2) {
			a := w.solved(f, args, want)
			for i, arg := range f.Args() {
				if abstract.IsIrrelevant(a.Sets[i]) {
					continue
				}
				w.check(w.t, w.r, a, i, claim{complete: true, all: w.pool[arg.Sort()]})
			}
		}
	}
}

// wants returns sets that contain the value, including sets built from its parts.
func (w *walk) wants(s *sorts.Sort, v value.Value, depth int) []abstract.Set {
	out := []abstract.Set{abstract.Any(s), abstract.Exactly(s, v)}
	other := rng.Pick(w.r, w.pool[s])
	out = append(out, abstract.OneOf(s, v, other))
	if value.Compare(other, v) != 0 {
		out = append(out, abstract.Except(s, other))
	}
	if depth == 0 {
		return out
	}
	dom := w.ev.Domain()
	part := func(s *sorts.Sort, v value.Value) abstract.Set {
		if len(w.pool[s]) == 0 {
			return abstract.Any(s)
		}
		return rng.Pick(w.r, w.wants(s, v, depth-1))
	}
	switch v.Kind() {
	case value.Array:
		var cells []abstract.Cell
		for n, i := range w.pool[s.Args()[0]] {
			if n < 6 && w.r.IntN(3) == 0 {
				cells = append(cells, abstract.Cell{Index: i, Set: part(s.Args()[1], v.Select(i))})
			}
		}
		out = append(out, abstract.Cells(dom, s, cells...))
	case value.Data:
		ctor, fields := v.Data()
		way := abstract.Way{Ctor: ctor}
		for i, f := range dom.Fields(ctor, s) {
			way.Fields = append(way.Fields, part(f, fields[i]))
		}
		out = append(out, abstract.Built(dom, s, way))
	case value.Tuple:
		var way abstract.Way
		for i, f := range s.Args() {
			way.Fields = append(way.Fields, part(f, v.Elems()[i]))
		}
		out = append(out, abstract.Built(dom, s, way))
	}
	return out
}
