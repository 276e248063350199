package elab_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
)

// seedPaths returns the formulas under ASSAY_SEEDS or ../shared/seeds next to the repository, possibly none.
func seedPaths() []string {
	root := os.Getenv("ASSAY_SEEDS")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared", "seeds")
	}
	var files []string
	_ = filepath.WalkDir(root, func(p string, d os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(p, ".smt2") {
			files = append(files, p)
		}
		return nil
	})
	return files
}

// seedFiles is seedPaths for tests that make no sense without seeds.
func seedFiles(tb testing.TB) []string {
	tb.Helper()
	files := seedPaths()
	if len(files) == 0 {
		tb.Skip("no seed folder")
	}
	return files
}

// TestSeedsRoundTrip reads every seed; each accepted one must print and read back to the same script, and
// printing must be a fixed point.
func TestSeedsRoundTrip(t *testing.T) {
	files := seedFiles(t)
	rejected := 0
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		s, err := elab.Script(string(src), elab.Options{File: f})
		if err != nil {
			rejected++
			t.Logf("rejected: %v", err)
			continue
		}
		text := s.String()
		again, err := elab.Script(text, elab.Options{File: f})
		if err != nil {
			t.Errorf("%s: what was printed is rejected: %v\n%.2000s", f, err, text)
			continue
		}
		if ok, why := script.Equal(s, again); !ok {
			t.Errorf("%s: reading back gives another script: %s", f, why)
			continue
		}
		if text2 := again.String(); text2 != text {
			t.Errorf("%s: printing is not a fixed point", f)
		}
	}
	if 100*rejected > len(files) {
		t.Errorf("%d of %d seeds are rejected, more than 1 %%", rejected, len(files))
	}
}
