package solver

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/assay-smt/assay/internal/judge/oracle"
)

// A program of the user's that checks assertions is told from a release, and what its assertions find from other crashes.
func TestOwnBuildIsRecognised(t *testing.T) {
	set, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		help, version string
		class         oracle.Class
	}{
		{"Debugging support:\n  -dbg:tag    enable assertions tagged with <tag>.", "5.4.1+assertions", oracle.AssertionClass},
		{"  -st  display statistics.", "5.4.1", oracle.CrashClass},
	} {
		path := filepath.Join(t.TempDir(), "z3")
		script := fmt.Sprintf("#!/bin/sh\ncase $1 in\n--version) echo 'Z3 version 5.4.1 - 64 bit' ;;\n-h) echo '%s' ;;\n*) printf 'ASSERTION VIOLATION\\nFile: a.cpp\\nLine: 1\\nx\\n'; exit 114 ;;\nesac\n", tt.help)
		if err := os.WriteFile(path, []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
		target, err := Resolve(t.Context(), path, set)
		if err != nil {
			t.Fatal(err)
		}
		if target.Version() != tt.version {
			t.Errorf("version %q, want %q", target.Version(), tt.version)
		}
		run, err := target.Run(t.Context(), Query{File: "a.smt2", Checks: 1})
		if err != nil {
			t.Fatal(err)
		}
		found := oracle.Judge(oracle.Case{Observations: []oracle.Observation{run.Observation()}})
		if len(found) != 1 || found[0].Class != tt.class {
			t.Errorf("%s: %+v, want class %s", tt.version, found, tt.class)
		}
	}
}

// The first group of a pattern is the version, however many follow it, and the whole match is without one.
func TestVersionIsTheFirstGroup(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	if err := os.WriteFile(path, []byte("#!/bin/sh\necho 'X version 3.12 (release)'\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for pattern, want := range map[string]string{
		`version (\d+(\.\d+)*)( \(\w+\))?`: "3.12", `version (?:\d+)`: "version 3", `\d+\.\d+`: "3.12", `^Y (\d+)`: "",
	} {
		set, err := builtinSet(t).With("p.toml", []byte(minimal+"[version]\nargs = [\"--version\"]\npattern = '"+pattern+"'\n"))
		if err != nil {
			t.Fatal(err)
		}
		target, err := Resolve(t.Context(), path, set)
		if err != nil || target.Version() != want {
			t.Errorf("%s: version %q, %v; want %q", pattern, target.Version(), err, want)
		}
		source := PackageSource{Version: target.Profile().Version.Pattern}
		if got, ok := source.SolverVersion("X version 3.12 (release)"); profileName.MatchString(want) && got != want || ok != profileName.MatchString(want) {
			t.Errorf("%s: of a package %q, want %q", pattern, got, want)
		}
	}
}
