package fusion_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/fusion"
	"github.com/assay-smt/assay/smt/theory"
)

// with returns the usual options with a change.
func with(change func(*fusion.Options)) fusion.Options {
	o := fusion.DefaultOptions()
	change(&o)
	return o
}

func block(lines ...string) string {
	return "#begin\n(declare-const x Int)\n(declare-const y Int)\n(declare-const z Int)\n" + strings.Join(lines, "\n") + "\n#end\n"
}

func TestParseErrors(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"empty", "", "f:1:1: syntax: there is no fusion function"},
		{"comment only", "; nothing\n", "f:1:1: syntax: there is no fusion function"},
		{"not closed", "\n#begin\n(declare-const x Int)\n", "f:2:1: truncated: the block is never closed"},
		{"not begun", "#end\n", "f:1:1: syntax: #end without #begin"},
		{"nested", "#begin\n#begin\n", "f:2:1: syntax: #begin inside the block that begins at line 1"},
		{"outside", "(declare-const x Int)\n", "f:1:1: syntax: text outside blocks"},
		{"no output", "#begin\n(declare-const x Int)\n(declare-const y Int)\n(assert (= x y))\n#end", "f:4:1: syntax: the first assertion says nothing about the output"},
		{"no inverse", block("(assert (= z (+ x y)))"), "f:5:1: syntax: no assertion recovers an input"},
		{"no equation", block("(assert (< z (+ x y)))"), "f:5:1: syntax: the assertion is not an equation"},
		{"of itself", block("(assert (= z (+ x z)))"), "f:5:1: syntax: the output is defined by itself"},
		{"no input", block("(declare-const c Int)", "(assert (= z (+ x c)))", "(assert (= c (- z x)))"), "f:7:1: syntax: c is not an input"},
		{"second output", block("(declare-const z2 Int)"), "f:5:1: syntax: z2 is a second output beside z"},
		{"function", block("(declare-fun g (Int) Int)", "(assert (= z (g x)))"), "f:5:1: syntax: g takes arguments"},
		{"command", block("(check-sat)"), "f:5:1: syntax: a fusion function has only declare-sort, declare-const and assert"},
		{"sort with arguments", "#begin\n(declare-sort S 1)\n#end", "f:2:1: syntax: S takes sorts"},
		{"sort of a sort", "#begin\n(declare-sort S 0)\n(declare-const x (Array Int S))\n#end", "f:3:1: syntax: x is of sort (Array Int S)"},
		{"ill-sorted", block("(assert (= z (str.++ x y)))"), "f:5:14: sort:"},
		{"one input", "#begin\n(declare-const x Int)\n(declare-const z Int)\n(assert (= z x))\n(assert (= x z))\n#end", "f:5:1: syntax: the block has 1 inputs"},
		{"twice", block("(assert (= z (+ x y)))", "(assert (= x (- z y)))", "(assert (= x (- z y)))"), "f:7:1: syntax: x is recovered twice"},
		{"empty block", "#begin\n#end", "f:2:1: syntax: the block is empty"},
		{"parenthesis", "#begin\n(declare-const x Int\n#end", "f:2:"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := fusion.ParseFunctions(theory.Builtin(), "f", tt.text)
			if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("%v, want %s", err, tt.want)
			}
		})
	}
}

// TestReadFunctions: a block that cannot be read is skipped, with its position, and the blocks around it stay.
func TestReadFunctions(t *testing.T) {
	good := block("(assert (= z (+ x y)))", "(assert (= x (- z y)))")
	text := good + "\n" + block("(assert (= z (+ x y) 1))") + "\n" + good + "\n#begin\n" + good + "\n#begin\n"
	fs, skipped, err := fusion.ReadFunctions(theory.Builtin(), "f", text)
	if err != nil {
		t.Fatal(err)
	}
	var names, why []string
	for _, f := range fs {
		names = append(names, f.Name)
	}
	for _, err := range skipped {
		why = append(why, err.Error()[:len("f:13:1: syntax: the ass")])
	}
	if diff := cmp.Diff([]string{"f:1", "f:16", "f:25"}, names); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"f:13:1: syntax: the ass", "f:25:1: syntax: #begin ", "f:33:1: truncated: the "}, why); diff != "" {
		t.Error(diff)
	}
}

// TestMarkers: names and comments that contain begin or end are not markers, and indices may be symbols.
func TestMarkers(t *testing.T) {
	text := "#begin ; here\n(declare-const beginner (_ BitVec n)) ; the end\n(declare-const ending (_ BitVec n))\n(declare-const z (_ BitVec n))\n" +
		"(assert (= z (bvadd beginner ending)))\n(assert (= beginner (bvsub z ending)))\n#end\n"
	fs, err := fusion.ParseFunctions(theory.Builtin(), "f", text)
	if err != nil || len(fs) != 1 {
		t.Errorf("%d functions, %v", len(fs), err)
	}
}

// TestSharedFormula: a formula without symbols is part of both sides, so both stay unsat.
func TestSharedFormula(t *testing.T) {
	e, err := fusion.New(fusion.DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	seed := seedOf(t, "s", "(set-logic QF_LIA)(set-info :status unsat)(declare-const x Int)(assert (> x 0))(assert (= 1 2))(check-sat)")
	source, err := e.Prepare(context.Background(), seed, mutate.Env{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := source.Next(rng.New(1))
	if err != nil {
		t.Fatal(err)
	}
	if text := m.Script.String(); strings.Count(text, "(= 1 2)") != 2 && !strings.Contains(text, "($0 (= 1 2))") {
		t.Errorf("a side has lost a formula:\n%s", text)
	}
}
