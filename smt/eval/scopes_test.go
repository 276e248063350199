package eval_test

import (
	"testing"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
)

// TestSortsOfOtherScopes: the last declaration of a sort name before the check determines its meaning.
func TestSortsOfOtherScopes(t *testing.T) {
	const data, plain = "(declare-datatypes ((D 0)) (((a))))", "(declare-sort D 0)"
	const one, two = "(assert (forall ((x D) (y D)) (= x y)))", "(assert (exists ((x D) (y D)) (distinct x y)))"
	const elements = "((declare-fun D!0 () D)(declare-fun D!1 () D))"
	for _, tt := range []struct {
		name, script, answer string
		check                int
		want                 string
	}{
		{"a datatype", data + one + "(check-sat)", "()", 0, "true"},
		{"a sort", plain + one + "(check-sat)", elements, 0, "false"},
		{"a sort behind a level with a datatype", "(push 1)" + data + "(pop 1)" + plain + one + "(check-sat)", elements, 0, "false"},
		{"a sort behind a reset of a datatype", data + "(reset)" + plain + one + "(check-sat)", elements, 0, "false"},
		{"a sort before a reset", plain + one + "(check-sat)(reset)" + data + "(check-sat)", elements, 0, "false"},
		{"a sort of which nothing is known before a reset", plain + two + "(check-sat)(reset)" + data + "(declare-const w D)(check-sat)", "()", 0, "unsupported"},
		{"a sort of which nothing is known behind a level", "(push 1)" + data + "(check-sat)(pop 1)(push 1)" + plain + two + "(check-sat)", "()", 1, "unsupported"},
		{"a datatype behind a level with a sort", "(push 1)" + plain + "(check-sat)(pop 1)" + data + one + "(check-sat)", "()", 1, "true"},
		{"a datatype behind a reset of a sort", plain + "(check-sat)(reset)" + data + one + "(check-sat)", "()", 1, "true"},
		{"a datatype before a reset", data + one + "(check-sat)(reset)" + plain + "(check-sat)", "()", 0, "true"},
		{"a smaller datatype behind a level with a larger one", "(push 1)(declare-datatypes ((D 0)) (((a) (b))))(check-sat)(pop 1)" + data + one + "(check-sat)", "()", 1, "true"},
		{"a larger datatype before a reset", "(declare-datatypes ((D 0)) (((a) (b))))" + one + "(check-sat)(reset)" + data + "(check-sat)", "()", 0, "false"},
	} {
		s, err := elab.Script(tt.script, elab.Options{})
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		m, err := model.Read(tt.answer, s, tt.check, model.Options{})
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		active, _ := s.Active(tt.check)
		got := eval.New(s.Store, m, eval.Options{}).Term(active[0].Term)
		if word := got.String(); word != tt.want && word != "<"+tt.want+">" {
			t.Errorf("%s: %s, want %s", tt.name, word, tt.want)
		}
	}
}
