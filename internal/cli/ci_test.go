package cli

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/folder"
	"github.com/assay-smt/assay/internal/compare"
)

// A comparison that another process is working on is not moved from under it.
func TestNewComparisonBesideARunningOne(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ci")
	if _, err := folder.Take(dir, compare.FolderKind, nil); err != nil {
		t.Fatal(err)
	}
	lock, err := disk.TryLock(filepath.Join(dir, ".lock"))
	if err != nil {
		t.Fatal(err)
	}
	opts := &ciOptions{Streams: nowhere(), Out: dir, New: true}
	var busy *compare.BusyError
	if err := opts.startOver(); !errors.As(err, &busy) || !isThere(dir) || isThere(dir+".old-1") {
		t.Errorf("%v", err)
	}
	lock.Unlock()
	if err := opts.startOver(); err != nil || isThere(dir) || !isThere(dir+".old-1") {
		t.Errorf("once it has ended: %v", err)
	}
	if err := opts.startOver(); err != nil {
		t.Errorf("where there is none: %v", err)
	}
}

// Without any kind, no regression would ever make the command fail.
func TestFailOnNothing(t *testing.T) {
	for value, want := range map[string]string{"": "--fail-on is empty", "slow": "--fail-on slow", "none,wrong": "--fail-on none"} {
		code, said := runLine(t, []string{"ci", "--baseline", "nothing-of-that-name", "--candidate", "nothing-of-that-name", "--mutants", "0", "--out", filepath.Join(t.TempDir(), "ci"), "--fail-on", value})
		if code != exitUsage || !strings.Contains(said, want) {
			t.Errorf("%q: %d: %s", value, code, said)
		}
	}
}
