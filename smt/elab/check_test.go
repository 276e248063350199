package elab_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/smt/elab"
)

// TestCheckSaysWhatScriptSays: Check accepts, rejects and counts as Script does.
func TestCheckSaysWhatScriptSays(t *testing.T) {
	texts := corpus(t)
	for i, f := range seedPaths() {
		if i%10 != 0 {
			continue
		}
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(src))
	}
	for _, src := range texts {
		s, want := elab.Script(src, elab.Options{})
		got, err := elab.Check(src, elab.Options{})
		if fmt.Sprint(err) != fmt.Sprint(want) {
			t.Errorf("%.300s\nCheck says %v, Script %v", src, err, want)
			continue
		}
		if want != nil {
			continue
		}
		facts := elab.Facts{
			Logic: s.Logic(), Status: s.Status(), Commands: len(s.Commands), Assertions: s.Assertions(), Checks: s.Checks(),
			Terms: s.Store.Len(), Warnings: s.Warnings,
			Dialects: s.Dialects, Features: s.Features,
		}
		if d := cmp.Diff(facts, got); d != "" {
			t.Errorf("%.300s\n(-Script +Check):\n%s", src, d)
		}
	}
}

// TestCheckForgets: a script with more terms than Check keeps at a time, with labels, definitions and declarations
// that stay alive. A sample has 100,000 assertions, one and a half times what is kept; a long run has 300,000.
func TestCheckForgets(t *testing.T) {
	var b strings.Builder
	b.WriteString("(declare-fun f (Int) Bool)(define-fun g ((x Int)) Bool (f (+ x 1)))(assert (! (f 0) :named a))\n")
	n := testdepth.Sample(100_000, 300_000)
	for i := range n {
		fmt.Fprintf(&b, "(assert (or a (g %d)))\n", i)
	}
	facts, err := elab.Check(b.String(), elab.Options{})
	if err != nil || facts.Assertions != n+1 {
		t.Fatalf("%+v, %v", facts, err)
	}
	b.WriteString("(assert (h 1))\n")
	want := fmt.Sprintf("%d:10: unknown: unknown symbol h", n+2)
	if _, err = elab.Check(b.String(), elab.Options{}); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestLimits(t *testing.T) {
	var b strings.Builder
	b.WriteString("(declare-const x Int)\n")
	for i := range 1000 {
		fmt.Fprintf(&b, "(assert (> x %d))\n", i)
	}
	const want = "too-large: the script has more than 500 distinct terms"
	if _, err := elab.Script(b.String(), elab.Options{MaxTerms: 500}); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
	many := strings.Repeat("(push 1)(pop 1)\n", elab.MaxCommands/2)
	if s, err := elab.Script(many, elab.Options{}); err != nil || len(s.Commands) != elab.MaxCommands {
		t.Errorf("as many commands as are allowed: %v", err)
	}
	if _, err := elab.Script(many+"(check-sat)", elab.Options{}); err == nil || !strings.Contains(err.Error(), "too-large: the script has more than") {
		t.Errorf("got %v", err)
	}
	if facts, err := elab.Check(many+"(check-sat)", elab.Options{}); err != nil || facts.Commands != elab.MaxCommands+1 {
		t.Errorf("Check keeps nothing and has no such limit: %v", err)
	}
}

func TestStops(t *testing.T) {
	done := make(chan struct{})
	close(done)
	if _, err := elab.Script("(assert true)(assert true)", elab.Options{Done: done}); !errors.Is(err, elab.ErrStopped) {
		t.Errorf("got %v", err)
	}
	if _, err := elab.Check("(assert true)(assert true)", elab.Options{Done: done}); !errors.Is(err, elab.ErrStopped) {
		t.Errorf("got %v", err)
	}
}
