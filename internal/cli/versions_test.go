package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/findings"
)

// The versions that a finding is bisected over: the installed ones with its own in its place, of the solver alone or of its codebase.
func TestCandidates(t *testing.T) {
	for _, tt := range []struct{ name, installed, solver, family, version, list, want string }{
		{"between the others", "z3@4.8.10 z3@5.4.0", "z3", "z3", "4.8.12", "", "z3@4.8.10 z3@4.8.12 z3@5.4.0"},
		{"the newest", "z3@4.8.10", "z3@5.4.0", "z3", "5.4.0", "", "z3@4.8.10 z3@5.4.0"},
		{"the oldest", "z3@4.8.10 z3@5.4.0", "z3", "z3", "4.5.1", "", "z3@4.5.1 z3@4.8.10 z3@5.4.0"},
		{"installed itself", "z3@4.8.10 z3@5.4.0", "z3", "z3", "5.4.0", "", "z3@4.8.10 z3@5.4.0"},
		{"alone, and not installed", "", "z3", "z3", "5.4.0", "", ""},
		{"alone, and installed", "z3@5.4.0", "z3", "z3", "5.4.0", "", "z3@5.4.0"},
		{"the later one of its codebase", "cvc4@1.8", "cvc5", "cvc5", "1.0.3", "", "cvc4@1.8 cvc5@1.0.3"},
		{"the earlier one of its codebase", "cvc5@1.0.3", "cvc4", "cvc4", "1.8", "", "cvc4@1.8 cvc5@1.0.3"},
		{"a list says all", "z3@4.8.10 z3@5.4.0", "z3", "z3", "4.8.12", "z3@..", "z3@4.8.10 z3@4.8.12 z3@5.4.0"},
		{"a list of others", "z3@4.8.10 z3@5.4.0", "z3", "z3", "4.8.12", "5.4.0", "z3@4.8.12 z3@5.4.0"},
		{"a list of another solver", "z3@4.8.10", "z3", "z3", "4.8.12", "cvc5@..", ""},
		{"a list of itself", "z3@4.8.10", "z3", "z3", "4.8.12", "z3@4.8.12", "z3@4.8.12"},
		{"a program by its path", "z3@4.8.10", "./build/z3", "z3", "5.4.0", "", "z3@4.8.10"},
		{"a version that is not known", "z3@4.8.10", "z3", "z3", "", "", "z3@4.8.10"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			data := t.TempDir()
			t.Setenv("XDG_DATA_HOME", data)
			for v := range strings.FieldsSeq(tt.installed) {
				name, version, _ := strings.Cut(v, "@")
				dir := filepath.Join(data, "assay", "solvers", name, version, "bin")
				if err := os.MkdirAll(dir, 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			f := findings.Stored{}
			f.Solver, f.Family, f.Version = tt.solver, tt.family, tt.version
			resolver, err := (&profileFlags{}).resolverWith(nil)
			if err != nil {
				t.Fatal(err)
			}
			v := versionFlags{List: tt.list}
			got, err := v.candidates(t.Context(), nowhere(), f, resolver)
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, c := range got {
				names = append(names, c.Name)
				if found := c.Name == tt.family+"@"+tt.version; c.Found != found {
					t.Errorf("%s: Found is %v", c.Name, c.Found)
				}
			}
			if text := strings.Join(names, " "); text != tt.want {
				t.Errorf("%s, want %s", text, tt.want)
			}
		})
	}
}
