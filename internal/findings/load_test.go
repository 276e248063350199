package findings_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/findings"
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
