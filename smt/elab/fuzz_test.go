package elab_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/syntax"
)

// fuzzTerms keeps single inputs small, so that the fuzzer tries many.
const fuzzTerms = 100_000

// checkScript checks what must hold for every text: it gives an error with a position inside it, or a script
// that is equal when read back from its own canonical text, which is a fixed point.
func checkScript(t interface{ Fatalf(string, ...any) }, src string) {
	s, err := elab.Script(src, elab.Options{File: "f", MaxTerms: fuzzTerms})
	if err != nil {
		var at *syntax.Error
		if !errors.As(err, &at) || at.Line < 1 || at.Col < 1 || at.Line > 1+strings.Count(src, "\n") || at.Msg == "" || at.File != "f" {
			t.Fatalf("%q: odd error %v", src, err)
		}
		if len(err.Error()) > 4000 {
			t.Fatalf("an error of %d bytes: %.300s", len(err.Error()), err)
		}
		return
	}
	text := s.String()
	again, err := elab.Script(text, elab.Options{MaxTerms: fuzzTerms})
	if err != nil {
		t.Fatalf("%q: what was printed is rejected: %v\n%s", src, err, text)
	}
	if ok, why := script.Equal(s, again); !ok {
		t.Fatalf("%q: reading back gives another script: %s\n%s", src, why, text)
	}
	if text2 := again.String(); text2 != text {
		t.Fatalf("%q: printing is no fixed point:\n%s\n%s", src, text, text2)
	}
	plain := *s // as read by solvers without tactics
	plain.Commands = slices.Clone(s.Commands)
	for i, c := range plain.Commands {
		if c.Kind == script.CheckSatUsing {
			plain.Commands[i] = &script.Command{Kind: script.CheckSat, Text: "(check-sat)"}
		}
	}
	for solver, want := range map[string]*script.Script{"z3": s, "cvc5": &plain, "cvc4": &plain} {
		p := script.Printer{Solver: solver}
		text := string(p.Append(nil, s))
		again, err := elab.Script(text, elab.Options{MaxTerms: fuzzTerms})
		if err != nil {
			t.Fatalf("%q: for %s: what was printed is rejected: %v\n%s", src, solver, err, text)
		}
		if ok, why := script.Equal(want, again); !ok {
			t.Fatalf("%q: for %s: reading back gives another script: %s\n%s", src, solver, why, text)
		}
	}
}

// dialectTexts returns the scripts in the folder of dialects, ASSAY_DIALECTS or the one next to the module, none if there is
// no such folder. Long ones are left out: the fuzzer should try many.
func dialectTexts(tb testing.TB) []string {
	tb.Helper()
	dir := os.Getenv("ASSAY_DIALECTS")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "dialects")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*", "*.smt2"))
	if err != nil {
		tb.Fatal(err)
	}
	var out []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			tb.Fatal(err)
		}
		if len(text) < 8000 {
			out = append(out, string(text))
		}
	}
	return out
}

// FuzzScript: no text makes the reader panic, and every accepted script is equal after printing and reading back.
func FuzzScript(f *testing.F) {
	for _, s := range append(corpus(f), dialectTexts(f)...) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) { checkScript(t, src) })
}
