package configspace

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/testing/trialtest"
)

// Learning that ended before it had written its header has taught nothing, and is no error to those who ask what was learned.
func TestNothingLearnedYet(t *testing.T) {
	target := trialtest.Optioned(t, "solv", []string{"a"}, "echo sat")
	path := filepath.Join(t.TempDir(), "record.jsonl")
	for _, text := range []string{"", `{"record":1,"sol`} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := ReadRecord(path); !errors.Is(err, ErrNoLessons) {
			t.Errorf("%q: %v", text, err)
		}
		if lore, err := LearnedAbout(target, path); lore != nil || err != nil {
			t.Errorf("%q: %v, %v", text, lore, err)
		}
	}
	for _, text := range []string{"{}\n", `{"format":1}`} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := LearnedAbout(target, path); err == nil || errors.Is(err, ErrNoLessons) {
			t.Errorf("%q is no record: %v", text, err)
		}
	}
}

// Runs with other limits are lessons of another record; a record that says nothing about limits, as older ones do, goes on with any.
func TestRecordLimits(t *testing.T) {
	dir := t.TempDir()
	h := Header{Solver: "fake", Version: "1", Logics: []string{"QF_BV"}, Options: []string{"a"}}
	open := func(name string, h Header) error {
		t.Helper()
		r, err := OpenRecord(filepath.Join(dir, name), h)
		if err != nil {
			return err
		}
		return r.Close()
	}
	limited := h
	limited.Limits = Limits{Time: time.Second, Memory: 1 << 30, LeastTime: 20 * time.Millisecond}
	other := limited
	other.Limits.Time = 10 * time.Second
	for _, err := range []error{open("old", h), open("old", limited), open("old", other), open("new", limited), open("new", limited)} {
		if err != nil {
			t.Error(err)
		}
	}
	if err := open("new", other); err == nil || !strings.Contains(err.Error(), "--timeout 1s") {
		t.Errorf("another limit of time: %v", err)
	}
}

// Only where another process has the lock is somebody else learning.
func TestRecordThatCannotBeLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "record.jsonl")
	if err := os.Mkdir(path+".lock", 0o755); err != nil {
		t.Fatal(err)
	}
	var output *disk.OutputError
	if _, err := OpenRecord(path, Header{}); !errors.As(err, &output) || strings.Contains(err.Error(), "somebody else") {
		t.Error(err)
	}
}
