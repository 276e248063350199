package findings_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

func TestLoadErrors(t *testing.T) {
	dir := t.TempDir()
	record := filepath.Join(dir, findings.RecordFile)
	for text, want := range map[string]string{"{": "unexpected end", `{"format": 99}`: "format 99"} {
		if err := os.WriteFile(record, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := findings.Load(record); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := findings.Load(t.TempDir()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("empty folder: %v", err)
	}
}

// Records of former versions have a class of their own for what needs a session: the class is what shows.
func TestLoadSessionOfBefore(t *testing.T) {
	dir := t.TempDir()
	record := `{"format": 2, "class": "state-left-behind", "signature": "state-left-behind/z3/reset/crash/z3/signal SEGV", "session": {"shows": "crash", "queries": 2}}`
	if err := os.WriteFile(filepath.Join(dir, findings.RecordFile), []byte(record), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := findings.LoadRecord(dir)
	if err != nil || s.Class != oracle.CrashClass || s.Session == nil || !strings.HasPrefix(s.FolderName(), "crash-") || !strings.HasPrefix(s.Signature, "state-left-behind/") {
		t.Errorf("%+v, %v", s.Finding, err)
	}
}
