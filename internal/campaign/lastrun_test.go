package campaign

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/assay-smt/assay/internal/campaign/effort"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/findings/known"
)

// files returns the content of all files in a folder, and when they were changed.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := make(map[string]string)
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			all[path] = ""
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		data, err := os.ReadFile(path)
		all[path] = info.ModTime().String() + string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// What a campaign says at its end is what its folder says later, and reading changes nothing.
func TestLoadIsTheSummary(t *testing.T) {
	c := config(t, fake(t, "--answer=sat", "--answer=unsat")...)
	c.Mutants, c.Effort = 12, effort.Adaptive
	c.Skipped = []Skip{{Path: "a\xff", Reason: "b\xfe\u2028<c>"}, {Path: "same", Reason: SameText + "a"}}
	sum := mustRun(t, c)
	before := files(t, c.Out)
	got, err := Load(c.Out, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, files(t, c.Out)); diff != "" {
		t.Errorf("it changed the folder (-before +after):\n%s", diff)
	}
	if len(sum.Findings) == 0 || got.SkippedFiles != 2 || got.Skipped[0].Path != "a\ufffd" {
		t.Errorf("findings %v, skipped %+v", sum.Findings, got.Skipped)
	}
	ignored := cmpopts.IgnoreFields(Summary{}, "Stats", "Final", "Time", "Skipped", "Elapsed", "Samples", "FoundAt")
	if diff := cmp.Diff(sum, got, ignored, cmpopts.EquateEmpty(), cmp.AllowUnexported(Skip{})); diff != "" {
		t.Errorf("(-at the end +loaded):\n%s", diff)
	}
	// The sample that only a continuing campaign needs is not in the summary.
	loaded := got.Stats.outline()
	want, _ := json.Marshal(sum.Stats.Untimed())
	have, _ := json.Marshal(loaded.Untimed())
	if diff := cmp.Diff(string(want), string(have)); diff != "" {
		t.Errorf("statistics (-at the end +loaded):\n%s", diff)
	}
}

// A campaign is read while it runs, at any moment, with all that was written; so is what a kill leaves.
func TestLoadWhileItRuns(t *testing.T) {
	c := config(t, fake(t, "--answer=sat")...)
	c.Mutants, c.Jobs = 60, 1 // several workers may be ahead of the first mutant that is missing
	copied := filepath.Join(t.TempDir(), "killed")
	var loads int64
	var atCopy Summary
	c.Events = sink(func(e event.Event) {
		v, ok := e.(event.Verdict)
		if !ok {
			return
		}
		loads++
		got, err := Load(c.Out, nil)
		// A mutant is written after its events.
		if n := got.Stats.Mutants; err != nil || n < loads-1 || n > loads || got.Ended != "" {
			t.Errorf("after %s: %d mutants of %d, ended %q, %v", v.Mutant, got.Stats.Mutants, loads, got.Ended, err)
			return
		}
		if loads == 40 {
			if err := os.CopyFS(copied, os.DirFS(c.Out)); err != nil {
				t.Error(err)
			}
			atCopy = got
		}
	})
	// The clock is so fast that everything is written at once.
	var ticks atomic.Int64
	c.Now = func() time.Time { return time.Unix(0, 0).Add(time.Duration(ticks.Add(1)) * 2 * flushEvery) }
	mustRun(t, c)
	got, err := Load(copied, nil)
	if err != nil || got.Stats.Mutants < atCopy.Stats.Mutants || got.Ended != "" {
		t.Fatalf("killed: %d mutants, had %d; ended %q, %v", got.Stats.Mutants, atCopy.Stats.Mutants, got.Ended, err)
	}
	// The campaign that goes on counts the same.
	c.Out, c.Events, c.Mutants = copied, nil, got.Stats.Mutants
	sum := mustRun(t, c)
	if sum.Stats.Mutants != got.Stats.Mutants || sum.Stats.Calls != got.Stats.Calls {
		t.Errorf("it goes on with %d mutants and %d runs, not %d and %d", sum.Stats.Mutants, sum.Stats.Calls, got.Stats.Mutants, got.Stats.Calls)
	}
}

type sink func(event.Event)

func (s sink) Take(e event.Event) { s(e) }

// What was known at the end stays known as long as the list has the bug.
func TestLoadKnowsWhatWasKnown(t *testing.T) {
	c := config(t, fake(t, "--answer=sat", "--answer=unsat")...)
	c.Mutants = 6
	sum := mustRun(t, c)
	if len(sum.Findings) == 0 {
		t.Fatal("nothing was found")
	}
	var list known.List
	for i, b := range sum.Findings {
		list.Entries = append(list.Entries, &known.Entry{
			Name: fmt.Sprint("bug-", i), Status: known.Filed, Class: b.Class, Solver: b.Family, Signatures: []string{b.Signature},
		})
	}
	c.Known, c.Mutants = &list, 8
	sum = mustRun(t, c)
	if len(sum.Findings) != 0 || len(sum.Known) == 0 {
		t.Fatalf("%d new, %d known", len(sum.Findings), len(sum.Known))
	}
	only := known.List{}
	for _, e := range list.Entries { // as if only a debugger had recognised them
		only.Entries = append(only.Entries, &known.Entry{Name: e.Name, Status: e.Status, Class: e.Class, Solver: e.Solver, Signatures: []string{"another"}})
	}
	for name, tt := range map[string]struct {
		list  *known.List
		known bool
	}{"the list": {&list, true}, "the end": {&only, true}, "no list": {nil, false}, "another list": {&known.List{Entries: []*known.Entry{{Name: "other", Signatures: []string{"x"}}}}, false}} {
		got, err := Load(c.Out, tt.list)
		if err != nil || (len(got.Known) == len(sum.Known)) != tt.known || len(got.Known)+len(got.Findings) != len(sum.Known) {
			t.Errorf("%s: %d known, %d new, %v", name, len(got.Known), len(got.Findings), err)
		}
	}
}

// What is not known yet about a run does not disturb what is.
func TestLastRunIsSaved(t *testing.T) {
	c := config(t, fake(t, "--answer=sat")...)
	c.Mutants, c.Jobs = 3, 3
	mustRun(t, c)
	s, err := LoadState(c.Out)
	var last LastRun
	if err == nil {
		err = json.Unmarshal(s.LastRun, &last)
	}
	if err != nil || last.Jobs != 3 || last.Elapsed < 0 || last.Elapsed > time.Hour || last.Effort.Mode != effort.Even {
		t.Errorf("%+v, %v", last, err)
	}
}
