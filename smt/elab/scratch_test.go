package elab

import (
	"testing"

	"github.com/assay-smt/assay/smt/syntax"
)

// TestTermsLeaveNothingBehind: what is needed to read one term does not add up over many, whether or not they can be read.
func TestTermsLeaveNothingBehind(t *testing.T) {
	s, err := Script("(declare-const p Bool)(declare-fun f (Bool Bool) Bool)(check-sat)", Options{})
	if err != nil {
		t.Fatal(err)
	}
	x := Resume(s, 0, Options{})
	for _, text := range []string{"p", "(f p (f p p))", "(let ((q p)) (f q q))", "(f p (f p", "(f p (f p unknown))", "(let ((q p)) (f q (f unknown q)))", "(forall ((q Bool)) (f q unknown))"} {
		for range 50 {
			if more, err := x.Next(syntax.NewReader(text)); !more || err != nil {
				continue
			}
			_, _ = x.Term(syntax.Root)
		}
		if len(x.e.frames) > 0 || len(x.e.values) > 10 {
			t.Errorf("%s, read 50 times, leaves %d frames and %d values", text, len(x.e.frames), len(x.e.values))
		}
		for name, en := range x.e.env {
			if len(en.locals) > 0 {
				t.Errorf("%s leaves %s bound", text, name)
			}
		}
	}
}
