package findings

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/assay-smt/assay/internal/base/disk"
)

// A finding replaces another one: until the new one is whole the old one stays, whichever file the disk has no room for.
func TestKeepInThePlaceOfAnother(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "kept")
	first, second := hit("a.cpp", 1, 30, 2), hit("a.cpp", 1, 20, 2)
	if err := Keep(dir, first.Finding, Texts{Bug: first.Bug, Original: []byte("original")}); err != nil {
		t.Fatal(err)
	}
	for room := range 4 {
		full := func(path string, data []byte) error {
			if room--; room < 0 {
				return &disk.OutputError{Path: path, Err: syscall.ENOSPC}
			}
			return disk.WriteAtomic(path, data)
		}
		if err := keep(full, dir, second.Finding, Texts{Bug: second.Bug, Original: []byte("original")}); !errors.Is(err, syscall.ENOSPC) {
			t.Fatalf("it ends with %v", err)
		}
		if _, err := Load(dir); err != nil {
			t.Fatal(err)
		}
		if data := read(t, dir, BugFile); data != string(first.Bug) {
			t.Errorf("the formula is %q", data)
		}
	}
	mine := map[string]string{"notes.txt": "mine", "kept.next/x": "mine", "../kept.next/x": "mine", "../kept.before/x": "mine", "../.new-kept/x": "mine"}
	for name, text := range mine {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	if err := Keep(dir, second.Finding, Texts{Bug: second.Bug, Original: []byte("original")}); err != nil {
		t.Fatal(err)
	}
	for name, text := range mine {
		if got := read(t, dir, name); got != text {
			t.Errorf("%s is %q", name, got)
		}
	}
	if data := read(t, dir, BugFile); data != string(second.Bug) {
		t.Errorf("the formula is %q", data)
	}
	around, err := os.ReadDir(filepath.Dir(dir))
	if err != nil || len(around) != 4 {
		t.Errorf("left behind: %v, %v", around, err)
	}
	if err := Keep(filepath.Join(dir, RecordFile), second.Finding, Texts{Bug: second.Bug}); err == nil || !strings.Contains(err.Error(), "not a finding") {
		t.Errorf("a record is a folder: %v", err)
	}
	if _, err := Load(dir); err != nil {
		t.Error(err)
	}
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// A folder that cannot be written is detected before any work.
func TestRepairNeedsAFolderToWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "kept")
	h := hit("a.cpp", 1, 30, 2)
	if err := Keep(dir, h.Finding, Texts{Bug: h.Bug}); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := Repair(dir); err != nil {
		t.Error(err)
	}
	if after, err := os.ReadDir(dir); err != nil || len(after) != len(before) {
		t.Errorf("%v, %v", after, err)
	}
	if os.Geteuid() == 0 {
		t.Skip("root writes everywhere")
	}
	if err := os.Chmod(dir, 0o500); err != nil { //nolint:gosec // a folder
		t.Fatal(err)
	}
	defer func() { _ = os.Chmod(dir, 0o700) }() //nolint:gosec // a folder
	var full *disk.OutputError
	if err := Repair(dir); !errors.As(err, &full) {
		t.Errorf("it ends with %v", err)
	}
}
