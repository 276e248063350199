package findings

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A cache says what the folders say, whatever happens to them, and reads only what has changed.
func TestCache(t *testing.T) {
	out := t.TempDir()
	store, err := Open(out, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	var dirs []string
	for i := range 3 {
		h := hit(string(rune('a'+i)), uint64(i), 100+i, 3)
		added, err := store.Add(h)
		if err != nil {
			t.Fatal(err)
		}
		store.Tally(h)
		dirs = append(dirs, added.Folder)
	}
	if err := store.Flush(); err != nil {
		t.Fatal(err)
	}
	var c Cache
	same := func(what string) {
		t.Helper()
		want, wantErr := Briefs(out)
		got, err := c.Briefs(out)
		if diff := cmp.Diff(want, got); diff != "" || (err == nil) != (wantErr == nil) {
			t.Errorf("%s: %v, want %v (-want +got):\n%s", what, err, wantErr, diff)
		}
		for _, b := range got {
			s, err := LoadRecord(b.Dir)
			w, bytes, ok := c.Weight(b.Dir)
			info, statErr := os.Stat(filepath.Join(b.Dir, BugFile))
			if err != nil || statErr != nil || !ok || bytes != info.Size() || w.Compare(s.WeightHere()) != 0 {
				t.Errorf("%s: %s: %v, %d bytes, %v", what, b.Dir, w, bytes, ok)
			}
		}
	}
	same("at first")
	unchanged := c.known[dirs[0]]
	record := filepath.Join(dirs[1], RecordFile)
	text, err := os.ReadFile(record)
	if err != nil {
		t.Fatal(err)
	}
	put := func(text string) {
		t.Helper()
		if err := os.WriteFile(record, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(record, time.Time{}, time.Now().Add(time.Duration(len(text))*time.Second)); err != nil {
			t.Fatal(err)
		}
	}
	put(strings.Replace(string(text), `"hits": 1`, `"hits": 9`, 1))
	same("a record that was replaced")
	if c.known[dirs[0]] != unchanged {
		t.Error("a finding that is as before was read again")
	}
	put("{")
	same("a damaged record")
	if _, _, ok := c.Weight(dirs[1]); ok {
		t.Error("a damaged record has a weight")
	}
	put(string(text))
	if err := os.RemoveAll(dirs[2]); err != nil {
		t.Fatal(err)
	}
	same("a finding that is gone")
	if len(c.known) != 2 {
		t.Errorf("%d findings are remembered", len(c.known))
	}
	if all, err := c.Briefs(filepath.Join(out, "none")); err != nil || len(all) != 0 {
		t.Errorf("no folder: %v, %v", all, err)
	}
}
