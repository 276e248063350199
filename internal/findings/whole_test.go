package findings

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// A finding whose files are missing, empty or changed is not relied on, with or without checksums in its record.
func TestLoadDamaged(t *testing.T) {
	for _, tt := range []struct {
		name    string
		sums    bool // the record has checksums
		content string
		remove  bool
		want    string // "" for none
	}{
		{"as written", true, "xxxxxxxxx", false, ""},
		{"changed", true, "y", false, "it is not the file that was written"},
		{"empty", true, "", false, "it is not the file that was written"},
		{"missing", true, "", true, "it is missing"},
		{"as written, without checksums", false, "xxxxxxxxx", false, ""},
		{"changed, without checksums", false, "y", false, ""},
		{"empty, without checksums", false, "", false, "it is empty"},
		{"missing, without checksums", false, "", true, "it is missing"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "kept")
			h := hit("a", 1, 9, 2)
			if err := Keep(dir, h.Finding, Texts{Bug: h.Bug, Original: h.Bug}); err != nil {
				t.Fatal(err)
			}
			if !tt.sums {
				s, err := Load(dir)
				if err != nil {
					t.Fatal(err)
				}
				s.Format, s.Files = oldestFormat, nil
				record, err := encode(&s.Finding)
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(dir, RecordFile), record, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			bug := filepath.Join(dir, BugFile)
			if err := os.WriteFile(bug, []byte(tt.content), 0o600); err != nil {
				t.Fatal(err)
			}
			if tt.remove {
				if err := os.Remove(bug); err != nil {
					t.Fatal(err)
				}
			}
			_, err := Load(dir)
			var damaged *DamagedError
			if tt.want == "" && err != nil || tt.want != "" && (!errors.As(err, &damaged) || damaged.File != BugFile || !strings.HasPrefix(damaged.Problem, tt.want)) {
				t.Errorf("%v, want %q", err, tt.want)
			}
		})
	}
}

// A change that a killed process left half done is finished when its record is there, and dropped when not; one that cannot be finished is
// an error.
func TestRepair(t *testing.T) {
	kept := func(t *testing.T, files ...string) string {
		dir := filepath.Join(t.TempDir(), "kept")
		h := hit("a", 1, 9, 2)
		if err := Keep(dir, h.Finding, Texts{Bug: h.Bug, Original: h.Bug}); err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			if err := os.WriteFile(filepath.Join(dir, name), []byte("new"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	has := func(dir, name string) bool {
		_, err := os.Lstat(filepath.Join(dir, name))
		return err == nil
	}
	dir := kept(t, BugFile+pending, disk.TempPrefix+"1", "mine")
	if err := Repair(dir); err != nil || has(dir, BugFile+pending) || has(dir, disk.TempPrefix+"1") || !has(dir, "mine") || read(t, dir, BugFile) == "new" {
		t.Errorf("without a record: %v", err)
	}
	dir = kept(t, BugFile+pending, RecordFile+pending, "mine")
	if err := Repair(dir); err != nil || has(dir, BugFile+pending) || has(dir, RecordFile+pending) || !has(dir, "mine") || read(t, dir, BugFile) != "new" || read(t, dir, RecordFile) != "new" {
		t.Errorf("with a record: %v", err)
	}
	// A folder is in the way of a file.
	dir = kept(t, "a.md"+pending, RecordFile+pending)
	if err := os.MkdirAll(filepath.Join(dir, "a.md", "b"), 0o700); err != nil {
		t.Fatal(err)
	}
	var output *disk.OutputError
	if err := Repair(dir); !errors.As(err, &output) || output.Path != filepath.Join(dir, "a.md") || !has(dir, RecordFile+pending) {
		t.Errorf("something in the way: %v", err)
	}
	if err := Repair(filepath.Join(dir, "nowhere")); err == nil {
		t.Error("no folder is repaired")
	}
	// What is not a finding, and what only looks like a file that was being written.
	dir = t.TempDir()
	for _, name := range []string{RecordFile, BugFile + pending, RecordFile + pending, disk.TempPrefix + "1"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("{}"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := Repair(dir); err == nil || !has(dir, BugFile+pending) || !has(dir, RecordFile+pending) || !has(dir, disk.TempPrefix+"1") {
		t.Errorf("a user's folder: %v", err)
	}
	dir = kept(t, "notes"+pending, disk.TempPrefix+"mine", disk.TempPrefix)
	if err := Repair(dir); err != nil || !has(dir, "notes"+pending) || !has(dir, disk.TempPrefix+"mine") || !has(dir, disk.TempPrefix) {
		t.Errorf("a user's files in a finding: %v", err)
	}
}

// A list has the grave findings first, then those with many hits, then by signature.
func TestListOrder(t *testing.T) {
	s := open(t, t.TempDir(), 0)
	hits := func(class oracle.Class, signature string, n int) {
		for i := range n {
			h := hit(signature, uint64(i), 9, 2)
			h.Finding.Class, h.Finding.Signature = class, signature
			add(t, s, h)
		}
	}
	hits(oracle.IncompletenessImplication, "g", 9)
	hits(oracle.CrashClass, "e", 1)
	hits(oracle.CrashClass, "d", 3)
	hits(oracle.CrashClass, "f", 1)
	hits(oracle.InvalidModel, "c", 1)
	hits(oracle.RefutationSoundness, "b", 1)
	hits(oracle.RefutationSoundness, "a", 1)
	var got []string
	for _, b := range s.List() {
		got = append(got, b.Signature)
	}
	if order := strings.Join(got, " "); order != "a b c d e f g" {
		t.Errorf("order %s", order)
	}
	if n, all := s.Count(); n != 7 || all != 17 {
		t.Errorf("%d findings, %d hits", n, all)
	}
}
