package solver

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestPanel: the newest of each codebase come first, then the ones before them and the one on PATH, and only so many of each.
func TestPanel(t *testing.T) {
	dir := t.TempDir()
	program := func(says string, elem ...string) string {
		path := filepath.Join(append([]string{dir}, elem...)...)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		script := fmt.Sprintf("#!/bin/sh\ncase \"$*\" in *version*) echo '%s';; *) echo sat;; esac\n", says)
		if err := os.WriteFile(path, []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, v := range []string{"4.13.0", "4.12.1", "4.9.1", "4.8.5"} {
		program("Z3 version "+v+" - 64 bit", "solvers", "z3", v, "bin", "z3")
	}
	for _, v := range []string{"1.0.8", "1.2.0"} {
		program("This is cvc5 version "+v, "solvers", "cvc5", v, "bin", "cvc5")
	}
	program("SMTInterpol 2.5-0-g1", "solvers", "smtinterpol", "2.5", "bin", "smtinterpol")
	program("This is CVC4 version 1.8", "solvers", "cvc4", "1.8", "bin", "cvc4")
	onPath := program("Z3 version 4.11.2 - 64 bit", "path", "z3")
	r := Resolver{
		Profiles: builtinSet(t), Installed: filepath.Join(dir, "solvers"), LookPath: func(name string) (string, error) {
			if name == "z3" {
				return onPath, nil
			}
			return "", errors.New("it is not there")
		},
	}
	for without, want := range map[string][]string{
		"":    {"cvc5@1.2.0", "z3@4.13.0", "smtinterpol@2.5", "cvc4@1.8", "z3@4.12.1", "cvc5@1.0.8", "z3", "z3@4.9.1"},
		"cvc": {"z3@4.13.0", "smtinterpol@2.5", "z3@4.12.1", "z3", "z3@4.9.1"},
	} {
		panel, err := r.Panel(t.Context(), without)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, target := range panel {
			got = append(got, target.String())
		}
		if !slices.Equal(got, want) {
			t.Errorf("without %q: %q, want %q", without, got, want)
		}
	}
}
