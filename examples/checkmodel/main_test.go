package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	const benchmark = "(set-logic QF_NIA)\n(declare-const x Int)\n(declare-const y Int)\n(assert (and (> x 1)\n  (= (* x y) 6)))\n(assert (= (div y 0) 3))\n(check-sat)\n"
	for _, tt := range []struct {
		name, text, answer string
		status             int
		says               string
	}{
		{"right", strings.Replace(benchmark, "(div y 0)", "y", 1), "sat\n((define-fun x () Int 2)(define-fun y () Int 3))", 0, "VALID\n"},
		{"wrong", benchmark, "sat\n((define-fun x () Int 2)(define-fun y () Int 4))", 1, "INVALID\nFILE:5:3: (= (* x y) 6) is false: (* x y) = 8\n"},
		{"incomplete", benchmark, "sat\n((define-fun x () Int 2))", 1, "the model has no value for y\n"},
		{"open", benchmark, "sat\n((define-fun x () Int 2)(define-fun y () Int 3))", 2, "UNKNOWN\nFILE:6: unspecified: "},
		{"unsat", benchmark, "unsat\n", 2, `the answer is "unsat", not sat`},
		{"no model", benchmark, "sat\n(error \"none\")", 2, "UNKNOWN\n"},
		{"no benchmark", "(assert", "sat\n()", 2, "FILE:1:1: truncated"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			file, answer := filepath.Join(dir, "f.smt2"), filepath.Join(dir, "answer")
			for name, text := range map[string]string{file: tt.text, answer: tt.answer} {
				if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			var out strings.Builder
			status := run(file, answer, &out)
			if got := strings.ReplaceAll(out.String(), file, "FILE"); status != tt.status || !strings.Contains(got, tt.says) {
				t.Errorf("status %d, want %d with %q:\n%s", status, tt.status, tt.says, got)
			}
		})
	}
}
