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
