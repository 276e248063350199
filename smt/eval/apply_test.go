package eval_test

import (
	"testing"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
	"github.com/assay-smt/assay/smt/value"
)

// TestApplyForgetsTheTermsArguments: what is known about the arguments' terms does not apply to the substituted
// values.
func TestApplyForgetsTheTermsArguments(t *testing.T) {
	s, err := elab.Script("(assert (< (sin 1.0) 3.0)) (assert (distinct real.pi 4.0)) (assert (= real.pi 3.0))", elab.Options{Table: theory.Builtin()})
	if err != nil {
		t.Fatal(err)
	}
	var formulas []*term.Term
	for _, c := range s.Commands {
		if c.Kind == script.Assert {
			formulas = append(formulas, c.Terms[0])
		}
	}
	ev := eval.New(s.Store, nil, eval.Options{})
	for i, want := range []value.Value{value.True, value.True, value.False} {
		f := formulas[i]
		if got := ev.Term(f); got.Kind() != value.Bool || got.IsTrue() != want.IsTrue() {
			t.Fatalf("%s is worth %s", f, got.Text(80))
		}
		// Another number replaces the last argument: everything known about the formula is no longer known.
		args := []value.Value{ev.Term(f.Args()[0]), value.ToReal(value.OfInt(-5))}
		if got := ev.Apply(f, args); got.Kind() == value.Bool {
			t.Errorf("%s with another argument is worth %s", f, got.Text(80))
		}
	}
}

// TestDivisionsOfManyHaveAReason: a quotient that depends on a division by zero in its middle is open because of
// that.
func TestDivisionsOfManyHaveAReason(t *testing.T) {
	s, err := elab.Script("(assert (= 3 (div 1 0 2))) (assert (= 3.0 (/ 1.0 2.0 0.0 7.0))) (assert (= (div 1 0 2) (div 1 0 2)))", elab.Options{Table: theory.Builtin()})
	if err != nil {
		t.Fatal(err)
	}
	ev := eval.New(s.Store, nil, eval.Options{})
	for i, f := range s.Roots() {
		v := ev.Term(f)
		if i == 2 {
			if !v.IsTrue() {
				t.Errorf("%s is worth %s", f, v.Text(80))
			}
		} else if !v.IsOpen() || v.IsUnsupported() || v.Reason() == "" {
			t.Errorf("%s is worth %s because of %q", f, v.Text(80), v.Reason())
		}
	}
}
