package model_test

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/model"
)

// TestRepeatedDefinitions: the last definition of a symbol counts, in whatever form, and there is a note.
func TestRepeatedDefinitions(t *testing.T) {
	for _, text := range []string{
		"((define-fun x () Int 1) (define-fun x () Int 2))",
		"(model (define-fun x () Int 1) (define-fun x () Int 3) (define-fun x () Int 2))",
		"((define-const x Int 1) (define-fun x () Int 2))",
		"((define-fun x () Int 1))\n((define-fun x () Int 2))",
		"(= x 1)\n(= x 2)",
		"((x 1) (x 2))",
	} {
		s, err := elab.Script("(declare-const x Int)(assert (= x 2))(check-sat)", elab.Options{})
		if err != nil {
			t.Fatal(err)
		}
		m, err := model.Read(text, s, 0, model.Options{})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if def := m.Defs[s.Commands[0].Decls[0]]; def == nil || def.Body.String() != "2" {
			t.Errorf("%s: x is %v", text, def)
		}
		if len(m.Notes) == 0 || !strings.Contains(m.Notes[0].Text, "more than once") {
			t.Errorf("%s: notes %v", text, m.Notes)
		}
	}
}
