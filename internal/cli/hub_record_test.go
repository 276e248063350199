package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/campaign"
)

// What is in the place of a hub's record is a mistake in the command line, or damage, and no defect of Assay.
func TestHubRecordThatCannotBeRead(t *testing.T) {
	damaged, file := t.TempDir(), filepath.Join(t.TempDir(), "file")
	for name, text := range map[string]string{filepath.Join(damaged, campaign.HubFile): "{", file: ""} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"hub", "status", damaged}, {"hub", "status", file}, {"work", "--hub", damaged}, {"work", "--hub", file}} {
		if code, said := runLine(t, args); code != exitUsage || strings.Contains(said, "internal error") {
			t.Errorf("%d: %s", code, said)
		}
	}
}
