package archtest_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// TestMistakesApply wants each mistake of make mistakes-by-hand to fit the code as it is: one that does not says nothing about the tests.
func TestMistakesApply(t *testing.T) {
	git, err := sandbox.LookPath("git")
	if err != nil {
		t.Skip(err)
	}
	patches, err := filepath.Glob("../crosscheck/testdata/mistakes/*.patch")
	if err != nil || len(patches) < 100 {
		t.Fatalf("%d mistakes were found: %v", len(patches), err)
	}
	for _, p := range patches {
		patch, err := filepath.Abs(p)
		if err != nil {
			t.Fatal(err)
		}
		// Without a repository, git takes the paths of the patch as they are: this holds for a copy of the tree as well.
		res, err := sandbox.Run(t.Context(), sandbox.Command{Argv: []string{git, "apply", "--check", patch}, Dir: "../../..", Timeout: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		if res.ExitCode != 0 {
			t.Errorf("%s does not apply: change it with the code, so that it makes the same mistake there\n%s", filepath.Base(p), res.Stderr)
		}
	}
}
