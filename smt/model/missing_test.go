package model_test

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/model"
)

// TestMissing: a model lacks the symbols that are declared at its check and to which it gives no value, but none from closed
// levels, from before a reset, or from later commands.
func TestMissing(t *testing.T) {
	const a, b, c = "(declare-const a Int)", "(declare-fun b (Int) Int)", "(declare-const c Bool)"
	const check, global = "(check-sat)", "(set-option :global-declarations true)"
	const define = "(define-fun a () Int 1)"
	for _, tt := range []struct {
		script string
		check  int
		answer string
		want   string // names in declaration order
	}{
		{a + b + check, 0, "()", "a b"},
		{a + b + check, 0, "(" + define + ")", "b"},
		{a + check + b + check, 0, "()", "a"},
		{a + check + b + check, 1, "()", "a b"},
		{a + "(push 1)" + b + check + "(pop 1)" + c + check, 0, "()", "a b"},
		{a + "(push 1)" + b + check + "(pop 1)" + c + check, 1, "()", "a c"},
		{"(push 2)" + a + "(pop 1)" + b + check + "(pop 1)" + check, 0, "()", "b"},
		{"(push 2)" + a + "(pop 1)" + b + check + "(pop 1)" + check, 1, "", ""},
		{a + "(reset)" + b + check, 0, "()", "b"},
		{a + "(reset-assertions)" + b + check, 0, "()", "b"},
		{global + a + "(push 1)" + b + "(pop 1)" + check, 0, "(" + define + ")", "b"},
		{global + "(push 1)" + a + "(reset-assertions)" + b + check, 0, "()", "a b"},
		{"(push 1)" + a + "(pop 1)" + a + check, 0, "()", "a"},
		{"(push 1)" + a + "(pop 1)" + a + check, 0, "(" + define + ")", ""},
		{"(push 1)" + a + check + "(pop 1)" + check, 1, "sat", ""},
		{"(define-fun d () Int 1)" + a + check, 0, "()", "a"},
	} {
		s, err := elab.Script(tt.script, elab.Options{})
		if err != nil {
			t.Fatal(err)
		}
		m, err := model.Read(tt.answer, s, tt.check, model.Options{})
		if err != nil {
			t.Errorf("%s, check %d: %v", tt.script, tt.check, err)
			continue
		}
		var got []string
		for _, d := range m.Missing() {
			got = append(got, d.Name)
		}
		notes := 0
		for _, n := range m.Notes {
			if n.Code == model.NoteMissing {
				notes++
			}
		}
		if strings.Join(got, " ") != tt.want || notes != len(got) {
			t.Errorf("%s, check %d: missing %q with %d notes, want %q", tt.script, tt.check, got, notes, tt.want)
		}
	}
}
