package certify_test

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/judge/oracle"
)

// TestPartialModels: what a model says about a function at some arguments counts there. What Assay assumes elsewhere may make formulas
// true, which is reported, and never makes one false.
func TestPartialModels(t *testing.T) {
	const holds, fails, open = oracle.ModelHolds, oracle.ModelFails, oracle.ModelOpen
	const function = "(declare-fun f (Int) Int)(declare-const x Int)(declare-const y Int)"
	const array = "(declare-const a (Array (_ BitVec 2) (_ BitVec 4)))(declare-const x Int)"
	for _, tt := range []struct {
		name, script, model string
		want                oracle.ModelVerdict
		words               string
	}{
		{"true at the points", function + "(assert (= (f 1) 2))(assert (= (f 3) 7))", "(((f 1) 2) ((f 3) 7) (x 0))", holds, ""},
		{"false at a point", function + "(assert (= (f 1) 2))(assert (= (f 3) 8))", "(((f 1) 2) ((f 3) 7) (x 0))", fails, "assertion 2 is false"},
		{"false elsewhere", function + "(assert (= (f 1) 2))(assert (= (f 3) 7))", "(((f 1) 2) (x 0))", open, "has f at some arguments only, and a formula depends on it"},
		{"true elsewhere", function + "(assert (= (f 1) 2))(assert (= (f 3) 2))", "(((f 1) 2) (x 0))", holds, "with the last value for f at arguments that the model leaves out"},
		{"whatever it is elsewhere", function + "(assert (= (f 1) 2))(assert (= (f 3) (f 3)))", "(((f 1) 2) (x 0))", holds, ""},
		{"false whatever it is elsewhere", function + "(assert (distinct (f 3) (f (+ 2 x))))", "(((f 1) 2) (x 1))", fails, "assertion 1 is false"},
		{"false elsewhere, and false", function + "(assert (= (f 3) 7))(assert (= x 1))", "(((f 1) 2) (x 0))", fails, "assertion 2 is false"},
		{"a constant left out too", function + "(assert (= (f 3) 7))(assert (= y 1))", "(((f 1) 2) (x 0))", open, "leaves out y and the model has f at some arguments only"},
		{"a division beside it", function + "(assert (= (f 3) 2))(assert (= (div x 0) 0))", "(((f 1) 2) (x 0))", holds, "with the last value for f at arguments that the model leaves out and with zero"},
		{"a default of its own", function + "(assert (= (f 3) 7))", "(function f (type (-> Int Int)) (= (f 1) 2) (default 3))(= x 0)", fails, "assertion 1 is false"},
		{"an array at its points", array + "(assert (= (select a #b01) #x7))", "a[01] 0111", holds, ""},
		{"an array false at a point", array + "(assert (= (select a #b01) #x6))", "a[01] 0111", fails, "assertion 1 is false"},
		{"an array elsewhere", array + "(assert (distinct (select a #b10) #x7))", "a[01] 0111", open, "has a at some arguments only"},
		{"an array true elsewhere", array + "(assert (= (select a #b10) #x7))", "a[01] 0111", holds, "with the last value for a"},
		{"an array at all points", array + "(assert (distinct a (store a #b00 #x1)))", "a[00] 0111\na[01] 0001\na[10] 0010\na[11] 0011", holds, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := formula(t, "(set-logic ALL)"+tt.script+"(check-sat)")
			r := f.Model(tt.model, "", 0)
			if r.Verdict != tt.want || !strings.Contains(r.Summary, tt.words) || tt.words == "" && r.Summary != "" {
				t.Errorf("%v: %q, want %v: %q", r.Verdict, r.Summary, tt.want, tt.words)
			}
		})
	}
}
