package findings

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/base/disk"
)

// kept are the formulas that a folder has, by signature.
func keptIn(t testing.TB, out string) map[string]string {
	t.Helper()
	all, err := LoadAll(out)
	if err != nil {
		t.Fatal(err)
	}
	got := make(map[string]string)
	for _, f := range all {
		info, err := os.Stat(filepath.Join(f.Dir, BugFile))
		if err != nil {
			t.Fatal(err)
		}
		got[f.Signature] = fmt.Sprintf("%s, %d bytes, flaky: %v", f.Provenance.Mutant, info.Size(), f.Flaky())
	}
	return got
}

// Findings of several stores come to what one store keeps of all hits, in any order.
func TestImportKeepsWhatOneStoreWould(t *testing.T) {
	base := t.TempDir()
	n := 0
	rapid.Check(t, func(rt *rapid.T) {
		n++
		dir := filepath.Join(base, fmt.Sprint(n))
		at := func(name string) *Disk { return open(t, filepath.Join(dir, name), 0) }
		one := at("one")
		parts := make([]*Disk, 3)
		for i := range parts {
			parts[i] = at(fmt.Sprint("part", i))
		}
		for job := range rapid.IntRange(1, 12).Draw(rt, "hits") {
			h := hit(rapid.SampledFrom([]string{"a.cpp", "b.cpp"}).Draw(rt, "place"), uint64(job), rapid.IntRange(1, 3).Draw(rt, "size"), rapid.IntRange(1, 2).Draw(rt, "shown"))
			add(t, one, h)
			add(t, parts[job%len(parts)], h)
		}
		joined := at("joined")
		order := rapid.Permutation([]int{0, 1, 2, 1}).Draw(rt, "order")
		for _, i := range order {
			entries, err := os.ReadDir(filepath.Join(dir, fmt.Sprint("part", i), Folder))
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range entries {
				if _, err := joined.Import(filepath.Join(dir, fmt.Sprint("part", i), Folder, e.Name())); err != nil {
					t.Fatal(err)
				}
			}
		}
		if diff := cmp.Diff(keptIn(t, filepath.Join(dir, "one")), keptIn(t, filepath.Join(dir, "joined"))); diff != "" {
			rt.Fatalf("(-one store +imported in the order %v):\n%s", order, diff)
		}
		if diff := cmp.Diff(keptIn(t, filepath.Join(dir, "joined")), keptIn(t, at("joined").out)); diff != "" {
			rt.Fatalf("reopened:\n%s", diff)
		}
	})
}

// What triage has written comes along, what it wrote about an earlier formula goes, and what is not Assay's stays.
func TestImportTakesWhatTriageWrote(t *testing.T) {
	from, larger := t.TempDir(), t.TempDir()
	add(t, open(t, from, 0), hit("a.cpp", 9, 20, 2))
	add(t, open(t, larger, 0), hit("a.cpp", 3, 30, 2))
	small, large := only(t, from).Dir, only(t, larger).Dir
	for path, text := range map[string]string{
		filepath.Join(small, triageFile): "{}", filepath.Join(small, ProofFile): "step", filepath.Join(small, "notes.txt"): "mine", filepath.Join(large, historyFile): "{}",
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	out := t.TempDir()
	s := open(t, out, 0)
	if added, err := s.Import(large); err != nil || !added.New || !added.Kept {
		t.Fatalf("%+v, %v", added, err)
	}
	kept := only(t, out).Dir
	if err := os.WriteFile(filepath.Join(kept, "notes.txt"), []byte("theirs"), 0o644); err != nil {
		t.Fatal(err)
	}
	if added, err := s.Import(small); err != nil || added.New || !added.Kept || added.Folder != kept {
		t.Fatalf("%+v, %v", added, err)
	}
	if added, err := s.Import(large); err != nil || added.Kept || added.Folder != kept {
		t.Fatalf("%+v, %v", added, err)
	}
	if _, err := os.Stat(filepath.Join(kept, historyFile)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the history of another formula is there: %v", err)
	}
	if read(t, kept, triageFile) != "{}" || read(t, kept, ProofFile) != "step" || read(t, kept, "notes.txt") != "theirs" {
		t.Error("files are missing")
	}
	if slot, index, ok := s.Place("crash/z3/a.cpp"); slot != 9 || index != 0 || !ok {
		t.Errorf("slot %d, place %d, %v", slot, index, ok)
	}
	if _, _, ok := s.Place("none"); ok {
		t.Error("there is a place of nothing")
	}
}

// A folder whose files do not belong together, as while its campaign replaces the formula, is not taken.
func TestImportNeedsAWholeFolder(t *testing.T) {
	from := t.TempDir()
	add(t, open(t, from, 0), hit("a.cpp", 9, 20, 2))
	dir := only(t, from).Dir
	bug := []byte(read(t, dir, BugFile))
	if err := os.WriteFile(filepath.Join(dir, BugFile), []byte("another"), 0o644); err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	s := open(t, out, 0)
	var damaged *DamagedError
	if _, err := s.Import(dir); !errors.As(err, &damaged) {
		t.Errorf("a damaged folder: %v", err)
	}
	if all, err := LoadAll(out); err != nil || len(all) != 0 {
		t.Errorf("%d findings, %v", len(all), err)
	}
	if err := os.WriteFile(filepath.Join(dir, BugFile), bug, 0o644); err != nil {
		t.Fatal(err)
	}
	if added, err := s.Import(dir); err != nil || !added.New {
		t.Errorf("%+v, %v", added, err)
	}
	if _, err := s.Import(t.TempDir()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an empty folder: %v", err)
	}
}

// Wherever the disk is full, a finding is the old one or the new one.
func TestImportWithoutRoom(t *testing.T) {
	small, large := t.TempDir(), t.TempDir()
	add(t, open(t, small, 0), hit("a.cpp", 9, 20, 2))
	add(t, open(t, large, 0), hit("a.cpp", 3, 30, 2))
	for room := 0; ; room++ {
		out := t.TempDir()
		if _, err := open(t, out, 0).Import(only(t, large).Dir); err != nil {
			t.Fatal(err)
		}
		before := keptIn(t, out)
		n := room
		s, err := Open(out, 0, func(path string, data []byte) error {
			if n--; n < 0 {
				return &disk.OutputError{Path: path, Err: fs.ErrPermission}
			}
			return disk.WriteAtomic(path, data)
		})
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.Import(only(t, small).Dir)
		after := keptIn(t, out)
		var output *disk.OutputError
		switch {
		case err == nil:
			if room < 3 || cmp.Equal(before, after) {
				t.Errorf("after %d writes: %v", room, after)
			}
			return
		case !errors.As(err, &output) || !cmp.Equal(before, after):
			t.Errorf("after %d writes: %v\n%s", room, err, cmp.Diff(before, after))
		}
		if left, _ := filepath.Glob(filepath.Join(only(t, out).Dir, "*"+pending)); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	}
}
