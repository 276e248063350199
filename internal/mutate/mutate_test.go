package mutate_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/term"
)

func TestStatus(t *testing.T) {
	tests := []struct {
		label string
		want  smt.Status
		text  string
	}{
		{"sat", smt.Sat, "sat"},
		{"unsat", smt.Unsat, "unsat"},
		{"unknown", smt.Unknown, "unknown"},
		{"", smt.Unknown, "unknown"},
		{"SAT", smt.Unknown, "unknown"},
	}
	for _, tt := range tests {
		t.Run(tt.label, func(t *testing.T) {
			got := smt.Label(tt.label)
			if got != tt.want || got.String() != tt.text {
				t.Errorf("%v, not %v", got, tt.want)
			}
		})
	}
	if s := smt.NoStatus.String(); s != "none" {
		t.Errorf("no status is called %q", s)
	}
}

// TestLabelled: a label is a claim about the only check-sat of a script, and about none where there are several.
func TestLabelled(t *testing.T) {
	const assertion = "(declare-const p Bool)(assert p)"
	for text, want := range map[string]smt.Status{
		"(set-info :status sat)" + assertion + "(check-sat)":                            smt.Sat,
		"(set-info :status unsat)" + assertion + "(check-sat)":                          smt.Unsat,
		assertion + "(set-info :status unsat)(check-sat)":                               smt.Unsat,
		"(set-info :status unknown)" + assertion + "(check-sat)":                        smt.Unknown,
		assertion + "(check-sat)":                                                       smt.Unknown,
		"(set-info :status sat)" + assertion:                                            smt.Unknown,
		"(set-info :status sat)" + assertion + "(check-sat)(assert (not p))(check-sat)": smt.Unknown,
		"(set-info :status unsat)" + assertion + "(check-sat)(check-sat)":               smt.Unknown,
		"(set-info :status sat)" + assertion + "(check-sat)(check-sat-assuming (p))":    smt.Unknown,
		"(set-info :status sat)" + assertion + "(check-sat-assuming (p))":               smt.Sat,
	} {
		s, err := elab.Script(text, elab.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := mutate.Labelled("seed", s)
		if decides := want.Decides(); got.Status != want || got.Label != decides || len(got.Derivation) > 0 != decides {
			t.Errorf("%s is labelled %+v, want %v", text, got, want)
		}
	}
}

// TestStepText: a step is one line of bounded length, whatever the terms are.
func TestStepText(t *testing.T) {
	root := func(text string) *term.Term {
		t.Helper()
		s, err := elab.Script(text, elab.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return s.Commands[len(s.Commands)-1].Terms[0]
	}
	small := root("(assert (> 1 0))")
	wide := root("(assert (and" + strings.Repeat(" true false", 100) + "))")
	deep := root("(assert " + strings.Repeat("(not ", 50_000) + "true" + strings.Repeat(")", 50_000) + ")")
	doubled := "true"
	for range 60 { // 2^60 nodes when written out
		doubled = "(let ((p " + doubled + ")) (and p p))"
	}
	long := root(`(assert (= "` + "x" + strings.Repeat("é", 10_000) + `" "y"))`)
	quantified := root("(assert (forall ((x Int)) (and" + strings.Repeat(" (> x 1)", 100) + ")))")
	tests := []struct {
		name string
		step mutate.Step
		want string
	}{
		{"small", mutate.Step{Before: small, After: small}, "typefuzz copy at command 3 [0 1]: (> 1 0) -> (> 1 0)"},
		{"wide and deep", mutate.Step{Before: wide, After: deep}, "typefuzz copy at command 3 [0 1]: (and ...) -> (not ...)"},
		{"shared", mutate.Step{Before: root("(assert " + doubled + ")"), After: quantified}, "typefuzz copy at command 3 [0 1]: (and ...) -> (...)"},
		{"none", mutate.Step{}, "typefuzz copy at command 3 [0 1]: ? -> ?"},
		{"long path", mutate.Step{Path: make(term.Path, 100_000), Before: small, After: small}, ""},
		{
			"line ends in a literal and a name", mutate.Step{Before: root("(assert (= \"a\nb\r\" \"y\"))"), After: root("(declare-const |p\nq| Bool)(assert |p\nq|)")},
			`typefuzz copy at command 3 [0 1]: (= "a?b?" "y") -> |p?q|`,
		},
		{"long literal", mutate.Step{Before: long, After: small}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.step.Engine, tt.step.Rule, tt.step.Command = "typefuzz", "copy", 2
			if tt.step.Path == nil {
				tt.step.Path = term.Path{0, 1}
			}
			got := tt.step.String()
			if tt.want != "" && got != tt.want {
				t.Errorf("%s, not %s", got, tt.want)
			}
			if len(got) > 1000 || strings.ContainsAny(got, "\r\n") || !utf8.ValidString(got) {
				t.Errorf("%d bytes: %s", len(got), got)
			}
		})
	}
}

// TestWithStatus: a script has one label for its truth, or one in front of each check-sat, and no other.
func TestWithStatus(t *testing.T) {
	unknown, sat := mutate.Truth{Status: smt.Unknown}, mutate.Truth{Status: smt.Sat}
	for _, tt := range []struct {
		text, want string
		truths     []mutate.Truth
	}{
		{"(set-logic QF_UF)(set-info :status sat)(check-sat)(set-info :status unsat)(check-sat)", "(set-logic QF_UF)\n(set-info :status unknown)\n(check-sat)\n(check-sat)\n", nil},
		{"(check-sat)", "(set-info :status unknown)\n(check-sat)\n", nil},
		{"(set-info :status x)", "(set-info :status unknown)\n", nil},
		{"(set-info :status unsat)(check-sat)(check-sat)", "(set-info :status sat)\n(check-sat)\n(set-info :status unknown)\n(check-sat)\n", []mutate.Truth{sat, unknown}},
	} {
		s, err := elab.Script(tt.text, elab.Options{})
		if err != nil {
			t.Fatal(err)
		}
		before := s.String()
		m := mutate.Mutant{Script: s, Truth: unknown, Truths: tt.truths}
		if got := m.WithStatus().String(); got != tt.want {
			t.Errorf("%s:\n%s", tt.text, got)
		}
		if s.String() != before {
			t.Errorf("the script itself was changed:\n%s", s)
		}
	}
}
