package certified_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/certified"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
)

// The tolerance explains a wrong model only if z3 gives a right one with a small tolerance, and not if there is none to be seen.
func TestToleranceExplains(t *testing.T) {
	set, err := solver.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	const text = "(declare-const x Real)\n(assert (> (sin x) 0.5))\n(check-sat)\n(get-model)\n"
	for with, explains := range map[string]bool{
		"sat\n((define-fun x () Real 1.0))": true, "sat\n" + `(error "line 4 column 10: model is not available")`: false, "unsat": false,
	} {
		t.Run(with, func(t *testing.T) {
			dir := t.TempDir()
			program := filepath.Join(dir, "z3")
			for name, text := range map[string]string{
				program: fmt.Sprintf(`#!/bin/sh
for f; do :; done
case "$*" in
*version*) echo 'Z3 version 4.16.0 - 64 bit'; exit ;;
esac
grep -q sin "$f" || { echo unsat; exit; }
case "$*" in
*transcendental_tolerance*) cat '%s/with' ;;
*) echo sat; echo '((define-fun x () Real 0.0))' ;;
esac
`, dir),
				filepath.Join(dir, "with"): with + "\n",
			} {
				if err := os.WriteFile(name, []byte(text), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			target, err := solver.Resolve(t.Context(), program, set)
			if err != nil {
				t.Fatal(err)
			}
			store, err := findings.Open(t.TempDir(), 0, nil)
			if err != nil {
				t.Fatal(err)
			}
			f := findings.Finding{
				Class: oracle.InvalidModel, Solver: program, Family: "z3", Version: "4.16.0", Signature: "s", Checks: 1, Repeated: findings.Repetition{Runs: 2, Shown: 2},
				Runs: []findings.Run{{Solver: program, File: findings.BugFile, Answers: []string{"sat"}}}, Limits: findings.Limits{Seconds: 20},
			}
			added, err := store.Add(findings.Hit{Finding: f, Bug: []byte(text)})
			if err != nil {
				t.Fatal(err)
			}
			stored, err := findings.Load(added.Folder)
			if err != nil {
				t.Fatal(err)
			}
			folder := certified.Folder{
				Config:  certified.Config{Dir: trialtest.Scratch(t)},
				Resolve: func(context.Context, string) (solver.Target, error) { return target, nil },
			}
			r, err := folder.Reduce(t.Context(), stored)
			if err != nil || r.Options == nil {
				t.Fatalf("%+v, %v", r, err)
			}
			if got := r.Options.Tolerance; (got != nil) != explains || explains && (got.Shows || got.Answer != "sat") {
				t.Errorf("%+v\n%s", got, r.Best.Text)
			}
		})
	}
}
