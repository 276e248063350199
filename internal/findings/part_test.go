//go:build unix

package findings_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/assay-smt/assay/internal/findings"
)

// A folder that somebody has tampered with neither hangs its reader nor takes all memory.
func TestReadPart(t *testing.T) {
	pipe := func(path string) error { return syscall.Mkfifo(path, 0o600) }
	large := func(size int64) func(path string) error {
		return func(path string) error { return errors.Join(os.WriteFile(path, nil, 0o600), os.Truncate(path, size)) }
	}
	for _, tt := range []struct {
		name, file string
		put        func(path string) error
		want       string // "" where it is read
	}{
		{"a pipe as the record", findings.RecordFile, pipe, "it is not a regular file"},
		{"a pipe as the formula", findings.BugFile, pipe, "it is not a regular file"},
		{"a device", findings.RecordFile, func(path string) error { return os.Symlink("/dev/zero", path) }, "it is not a regular file"},
		{"a large record", findings.RecordFile, large(16<<20 + 1), "it is larger than 16 MiB"},
		{"a record that is not too large", findings.RecordFile, large(16 << 20), ""},
		{"a large formula", findings.BugFile, large(256<<20 + 1), "it is larger than 256 MiB"},
		{"a session may be larger than a record", findings.SessionFile, large(16<<20 + 1), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			record := `{"format": 2, "class": "crash", "signature": "crash/z3/a"}`
			if err := os.WriteFile(filepath.Join(dir, findings.RecordFile), []byte(record), 0o600); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(dir, tt.file)
			if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
				t.Fatal(err)
			}
			if err := tt.put(path); err != nil {
				t.Fatal(err)
			}
			_, err := findings.ReadPart(dir, tt.file)
			if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v", err)
			}
			if tt.want == "" {
				return
			}
			if _, err := findings.Load(dir); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("it is loaded: %v", err)
			}
			if _, err := findings.LoadRecords(filepath.Dir(dir)); tt.file == findings.RecordFile && err == nil {
				t.Error("its record is read with others")
			}
			(&findings.Stored{Dir: dir}).WeightHere()
			_ = findings.Refresh(dir)
		})
	}
}
