package sandbox

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A program with a sanitizer starts under a limit of memory, and the limit holds.
func TestSanitizerUnderLimit(t *testing.T) {
	dir := t.TempDir()
	source, program := filepath.Join(dir, "a.c"), filepath.Join(dir, "a")
	text := `#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
	if (argc > 2) for (;;) memset(malloc(1 << 20), 1, 1 << 20);
	volatile int at = 3;
	int *p = malloc(3 * sizeof *p);
	return p[at];
}
`
	if err := os.WriteFile(source, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	cc, err := LookPath("cc")
	if err != nil {
		t.Skip(err)
	}
	res, err := Run(t.Context(), Command{Argv: []string{cc, "-g", "-fsanitize=address", "-o", program, source}, Timeout: time.Minute})
	if err != nil || res.ExitCode != 0 {
		t.Skipf("no address sanitizer here: %v %s", err, res.Stderr)
	}
	const limit = 256 << 20
	res, err = Run(t.Context(), Command{Argv: []string{program}, Memory: limit, Timeout: time.Minute})
	if err != nil || !strings.Contains(string(res.Stderr), "heap-buffer-overflow") {
		t.Errorf("%v: %v, it says %q", err, res.Reason, res.Stderr)
	}
	res, err = Run(t.Context(), Command{Argv: []string{program, "grow", "forever"}, Memory: limit, Timeout: time.Minute})
	if err != nil || res.Reason != OutOfMemory {
		t.Errorf("%v: it ended with %v, want %v", err, res.Reason, OutOfMemory)
	}
}

func TestReservesShadow(t *testing.T) {
	dir := t.TempDir()
	// A mark across the border of two reads counts, and one outside of a program does not.
	elf := "\x7fELF" + strings.Repeat("x", 1<<20+32-8) + "__asan_init"
	for name, tt := range map[string]struct {
		text string
		want bool
	}{"elf": {elf, true}, "plain": {"\x7fELF" + strings.Repeat("x", 3<<20), false}, "script": {"#!/bin/sh\n# __asan_init\n", false}, "empty": {"", false}} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(tt.text), 0o644); err != nil {
			t.Fatal(err)
		}
		if got := reservesShadow(path); got != tt.want || reservesShadow(path) != tt.want {
			t.Errorf("%s: %v, want %v", name, got, tt.want)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "empty"), []byte(elf), 0o644); err != nil {
		t.Fatal(err)
	}
	if !reservesShadow(filepath.Join(dir, "empty")) || reservesShadow(filepath.Join(dir, "missing")) {
		t.Error("a changed file is not examined again, or a missing one has something")
	}
}
