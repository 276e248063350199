package theory

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestFeaturesAreDocumented: every feature has a name, a solver and its line in docs/reference/dialects.md.
func TestFeaturesAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/reference/dialects.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for f := range features {
		info := allFeatures[f]
		if f.String() == "" || f.Doc() == "" || f.Dialects() == 0 || seen[f.String()] {
			t.Errorf("feature %d is %+v", f, info)
		}
		seen[f.String()] = true
		var in []string
		for _, a := range info.in {
			name := a.Solver
			if _, ok := DialectOf(name); !ok {
				t.Errorf("%s: unknown solver %s", f, name)
			}
			if a.Since != "" {
				name += ">=" + a.Since
			}
			in = append(in, name)
		}
		kept := ""
		if info.kept {
			kept = "yes"
		}
		line := fmt.Sprintf("| %s | %s | %s | %s |\n", f, strings.Join(in, " "), kept, f.Doc())
		if !strings.Contains(string(text), line) {
			t.Errorf("docs/reference/dialects.md lacks the line\n%s", line)
		}
	}
	if n := strings.Count(string(text), "\n| ") - 1; n != int(features) {
		t.Errorf("docs/reference/dialects.md has %d lines of features, the table %d", n, features)
	}
}

func TestDialects(t *testing.T) {
	for _, tt := range []struct {
		d            Dialects
		text, solver string
	}{
		{AllDialects, "standard", ""},
		{Z3, "z3", "z3"},
		{Z3 | CVC5, "z3 cvc5", "z3"},
		{0, "mixed", ""},
	} {
		if tt.d.String() != tt.text || tt.d.Solver() != tt.solver {
			t.Errorf("%b: %s, printed for %q", tt.d, tt.d, tt.d.Solver())
		}
	}
	if _, ok := DialectOf("nosuch"); ok {
		t.Error("an unknown solver has a language")
	}
	if !ChoiceTerm.AvailableIn("z3", "") || ChoiceTerm.AvailableIn("z3", "4.8.12") || ChoiceTerm.AvailableIn("cvc5", "") {
		t.Error("choice is said to be elsewhere than in new versions of z3")
	}
}
