// Package testdepth says how much a test that could go on for long is to try: a sample, or everything.
// It is no part of the program: only tests import it.
//
// Three environment variables say how much, and no test reads these itself:
//
//   - ASSAY_LONG=1 makes everything out of what is a sample otherwise (make test-long).
//   - ASSAY_CROSSCHECK=short|medium|long runs the tests that compare Assay with real solvers, which skip
//     without it. Short is the sample of make test, medium that of make test-long, long takes hours (make crosscheck-long).
//   - ASSAY_NETWORK=1 runs the tests that have package clients download something, which skip without it.
//
// Other variables say on what, or where the results go; the tests that read them name them: ASSAY_SEEDS and ASSAY_DIALECTS are folders
// of scripts, ASSAY_CROSSCHECK_SOLVERS and ASSAY_OPERATOR_SOLVERS solvers, ASSAY_MATRIX and those that end in TABLE, STATE or ANSWERS
// places for results. ASSAY_RECORD renews what is recorded of solvers. ASSAY_KILLS and ASSAY_HOSTILE run what the Makefile has targets for.
//
// A sample is the same at every run: every k-th case, or the first n of a generator with a fixed seed. The
// test's comment states its size, and evaluation/tests.md has all of them.
package testdepth

import "os"

// TB is the part of testing.TB that this package needs.
type TB interface {
	Helper()
	Skip(args ...any)
	Fatalf(format string, args ...any)
}

// Long reports whether samples are to be everything.
func Long() bool { return os.Getenv("ASSAY_LONG") == "1" }

// Sample returns all in a long run, and sample otherwise.
func Sample[T any](sample, all T) T {
	if Long() {
		return all
	}
	return sample
}

// Network skips a test that downloads something, unless somebody asked for it.
func Network(t TB) {
	t.Helper()
	if os.Getenv("ASSAY_NETWORK") != "1" {
		t.Skip("downloads solvers: ASSAY_NETWORK=1")
	}
}

// Crosscheck returns what ASSAY_CROSSCHECK chooses, and skips a test that nobody asked to run.
// scripts/crosscheck.sh runs all tests of the files that call it.
func Crosscheck[T any](t TB, short, medium, long T) T {
	t.Helper()
	depth := os.Getenv("ASSAY_CROSSCHECK")
	switch depth {
	case "":
		t.Skip("compares with real solvers: make crosscheck, or ASSAY_CROSSCHECK=short")
	case "medium":
		return medium
	case "long":
		return long
	case "short":
	default:
		t.Fatalf("ASSAY_CROSSCHECK is %q, and neither short nor medium nor long", depth)
	}
	return short
}
