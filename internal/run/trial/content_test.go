package trial_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/question"
)

// What is in a script decides which options solvers get, which findings are doubtful, and under which name findings are kept.
func TestContent(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		list       string
		open       string
		options    solver.Options
	}{
		{"constants", "(declare-const p Bool)(declare-const q Bool)(assert (and p q))(check-sat)", "core", "", solver.Options{}},
		{"arithmetic", "(declare-const x Int)(assert (< x 5))(check-sat)", "ints", "", solver.Options{}},
		{"a function", "(declare-fun f (Int) Int)(assert (= (f 1) 2))(check-sat)", "uf", "", solver.Options{}},
		{"a predicate on an own sort", "(declare-sort S 0)(declare-const a S)(declare-fun p (S) Bool)(assert (p a))(check-sat)", "uf", "", solver.Options{}},
		{"a constant of an own sort", "(declare-sort S 0)(declare-const a S)(assert (= a a))(check-sat)", "core", "", solver.Options{}},
		{"a defined function", "(define-fun f ((x Int)) Int (+ x 1))(assert (= (f 1) 2))(check-sat)", "ints", "", solver.Options{}},
		{"quantifiers", "(assert (forall ((x Int)) (< x (+ x 1))))(check-sat)", "ints+quantifiers", "", solver.Options{}},
		{"strings", "(declare-const s String)(assert (= s \"a\"))(check-sat)", "core", "", solver.Options{Strings: true}},
		{"sequences", "(declare-const s (Seq Int))(assert (= s s))(check-sat)", "core", "", solver.Options{Strings: true}},
		{"strings in an array", "(declare-const a (Array Int String))(assert (= a a))(check-sat)", "core", "", solver.Options{Strings: true}},
		{"strings that only a function has", "(declare-fun f (Int String) Int)(check-sat)", "core", "", solver.Options{Strings: true}},
		{"single precision", "(declare-const a Float32)(assert (= a a))(check-sat)", "core", "", solver.Options{}},
		{"double precision", "(declare-const a Float64)(assert (= a a))(check-sat)", "core", "", solver.Options{}},
		{"half precision", "(declare-const a Float16)(assert (= a a))(check-sat)", "core", "", solver.Options{Floats: true}},
		{"the exponent of single precision", "(declare-const a (_ FloatingPoint 8 53))(assert (= a a))(check-sat)", "core", "", solver.Options{Floats: true}},
		{"the significand of single precision", "(declare-const a (_ FloatingPoint 11 24))(assert (= a a))(check-sat)", "core", "", solver.Options{Floats: true}},
		{"another exponent", "(declare-const a (_ FloatingPoint 9 24))(assert (= a a))(check-sat)", "core", "", solver.Options{Floats: true}},
		{"another significand", "(declare-const a (_ FloatingPoint 11 52))(assert (= a a))(check-sat)", "core", "", solver.Options{Floats: true}},
		{"datatypes", "(declare-datatype D ((c (s Int))))(declare-const d D)(assert (= (s d) 1))(check-sat)", "datatypes", "", solver.Options{}},
		{"a datatype of strings", "(declare-datatype D ((c (s String))))(check-sat)", "core", "", solver.Options{Strings: true}},
		{"several checks", "(push 1)(assert true)(check-sat)(pop 1)(check-sat)", "core", "", solver.Options{Incremental: true}},
	} {
		c := trial.ContentOf(read(t, tt.text))
		if got := c.List(); got != tt.list {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.list)
		}
		if got := strings.Join(c.Open, " "); got != tt.open {
			t.Errorf("%s: open %q, want %q", tt.name, got, tt.open)
		}
		if diff := cmp.Diff(tt.options, c.Options()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// Questions are found in any text, up to its end or its first defect, for the check that they come after.
func TestQuestionsOfTexts(t *testing.T) {
	model, core := solver.Question{Kind: question.Model}, solver.Question{Kind: question.Core}
	second := solver.Question{Check: 1, Kind: question.Model}
	for _, tt := range []struct {
		text string
		want []solver.Question
	}{
		{"", nil},
		{"(check-sat)", nil},
		{"(get-model)(check-sat)", nil},
		{"(check-sat)(get-model)", []solver.Question{model}},
		{"(check-sat)(get-model)(get-unsat-core)", []solver.Question{model, core}},
		{"(check-sat)(check-sat)(get-model)", []solver.Question{second}},
		{"(check-sat-assuming (p))(get-model)(check-sat)(get-model)", []solver.Question{model, second}},
		{"(check-sat)(get-model)(exit)(get-model)", []solver.Question{model}},
		{"(check-sat)(get-model)\n)(get-model)", []solver.Question{model}},
		{"(check-sat)(get-model)(assert (", []solver.Question{model}},
		{"(check-sat)(get-info :reason-unknown)(get-info :name)", []solver.Question{{Kind: question.Reason}, {Kind: question.Other}}},
		{"(check-sat)(assert true)(echo \"(get-model)\")", nil},
	} {
		if diff := cmp.Diff(tt.want, trial.Questions(tt.text)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.text, diff)
		}
	}
}
