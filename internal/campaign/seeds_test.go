package campaign

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLoadSeeds(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("z.smt2", "(check-sat) ; z")
	write("sub/a.SMT2", "(check-sat) ; a")
	write("sub/twin.smt2", "(check-sat) ; a")
	write("big.smt2", strings.Repeat("x", 101))
	write("empty.smt2", "")
	write("notes.txt", "no seed")
	named := write("named.txt", "(check-sat) ; named")
	rel := func(path string) string { return strings.TrimPrefix(path, dir+"/") }

	found, skipped, err := LoadSeeds(t.Context(), []string{named, dir, dir + "/sub/", filepath.Join(dir, "z.smt2")}, LoadOptions{MaxBytes: 100})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range found {
		names = append(names, rel(s.Name))
		if seed, err := s.Seed(); err != nil || !strings.HasPrefix(seed.Text, "(check-sat)") || seed.Hash != s.Hash {
			t.Errorf("%s: %q, %v", s.Name, seed, err)
		}
	}
	if diff := cmp.Diff([]string{"named.txt", "sub/a.SMT2", "z.smt2"}, names); diff != "" {
		t.Errorf("seeds (-want +got):\n%s", diff)
	}
	for i := range skipped {
		skipped[i].Path = rel(skipped[i].Path)
		skipped[i].Reason = strings.ReplaceAll(skipped[i].Reason, dir+"/", "")
	}
	want := []Skip{
		{Path: "big.smt2", Reason: "101 bytes, more than the limit of 100"},
		{Path: "empty.smt2", Reason: "empty file"},
		{Path: "sub/twin.smt2", Reason: "same text as sub/a.SMT2"},
	}
	if diff := cmp.Diff(want, skipped); diff != "" {
		t.Errorf("skipped (-want +got):\n%s", diff)
	}

	if err := os.WriteFile(named, []byte("changed"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := found[0].Seed(); !errors.Is(err, ErrSeedChanged) {
		t.Errorf("changed seed: %v", err)
	}
	if _, _, err := LoadSeeds(t.Context(), []string{filepath.Join(dir, "missing")}, LoadOptions{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing path: %v", err)
	}
	if _, skipped, err := LoadSeeds(t.Context(), []string{filepath.Join(dir, "empty.smt2")}, LoadOptions{}); err == nil || len(skipped) != 1 {
		t.Errorf("no seed at all: %v, %v", skipped, err)
	}
}

func TestBuiltin(t *testing.T) {
	hashes := make(map[string]string)
	for _, s := range Builtin() {
		if other := hashes[s.Hash]; other != "" {
			t.Errorf("%s and %s are the same", s.Name, other)
		}
		hashes[s.Hash] = s.Name
	}
	if len(hashes) == 0 {
		t.Error("no built-in seeds")
	}
}
