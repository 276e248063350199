package elab_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/smt/elab"
)

// TestHeadsOfScripts: comments at the head of a script ask for options of the solver, among blank lines and other comments; those after the first
// command do not.
func TestHeadsOfScripts(t *testing.T) {
	const (
		asks   = "; COMMAND-LINE: --global-declarations -i\n"
		script = "(push 1)\n(declare-const p Bool)\n(pop 1)\n(assert p)\n"
	)
	for _, tt := range []struct {
		name, text string
		read       bool
	}{
		{"at once", asks + script, true},
		{"after a blank line", "\n" + asks + script, true},
		{"after comments and blank lines", "; a test\n\n  \n;; of levels\n\n" + asks + "\n" + script, true},
		{"with blanks in front", " \t" + asks + script, true},
		{"among other options", "; COMMAND-LINE: -q --global-declarations\n" + script, true},
		{"on a second line", "; COMMAND-LINE: -q\n" + asks + script, true},
		{"not at all", script, false},
		{"another option", "; COMMAND-LINE: --global-declarations-not\n" + script, false},
		{"another comment", "; use --global-declarations\n" + script, false},
		{"after a command", "(set-logic ALL)\n" + asks + script, false},
		{"at the end", script + asks, false},
	} {
		if _, err := elab.Script(tt.text, elab.Options{}); (err == nil) != tt.read {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

// TestRepetitionsAreClipped: the warning about a repeated declaration names it, up to 60 bytes.
func TestRepetitionsAreClipped(t *testing.T) {
	for length, want := range map[int]string{1: strings.Repeat("p", 1), 60: strings.Repeat("p", 60), 61: strings.Repeat("p", 60) + "...", 200: strings.Repeat("p", 60) + "..."} {
		name := strings.Repeat("p", length)
		s, err := elab.Script("; COMMAND-LINE: --no-fresh-declarations\n(declare-const "+name+" Bool)(declare-fun "+name+" () Bool)(assert "+name+")", elab.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff([]string{"declared again and left out: " + want}, s.Warnings); d != "" {
			t.Errorf("%d bytes (-want +got):\n%s", length, d)
		}
	}
}

// TestCharactersBeyondASCII: they are printed as escapes, which all solvers read alike; those that no string can hold stay as they are.
func TestCharactersBeyondASCII(t *testing.T) {
	for text, want := range map[string]string{
		`"é"`: `"\u{e9}"`, `"aé""€b"`: `"a\u{e9}""\u{20ac}b"`, `"\é\u{61}"`: `"\\u{e9}\u{61}"`, "\"\U0001f600\"": `"\u{1f600}"`, "\"\U00030000\"": "\"\U00030000\"", `"\u{e9}"`: `"\u{e9}"`,
	} {
		s, err := elab.Script("(assert (= "+text+` ""))`, elab.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Commands[0].Terms[0].Args()[0].Text(); got != want {
			t.Errorf("%s is printed as %s, want %s", text, got, want)
		}
	}
}
