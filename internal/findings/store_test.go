package findings

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// hit is a crash at a place, on a formula of some size.
func hit(where string, job uint64, size int, shown int) Hit {
	return Hit{
		Bug: []byte(strings.Repeat("x", size)), Seed: []byte("seed"),
		Finding: Finding{
			Class: oracle.CrashClass, Solver: "z3 -q", Family: "z3", Version: "1", Logic: "QF_S", Signature: "crash/z3/" + where,
			Evidence:   Evidence{Kind: oracle.EvidenceCrash, Summary: "z3 crashed (signal): " + where},
			Repeated:   Repetition{Runs: 2, Shown: shown},
			Runs:       []Run{{Solver: "z3 -q", Command: []string{"z3", "-q", BugFile}, File: BugFile, Outcome: outcome.Crash}},
			Provenance: Provenance{Mutant: fmt.Sprintf("s/e/0/%d", job), Job: job},
		},
	}
}

func open(t *testing.T, out string, limit int) *Disk {
	t.Helper()
	s, err := Open(out, limit, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func add(t *testing.T, s *Disk, hits ...Hit) {
	t.Helper()
	for _, h := range hits {
		if _, err := s.Add(h); err != nil {
			t.Fatal(err)
		}
		s.Tally(h)
	}
}

func only(t *testing.T, out string) Stored {
	t.Helper()
	all, err := LoadAll(out)
	if err != nil || len(all) != 1 {
		t.Fatalf("%d findings, error %v", len(all), err)
	}
	return all[0]
}

func bugSize(t *testing.T, s Stored) int {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(s.Dir, BugFile))
	if err != nil {
		t.Fatal(err)
	}
	return len(data)
}

// Which formula is kept depends only on the hits: steady before flaky, then short, then early.
func TestBestFormulaIsKept(t *testing.T) {
	for _, tt := range []struct {
		name string
		hits []Hit
		want string // mutant
	}{
		{"one", []Hit{hit("a", 5, 9, 2)}, "s/e/0/5"},
		{"shorter", []Hit{hit("a", 1, 9, 2), hit("a", 2, 8, 2), hit("a", 3, 10, 2)}, "s/e/0/2"},
		{"earlier", []Hit{hit("a", 7, 9, 2), hit("a", 3, 9, 2), hit("a", 5, 9, 2)}, "s/e/0/3"},
		{"steady", []Hit{hit("a", 1, 1, 1), hit("a", 2, 9, 2), hit("a", 3, 2, 1)}, "s/e/0/2"},
		{"flaky and shorter", []Hit{hit("a", 1, 9, 1), hit("a", 2, 8, 1)}, "s/e/0/2"},
		{"not repeated", []Hit{hit("a", 1, 9, 2), func() Hit {
			h := hit("a", 2, 1, 0)
			h.Finding.Repeated = Repetition{}
			return h
		}()}, "s/e/0/1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out := t.TempDir()
			s := open(t, out, 0)
			add(t, s, tt.hits...)
			if err := s.Flush(); err != nil {
				t.Fatal(err)
			}
			f := only(t, out)
			if f.Provenance.Mutant != tt.want || f.Hits != int64(len(tt.hits)) {
				t.Errorf("kept %s with %d hits, want %s with %d", f.Provenance.Mutant, f.Hits, tt.want, len(tt.hits))
			}
			for _, h := range tt.hits {
				if h.Finding.Provenance.Mutant == f.Provenance.Mutant && len(h.Bug) != bugSize(t, f) {
					t.Errorf("the formula kept has %d bytes, the finding's %d", bugSize(t, f), len(h.Bug))
				}
			}
		})
	}
}

// Duplicates cost no disk until Flush, and then only a counter.
func TestDuplicatesAreCounted(t *testing.T) {
	out := t.TempDir()
	writes := 0
	s, err := Open(out, 0, func(path string, data []byte) error {
		writes++
		return disk.WriteAtomic(path, data)
	})
	if err != nil {
		t.Fatal(err)
	}
	add(t, s, hit("a", 0, 5, 2))
	first := writes
	for i := range uint64(100) {
		if s.Wants("crash/z3/a", 5, i+1, 0) {
			t.Fatal("a duplicate that is not shorter is wanted")
		}
		add(t, s, hit("a", i+1, 5, 2))
	}
	if writes != first {
		t.Errorf("%d writes for duplicates", writes-first)
	}
	for range 2 {
		if err := s.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	if writes != first+1 {
		t.Errorf("%d writes to flush one counter", writes-first)
	}
	if f := only(t, out); f.Hits != 101 || len(f.Duplicates) != maxDuplicates || f.Duplicates[0] != "s/e/0/1" {
		t.Errorf("%d hits, duplicates %v", f.Hits, f.Duplicates)
	}
	// A later campaign run continues to count.
	s = open(t, out, 0)
	if !s.Wants("crash/z3/a", 4, 500, 0) || s.Wants("crash/z3/a", 5, 500, 0) || !s.Wants("crash/z3/b", 9, 0, 0) {
		t.Error("the store has forgotten what is wanted")
	}
	add(t, s, hit("a", 500, 4, 2))
	if err := s.Flush(); err != nil {
		t.Fatal(err)
	}
	if f := only(t, out); f.Hits != 102 || bugSize(t, f) != 4 {
		t.Errorf("%d hits, %d bytes", f.Hits, bugSize(t, f))
	}
	if n, hits := s.Count(); n != 1 || hits != 102 {
		t.Errorf("count %d, %d", n, hits)
	}
}

func TestFoldersAreCapped(t *testing.T) {
	out := t.TempDir()
	s := open(t, out, 2)
	for i := range uint64(5) {
		add(t, s, hit(fmt.Sprint("place ", i), i, 5, 2))
	}
	all, err := LoadAll(out)
	if err != nil || len(all) != 2 {
		t.Fatalf("%d folders, error %v", len(all), err)
	}
	if notes := s.Dropped(); len(notes) != 1 || !strings.Contains(notes[0], "3 more hits of class crash of z3") {
		t.Errorf("notes %q", notes)
	}
	if n, hits := s.Count(); n != 2 || hits != 5 {
		t.Errorf("%d findings, %d hits", n, hits)
	}
}

// A full disk leaves neither half a folder nor half a change to one.
func TestFullDisk(t *testing.T) {
	for _, name := range []string{BugFile, SeedFile, ReportFile, RecordFile} {
		t.Run(name, func(t *testing.T) {
			out := t.TempDir()
			full := false
			s, err := Open(out, 0, func(path string, data []byte) error {
				if full && strings.HasPrefix(filepath.Base(path), name) {
					return &disk.OutputError{Path: path, Err: syscall.ENOSPC}
				}
				return disk.WriteAtomic(path, data)
			})
			if err != nil {
				t.Fatal(err)
			}
			add(t, s, hit("a", 1, 9, 2))
			full = true
			for _, h := range []Hit{hit("a", 2, 3, 2), hit("b", 3, 3, 2)} {
				var output *disk.OutputError
				if _, err := s.Add(h); !errors.As(err, &output) || !errors.Is(err, syscall.ENOSPC) {
					t.Errorf("error %v", err)
				}
			}
			f := only(t, out)
			if f.Provenance.Mutant != "s/e/0/1" || bugSize(t, f) != 9 {
				t.Errorf("kept %s with %d bytes", f.Provenance.Mutant, bugSize(t, f))
			}
			if left, _ := filepath.Glob(filepath.Join(f.Dir, "*"+pending)); len(left) > 0 {
				t.Errorf("left over: %v", left)
			}
		})
	}
}

// A process that is killed at any point of a change leaves a folder that Open repairs: all old, or all new.
func TestKilledWhileReplacing(t *testing.T) {
	const files = 5
	old, fresh := hit("a", 1, 9, 2), hit("a", 2, 3, 2)
	for step := range 2 * files {
		t.Run(fmt.Sprint("step ", step), func(t *testing.T) {
			out := t.TempDir()
			add(t, open(t, out, 0), old)
			dir := only(t, out).Dir
			if err := os.WriteFile(filepath.Join(dir, "notes.txt"), []byte("mine"), 0o644); err != nil {
				t.Fatal(err)
			}
			f := fresh.Finding
			f.Format, f.Hits = Format, 2
			content, err := folderFiles(&f, fresh)
			if err != nil || len(content) != files {
				t.Fatalf("%d files, error %v", len(content), err)
			}
			for i := range min(step, files) {
				if err := disk.WriteAtomic(filepath.Join(dir, content[i].name+pending), content[i].data); err != nil {
					t.Fatal(err)
				}
			}
			for i := range max(0, step-files) {
				name := filepath.Join(dir, content[i].name)
				if err := os.Rename(name+pending, name); err != nil {
					t.Fatal(err)
				}
			}
			open(t, out, 0)
			want, size := old.Finding.Provenance.Mutant, len(old.Bug)
			if step >= files {
				want, size = fresh.Finding.Provenance.Mutant, len(fresh.Bug)
			}
			s := only(t, out)
			if s.Provenance.Mutant != want || bugSize(t, s) != size {
				t.Errorf("mutant %s, %d bytes; want %s, %d", s.Provenance.Mutant, bugSize(t, s), want, size)
			}
			entries, err := os.ReadDir(dir)
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, e := range entries {
				names = append(names, e.Name())
			}
			if diff := cmp.Diff([]string{BugFile, RecordFile, "notes.txt", OriginalFile, ReportFile, SeedFile}, names); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
		})
	}
}

func TestOpenLeavesOthersAlone(t *testing.T) {
	out := t.TempDir()
	for _, dir := range []string{".new-half", "mine", "crash-z3-QF_S-" + ShortHash("crash/z3/a")} {
		if err := os.MkdirAll(filepath.Join(out, Folder, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	add(t, open(t, out, 0), hit("a", 1, 9, 2))
	entries, err := os.ReadDir(filepath.Join(out, Folder))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	taken := "crash-z3-QF_S-" + ShortHash("crash/z3/a")
	if diff := cmp.Diff([]string{taken, taken + "-2", "mine"}, names); diff != "" {
		t.Errorf("folders (-want +got):\n%s", diff)
	}
	if _, err := LoadAll(out); err == nil || !strings.Contains(err.Error(), "mine is not a finding") {
		t.Errorf("error %v", err)
	}
}

// The signature of formulas that were kept apart is what they have in common, whatever that is.
func TestCommon(t *testing.T) {
	for _, signature := range []string{"", "crash/z3/a.cpp:1", "x trigger ", "a trigger 0123456789ab of something"} {
		if got := Common(Trigger(signature, []byte("(check-sat)"))); got != signature {
			t.Errorf("%q, want %q", got, signature)
		}
	}
	for _, signature := range []string{"", " trigger ", "x trigger 0123456789a", "x trigger 0123456789abc"} {
		if got := Common(signature); got != signature {
			t.Errorf("%q is cut to %q", signature, got)
		}
	}
}

func TestFolderName(t *testing.T) {
	f := Finding{Class: oracle.CrashClass, Family: "../a b", Logic: "", Signature: "s"}
	if got, want := f.FolderName(), "crash-.._a_b-nologic-"+ShortHash("s"); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	f.Logic = strings.Repeat("Ä/", 1000)
	if got := f.FolderName(); len(got) > 100 || strings.Contains(got, "/") {
		t.Errorf("folder %q", got)
	}
}

// Whatever happens to a file of a finding, the folder is set aside and named, and the finding is wanted again.
func TestDamagedFindings(t *testing.T) {
	for _, name := range []string{RecordFile, BugFile, OriginalFile, SeedFile} {
		for damage, do := range map[string]func(path string, data []byte) error{
			"empty":   func(path string, _ []byte) error { return os.WriteFile(path, nil, 0o644) },
			"halved":  func(path string, data []byte) error { return os.WriteFile(path, data[:len(data)/2], 0o644) },
			"zeroed":  func(path string, data []byte) error { return os.WriteFile(path, make([]byte, len(data)), 0o644) },
			"garbled": func(path string, data []byte) error { return os.WriteFile(path, bytes.ToUpper(data), 0o644) },
			"deleted": func(path string, _ []byte) error { return os.Remove(path) },
			"a folder": func(path string, _ []byte) error {
				return errors.Join(os.Remove(path), os.Mkdir(path, 0o755))
			},
		} {
			t.Run(name+" "+damage, func(t *testing.T) {
				out := t.TempDir()
				s := open(t, out, 0)
				add(t, s, hit("a", 1, 9, 2), hit("b", 2, 9, 2))
				dir := filepath.Join(out, Folder, "crash-z3-QF_S-"+ShortHash("crash/z3/a"))
				path := filepath.Join(dir, name)
				data, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				if err := do(path, data); err != nil {
					t.Fatal(err)
				}
				if _, err := Load(dir); err == nil {
					t.Error("it can be loaded")
				}
				s = open(t, out, 0)
				if s.Has("crash/z3/a") || !s.Has("crash/z3/b") || !s.Wants("crash/z3/a", 9, 1, 0) {
					t.Error("the damaged finding is known, or the other one is not")
				}
				notes := s.Notes()
				if len(notes) != 1 || !strings.Contains(notes[0], dir+" was damaged and is now in "+filepath.Join(out, disk.Damaged)) {
					t.Errorf("notes %q", notes)
				}
				add(t, s, hit("a", 1, 9, 2))
				if _, err := Load(dir); err != nil {
					t.Errorf("after it was added again: %v", err)
				}
				if all, err := LoadAll(out); err != nil || len(all) != 2 {
					t.Errorf("%d findings, %v", len(all), err)
				}
			})
		}
	}
}

// Counters are those of the campaign: what a process wrote and did not count before it was killed is not counted twice.
func TestRestore(t *testing.T) {
	out := t.TempDir()
	s := open(t, out, 0)
	add(t, s, hit("a", 1, 9, 2), hit("a", 2, 9, 2))
	saved := s.Counters()
	add(t, s, hit("a", 3, 9, 2))
	if _, err := s.Add(hit("b", 4, 9, 2)); err != nil { // added, not counted
		t.Fatal(err)
	}
	if err := s.Flush(); err != nil {
		t.Fatal(err)
	}
	s = open(t, out, 0)
	s.Restore(saved)
	add(t, s, hit("a", 3, 9, 2), hit("b", 4, 9, 2))
	if err := s.Flush(); err != nil {
		t.Fatal(err)
	}
	all, err := LoadAll(out)
	if err != nil || len(all) != 2 || all[0].Hits != 1 || all[1].Hits != 3 {
		t.Errorf("%+v, %v", all, err)
	}
}

// A finding that a killed process wrote and did not count is new to the one that counts it, and kept for the mutant of which it has the formula.
func TestKilledBeforeCounting(t *testing.T) {
	own, other, better := hit("a", 4, 9, 2), hit("a", 7, 9, 2), hit("a", 8, 5, 2)
	for name, tt := range map[string]struct {
		hits []Hit
		want []string
	}{
		"its own mutant":       {[]Hit{own, own, other}, []string{"new kept", "", ""}},
		"another one first":    {[]Hit{other, own, own}, []string{"new", "kept", ""}},
		"a better one":         {[]Hit{better, own}, []string{"new kept", ""}},
		"a better one, second": {[]Hit{own, better}, []string{"new kept", "kept"}},
	} {
		t.Run(name, func(t *testing.T) {
			out := t.TempDir()
			if _, err := open(t, out, 0).Add(own); err != nil {
				t.Fatal(err)
			}
			s := open(t, out, 0)
			s.Restore(Counters{})
			for i, h := range tt.hits {
				added, err := s.Add(h)
				if err != nil {
					t.Fatal(err)
				}
				s.Tally(h)
				var got []string
				if added.New {
					got = append(got, "new")
				}
				if added.Kept {
					got = append(got, "kept")
				}
				if strings.Join(got, " ") != tt.want[i] || added.Folder == "" {
					t.Errorf("hit %d: %+v, want %q", i, added, tt.want[i])
				}
			}
		})
	}
}

// TestRestoreAlone: once counters are restored and flushed, every record, the list and the sum agree with the counters, at whatever moment
// these were saved, without another hit.
func TestRestoreAlone(t *testing.T) {
	hits := []Hit{hit("a", 1, 9, 2), hit("b", 2, 9, 2), hit("a", 3, 9, 2), hit("a", 4, 5, 2), hit("b", 5, 9, 2)}
	for saved := range len(hits) + 1 {
		for _, flushed := range []int{saved, len(hits)} {
			out := t.TempDir()
			s := open(t, out, 0)
			add(t, s, hits[:saved]...)
			counters := s.Counters()
			add(t, s, hits[saved:flushed]...)
			if err := s.Flush(); err != nil {
				t.Fatal(err)
			}
			s = open(t, out, 0)
			s.Restore(counters)
			if err := s.Flush(); err != nil {
				t.Fatal(err)
			}
			all, err := LoadAll(out)
			if err != nil {
				t.Fatal(err)
			}
			sum := int64(0)
			for _, f := range all {
				sum += f.Hits
				var duplicates []string
				for _, name := range counters.First[f.Signature] {
					if name != f.Provenance.Mutant {
						duplicates = append(duplicates, name)
					}
				}
				if f.Hits != counters.Hits[f.Signature] || strings.Join(f.Duplicates, " ") != strings.Join(duplicates, " ") {
					t.Errorf("saved after %d, flushed after %d: %s has %d hits, also of %q; the counters say %d and %q",
						saved, flushed, f.Signature, f.Hits, f.Duplicates, counters.Hits[f.Signature], duplicates)
				}
			}
			if n, counted := s.Count(); n != len(all) || counted != sum || counted != int64(saved) {
				t.Errorf("saved after %d, flushed after %d: %d findings with %d hits are counted, %d with %d are recorded", saved, flushed, n, counted, len(all), sum)
			}
			for _, b := range s.List() {
				if b.Hits != counters.Hits[b.Signature] {
					t.Errorf("saved after %d, flushed after %d: the list has %d hits of %s", saved, flushed, b.Hits, b.Signature)
				}
			}
		}
	}
}

// What a folder has of a formula goes with the formula: triage's files, models and spellings would be about another one.
func TestReplacedWithAllThatIsAboutIt(t *testing.T) {
	out := t.TempDir()
	s := open(t, out, 0)
	large := hit("a", 1, 9, 2)
	large.Others, large.Finding.Evidence.Model = map[string][]byte{"bug-smtlib-2.6.smt2": []byte("in another dialect")}, "()"
	add(t, s, large)
	dir := only(t, out).Dir
	mine := filepath.Join(dir, "notes.txt")
	for _, path := range []string{filepath.Join(dir, LocatedFile), filepath.Join(dir, ProofFile), mine} {
		if err := os.WriteFile(path, []byte("{}"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	add(t, s, hit("a", 2, 8, 2))
	if f := only(t, out); bugSize(t, f) != 8 {
		t.Fatalf("%d bytes are kept", bugSize(t, f))
	}
	for _, name := range []string{"bug-smtlib-2.6.smt2", ModelFile, LocatedFile, ProofFile} {
		if exists(filepath.Join(dir, name)) {
			t.Errorf("%s of the larger formula is still there", name)
		}
	}
	if !exists(mine) {
		t.Error("a file that is not Assay's is gone")
	}
}
