package campaign

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/disk"
	"github.com/assay-smt/assay/internal/findings"
)

// damages are what can happen to a file.
var damages = map[string]func(path string, data []byte) error{
	"empty":  func(path string, _ []byte) error { return os.WriteFile(path, nil, 0o644) },
	"halved": func(path string, data []byte) error { return os.WriteFile(path, data[:len(data)/2], 0o644) },
	"zeroed": func(path string, data []byte) error { return os.WriteFile(path, make([]byte, len(data)), 0o644) },
	"garbled": func(path string, data []byte) error {
		garbled := bytes.Clone(data)
		for i := len(garbled) / 3; i < len(garbled); i += 97 {
			garbled[i] ^= 0x15
		}
		return os.WriteFile(path, garbled, 0o644)
	},
	"deleted":  func(path string, _ []byte) error { return os.Remove(path) },
	"a folder": func(path string, _ []byte) error { return errors.Join(os.Remove(path), os.Mkdir(path, 0o755)) },
}

// told is what a campaign reports and what must not depend on how often it was interrupted: counts without times, and the
// findings with their formulas and hits.
func told(t *testing.T, out string) map[string]string {
	t.Helper()
	st, err := LoadState(out)
	if err != nil {
		t.Fatal(err)
	}
	stats, err := json.MarshalIndent(st.Stats.Untimed(), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{"stats": string(stats)}
	found, err := findings.LoadAll(out)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		bug, err := os.ReadFile(filepath.Join(f.Dir, findings.BugFile))
		if err != nil {
			t.Fatal(err)
		}
		line, err := json.Marshal([]any{f.Signature, f.Provenance.Mutant, f.Hits, f.Duplicates, f.Repeated, string(bug)})
		if err != nil {
			t.Fatal(err)
		}
		all[filepath.Base(f.Dir)] = string(line)
	}
	return all
}

// damaged returns a campaign that finds two kinds of crashes, deterministic to the last counter.
func damaged(t *testing.T) Config {
	t.Helper()
	c := config(t, fake(t, "--answer=sat --when='= [a-z]* [1-4].. *.=>crash SEGV' --when='= [a-z]* [5-9].. *.=>crash ABRT'")...)
	c.Jobs, c.Mutants = 1, 40
	return c
}

// Whatever happens to a file in a campaign's folder, the campaign names the file, sets it aside, and reaches the same end as an
// undamaged campaign.
func TestDamage(t *testing.T) {
	whole := damaged(t)
	mustRun(t, whole)
	want := told(t, whole.Out)
	if len(want) < 3 {
		t.Fatalf("only %d findings", len(want)-1)
	}

	// A campaign in the middle, as a kill leaves it: with a snapshot, the one before, and the journals that follow both.
	half := damaged(t)
	half.Mutants = 25
	mustRun(t, half)
	var files []string
	err := filepath.WalkDir(half.Out, func(path string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(half.Out, path)
		if err == nil && !d.IsDir() && filepath.Base(path) != findings.ReportFile {
			files = append(files, rel)
		}
		return err
	})
	if err != nil || len(files) < 10 {
		t.Fatalf("%q, %v", files, err)
	}
	for _, file := range files {
		for name, do := range damages {
			t.Run(file+" "+name, func(t *testing.T) {
				c := half
				c.Out = filepath.Join(t.TempDir(), "out")
				if err := os.CopyFS(c.Out, os.DirFS(half.Out)); err != nil {
					t.Fatal(err)
				}
				path := filepath.Join(c.Out, file)
				data, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				if err := do(path, data); err != nil {
					t.Fatal(err)
				}
				c.Mutants = 40
				sum := mustRun(t, c)
				got := told(t, c.Out)
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("(-whole +damaged):\n%s\nnotes %q", diff, sum.Notes)
				}
				if harmless(file, name, len(data)) {
					return
				}
				if !slices.ContainsFunc(sum.Notes, func(n string) bool { return strings.Contains(n, filepath.Dir(file)) || strings.Contains(n, file) }) {
					t.Errorf("no note mentions it: %q", sum.Notes)
				}
				if entries, err := os.ReadDir(filepath.Join(c.Out, disk.Damaged)); name != "deleted" && (err != nil || len(entries) == 0) {
					t.Errorf("nothing is set aside: %v", err)
				}
			})
		}
	}
}

// harmless reports whether damage to a file loses nothing: the lock has no content, an empty journal has nothing to lose, and
// neither the previous snapshot nor a truncated journal matters when a later snapshot is intact.
func harmless(file, damage string, size int) bool {
	return file == lockFile || filepath.Dir(file) == backup || size == 0 || file == StateFile && damage == "deleted"
}

// If every snapshot is lost, the campaign starts over, says so, and keeps its findings.
func TestEverythingLost(t *testing.T) {
	c := damaged(t)
	mustRun(t, c)
	for _, path := range []string{StateFile, filepath.Join(backup, StateFile)} {
		if err := os.WriteFile(filepath.Join(c.Out, path), []byte("{"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	sum := mustRun(t, c)
	if sum.Resumed || sum.Stats.Mutants != 40 || len(sum.Findings) < 2 {
		t.Errorf("resumed %v, %d mutants, %d findings", sum.Resumed, sum.Stats.Mutants, len(sum.Findings))
	}
	if len(sum.Notes) != 3 {
		t.Errorf("notes %q", sum.Notes)
	}
}
