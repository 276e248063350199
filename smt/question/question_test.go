package question_test

import (
	"slices"
	"testing"

	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/status"
)

// TestTable wants each row to be whole, and each word to have one row.
func TestTable(t *testing.T) {
	kinds := question.Kinds()
	if len(kinds) != int(question.Other) {
		t.Fatalf("%d kinds, want %d: the last constant is Other", len(kinds), question.Other)
	}
	names := map[string]bool{}
	for _, k := range kinds {
		if k.String() == "" || names[k.String()] || k.Word() == "" {
			t.Errorf("kind %d has the name %q, which is empty or another's, and the command %q", k, k, k.Word())
		}
		names[k.String()] = true
		if k.Further() && k.Core() {
			t.Errorf("%v is both further and a core", k)
		}
		if k == question.Reason || k == question.Statistics {
			continue // get-info asks for both
		}
		if got, asks := question.Find(k.Word(), ""); !asks || got != k && k != question.Other {
			t.Errorf("Find(%q) = %v, %t, want %v", k.Word(), got, asks, k)
		}
		if o := k.Option(); o != "" {
			if got, ok := question.RequestedBy(o[1:]); !ok || got != k.Request() {
				t.Errorf("RequestedBy(%q) = %q, want %q", o[1:], got, k.Request())
			}
		}
	}
}

func TestFind(t *testing.T) {
	for _, tt := range []struct {
		word, argument string
		want           question.Kind
		asks           bool
	}{
		{"get-info", ":reason-unknown", question.Reason, true},
		{"get-info", ":all-statistics", question.Statistics, true},
		{"get-info", ":version", question.Other, true},
		{"get-value", "", question.Values, true},
		{"eval", "x", question.Evaluated, true},
		{"get-interpolants", "a", question.Interpolant, true},
		{"get-something", "", question.Other, true},
		{"check-sat", "", question.Other, false},
		{"assert", "get-model", question.Other, false},
	} {
		if got, asks := question.Find(tt.word, tt.argument); got != tt.want || asks != tt.asks {
			t.Errorf("Find(%q, %q) = %v, %t, want %v, %t", tt.word, tt.argument, got, asks, tt.want, tt.asks)
		}
	}
}

func TestOf(t *testing.T) {
	for _, tt := range []struct {
		command script.Command
		want    question.Kind
		asks    bool
		word    string
	}{
		{script.Command{Kind: script.GetValue}, question.Values, true, "get-value"},
		{script.Command{Kind: script.Simplify}, question.Simplified, true, "simplify"},
		{script.Command{Kind: script.Get, Text: "(get-model)"}, question.Model, true, "get-model"},
		{script.Command{Kind: script.Get, Text: "(get-info :reason-unknown)"}, question.Reason, true, "get-info"},
		{script.Command{Kind: script.Other, Name: "apply", Text: "(apply (then simplify smt))"}, question.Goals, true, "apply"},
		{script.Command{Kind: script.Other, Name: "frobnicate", Text: "(frobnicate x)"}, question.Other, false, "frobnicate"},
		{script.Command{Kind: script.Assert}, 0, false, ""},
	} {
		if got, asks := question.Of(&tt.command); got != tt.want || asks != tt.asks {
			t.Errorf("Of(%+v) = %v, %t, want %v, %t", tt.command, got, asks, tt.want, tt.asks)
		}
		if got := question.Word(&tt.command); got != tt.word {
			t.Errorf("Word(%+v) = %q, want %q", tt.command, got, tt.word)
		}
	}
}

func TestFits(t *testing.T) {
	for _, tt := range []struct {
		kind   question.Kind
		answer status.Status
		want   bool
	}{
		{question.Model, status.Sat, true}, {question.Model, status.Unsat, false}, {question.Model, status.Unknown, false},
		{question.Core, status.Unsat, true}, {question.Core, status.Sat, false},
		{question.Reason, status.Unknown, true}, {question.Reason, status.Sat, false},
		{question.Goals, status.Sat, true}, {question.Goals, status.Unknown, true},
		{question.Interpolant, status.NoStatus, true}, {question.Evaluated, status.NoStatus, false},
	} {
		if got := tt.kind.Fits(tt.answer); got != tt.want {
			t.Errorf("%v fits %v: %t, want %t", tt.kind, tt.answer, got, tt.want)
		}
	}
}

func TestRequests(t *testing.T) {
	for word, want := range map[string]string{
		"get-unsat-assumptions": "unsat cores", "get-proof": "proofs", "get-interpolants": "interpolants", "get-abduct-next": "abducts", "get-model": "",
		"assert": "",
	} {
		if got := question.RequestOf(word); got != want {
			t.Errorf("RequestOf(%q) = %q, want %q", word, got, want)
		}
	}
	for option, want := range map[string]string{"solver.proof.save": "proofs", "unsat_core": "unsat cores", "produce-models": "", "incremental": "none"} {
		got, ok := question.RequestedBy(option)
		if !ok {
			got = "none"
		}
		if got != want {
			t.Errorf("RequestedBy(%q) = %q, want %q", option, got, want)
		}
	}
}

// TestKnown wants what scripts hold as script.Get: commands of SMT-LIB, and those that solvers answer in the same way.
func TestKnown(t *testing.T) {
	known := question.Known()
	for _, want := range []string{"get-model", "get-info", "get-difficulty", "get-abduct"} {
		if !slices.Contains(known, want) {
			t.Errorf("%s is not known", want)
		}
	}
	for _, foreign := range []string{"get-qe", "eval", "simplify"} {
		if slices.Contains(known, foreign) {
			t.Errorf("%s is known", foreign)
		}
	}
}
