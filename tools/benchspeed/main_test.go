package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/testing/solvertest"
)

// command runs the program and compares its exit code.
func command(t *testing.T, want int, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	if code := run(t.Context(), args, &out, &errs); code != want {
		t.Fatalf("%v: exit code %d, want %d\n%s%s", args, code, want, &out, &errs)
	}
	return out.String(), errs.String()
}

// TestTables: one table of queries, one of engines, one of campaigns. How long things take is not tested.
func TestTables(t *testing.T) {
	dir := t.TempDir()
	seed, profile, fake := filepath.Join(dir, "small.smt2"), solvertest.WriteProfile(t, dir), solvertest.Binary(t)
	if err := os.WriteFile(seed, []byte("(set-logic QF_LIA)\n(declare-const x Int)\n(declare-const y Int)\n(assert (< x y 7))\n(check-sat)\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, _ := command(t, 0, "-profile", profile, "-solver", fake+" --answer=unsat", "-rounds", "2", "-round", "1ms", "-mutants", "5", "-campaign", "100ms",
		"-engine", "opfuzz,typefuzz", seed)
	for _, want := range []string{`(?m)^SOLVER +VERSION +SEEDS +MODE +CPU ms/QUERY `, `--answer=unsat +1.2.3 +trivial +process +[0-9.]+ `, `(?m)^typefuzz +-?[0-9.]+ .* 5 `, `(?m)^process .* % \(`} {
		if !regexp.MustCompile(want).MatchString(out) {
			t.Errorf("no %s in\n%s", want, out)
		}
	}
	out, _ = command(t, 0, "-json", "-profile", profile, "-solver", fake+" --answer=sat", "-rounds", "1", "-round", "1ms", "-mutants", "0", "-campaign", "0", "-mode", "process", seed)
	if !strings.HasPrefix(out, `{"kind":"query","solver":"`) || strings.Contains(out, `"kind":"engine"`) {
		t.Errorf("objects:\n%s", out)
	}
}

func TestMistakes(t *testing.T) {
	for want, args := range map[string][]string{
		`no mode "proces"`:    {"-mode", "proces"},
		"no such engine":      {"-engine", "opfuz"},
		"no such file":        {"nowhere"},
		"neither a known sol": {"-solver", "nosuchsolver"},
	} {
		if _, errs := command(t, exitFailed, args...); !strings.Contains(errs, want) {
			t.Errorf("%v: %s", args, errs)
		}
	}
	if _, errs := command(t, exitUsage, "-rounds", "0"); !strings.Contains(errs, "give 1 or more") {
		t.Error(errs)
	}
}
