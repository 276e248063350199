package findings

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// of changes the family of a hit.
func of(family string, h Hit) Hit {
	h.Finding.Family, h.Finding.Solver = family, family
	h.Finding.Signature = "crash/" + family + "/" + h.Finding.Signature
	return h
}

// reopen opens a store again as a campaign does when it continues.
func reopen(t *testing.T, s *Disk, limit int) *Disk {
	t.Helper()
	if err := s.Flush(); err != nil {
		t.Fatal(err)
	}
	again := open(t, s.out, limit)
	again.Restore(s.Counters())
	return again
}

// TestOpenedAgainAtItsCap: a store that is opened again continues where it was: no more folders, counts kept, and the formulas that it has
// still get better.
func TestOpenedAgainAtItsCap(t *testing.T) {
	s := open(t, t.TempDir(), 2)
	add(t, s, hit("a", 1, 9, 2), hit("b", 2, 9, 2), hit("c", 3, 9, 2), of("cvc5", hit("a", 4, 9, 2)))
	for round := range 3 {
		s = reopen(t, s, 2)
		if n, hits := s.Count(); n != 3 || hits != int64(4+3*round) {
			t.Errorf("round %d: %d findings with %d hits", round, n, hits)
		}
		// A signature without a folder finds no room, whichever process wrote the folders.
		late := hit("d", uint64(10+round), 1, 2)
		if added, err := s.Add(late); err != nil || added != (Added{}) {
			t.Errorf("round %d: a hit over the cap: %+v, %v", round, added, err)
		}
		s.Tally(late)
		// One that has a folder gets a shorter formula there.
		better := hit("a", uint64(20+round), 8-round, 2)
		if !s.Wants(better.Finding.Signature, len(better.Bug), better.Finding.Provenance.Job, 0) {
			t.Errorf("round %d: a shorter formula is not wanted", round)
		}
		added, err := s.Add(better)
		if err != nil || added.New || !added.Kept || filepath.Base(added.Folder) != "crash-z3-QF_S-"+ShortHash("crash/z3/a") {
			t.Errorf("round %d: a shorter formula: %+v, %v", round, added, err)
		}
		s.Tally(better)
		// A longer one is only counted.
		worse := hit("b", uint64(30+round), 10, 2)
		if added, err := s.Add(worse); err != nil || added.New || added.Kept || added.Folder == "" || s.Wants(worse.Finding.Signature, 10, 30, 0) {
			t.Errorf("round %d: a longer formula: %+v, %v", round, added, err)
		}
		s.Tally(worse)
	}
	s = reopen(t, s, 2)
	var got []string
	all, err := LoadAll(s.out)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all {
		got = append(got, f.Signature)
		if f.Signature == "crash/z3/a" && (f.Hits != 4 || bugSize(t, f) != 6 || f.Provenance.Mutant != "s/e/0/22") {
			t.Errorf("%s: %d hits, %d bytes, by %s", f.Signature, f.Hits, bugSize(t, f), f.Provenance.Mutant)
		}
		if f.Signature == "crash/z3/b" && (f.Hits != 4 || bugSize(t, f) != 9) {
			t.Errorf("%s: %d hits, %d bytes", f.Signature, f.Hits, bugSize(t, f))
		}
	}
	if len(got) != 3 {
		t.Errorf("findings %v", got)
	}
	want := []string{"4 more hits of class crash of z3 with other signatures were only counted: the limit of 2 folders is reached"}
	if diff := cmp.Diff(want, s.Dropped()); diff != "" {
		t.Errorf("dropped (-want +got):\n%s", diff)
	}
	// Each family has its own room.
	if added, err := s.Add(of("cvc5", hit("b", 50, 9, 2))); err != nil || !added.New {
		t.Errorf("another family: %+v, %v", added, err)
	}
	if added, err := s.Add(of("cvc5", hit("c", 51, 9, 2))); err != nil || added.New || added.Folder != "" {
		t.Errorf("another family at its cap: %+v, %v", added, err)
	}
}

// TestCapOfOne: a cap of one allows one folder, at once and when the store is opened again; a higher cap makes room.
func TestCapOfOne(t *testing.T) {
	s := open(t, t.TempDir(), 1)
	add(t, s, hit("a", 1, 9, 2), hit("b", 2, 9, 2))
	if n, _ := s.Count(); n != 1 {
		t.Errorf("%d findings under a cap of one", n)
	}
	s = reopen(t, s, 1)
	add(t, s, hit("b", 2, 9, 2))
	if n, hits := s.Count(); n != 1 || hits != 3 {
		t.Errorf("%d findings with %d hits", n, hits)
	}
	s = reopen(t, s, 2)
	add(t, s, hit("b", 2, 9, 2), hit("c", 3, 9, 2))
	if n, hits := s.Count(); n != 2 || hits != 5 || !s.Has("crash/z3/b") || s.Has("crash/z3/c") {
		t.Errorf("%d findings with %d hits", n, hits)
	}
}

// TestDamageMakesRoom: a folder that is set aside no longer counts against the cap.
func TestDamageMakesRoom(t *testing.T) {
	s := open(t, t.TempDir(), 2)
	add(t, s, hit("a", 1, 9, 2), hit("b", 2, 9, 2))
	dir := filepath.Join(s.out, Folder, "crash-z3-QF_S-"+ShortHash("crash/z3/a"))
	if err := os.WriteFile(filepath.Join(dir, BugFile), []byte("?"), 0o600); err != nil {
		t.Fatal(err)
	}
	s = reopen(t, s, 2)
	for k, want := range []bool{true, false} {
		added, err := s.Add(hit([]string{"c", "d"}[k], uint64(3+k), 9, 2))
		if err != nil || added.New != want {
			t.Errorf("finding %d after the damage: %+v, %v", k, added, err)
		}
	}
}
