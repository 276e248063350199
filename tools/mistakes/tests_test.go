package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestVerdict(t *testing.T) {
	for _, tt := range []struct {
		name, output, test, how string
	}{
		{"a failure", "=== RUN   TestA\n--- PASS: TestA (0.00s)\n=== RUN   TestB\n    b_test.go:3: no\n--- FAIL: TestB (0.01s)\nFAIL\n", "TestB", "fails"},
		{"of a part", "=== RUN   TestB\n=== RUN   TestB/x\n--- FAIL: TestB (0.01s)\n    --- FAIL: TestB/x (0.01s)\nFAIL\n", "TestB", "fails"},
		{"a panic", "=== RUN   TestB\n=== RUN   TestB/x\npanic: index out of range\n\ngoroutine 1", "TestB", "panics"},
		{"a panic that testing reports", "=== RUN   TestB\n--- FAIL: TestB (0.00s)\npanic: nil [recovered]\n", "TestB", "panics"},
		{"a deadlock", "=== RUN   TestB\nfatal error: all goroutines are asleep - deadlock!\n", "TestB", "panics"},
		{"a hang", "=== RUN   TestA\n=== RUN   TestB\n=== NAME  TestA\npanic: test timed out after 2m0s\n\trunning tests:\n", "TestA", "hangs"},
		{"no test", "flag provided but not defined\n", "", "fails"},
		{"no end of line", "--- FAIL: TestB (0.01s)", "TestB", "fails"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWatcher()
			for part := range slices.Chunk([]byte(tt.output), 7) {
				if _, err := w.Write(part); err != nil {
					t.Fatal(err)
				}
			}
			if test, how := w.verdict(); test != tt.test || how != tt.how {
				t.Errorf("%s %s, want %s %s", test, how, tt.test, tt.how)
			}
			if !strings.Contains(w.tail(), strings.TrimSpace(tt.output[len(tt.output)-5:])) {
				t.Errorf("the end is %q", w.tail())
			}
		})
	}
}

func TestGuard(t *testing.T) {
	for seconds, want := range map[float64]time.Duration{0.1: 2 * time.Minute, 10: 2 * time.Minute, 50: 10 * time.Minute} {
		if got := guard(seconds); got != want || got.Seconds() < 10*seconds {
			t.Errorf("%g s: %v, want %v", seconds, got, want)
		}
	}
}

func TestEnvironment(t *testing.T) {
	got := environment([]string{"HOME=/h", "PATH=/p", "ASSAY_LONG=1", "RAPID_SEED=7", "GOFLAGS=-mod=mod", "GOROOT=/old"}, "/hidden", "/go")
	want := []string{"HOME=/h", "PATH=/hidden", "GOROOT=/go", "RAPID_SEED=1", "CGO_ENABLED=0", "GOFLAGS=-mod=mod -trimpath"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := environment([]string{"GOFLAGS=-trimpath"}, "", ""); got[len(got)-1] != "GOFLAGS=-trimpath" {
		t.Errorf("%q", got)
	}
}

func TestSolversAreHidden(t *testing.T) {
	dir := t.TempDir()
	first, second, hidden := filepath.Join(dir, "1"), filepath.Join(dir, "2"), filepath.Join(dir, "hidden")
	for _, program := range []string{"1/git", "1/z3", "2/git", "2/cvc5-1.3", "2/sh"} {
		path := filepath.Join(dir, program)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(program), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := hideSolvers(strings.Join([]string{first, filepath.Join(dir, "none"), second}, string(os.PathListSeparator)), hidden); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(hidden)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	if !slices.Equal(names, []string{"git", "sh"}) {
		t.Errorf("%q", names)
	}
	if text, err := os.ReadFile(filepath.Join(hidden, "git")); err != nil || string(text) != "1/git" {
		t.Errorf("the first one on PATH does not count: %s, %v", text, err)
	}
}

func TestNearest(t *testing.T) {
	all, err := readTestBinaries(`90 m/high.test m/high m/middle m/low fmt
30 m/middle.test m/middle [m/middle.test] m/low [m/middle.test] fmt
10 m/low.test m/low fmt
20 m/other.test m/other fmt
40 m/internal/testing/crosscheck.test m/low
50 m/cmd/program m/low

`, "m")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := nearest(all, "low", 3), []string{"middle", "high"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := nearest(all, "low", 1), []string{"middle"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if _, err := readTestBinaries("many m/a.test m/a\n", "m"); err == nil {
		t.Error("a number that is none is accepted")
	}
}

func TestDifference(t *testing.T) {
	got := difference("a.go", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\n6\n7\n8\n9\n")
	want := "--- a/a.go\n+++ b/a.go\n@@ -2,7 +2,6 @@\n 2\n 3\n 4\n-5\n 6\n 7\n 8\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got := difference("a.go", "a\n", "b\n"); !strings.Contains(got, "-a\n+b\n") {
		t.Error(got)
	}
}

func TestFunctions(t *testing.T) {
	p := checked(t, "package low\n\ntype a struct{}\n\nfunc (*a) f() int {\n\treturn 1\n}\n\nfunc g() int {\n\treturn 2\n}\n\nfunc h() int {\n\treturn 3\n}\n")
	p.Files[0].Name = "low/a.go"
	got, err := functions("mode: set\nm/low/a.go:5.19,7.2 1 1\nm/low/a.go:9.14,11.2 1 0\nm/low/a.go:13.14,15.2 1 1\nm/other/a.go:9.14,11.2 1 1\n", map[string]*Package{"low": p})
	if want := []string{"low/a.go a.f", "low/a.go h"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	if _, err := functions("mode: set\nm/low/a.go:x.19,7.2 1 1\n", nil); err == nil {
		t.Error("a broken profile is accepted")
	}
}

func TestReaching(t *testing.T) {
	r := Reach{Tests: map[string][]string{"TestB": {"low/a.go f"}, "TestA": {"low/a.go f", "low/a.go g"}, "TestC": {everything}, "TestD": {"low/b.go f"}}}
	if got, want := r.reaching("low/a.go f"), []string{"TestA", "TestB", "TestC"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
