package campaign

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/folder"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/store"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/mutate"
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

	half := killedHalfway(t)
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
				expected := want
				if file == store.FileName { // figures may be lost with it
					expected, got = withoutFigures(want), withoutFigures(got)
				}
				if diff := cmp.Diff(expected, got); diff != "" {
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

// linkTree makes a folder with the files of another one, without copying them: but for its database, a campaign replaces files, and never writes to those it finds.
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
		if strings.HasPrefix(rel, store.FileName) {
			data, err := os.ReadFile(path)
			return errors.Join(err, os.WriteFile(filepath.Join(to, rel), data, 0o644))
		}
		return os.Link(path, filepath.Join(to, rel))
	})
	if err != nil {
		t.Fatal(err)
	}
}

// harmless reports whether damage to a file loses nothing: the lock has no content, a marker can be made again, and what is damaged in the log of the database
// counts as not written, except that it may be something else than a file.
func harmless(file, damage string, size int) bool {
	return file == lockFile || file == folder.MarkerFile && damage == "deleted" || slices.Contains(store.Companions, file) && damage != "a folder" || size == 0
}

// killedHalfway is a campaign as a kill in the middle leaves it: with a database of an earlier run, and its log.
func killedHalfway(t *testing.T) Config {
	t.Helper()
	c := damaged(t)
	c.Mutants = 15
	mustRun(t, c)
	killed := c
	killed.Mutants = 40
	left := filepath.Join(t.TempDir(), "left")
	var mutants int
	var ticks atomic.Int64
	killed.Now = func() time.Time { return time.Unix(0, 0).Add(time.Duration(ticks.Add(1)) * flushEvery) }
	killed.Events = sink(func(e event.Event) {
		if _, ok := e.(event.Verdict); !ok {
			return
		}
		if mutants++; mutants == 11 {
			if err := os.CopyFS(left, os.DirFS(c.Out)); err != nil {
				t.Error(err)
			}
		}
	})
	mustRun(t, killed)
	c.Out = left
	if st := mustState(t, left); st.Stats.Mutants != 25 || st.Ended != "" {
		t.Fatalf("%d mutants, ended %q", st.Stats.Mutants, st.Ended)
	}
	return c
}

// withoutFigures leaves the findings with their formulas.
func withoutFigures(all map[string]string) map[string]string {
	out := make(map[string]string)
	for name, text := range all {
		var of []any
		if json.Unmarshal([]byte(text), &of) == nil && len(of) == 6 {
			out[name] = fmt.Sprint(of[0], of[1], of[5])
		}
	}
	return out
}

// If the database is lost, the campaign begins again, says so, and keeps its findings, which are counted anew.
func TestEverythingLost(t *testing.T) {
	for name, lose := range map[string]func(path string) error{
		"zeros":   func(path string) error { return os.WriteFile(path, make([]byte, 1<<16), 0o644) },
		"deleted": os.Remove,
	} {
		c := damaged(t)
		mustRun(t, c)
		want := withoutExtra(told(t, c.Out))
		if err := lose(filepath.Join(c.Out, store.FileName)); err != nil {
			t.Fatal(err)
		}
		sum := mustRun(t, c)
		if sum.Resumed || sum.Stats.Mutants != 40 || len(sum.Findings) < 2 {
			t.Errorf("%s: resumed %v, %d mutants, %d findings", name, sum.Resumed, sum.Stats.Mutants, len(sum.Findings))
		}
		if len(sum.Notes) != 1 || !strings.Contains(sum.Notes[0], "begins again; its findings are kept") {
			t.Errorf("%s: notes %q", name, sum.Notes)
		}
		if diff := cmp.Diff(want, withoutExtra(told(t, c.Out))); diff != "" {
			t.Errorf("%s (-before +again):\n%s", name, diff)
		}
	}
}

// withoutExtra leaves out how many runs it took to confirm findings: what is kept already is not confirmed again.
func withoutExtra(all map[string]string) map[string]string {
	all["stats"] = regexp.MustCompile(`"extra_calls": \d+`).ReplaceAllString(all["stats"], "")
	return all
}

// A full disk ends the campaign with an error that says so. What was written stays, and once there is room the campaign goes on to the same end.
func TestFullDisk(t *testing.T) {
	whole := few(t)
	whole.Jobs, whole.Runner, whole.Fresh = 1, crashing{}, crashing{}
	whole.Engines = []mutate.Engine{numbers{name: "one"}, numbers{name: "two"}} // with many different texts
	mustRun(t, whole)
	want := withoutExtra(told(t, whole.Out))

	c := whole
	c.Out = filepath.Join(t.TempDir(), "out")
	var at []int64
	for pages := 22; ; pages++ {
		c.database.MaxPages = pages
		sum, err := Run(t.Context(), c)
		if err == nil {
			break
		}
		var output *disk.OutputError
		if !errors.As(err, &output) || !errors.Is(err, syscall.ENOSPC) || output.Path != filepath.Join(c.Out, store.FileName) || sum.Ended != EndError {
			t.Fatalf("%d pages: ended by %s, %v", pages, sum.Ended, err)
		}
		if st, err := LoadState(c.Out); err == nil {
			at = append(at, st.Stats.Mutants)
		}
	}
	if len(at) == 0 || !slices.IsSorted(at) || at[len(at)-1] == 0 {
		t.Errorf("it was full at mutants %v", at)
	}
	if diff := cmp.Diff(want, withoutExtra(told(t, c.Out))); diff != "" {
		t.Errorf("full at mutants %v (-in one go +full in between):\n%s", at, diff)
	}
}

// A campaign in a folder that cannot be written to can be read, ended or killed, and says what is wrong when it is to go on.
func TestReadOnlyFolder(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root writes anywhere")
	}
	half := killedHalfway(t)
	for _, ended := range []bool{false, true} {
		c := half
		c.Out = filepath.Join(t.TempDir(), "out")
		linkTree(t, half.Out, c.Out)
		if ended {
			c.Mutants = 26
			mustRun(t, c)
		}
		if err := os.Chmod(c.Out, 0o555); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.Chmod(c.Out, 0o755) })
		if sum, err := Load(c.Out, nil); err != nil || sum.Stats.Mutants < 25 || len(sum.Findings) < 2 {
			t.Errorf("ended %v: %d mutants, %d findings, %v", ended, sum.Stats.Mutants, len(sum.Findings), err)
		}
		c.Mutants = 40
		var output *disk.OutputError
		if _, err := Run(t.Context(), c); !errors.As(err, &output) {
			t.Errorf("ended %v: it went on, or said %v", ended, err)
		}
	}
}

// Each page of the database may be damaged: the campaign goes on, or begins again where that page says what it is, and says so.
func TestDamagedPages(t *testing.T) {
	half := killedHalfway(t)
	half.Mutants = 26
	mustRun(t, half) // the log is in the database
	whole := half
	whole.Out = filepath.Join(t.TempDir(), "whole")
	linkTree(t, half.Out, whole.Out)
	want := withoutFigures(told(t, whole.Out))
	data, err := os.ReadFile(filepath.Join(half.Out, store.FileName))
	if err != nil {
		t.Fatal(err)
	}
	const size = 4096
	went := 0
	for page := 0; page < len(data)/size; page += testdepth.Sample(3, 1) {
		c := half
		c.Out = filepath.Join(t.TempDir(), "out")
		linkTree(t, half.Out, c.Out)
		path := filepath.Join(c.Out, store.FileName)
		bad := bytes.Clone(data)
		bad[page*size+size/2+page] ^= 1 // a single bit
		if err := errors.Join(os.Remove(path), os.WriteFile(path, bad, 0o644)); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(c.Out, nil); err != nil && (!strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "damaged")) {
			t.Errorf("page %d is read: %v", page, err)
		}
		sum := mustRun(t, c)
		if len(sum.Notes) == 0 || !strings.Contains(sum.Notes[0], path+" was damaged and is now in ") {
			t.Errorf("page %d: notes %q", page, sum.Notes)
		}
		if sum.Resumed {
			went++
		}
		if diff := cmp.Diff(want, withoutFigures(told(t, c.Out))); diff != "" {
			t.Errorf("page %d, resumed %v (-whole +damaged):\n%s", page, sum.Resumed, diff)
		}
		if again := mustRun(t, c); !again.Resumed || len(again.Notes) > 0 {
			t.Errorf("page %d, again: resumed %v, notes %q", page, again.Resumed, again.Notes)
		}
	}
	if went == 0 {
		t.Error("no damage left anything to go on with")
	}
}
