package trial

import (
	"slices"
	"testing"

	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

func elaborated(t *testing.T, text string) *script.Script {
	t.Helper()
	s, err := elab.Script(text, elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A bench of several goroutines looks through each script anew, one of a single goroutine remembers its terms: both find the same.
func TestContentOf(t *testing.T) {
	s := elaborated(t, `(declare-const x Int)(declare-const s String)(assert (= (str.len s) (div 7 x)))(check-sat)`)
	shared := (&Bench{}).contentOf(s)
	if !slices.Equal(shared.Theories, []string{"core", "ints", "strings"}) || !shared.Strings {
		t.Errorf("%+v", shared)
	}
	own := (&Bench{}).In(nil)
	for range 2 {
		if got := own.contentOf(s); !slices.Equal(got.Open, shared.Open) || !slices.Equal(got.Theories, shared.Theories) || got.Strings != shared.Strings {
			t.Errorf("%+v, and not %+v", got, shared)
		}
	}
}

// Only literals count: a backslash in a name is no escape.
func TestHasBackslash(t *testing.T) {
	for text, want := range map[string]bool{`"x"`: false, `"\n"`: true} {
		s := elaborated(t, `(declare-const |a\b| String)(assert (= |a\b| `+text+`))(assert (forall ((|c\d| Int)) (= |c\d| 1)))(check-sat)`)
		if got := hasBackslash(s); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// No more terms are remembered than maxContents; the latest is among them.
func TestContentsAreBounded(t *testing.T) {
	s := elaborated(t, `(declare-const p Bool)(assert (not p))(assert (and p p))(check-sat)`)
	known := contents{}
	for len(known) < maxContents-1 {
		known[new(term.Term)] = &Content{}
	}
	for i, want := range []int{maxContents, 1} {
		root := s.Commands[i+1].Terms[0]
		if known.term(root); len(known) != want || known[root] == nil {
			t.Errorf("%d terms after another, the last of them %v; want %d", len(known), known[root], want)
		}
	}
}

// A glance settles a model of a script that asks once, and nothing about one that asks several times.
func TestGlanceAt(t *testing.T) {
	const once = "(set-logic QF_LIA)(declare-const x Int)(assert (< x 3))(check-sat)"
	for _, tt := range []struct {
		name, text, model string
		answers           []smt.Status
		want              oracle.ModelVerdict
		ok                bool
	}{
		{"a model", once, "((define-fun x () Int 1))", []smt.Status{smt.Sat}, oracle.ModelHolds, true},
		{"a wrong model", once, "((define-fun x () Int 3))", []smt.Status{smt.Sat}, oracle.NoModel, false},
		{"two answers", once, "((define-fun x () Int 1))", []smt.Status{smt.Sat, smt.Sat}, oracle.NoModel, false},
		{"two checks", once + "(check-sat)", "((define-fun x () Int 1))", []smt.Status{smt.Sat}, oracle.NoModel, false},
	} {
		s := elaborated(t, tt.text)
		one := (&Bench{}).New(s, Facts{})
		one.quick = &certify.Sequence{Effort: certify.Thorough}
		run := solver.Run{Family: "z3", Verdict: solver.Verdict{Answers: tt.answers, Returns: []solver.Return{{Kind: question.Model, Text: tt.model}}}}
		models, ok := one.quickCheckOf(t.Context(), run, &Text{Bytes: []byte(s.String())})
		if ok != tt.ok || ok && (len(models) != 1 || models[0].Verdict != tt.want) {
			t.Errorf("%s: %+v, %v", tt.name, models, ok)
		}
	}
}
