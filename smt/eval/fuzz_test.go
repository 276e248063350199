package eval_test

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/value"
)

// models are further seeds of FuzzModelEval: forms of model text and operators that inspect whole values.
var models = [][2]string{
	{"(declare-const x Int)(declare-fun f (Int) Int)(assert (= (f x) (div x 0)))", "(model (define-fun x () Int (- 3))(define-fun f ((y Int)) Int (ite (= y 1) 2 (ite (= y 2) 3 4)))(define-fun div0 ((y Int)) Int y))"},
	{"(declare-const a (Array Int Int))(assert (= (store a 1 2) a))", "((define-fun a () (Array Int Int) (store ((as const (Array Int Int)) 0) 1 2)))"},
	{"(declare-const a (Array Int Int))(assert (> (select a 3) 0))", "((define-fun a () (Array Int Int) (_ as-array k))(define-fun k ((x!0 Int)) Int (ite (= x!0 3) 7 0)))"},
	{"(declare-sort U 0)(declare-const u U)(declare-const v U)(assert (distinct u v))(assert (forall ((x U)) (or (= x u) (= x v))))", "((declare-fun U!val!0 () U)(declare-fun U!val!1 () U)(forall ((x U)) (or (= x U!val!0) (= x U!val!1)))(define-fun u () U U!val!0)(define-fun v () U U!val!1))"},
	{"(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))(declare-const l L)(assert (match l ((nil false) ((cons h t) (= h (hd t))))))", "((define-fun l () L (cons 1 (cons 1 nil)))(define-fun hd ((x L)) Int 0))"},
	{"(declare-const b (_ BitVec 8))(declare-const f Float16)(assert (= b (bvudiv b #x00)))(assert (fp.lt f (fp.rem f f)))", "b 010xxxx1"},
	{"(declare-const s String)(declare-const r RegLan)(assert (str.in_re s (re.* (re.range \"a\" \"c\"))))(assert (= (str.replace_all s \"a\" \"b\") (str.from_int 12)))", `((define-fun s () String "abcb\u{61}"))`},
	{"(declare-const x Real)(assert (= (* x x) 2.0))(assert (< (+ x x) (/ 17 6)))", "((define-fun x () Real (root-obj (+ (^ x 2) (- 2)) 2)))"},
	{"(declare-const s (Set Int))(assert (set.subset s (set.union s (set.singleton 3))))", "((define-fun s () (Set Int) (set.union (set.singleton 1) (set.singleton 2))))"},
	{"(declare-const r (Relation Int Int))(declare-const a (Table Int Bool))(assert (set.member ((_ tuple.update 0) (tuple 1 2) 3) (rel.join r (rel.tclosure r))))(assert (bag.member a ((_ table.group 1) a)))(assert (bag.subbag ((_ table.project 0 1 0 1) a) ((_ table.join 0 0) a a)))", "((define-fun r () (Set (Tuple Int Int)) (set.singleton (tuple 3 3)))(define-fun a () (Bag (Tuple Int Bool)) (bag (tuple 1 true) 2)))"},
	{"(declare-sort U 0)(declare-const n (Nullable Int))(assert (= n ((_ nullable.lift +) n n)))(assert (_ fmf.card U 2))(assert (set.member 1 (set.comprehension ((x (_ BitVec 2))) (= x #b00) 1)))", "((define-fun n () (Nullable Int) (as nullable.null (Nullable Int))))"},
	{"(declare-const q (Seq Int))(assert (= (seq.nth q 9) (seq.len (seq.update q 0 q))))", "((define-fun q () (Seq Int) (seq.++ (seq.unit 1) (seq.unit 2))))"},
	{"(declare-fun g (Int Int) Bool)(assert (forall ((x Int)) (=> (g x 0) (exists ((y Int)) (g y x)))))", "(= (g 0 0) true)(function g (type (-> int int bool)) (= (g 1 2) true) (default false))"},
	{"(define-fun h ((a (Array Int Int))) (-> Int Int) (lambda ((i Int)) (select a i)))(declare-const a (Array Int Int))(assert (= (h a) (h (store a 1 1))))", "((a ((as const (Array Int Int)) 1)))"},
}

// FuzzModelEval: the evaluation of any script under any model text ends within small budgets, and smaller budgets change a value
// at most to one that is too large.
func FuzzModelEval(f *testing.F) {
	for _, h := range hostiles {
		text, answer := h.text(min(h.n, 6))
		f.Add(text, answer)
	}
	for _, m := range models {
		f.Add(m[0], m[1])
	}
	f.Fuzz(func(t *testing.T, text, answer string) {
		const most = 1 << 14
		if len(text)+len(answer) > most {
			t.Skip("long texts are hostile_test's")
		}
		s, err := elab.Script(text, elab.Options{MaxTerms: most})
		if err != nil {
			return
		}
		n := *s
		n.Commands = append(n.Commands, &script.Command{Kind: script.CheckSat})
		s = &n
		m, err := model.Read(answer, s, 0, model.Options{MaxTerms: most})
		if err != nil {
			return
		}
		active, ok := s.Active(0)
		if !ok {
			return
		}
		large := eval.Options{Steps: 50_000, Instances: 500, Work: 1 << 23, Bytes: 1 << 24}
		var want []value.Value
		for _, o := range []eval.Options{large, {Steps: 5_000, Instances: 500, Work: 1 << 13, Bytes: 1 << 24}, {Steps: 5_000, Instances: 500, Work: 1 << 23, Bytes: 1 << 14}, {Steps: 50, Instances: 500}} {
			ev := eval.New(s.Store, m, o)
			for i, a := range active {
				v := ev.Term(a.Term)
				if v.IsTooLarge() != (v.IsOpen() && strings.HasPrefix(v.Reason(), value.TooLarge)) {
					t.Fatalf("%s: the reason is %q", a.Term, v.Reason())
				}
				if v.IsFalse() {
					if blame := ev.Explain(a.Term).String(); len(blame) > 1<<17 {
						t.Fatalf("an explanation of %d bytes", len(blame))
					}
				}
				if o.Steps == large.Steps {
					want = append(want, v)
				} else if !v.IsTooLarge() && !want[i].IsTooLarge() && word(v) != word(want[i]) {
					t.Fatalf("%s is %s and with smaller budgets %s (%s)", a.Term, word(want[i]), word(v), v.Reason())
				}
			}
		}
		_ = model.Print(m)
	})
}
