package certify_test

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// An optimum is the value under the model that comes with it, and nothing is better: both are evaluated. An objective that is not attained,
// or not ordered by precedence, claims nothing that a model can refute.
func TestObjectives(t *testing.T) {
	const head = "(declare-const x Int)(declare-const r Real)(declare-const p Bool)\n(assert (< 0 x 7))(assert (< r 3.5))\n"
	const m = "((define-fun x () Int 6)(define-fun r () Real 2.5)(define-fun p () Bool false))"
	for _, tt := range []struct {
		name, front, said, rival string
		option                   bool // of the solver, which may order objectives
		want, words              string
	}{
		{"right", "(maximize x)", "((x 6))", "", false, "holds", ""},
		{"not that of the model", "(maximize x)", "((x 5))", "", false, "fails", "the maximum of x is given as 5, and is 6 under the model"},
		{"a better one", "(maximize (+ r 1.0))", "(((+ r 1.0) (/ 7.0 2.0)))", "((define-fun x () Int 1)(define-fun r () Real 3.0)(define-fun p () Bool true))", false, "fails", "is 4 under another model"},
		{"a worse one", "(maximize (+ r 1.0))", "(((+ r 1.0) (/ 7.0 2.0)))", "((define-fun x () Int 1)(define-fun r () Real 1.0)(define-fun p () Bool true))", false, "holds", ""},
		{"a better one that is not a model", "(maximize x)", "((x 6))", "((define-fun x () Int 8)(define-fun r () Real 3.0)(define-fun p () Bool true))", false, "holds", ""},
		{"a better one of the second", "(maximize x)(maximize r)", "((x 6) (r 2.5))", "((define-fun x () Int 1)(define-fun r () Real 3.0)(define-fun p () Bool true))", false, "holds holds", ""},
		{"not attained", "(maximize r)", "((r (+ 3.5 (* (- 1.0) epsilon))))", "", false, "open", "attained"},
		{"unbounded", "(minimize r)", "((r (* (- 1) oo)))", "", false, "open", "attained"},
		{"an interval", "(maximize r)", "((r  (interval 1.0 2.0)))", "", false, "open", "attained"},
		{"after one that is not attained", "(maximize r)(maximize x)", "((r oo) (x 5))", "", false, "open open", "attained"},
		{"soft", "(assert-soft p :weight 2.5 :id a)(assert-soft (> x 1) :id a)", "((a 2.5))", "", false, "holds", ""},
		{"wrong cost", "(assert-soft p :weight 2.5 :id a)(assert-soft (not p) :id a)", "((a 0))", "", false, "fails", "is given as 0, and is 5/2 under the model"},
		{"a cheaper one", "(assert-soft p :weight 2.5 :id a)(assert-soft (not p) :id a)", "((a 2.5))", "((define-fun x () Int 1)(define-fun r () Real 3.0)(define-fun p () Bool true))", false, "fails", "is 1 under another model"},
		{"soft without a group", "(assert-soft p :weight 2.5)(assert-soft (> x 1))(minimize x)", "(( 2.5) (x 6))", "", false, "holds holds", ""},
		{"wrong cost without a group", "(assert-soft p :weight 2.5)(assert-soft (not p))", "(( 0))", "", false, "fails", "is given as 0, and is 5/2 under the model"},
		{"a group by both spellings", "(assert-soft p :id a)(assert-soft (not p) :id b)(assert-soft p :id |a|)", "((a 2) (b 0))", "", false, "holds holds", ""},
		{"groups with blanks", "(assert-soft p :id |a b|)(assert-soft (not p) :id |a c|)", "((a b 1) (a c 0))", "", false, "holds holds", ""},
		{"two weights", "(assert-soft p :weight 1 :weight 2 :id a)", "((a 2))", "", false, "open", "precedence"},
		{"groups", "(assert-soft p :id a)(assert-soft (not p) :id b)(assert-soft p :id a)", "((a 2) (b 0))", "", false, "holds holds", ""},
		{"too few", "(maximize x)(maximize r)", "((x 6))", "", false, "unread", "1 values for 2 objectives"},
		{"another order", "(maximize x)", "((x 5))", "", true, "open", "precedence"},
		{"another order by the script", "(set-option :opt.priority box)(maximize x)", "((x 5))", "", false, "open", "precedence"},
		{"a weight that is a term", "(assert-soft p :weight (- 1.0))", "((a 5))", "", false, "open", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f, err := certify.NewFormula(head+tt.front+"(check-sat)\n(get-model)\n(get-objectives)\n", nil)
			if err != nil {
				t.Fatal(err)
			}
			all := f.Responses(0, []certify.Said{{Place: 1, Text: "(objectives " + tt.said[1:]}}, certify.Context{
				Family: "z3", Model: m, Rival: tt.rival, Precedence: !tt.option,
			})
			var got []string
			for _, r := range all {
				got = append(got, r.Verdict.String())
				if r.Verdict == oracle.ResponseFails && (r.Class != oracle.InvalidObjective || r.Model == "") {
					t.Errorf("%+v", r)
				}
			}
			if strings.Join(got, " ") != tt.want || !strings.Contains(all[0].Summary, tt.words) {
				t.Fatalf("%v, want %s: %+v", got, tt.want, all)
			}
		})
	}
}

// The script that asks for something better has no objectives, and says what better is.
func TestRival(t *testing.T) {
	const head = "(declare-const x Int)\n(declare-const p Bool)\n(assert (< x 7))\n"
	for _, tt := range []struct{ front, said, want string }{
		{"(maximize x)", "(objectives (x 5))", "(assert (> (to_real x) 5.0))"},
		{"(minimize (* 2 x))", "(objectives ((* 2 x) (- 3)))", "(assert (< (to_real (* 2 x)) (- 3.0)))"},
		{"(assert-soft p :weight 0.5)(assert-soft (not p))", "(objectives ( 1))", "(assert (< (+ (ite p 0.0 (/ 1.0 2.0)) (ite (not p) 0.0 1.0)) 1.0))"},
		{"(maximize x)", "(objectives (5))", ""},
		{"(assert-soft p :weight 0.5 :id a)(assert-soft (not p) :id a)", "(objectives (a 1))", "(assert (< (+ (ite p 0.0 (/ 1.0 2.0)) (ite (not p) 0.0 1.0)) 1.0))"},
		{"(maximize x)", "(objectives (x oo))", ""},
		{"", "(objectives)", ""},
		{"(assert (forall ((y Int)) (=> (> y 9) (< x y))))(maximize x)", "(objectives (x 5))", ""},
		{"(define-fun f () Bool (exists ((y Int)) (< x y)))(assert f)(maximize x)", "(objectives (x 5))", ""},
	} {
		f, err := certify.NewFormula(head+tt.front+"(check-sat)\n(get-model)\n(get-objectives)\n", nil)
		if err != nil {
			t.Fatal(err)
		}
		text, ok := f.Rival(0, tt.said, certify.Context{Precedence: true}, "z3", "(get-model)")
		if ok != (tt.want != "") || !strings.Contains(text, tt.want) || strings.Contains(text, "imize") || strings.Contains(text, "soft") {
			t.Errorf("%s %s: %v\n%s", tt.front, tt.said, ok, text)
		}
	}
}
