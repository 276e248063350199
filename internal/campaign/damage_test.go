package campaign

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/folder"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/testdepth"
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

// damaged returns a campaign that finds two kinds of crashes, deterministic to the last counter. It has no processes, since it is run often.
func damaged(t *testing.T) Config {
	t.Helper()
	c := config(t, fake(t, "--answer=sat")...)
	c.Runner, c.Fresh = crashing{}, crashing{}
	c.Jobs, c.Mutants = 1, 40
	return c
}

// crashing is a runner without processes: targets crash in one of two ways on what the engine of these tests makes, and are satisfied by
// everything else.
type crashing struct{}

// Run implements trial.Runner.
func (crashing) Run(ctx context.Context, r trial.Request) (solver.Run, error) {
	run, err := satisfied{}.Run(ctx, r)
	if m := equation.FindSubmatch(r.Text.Bytes); m != nil && len(m[2]) == 3 {
		signal := "SEGV"
		if m[2][0] >= '5' {
			signal = "ABRT"
		}
		run.Verdict = solver.Verdict{Crash: &solver.Crash{Kind: solver.CrashSignal, Signature: "signal " + signal, Detail: "signal " + signal}}
	}
	return run, err
}

// Whatever happens to a file in a campaign's folder, the campaign names the file, sets it aside, and reaches the same end as an
// undamaged campaign. The sample does every second of the damages to each file, and all of them in turn.
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
	before := tree(t, half.Out)
	every := testdepth.Sample(2, 1)
	for i, file := range files {
		for k, name := range slices.Sorted(maps.Keys(damages)) {
			if (i+k)%every > 0 {
				continue
			}
			do := damages[name]
			t.Run(file+" "+name, func(t *testing.T) {
				c := half
				c.Out = filepath.Join(t.TempDir(), "out")
				path := filepath.Join(c.Out, file)
				linkTree(t, half.Out, c.Out)
				data, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				if err := errors.Join(os.Remove(path), os.WriteFile(path, data, 0o600), do(path, data)); err != nil {
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
	if after := tree(t, half.Out); after != before {
		t.Errorf("a campaign has written to files that others share:\n%s\nbefore:\n%s", after, before)
	}
}

// linkTree makes a folder with the files of another one, without copying them: a campaign replaces files, and never writes to those it finds.
func linkTree(t *testing.T, from, to string) {
	t.Helper()
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(from, path)
		if d.IsDir() {
			return os.Mkdir(filepath.Join(to, rel), 0o755)
		}
		return os.Link(path, filepath.Join(to, rel))
	})
	if err != nil {
		t.Fatal(err)
	}
}

// harmless reports whether damage to a file loses nothing: the lock has no content, a marker can be made again, an empty journal has nothing to lose, and
// neither the previous snapshot nor a truncated journal matters when a later snapshot is intact.
func harmless(file, damage string, size int) bool {
	return file == lockFile || file == folder.MarkerFile && damage == "deleted" || filepath.Dir(file) == backup || size == 0 || file == StateFile && damage == "deleted"
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
