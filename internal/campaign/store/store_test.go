package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/ncruces/go-sqlite3"

	"github.com/assay-smt/assay/internal/base/disk"
)

func open(t *testing.T, path string) *DB {
	t.Helper()
	db, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func write(t *testing.T, db *DB, c Change) {
	t.Helper()
	if err := db.Write(&c); err != nil {
		t.Fatal(err)
	}
}

// full has a row of each table, with odd texts and the largest numbers.
func full() Contents {
	json, odd := []byte(`{"a":[1,2.5,"\u0000é"]}`), "a\x00b'\";--\xff"
	return Contents{
		Figures: Figures{
			Settings: []Item{{odd, json}, {"seed", []byte("7")}}, Totals: []Item{{"figures", json}}, Session: &Session{2, "mutants", 3, 1.5, json},
			Solvers: []Item{{odd, json}}, Engines: []Item{{"e", json}}, Logics: []Item{{"l", json}}, Rules: []Rule{{"e", odd, 1 << 40}},
			Findings: []Finding{{"s", "f", "c", odd, "fam", "v", "l", "sum", true, false, 3, true, 1<<64 - 1, 4, json}, {Signature: "t", First: []byte("[]")}},
			Dropped:  []Drop{{"b", 2}},
			Samples:  []Sample{{0, 1, 1_800_000_000, 0.5, 1, 2, 1, 0, 0, json, json}, {8, 2, 1_800_000_040, 41.5, 10, 20, 15, 1, 3, json, []byte("{}")}},
		},
		Knowledge: Knowledge{
			Texts: []Text{{"e", 1<<64 - 2, 5}}, Seeds: []Seed{{0, odd, "h", "l", 9}}, Excluded: []Pair{{1, 2}}, Slots: []Slot{{1 << 63, 4, 2, json}},
			Chains: []Chain{{7, Pair{1, 2}, 3, 1 << 63, []byte{0, 1, 255}}}, Answers: []Answer{{1, 2, "sat", 5, 1, 2, 3, 4}},
			Pairs: []PairState{{Pair{1, 1}, 1 << 63, 2, 3, 4}}, Elites: []Elite{{"e", "l", "s", 9, json}}, Shown: []Shown{{4, json}}, Learned: []Item{{"x", json}},
		},
	}
}

// What is written is read, by whoever writes, by others at the same time, and after it was closed.
func TestRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a b%#?é", FileName)
	if err := os.Mkdir(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	db, want := open(t, path), full()
	write(t, db, Change{Figures: want.Figures, Knowledge: want.Knowledge, SlotsBefore: 5, ShownBefore: 1})
	got, err := db.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("(-written +read):\n%s", diff)
	}
	other, err := ReadAll(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(got, other); diff != "" {
		t.Errorf("(-writer +reader):\n%s", diff)
	}
	if s, err := ReadSession(path); err != nil || s == nil || s.Number != 2 {
		t.Errorf("session %+v, %v", s, err)
	}
	if err := errors.Join(db.Check(), db.Close()); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
	if err := os.Chmod(filepath.Dir(path), 0o555); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = os.Chmod(filepath.Dir(path), 0o755) }()
	if other, err = ReadAll(path); err != nil || cmp.Diff(got, other) != "" {
		t.Errorf("closed: %v\n%s", err, cmp.Diff(got, other))
	}
}

// Rows replace those of the same key, and those that are to go do.
func TestChanges(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), FileName))
	first := full()
	write(t, db, Change{Figures: first.Figures, Knowledge: first.Knowledge})
	write(t, db, Change{
		Figures: Figures{
			Settings: []Item{{"seed", []byte("8")}}, Rules: []Rule{{Engine: "e", Rule: first.Rules[0].Rule}, {"e", "r", 1}}, Session: &Session{3, "", 1, 0, []byte("{}")},
			Findings: []Finding{{Signature: "t", Hits: 9, First: []byte("[]")}},
		},
		Knowledge: Knowledge{
			Texts: []Text{{"e", 3, 1}}, Chains: []Chain{{8, Pair{0, 1}, 1, 1, []byte{1}}, {9, Pair{0, 1}, 1, 1, []byte{1}}}, Elites: []Elite{{Engine: "e", Logic: "l", Solver: "s"}},
			Slots: []Slot{{1<<63 - 1, 1, 1, []byte("{}")}},
		},
		SlotsBefore: 1<<63 - 1, ShownBefore: 5, Forgotten: []int64{7, 9}, Resampled: []string{"e"}, History: []Incident{{"s", "m", Found, 3, 1.5, false}},
	})
	got, err := db.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprint([]Rule{{"e", "r", 1}}, []Text{{"e", 3, 1}}, []int64{8}, 0, 0, int64(3), "8", int64(9))
	var chains []int64
	for _, c := range got.Chains {
		chains = append(chains, c.Number)
	}
	var seed string
	for _, i := range got.Settings {
		if i.Name == "seed" {
			seed = string(i.Value)
		}
	}
	if have := fmt.Sprint(got.Rules, got.Texts, chains, len(got.Elites), len(got.Shown), got.Session.Number, seed, got.Findings[1].Hits); have != want {
		t.Errorf("got  %s\nwant %s", have, want)
	}
}

// A change that does not fit is not written, not even in part, and the error says that the disk is full.
func TestFull(t *testing.T) {
	path := filepath.Join(t.TempDir(), FileName)
	db, err := Open(path, Options{MaxPages: 60})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	written := 0
	for ; err == nil; written++ {
		c := Change{Figures: Figures{Totals: []Item{{"n", fmt.Appendf(nil, "%d", written)}}}}
		for i := range 100 {
			c.Rules = append(c.Rules, Rule{"engine", fmt.Sprint(written, " ", i, strings.Repeat("x", 50)), int64(written + 1)})
		}
		err = db.Write(&c)
	}
	written--
	var output *disk.OutputError
	if !errors.As(err, &output) || !errors.Is(err, syscall.ENOSPC) || output.Path != path || written == 0 {
		t.Errorf("after %d: %v", written, err)
	}
	f, err := ReadFigures(path)
	if err != nil || len(f.Rules) != 100*written || string(f.Totals[0].Value) != fmt.Sprint(written-1) {
		t.Errorf("%d rules, %s, %v after %d changes", len(f.Rules), f.Totals, err, written)
	}
	if _, err := Open(filepath.Join(t.TempDir(), FileName), Options{MaxPages: 3}); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("no room for the schema: %v", err)
	}
}

// An error of a file is that of a full disk where there is no room.
func TestNoRoom(t *testing.T) {
	defer func(was func(string) (int64, bool)) { room = was }(room)
	for left, want := range map[int64]bool{0: true, 16 << 10: true, 1 << 30: false} {
		room = func(string) (int64, bool) { return left, true }
		err := failed("x/campaign.db", fmt.Errorf("write: %w", sqlite3.IOERR_SHMSIZE))
		if got := errors.Is(err, syscall.ENOSPC); got != want {
			t.Errorf("%d bytes left: %v", left, err)
		}
	}
	room = func(string) (int64, bool) { return 0, false }
	if err := failed("x/campaign.db", sqlite3.IOERR_WRITE); errors.Is(err, syscall.ENOSPC) {
		t.Errorf("nobody knows how much room there is: %v", err)
	}
}

// A newer schema is refused by all who open it.
func TestNewerVersion(t *testing.T) {
	path := filepath.Join(t.TempDir(), FileName)
	if err := open(t, path).Close(); err != nil {
		t.Fatal(err)
	}
	raw, err := sqlite3.Open("file:" + path)
	if err == nil {
		err = errors.Join(raw.Exec(fmt.Sprint("PRAGMA user_version = ", Version+1)), raw.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	var version *VersionError
	if _, err := Open(path, Options{}); !errors.As(err, &version) || version.Version != Version+1 {
		t.Errorf("open: %v", err)
	}
	if _, err := ReadFigures(path); !errors.As(err, &version) {
		t.Errorf("read: %v", err)
	}
}

// A migration is done as a whole or not at all, and keeps what is there.
func TestMigrate(t *testing.T) {
	path := filepath.Join(t.TempDir(), FileName)
	db, want := open(t, path), full()
	write(t, db, Change{Figures: want.Figures, Knowledge: want.Knowledge})
	steps := append(slices.Clone(migrations), "ALTER TABLE rules ADD COLUMN more TEXT;", "CREATE TABLE x(y); CREATE TABLE rules(z);")
	if err := migrate(db.conn, path, steps); err == nil {
		t.Error("a table was made twice")
	}
	if v, err := number(db.conn, "PRAGMA user_version"); err != nil || v != int64(Version)+1 {
		t.Errorf("version %d, %v", v, err)
	}
	if n, err := number(db.conn, "SELECT count(*) FROM sqlite_schema WHERE name = 'x'"); err != nil || n != 0 {
		t.Errorf("half a step was done: %d, %v", n, err)
	}
	if n, err := number(db.conn, "SELECT count(*) FROM rules WHERE more IS NULL"); err != nil || n != 1 {
		t.Errorf("%d rules, %v", n, err)
	}
}

// A database of version 1 is read as it is, and has a history over time once it was opened for writing; what it had stays.
func TestVersion1(t *testing.T) {
	path := filepath.Join(t.TempDir(), FileName)
	raw, err := sqlite3.Open("file:" + path)
	if err == nil {
		err = errors.Join(migrate(raw, path, migrations[:1]), raw.Exec(`INSERT INTO settings VALUES('seed', '7');
			INSERT INTO rules VALUES('e', 'r', 5); INSERT INTO history(signature, session, mutant, what) VALUES('old', 1, 'm', 'found')`), raw.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	f, err := ReadFigures(path)
	if err != nil || len(f.Rules) != 1 || len(f.Samples)+len(f.Found) != 0 {
		t.Fatalf("%+v, %v", f, err)
	}
	if after, err := os.ReadFile(path); err != nil || after[63] != 1 { // the last byte of user_version
		t.Errorf("reading changed the version, %v", err)
	}
	db := open(t, path)
	sample := Sample{Number: 3, Session: 2, At: 9, Seconds: 15, Mutants: 4, Engines: []byte("{}"), CPU: []byte("{}")}
	write(t, db, Change{Figures: Figures{Samples: []Sample{sample}}, History: []Incident{{"new", "m", Found, 2, 12.5, false}, {"new", "n", Replaced, 2, 14, false}}})
	got, err := db.ReadAll()
	if err != nil || string(got.Settings[0].Value) != "7" || len(got.Rules) != 1 {
		t.Fatalf("%+v, %v", got, err)
	}
	if diff := cmp.Diff([]Sample{sample}, got.Samples); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]Moment{{"new", 12.5}}, got.Found); diff != "" { // nobody knows when the old one was found
		t.Error(diff)
	}
	if n, err := number(db.conn, "SELECT count(*) FROM history"); err != nil || n != 3 {
		t.Errorf("%d incidents, %v", n, err)
	}
	joined := filepath.Join(t.TempDir(), FileName)
	a, err := ReadArchive(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := WriteArchive(joined, a, Options{}); err != nil {
		t.Fatal(err)
	}
	if f, err = ReadFigures(joined); err != nil || len(a.History) != 3 {
		t.Fatalf("%+v, %v", a.History, err)
	}
	if diff := cmp.Diff([]Moment{{"new", 12.5}}, f.Found); diff != "" {
		t.Errorf("as an archive: %s", diff)
	}
}

// Samples replace those of the same number, and a stride thins them out.
func TestSamples(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), FileName))
	for i := range int64(8) {
		write(t, db, Change{Figures: Figures{Samples: []Sample{{Number: i, Mutants: i, Engines: []byte("{}"), CPU: []byte("{}")}}}})
	}
	write(t, db, Change{Figures: Figures{Samples: []Sample{{Number: 4, Mutants: 40, Engines: []byte(`{"e":{"mutants":40}}`), CPU: []byte("{}")}}}, Stride: 4})
	f, err := ReadFigures(db.Path())
	if err != nil || len(f.Samples) != 2 || f.Samples[0].Number != 0 || f.Samples[1].Number != 4 || f.Samples[1].Mutants != 40 {
		t.Errorf("%+v, %v", f.Samples, err)
	}
	if n, err := number(db.conn, "SELECT mutants FROM growth WHERE engine = 'e'"); err != nil || n != 40 {
		t.Errorf("%d, %v", n, err)
	}
}

// What else a file of that name may be, and none.
func TestNotADatabase(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, FileName)
	var damaged *DamagedError
	for name, data := range map[string][]byte{"empty": nil, "text": []byte("mine\n"), "zeros": make([]byte, 9000), "long text": []byte(strings.Repeat("text ", 5000))} {
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(path, Options{}); !errors.As(err, &damaged) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s is opened: %v", name, err)
		}
		if _, err := ReadFigures(path); !errors.As(err, &damaged) {
			t.Errorf("%s is read: %v", name, err)
		}
		if after, err := os.ReadFile(path); err != nil || string(after) != string(data) {
			t.Errorf("%s was changed: %v", name, err)
		}
	}
	if err := Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadAll(path); !errors.Is(err, fs.ErrNotExist) || Exists(path) {
		t.Errorf("none: %v", err)
	}
	if err := os.Mkdir(path, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path, Options{}); !errors.As(err, &damaged) {
		t.Errorf("a folder: %v", err)
	}
	if _, err := Open(filepath.Join(dir, "no", FileName), Options{}); err == nil || errors.As(err, &damaged) {
		t.Errorf("no folder: %v", err)
	}
}

// A single changed bit is found wherever it is, and only the rows of its page are lost.
func TestSalvage(t *testing.T) {
	path := filepath.Join(t.TempDir(), FileName)
	db := open(t, path)
	const rows = 3000
	var c Change
	c.Settings = []Item{{"seed", []byte("7")}}
	for i := range rows {
		c.Rules = append(c.Rules, Rule{"engine", fmt.Sprintf("%05d %s", i, strings.Repeat("r", 40)), int64(i)})
	}
	write(t, db, c)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const size = 4096
	most := 0
	for page := 1; page < len(data)/size; page += 3 {
		bad := append([]byte(nil), data...)
		bad[page*size+1000] ^= 4
		if err := os.WriteFile(path, bad, 0o644); err != nil {
			t.Fatal(err)
		}
		got, lost, err := Salvage(path)
		if err != nil {
			continue // the schema
		}
		seen := make(map[string]bool)
		for _, r := range got.Rules {
			if !strings.HasPrefix(r.Rule, fmt.Sprintf("%05d ", r.Mutants)) {
				t.Fatalf("page %d: %+v", page, r)
			}
			seen[r.Rule] = true
		}
		if len(lost) == 1 && strings.HasPrefix(lost[0], "rules (") {
			most = max(most, len(seen))
			if len(seen) == rows {
				t.Errorf("page %d: nothing is lost of %q", page, lost)
			}
		}
		if db, err := Open(path, Options{}); err == nil {
			if err := db.Check(); err == nil {
				t.Errorf("page %d: nothing is wrong", page)
			}
			_ = db.Close()
		}
	}
	if most < rows*9/10 {
		t.Errorf("at most %d of %d rows are saved", most, rows)
	}
}

// A database whose process was killed is read where nothing can be written beside it: its log counts.
func TestReadCopy(t *testing.T) {
	path := filepath.Join(t.TempDir(), FileName)
	db := open(t, path)
	write(t, db, Change{Figures: Figures{Settings: []Item{{"a", []byte("1")}}}})
	left := filepath.Join(t.TempDir(), FileName)
	for _, suffix := range []string{"", "-wal"} {
		if err := copyFile(path+suffix, left+suffix); err != nil {
			t.Fatal(err)
		}
	}
	var f Figures
	if err := readCopy(left, func(r *reader) { r.figures(&f) }); err != nil || len(f.Settings) != 1 {
		t.Errorf("%v, %v", f.Settings, err)
	}
	if entries, err := os.ReadDir(filepath.Dir(left)); err != nil || len(entries) != 2 {
		t.Errorf("%v, %v", entries, err)
	}
}

// An archive is written in place of another one as a whole, and has all sessions and what happened to findings.
func TestArchive(t *testing.T) {
	path := filepath.Join(t.TempDir(), FileName)
	content := full()
	want := &Archive{Contents: content, Sessions: []Session{{1, "duration", 1, 2.5, []byte("{}")}, *content.Session}, History: []Incident{{"s", "m", Found, 1, 1.5, false}, {"s", "n", Replaced, 2, 2, false}}}
	want.Found = []Moment{{"s", 1.5}}
	if err := WriteArchive(path, want, Options{}); err != nil {
		t.Fatal(err)
	}
	same := func() {
		t.Helper()
		got, err := ReadArchive(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("(-written +read):\n%s", diff)
		}
	}
	same()
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
	// Without room, it stays as it was; what a killed process left does not matter.
	for _, suffix := range []string{".new", ".new-wal"} {
		if err := os.WriteFile(path+suffix, []byte("half"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var output *disk.OutputError
	if err := WriteArchive(path, &Archive{}, Options{MaxPages: 2}); !errors.As(err, &output) {
		t.Errorf("without room: %v", err)
	}
	same()
	want = &Archive{Contents: Contents{Figures: Figures{Settings: []Item{{"seed", []byte("8")}}}}}
	if err := WriteArchive(path, want, Options{}); err != nil {
		t.Fatal(err)
	}
	same()
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
}
