package disk

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestSlate(t *testing.T) {
	dir := t.TempDir()
	scratch, err := OpenScratch(filepath.Join(dir, "s"))
	if err != nil {
		t.Fatal(err)
	}
	defer scratch.Close()
	s := scratch.Slate("a.smt2")
	foreign := filepath.Join(dir, "foreign")
	if err := os.WriteFile(foreign, []byte("foreign"), 0o644); err != nil {
		t.Fatal(err)
	}
	var first os.FileInfo
	for _, c := range []struct {
		text   string
		before func()
		same   bool // the file is the one of the first write
	}{
		{"one and more", func() {}, true},
		{"two", func() {}, true},
		{"", func() {}, true},
		{"longer than all others", func() {}, true},
		{"removed before", func() { _ = os.Remove(s.Path()) }, false},
		{"a link before", func() { _ = os.Remove(s.Path()); _ = os.Symlink(foreign, s.Path()) }, false},
		{"a second name before", func() { _ = os.Remove(s.Path()); _ = os.Link(foreign, s.Path()) }, false},
		{"a folder before", func() { _ = os.Remove(s.Path()); _ = os.MkdirAll(filepath.Join(s.Path(), "x"), 0o755) }, false},
	} {
		c.before()
		if err := s.Write([]byte(c.text)); err != nil {
			t.Fatalf("%q: %v", c.text, err)
		}
		got, err := os.ReadFile(s.Path())
		if err != nil || string(got) != c.text {
			t.Errorf("the file holds %q, %v, want %q", got, err, c.text)
		}
		info, err := os.Lstat(s.Path())
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = info
		}
		if c.same && !os.SameFile(first, info) {
			t.Errorf("%q is in a new file", c.text)
		}
	}
	if got, _ := os.ReadFile(foreign); string(got) != "foreign" {
		t.Errorf("the foreign file holds %q", got)
	}
	s.Remove()
	if _, err := os.Lstat(s.Path()); !os.IsNotExist(err) {
		t.Errorf("the file is still there: %v", err)
	}
	if err := os.Rename(filepath.Join(dir, "s"), filepath.Join(dir, "elsewhere")); err != nil {
		t.Fatal(err)
	}
	var full *OutputError
	if err := s.Write([]byte("x")); !errors.As(err, &full) {
		t.Errorf("writing into a folder that was moved: %v", err)
	}
}
