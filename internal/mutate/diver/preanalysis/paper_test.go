package preanalysis

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// TestOverviewExample checks the formula of the DIVER paper's overview (section II-B): its constraint map, and the probabilities with which
// its terms are selected. These count all nine terms, including the formula itself.
func TestOverviewExample(t *testing.T) {
	s, err := elab.Script(`(declare-const x Real) (declare-const y Real) (assert (and (<= 0.0 y) (= x (+ 2.0 y)))) (check-sat)`, elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := model.Read(`(define-fun x () Real 3.0) (define-fun y () Real 1.0)`, s, 0, model.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ev := eval.New(s.Store, m, eval.Options{})
	var sets []abstract.Set
	var walk func(u *term.Term, want abstract.Set)
	walk = func(u *term.Term, want abstract.Set) {
		sets = append(sets, want)
		a := &Application{Term: u, Value: ev.Term(u), Want: want, Eval: ev}
		for _, arg := range u.Args() {
			a.Args = append(a.Args, ev.Term(arg))
		}
		a.solve()
		for i, arg := range u.Args() {
			walk(arg, a.Sets[i])
		}
	}
	var formula *term.Term
	for _, c := range s.Commands {
		if c.Kind == script.Assert {
			formula = c.Terms[0]
		}
	}
	walk(formula, abstract.Exactly(sorts.Bool, value.True))

	// In the order of the walk, which is the order of the text: l0, l1, l3, l4, l2, l5, l6, l7, l8.
	want := []string{"true", "true", "(-∞, 1.0]", "[0.0, +∞)", "true", "3.0", "3.0", "2.0", "1.0"}
	chances := "0.1427 0.1427 0.2854 0.2854 0.1427 0.0003 0.0003 0.0003 0.0003"
	var got, shares []string
	sum := 0.0
	for _, set := range sets {
		got = append(got, set.String())
		sum += set.Score()
	}
	for _, set := range sets {
		shares = append(shares, fmt.Sprintf("%.4f", set.Score()/sum))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("constraints (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(chances, strings.Join(shares, " ")); diff != "" {
		t.Errorf("probabilities (-want +got):\n%s", diff)
	}
}
