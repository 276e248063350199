package campaign

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/folder"
	"github.com/assay-smt/assay/internal/campaign/store"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/testing/foldertest"
)

// put writes a file and the folders above it.
func put(t *testing.T, path, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// A campaign touches nothing in a folder that it refuses, and says why.
func TestRefusedFolder(t *testing.T) {
	crash := config(t, fake(t, "--answer=sat")...)
	for name, tt := range map[string]struct {
		make func(t *testing.T, c *Config)
		want any
	}{
		"foreign": {func(t *testing.T, c *Config) { foldertest.Foreign(t, c.Out) }, new(*folder.ForeignError)},
		"foreign, behind a link": {func(t *testing.T, c *Config) {
			foldertest.Foreign(t, c.Out)
			link := filepath.Join(t.TempDir(), "link")
			if err := os.Symlink(c.Out, link); err != nil {
				t.Fatal(err)
			}
			c.Out = link
		}, new(*folder.ForeignError)},
		"of another kind": {func(t *testing.T, c *Config) {
			if _, err := folder.Take(c.Out, folder.Kind{Name: "mutants"}, nil); err != nil {
				t.Fatal(err)
			}
			put(t, filepath.Join(c.Out, "scratch", "x.c"), "int x;")
		}, new(*folder.ForeignError)},
		"another configuration": {func(t *testing.T, c *Config) {
			mustRun(t, *c)
			put(t, filepath.Join(c.Out, "scratch", "x.c"), "int x;")
			put(t, filepath.Join(c.Out, "findings", "x", "bug.smt2"), "(check-sat)")
			c.Seed++
		}, new(*MismatchError)},
		"another configuration of an older version": {func(t *testing.T, c *Config) {
			mustRun(t, *c)
			if err := os.Remove(filepath.Join(c.Out, folder.MarkerFile)); err != nil {
				t.Fatal(err)
			}
			put(t, filepath.Join(c.Out, "scratch", "x.c"), "int x;")
			c.Seed++
		}, new(*MismatchError)},
		"in use": {func(t *testing.T, c *Config) {
			mustRun(t, *c)
			put(t, filepath.Join(c.Out, "scratch", "0", "x.smt2"), "(check-sat)")
			release, err := lock(c.Out)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(release)
		}, new(*BusyError)},
		"linked findings": {func(t *testing.T, c *Config) {
			mustRun(t, *c)
			elsewhere := t.TempDir()
			foldertest.Foreign(t, elsewhere)
			if err := errors.Join(os.RemoveAll(filepath.Join(c.Out, "findings")), os.Symlink(elsewhere, filepath.Join(c.Out, "findings"))); err != nil {
				t.Fatal(err)
			}
		}, new(*folder.ForeignError)},
		"linked scratch": {func(t *testing.T, c *Config) {
			mustRun(t, *c)
			elsewhere := t.TempDir()
			foldertest.Foreign(t, elsewhere)
			if err := os.Symlink(elsewhere, filepath.Join(c.Out, "scratch")); err != nil {
				t.Fatal(err)
			}
		}, new(*folder.ForeignError)},
		"a file": {func(t *testing.T, c *Config) { put(t, c.Out, "mine") }, new(*disk.OutputError)},
	} {
		t.Run(name, func(t *testing.T) {
			c := crash
			c.Out, c.Mutants = filepath.Join(t.TempDir(), "out"), 3
			tt.make(t, &c)
			before := foldertest.State(t, c.Out)
			c.Mutants = 9
			sum, err := Run(t.Context(), c)
			if err == nil || !errors.As(err, tt.want) || sum.Ended != EndError {
				t.Errorf("%v, ended by %s", err, sum.Ended)
			}
			if diff := cmp.Diff(before, foldertest.State(t, c.Out)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A campaign that fails before its first mutant leaves nothing, wherever it fails.
func TestFailedStart(t *testing.T) {
	for name, change := range map[string]func(c *Config){
		"no mutant": func(c *Config) { c.Seeds = c.Seeds[3:] },
		"the disk is full": func(c *Config) {
			c.database.MaxPages = 1
		},
	} {
		t.Run(name, func(t *testing.T) {
			home := t.TempDir()
			for _, out := range []string{filepath.Join(home, "a", "b"), home} {
				c := config(t, fake(t, "--answer=sat")...)
				c.Out = out
				c.Engines = []mutate.Engine{numbers{name: "one"}}
				change(&c)
				if _, err := Run(t.Context(), c); err == nil {
					t.Fatal("it did not fail")
				}
				if left, err := os.ReadDir(home); err != nil || len(left) > 0 {
					t.Errorf("%s: %v is left, %v", out, left, err)
				}
			}
		})
	}
}

// An interruption before the first mutant leaves a folder that can be read.
func TestInterruptedStart(t *testing.T) {
	c := config(t, fake(t, "--answer=sat")...)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if sum, err := Run(ctx, c); err != nil || sum.Ended != EndInterrupted {
		t.Fatalf("%v, ended by %s", err, sum.Ended)
	}
	if _, err := LoadState(c.Out); err != nil {
		t.Error(err)
	}
}

// An older version's campaign gets a marker when it is resumed.
func TestOlderFolder(t *testing.T) {
	c := config(t, fake(t, "--answer=sat")...)
	c.Mutants = 3
	mustRun(t, c)
	marker := filepath.Join(c.Out, folder.MarkerFile)
	if err := os.Remove(marker); err != nil {
		t.Fatal(err)
	}
	c.Mutants = 5
	if sum := mustRun(t, c); !sum.Resumed || sum.Stats.Mutants != 5 {
		t.Errorf("resumed %v, %d mutants", sum.Resumed, sum.Stats.Mutants)
	}
	if err := folder.Owned(c.Out, Kind); err != nil {
		t.Error(err)
	}
	if _, err := os.Lstat(marker); err != nil {
		t.Error(err)
	}
	// A file of the name of the state is not enough.
	for _, text := range []string{"{}", `{"format": 1}`, `{"format": 3, "config": {"engines": ["x"]}}`, "[]", ""} {
		out := t.TempDir()
		for _, name := range []string{formerFile, store.FileName} {
			out := filepath.Join(out, name)
			put(t, filepath.Join(out, name), text)
			var foreign *folder.ForeignError
			if err := folder.Check(out, Kind); !errors.As(err, &foreign) {
				t.Errorf("%s %q: %v", name, text, err)
			}
		}
	}
}

// Of two campaigns that begin in one new folder, one runs and the other is refused.
func TestTwoBegin(t *testing.T) {
	s := fake(t, "--answer=sat")
	for range 5 {
		out := filepath.Join(t.TempDir(), "a", "out")
		var all sync.WaitGroup
		errs := make([]error, 2)
		for i := range errs {
			c := config(t, s...)
			c.Out, c.Mutants = out, 8
			all.Go(func() { _, errs[i] = Run(t.Context(), c) })
		}
		all.Wait()
		for i, err := range errs {
			var busy *BusyError
			if err != nil && (!errors.As(err, &busy) || errs[1-i] != nil) {
				t.Errorf("%v", errs)
			}
		}
		if st, err := LoadState(out); err != nil || st.Stats.Mutants != 8 {
			t.Errorf("%d mutants, %v", st.Stats.Mutants, err)
		}
	}
}

func TestMoveAside(t *testing.T) {
	c := config(t, fake(t, "--answer=sat")...)
	if to, err := MoveAside(c.Out); to != "" || err != nil {
		t.Errorf("no folder: %q, %v", to, err)
	}
	c.Mutants = 3
	mustRun(t, c)
	put(t, filepath.Join(c.Out, "notes.txt"), "mine")
	want := told(t, c.Out)
	release, err := lock(c.Out)
	if err != nil {
		t.Fatal(err)
	}
	before := foldertest.State(t, c.Out)
	var busy *BusyError
	if _, err := MoveAside(c.Out); !errors.As(err, &busy) {
		t.Errorf("in use: %v", err)
	}
	if diff := cmp.Diff(before, foldertest.State(t, c.Out)); diff != "" {
		t.Error(diff)
	}
	release()
	to, err := MoveAside(c.Out)
	if err != nil || to != c.Out+".old-1" {
		t.Fatalf("%q, %v", to, err)
	}
	if diff := cmp.Diff(before, foldertest.State(t, to)); diff != "" {
		t.Error(diff)
	}
	c.Seed++
	mustRun(t, c)
	if diff := cmp.Diff(want, told(t, to)); diff != "" {
		t.Error(diff)
	}

	mine := t.TempDir()
	foldertest.Foreign(t, mine)
	before = foldertest.State(t, mine)
	var foreign *folder.ForeignError
	if _, err := MoveAside(mine); !errors.As(err, &foreign) || !strings.Contains(err.Error(), "nothing in it was touched") {
		t.Errorf("foreign: %v", err)
	}
	if diff := cmp.Diff(before, foldertest.State(t, mine)); diff != "" {
		t.Error(diff)
	}
}
