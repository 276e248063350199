package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	const text, want = "(assert(and p\n q)) ; both\n(check-sat)", "(assert (and p q)) ; both\n(check-sat)\n"
	var out strings.Builder
	if err := run(nil, strings.NewReader(text), &out); err != nil || out.String() != want {
		t.Errorf("standard input: %q, %v", out.String(), err)
	}
	file := filepath.Join(t.TempDir(), "f.smt2")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	out.Reset()
	if err := run([]string{file, file}, nil, &out); err != nil || out.String() != want+want {
		t.Errorf("files: %q, %v", out.String(), err)
	}
	if err := run(nil, strings.NewReader("(a"), &out); err == nil || !strings.HasPrefix(err.Error(), "<stdin>:1:1: ") {
		t.Errorf("malformed: %v", err)
	}
}
