package checkout_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/findings/checkout"
)

// history makes a checkout by a script.
func history(t *testing.T, text string) (top string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	for _, name := range []string{"AUTHOR", "COMMITTER"} {
		t.Setenv("GIT_"+name+"_NAME", "a")
		t.Setenv("GIT_"+name+"_EMAIL", "a@localhost")
	}
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	script := exec.Command("sh", "-ec", "git init -q -b main .\n"+text)
	script.Dir = t.TempDir()
	if out, err := script.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return script.Dir
}

// TestUntrackedBelow: a file that is not tracked stays where a revision has another in its place, also when the solver is a folder within the checkout.
func TestUntrackedBelow(t *testing.T) {
	top := history(t, `mkdir solver; echo 1 >solver/a; git add -A; git commit -qm first; git tag first
echo theirs >solver/notes; git add -A; git commit -qm second; git tag second
git rm -q solver/notes; echo 3 >solver/a; git add -A; git commit -qm third
echo mine >solver/notes`)
	for _, dir := range []string{top, filepath.Join(top, "solver")} {
		c := &checkout.Checkout{Dir: dir, Build: "true"}
		if err := c.Open(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := c.Make(t.Context(), "first"); err != nil {
			t.Errorf("%s: a revision without the file: %v", dir, err)
		}
		err := c.Make(t.Context(), "second")
		if unusable := new(checkout.Error); !errors.As(err, &unusable) || !strings.HasPrefix(unusable.Problem, "solver/notes is not tracked") {
			t.Errorf("%s: a revision with another file in its place: %v", dir, err)
		}
		if err := c.Close(t.Context()); err != nil {
			t.Error(err)
		}
		if data, err := os.ReadFile(filepath.Join(top, "solver", "notes")); err != nil || string(data) != "mine\n" {
			t.Fatalf("%s: %q is left, %v", dir, data, err)
		}
	}
}

// TestFolderOfSome: a revision without the folder of the solver does not build, and what was checked out at first is there again in the end.
func TestFolderOfSome(t *testing.T) {
	top := history(t, `echo 1 >a; git add -A; git commit -qm first; git tag first
mkdir solver; echo 1 >solver/a; git add -A; git commit -qm second`)
	c := &checkout.Checkout{Dir: filepath.Join(top, "solver"), Build: "test -e a"}
	if err := c.Open(t.Context()); err != nil {
		t.Fatal(err)
	}
	err := c.Make(t.Context(), "first")
	if failed := new(checkout.BuildError); !errors.As(err, &failed) {
		t.Errorf("a revision without the folder: %v", err)
	}
	if err := c.Make(t.Context(), "main"); err != nil {
		t.Error(err)
	}
	_ = c.Make(t.Context(), "first")
	if err := c.Close(t.Context()); err != nil {
		t.Error(err)
	}
	if head, err := os.ReadFile(filepath.Join(top, ".git", "HEAD")); err != nil || string(head) != "ref: refs/heads/main\n" {
		t.Errorf("%q, %v", head, err)
	}
}
