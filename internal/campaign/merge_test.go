package campaign

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/folder"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/schedule"
	"github.com/assay-smt/assay/internal/campaign/store"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/mutate"
)

// mutantNames has the names of all mutants of a campaign.
type mutantNames []string

// Take implements event.Sink.
func (m *mutantNames) Take(e event.Event) {
	if e, ok := e.(event.Mutant); ok {
		*m = append(*m, e.Mutant)
	}
}

// shardConfig is a campaign with findings, of which one process runs a shard; some seeds cannot be read, and one engine cannot use all of them.
func shardConfig(t *testing.T, shard schedule.Shard) (Config, *mutantNames) {
	t.Helper()
	c := config(t, fake(t, "--opt-a=1 --when='(= . [0-9]*[12])=>crash SEGV' --answer=sat", "--when='(= . [0-9]*[34])=>unsat' --answer=sat")...)
	// No mutant comes twice: whether the second is run depends on whether the first is done.
	c.Engines = []mutate.Engine{numbers{name: "one", span: 9_000_000}, numbers{name: "two", span: 9_000_000}}
	c.Seeds = append(c.Seeds, numberSeed("d", 2), numberSeed("e", 6), TextSeed("broken", "(set-logic QF_LIA)\n(assert (= x))\n"))
	c.Slots, c.Shard = 40, shard
	var names mutantNames
	c.Events = &names
	return c, &names
}

// runShard runs a shard and returns its folder.
func runShard(t *testing.T, shard schedule.Shard) (string, mutantNames) {
	t.Helper()
	c, names := shardConfig(t, shard)
	mustRun(t, c)
	return c.Out, *names
}

func mustMerge(t *testing.T, out string, dirs ...string) *Merged {
	t.Helper()
	m, err := Merge(t.Context(), out, dirs)
	if err != nil {
		t.Fatalf("Merge: %v", err)
	}
	return m
}

// foundIn describes the findings of a folder: what is kept and how often it was hit.
func foundIn(t *testing.T, out string) map[string]string {
	t.Helper()
	all, err := findings.LoadAll(out)
	if err != nil {
		t.Fatal(err)
	}
	found := make(map[string]string)
	for _, f := range all {
		found[f.Signature] = fmt.Sprintf("%s\n%d hits\n%s", f.Provenance.Mutant, f.Hits, readFile(t, filepath.Join(f.Dir, findings.BugFile)))
	}
	return found
}

// timeless are the figures of a campaign that do not depend on time, or on which shard met a finding first.
func timeless(t *testing.T, out string) string {
	t.Helper()
	s, err := LoadState(out)
	if err != nil {
		t.Fatal(err)
	}
	u := s.Stats.Untimed()
	u.Extra = 0
	for _, v := range u.Solvers {
		for _, list := range v.Reasons {
			canonical(list)
		}
	}
	for _, e := range u.Engines {
		for _, a := range e.Acceptance {
			canonical(a.Reasons)
		}
	}
	text, err := json.MarshalIndent(u, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// canonical removes what depends on which worker was first.
func canonical(list []Refusal) {
	for i := range list {
		list[i].Mutant = ""
	}
	slices.SortFunc(list, func(a, b Refusal) int { return strings.Compare(a.Reason, b.Reason) })
}

// One process with four workers, and shards that are joined, make the same mutants, find the same, keep the same formulas, and count the same.
func TestShardsAreOneCampaign(t *testing.T) {
	c, names := shardConfig(t, schedule.Shard{})
	c.Jobs = 4
	mustRun(t, c)
	slices.Sort(*names)
	if len(*names) < 60 {
		t.Fatalf("only %d mutants", len(*names))
	}
	for _, n := range []int{1, 3, 4} { // of seven seeds and two engines: by seeds, and by pairs
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			var dirs []string
			var all mutantNames
			for i := range n {
				dir, some := runShard(t, schedule.Shard{Index: i, Of: n})
				dirs, all = append(dirs, dir), append(all, some...)
			}
			slices.Sort(all)
			if diff := cmp.Diff(*names, all); diff != "" {
				t.Errorf("mutants (-one process +shards):\n%s", diff)
			}
			out := filepath.Join(t.TempDir(), "joined")
			m := mustMerge(t, out, dirs...)
			if len(m.Missing) > 0 || len(m.Shards) != n || m.Mutants != int64(len(all)) {
				t.Errorf("merged: %+v", m)
			}
			if diff := cmp.Diff(foundIn(t, c.Out), foundIn(t, out)); diff != "" {
				t.Errorf("findings (-one process +shards):\n%s", diff)
			}
			if diff := cmp.Diff(timeless(t, c.Out), timeless(t, out)); diff != "" {
				t.Errorf("figures (-one process +shards):\n%s", diff)
			}
			one, err := LoadState(c.Out)
			if err != nil {
				t.Fatal(err)
			}
			joined, err := LoadState(out)
			if err != nil {
				t.Fatal(err)
			}
			// What several shards found counts once, for the engine that was first.
			found, byEngine, atEnd := len(foundIn(t, out)), 0, int64(0)
			for _, e := range joined.Stats.Engines {
				byEngine += int(e.Findings)
			}
			last := joined.Samples[len(joined.Samples)-1]
			for _, e := range last.Engines {
				atEnd += e.Findings
			}
			if byEngine != found || int(last.Findings) != found || atEnd != last.Findings {
				t.Errorf("%d findings, of the engines %d, at the end %d, of the engines %d", found, byEngine, last.Findings, atEnd)
			}
			if one.Done != 40 || joined.Done != 40 {
				t.Errorf("%d and %d slots are done", one.Done, joined.Done)
			}
			path := filepath.Join(out, store.FileName)
			if rows := rowsOf(t, path, "SELECT s.value ->> 'shard', s.value ->> 'ended' FROM totals t, json_each(t.value) s WHERE t.name = 'shards'"); len(rows) != n || rows[0] != fmt.Sprintf("1/%d mutants", n) {
				t.Errorf("shards: %q", rows)
			}
			if diff := cmp.Diff([]string{"ok", "1"}, append(rowsOf(t, path, "PRAGMA integrity_check"), rowsOf(t, path, "PRAGMA checksum_verification")...)); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(one.Excluded, joined.Excluded); diff != "" {
				t.Errorf("excluded (-one process +shards):\n%s", diff)
			}
		})
	}
}

// dump has all that a folder of joined shards holds, without what depends on the names of folders.
func dump(t *testing.T, out string) map[string]string {
	t.Helper()
	a, err := store.ReadArchive(filepath.Join(out, store.FileName))
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.MarshalIndent(a, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{"database": string(text)}
	err = filepath.WalkDir(filepath.Join(out, findings.Folder), func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(out, path)
			all[rel] = readFile(t, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// The order in which folders come, how often, and by way of which others, makes no difference.
func TestMergeInAnyOrder(t *testing.T) {
	const n = 3
	var dirs []string
	for i := range n {
		dir, _ := runShard(t, schedule.Shard{Index: i, Of: n})
		dirs = append(dirs, dir)
	}
	base := t.TempDir()
	place := func(name string) string { return filepath.Join(base, name) }
	mustMerge(t, place("want"), dirs...)
	want := dump(t, place("want"))
	mustMerge(t, place("part"), dirs[2], dirs[0])
	if m := mustMerge(t, place("again"), dirs[1]); len(m.Missing) != 2 || m.Missing[0] != "1/3" {
		t.Errorf("missing: %v", m.Missing)
	}
	for name, steps := range map[string][][]string{
		"twice":      {dirs, dirs},
		"backwards":  {{dirs[2], dirs[1], dirs[0]}},
		"one by one": {dirs[1:2], dirs[0:1], dirs[2:3], dirs[1:2]},
		"of joined":  {{place("part")}, {place("again"), place("part")}},
		"with own":   {dirs, {place("with own"), dirs[0]}},
	} {
		for _, step := range steps {
			mustMerge(t, place(name), step...)
		}
		if diff := cmp.Diff(want, dump(t, place(name))); diff != "" {
			t.Errorf("%s (-at once +so):\n%s", name, diff)
		}
	}
}

// A state of a shard that is further replaces an earlier one, and not the reverse, also while the campaign runs.
func TestMergeNewerStates(t *testing.T) {
	c, _ := shardConfig(t, schedule.Shard{Index: 0, Of: 2})
	other, _ := runShard(t, schedule.Shard{Index: 1, Of: 2})
	out, early := filepath.Join(t.TempDir(), "joined"), filepath.Join(t.TempDir(), "early")
	// While it runs, once it has done something.
	merged := 0
	c.Progress = func(s Snapshot) {
		if s.Mutants > 0 && merged < 3 {
			merged++
			mustMerge(t, out, c.Out)
		}
	}
	c.Slots = 20
	mustRun(t, c)
	mustMerge(t, early, c.Out)
	c.Slots = 40
	mustRun(t, c)
	m := mustMerge(t, out, c.Out, other)
	if m.Shards[0].Before < 0 || merged == 0 {
		t.Errorf("the running campaign was merged %d times: %+v", merged, m.Shards)
	}
	want := dump(t, out)
	if m := mustMerge(t, out, early); len(m.Notes) != 1 || !strings.Contains(m.Notes[0], "that were merged before count") {
		t.Errorf("notes: %q", m.Notes)
	}
	fresh := filepath.Join(t.TempDir(), "joined")
	if m := mustMerge(t, fresh, early, other, c.Out); len(m.Notes) != 1 || !strings.Contains(m.Notes[0], "are both shard 1/2") {
		t.Errorf("notes: %q", m.Notes)
	}
	for _, dir := range []string{out, fresh} {
		got := dump(t, dir)
		delete(got, "database")
		for name := range got {
			if got[name] != want[name] {
				t.Errorf("%s of %s differs", name, dir)
			}
		}
		if a, b := timeless(t, dir), timeless(t, out); a != b {
			t.Errorf("figures:\n%s", cmp.Diff(a, b))
		}
	}
}

// What does not belong together is refused, with the reason, and nothing is touched.
func TestMergeRefuses(t *testing.T) {
	first, _ := runShard(t, schedule.Shard{Index: 0, Of: 2})
	whole, _ := runShard(t, schedule.Shard{})
	quarter, _ := runShard(t, schedule.Shard{Index: 2, Of: 4})
	disjoint, _ := runShard(t, schedule.Shard{Index: 1, Of: 4})
	seedNumber, _ := shardConfig(t, schedule.Shard{Index: 1, Of: 2})
	seedNumber.Seed = 8
	mustRun(t, seedNumber)
	seeds, _ := shardConfig(t, schedule.Shard{Index: 1, Of: 2})
	seeds.Seeds[0] = numberSeed("z", 3)
	mustRun(t, seeds)
	solvers, _ := shardConfig(t, schedule.Shard{Index: 1, Of: 2})
	solvers.Targets = solvers.Targets[:1]
	mustRun(t, solvers)
	joined := filepath.Join(t.TempDir(), "joined")
	mustMerge(t, joined, first)
	before := dump(t, joined)
	for name, tt := range map[string]struct {
		dirs []string
		want string
	}{
		"campaign seed": {[]string{seedNumber.Out}, "different campaign seed (" + joined + ": 7; " + seedNumber.Out + ": 8)"},
		"seeds":         {[]string{seeds.Out}, "different seeds (" + joined + ": 7; " + seeds.Out + ": 7 with other contents)"},
		"solvers":       {[]string{solvers.Out}, "different solvers ("},
		"each other":    {[]string{first, seedNumber.Out}, "different campaign seed ("},
		"the whole":     {[]string{whole}, "have mutants in common"},
		"a quarter":     {[]string{quarter}, joined + " is shard 1/2 and " + quarter + " is shard 3/4, which have mutants in common"},
	} {
		_, err := Merge(t.Context(), joined, tt.dirs)
		var different *DifferentError
		var overlaps *OverlapError
		if err == nil || !strings.Contains(err.Error(), tt.want) || !errors.As(err, &different) && !errors.As(err, &overlaps) {
			t.Errorf("%s: %v", name, err)
		}
		if fresh := filepath.Join(t.TempDir(), "fresh"); len(tt.dirs) > 1 {
			if _, err := Merge(t.Context(), fresh, tt.dirs); err == nil || isThere(fresh) {
				t.Errorf("%s: %v, and the folder is there: %v", name, err, isThere(fresh))
			}
		}
	}
	if diff := cmp.Diff(before, dump(t, joined)); diff != "" {
		t.Errorf("what was joined has changed:\n%s", diff)
	}
	// Where seeds are dealt by pairs, half of the quarters is no part of a half.
	if m, err := Merge(t.Context(), filepath.Join(t.TempDir(), "mixed"), []string{first, disjoint}); err != nil || len(m.Missing) != 1 || m.Missing[0] != "4/4" {
		t.Errorf("a half and the quarter that it lacks: %+v, %v", m, err)
	}
	// A campaign is not overwritten, and what was joined does not go on.
	var foreign *folder.ForeignError
	if _, err := Merge(t.Context(), whole, []string{first}); !errors.As(err, &foreign) {
		t.Errorf("into a campaign: %v", err)
	}
	c, _ := shardConfig(t, schedule.Shard{})
	c.Out = joined
	var mismatch *MismatchError
	if _, err := Run(t.Context(), c); !errors.As(err, &mismatch) || !strings.Contains(err.Error(), "holds what assay merge has joined (shards 1/2), which cannot go on") {
		t.Errorf("going on: %v", err)
	}
	if diff := cmp.Diff(before, dump(t, joined)); diff != "" {
		t.Errorf("what was joined has changed:\n%s", diff)
	}
	if _, err := Merge(t.Context(), joined, []string{filepath.Join(t.TempDir(), "nowhere")}); err == nil {
		t.Error("a folder that does not exist was merged")
	}
}

// A merge that was ended anywhere, or for which the disk had no room, leaves what was there, and the next one is right.
func TestMergeIsMadeRight(t *testing.T) {
	var dirs []string
	for i := range 2 {
		dir, _ := runShard(t, schedule.Shard{Index: i, Of: 2})
		dirs = append(dirs, dir)
	}
	want := filepath.Join(t.TempDir(), "joined")
	mustMerge(t, want, dirs...)
	for _, begun := range []bool{false, true} {
		// Writes fail one after the other.
		for writes := 0; ; writes += 1 + writes/2 {
			out := filepath.Join(t.TempDir(), "joined")
			var before map[string]string
			if begun {
				mustMerge(t, out, dirs[0])
				before = dump(t, out)
			}
			n := 0
			m := merge{out: out, write: func(path string, data []byte) error {
				if n++; n > writes {
					return &disk.OutputError{Path: path, Err: fmt.Errorf("no space left")}
				}
				return disk.WriteAtomic(path, data)
			}}
			_, err := m.run(t.Context(), dirs)
			if err == nil {
				if writes == 0 {
					t.Error("nothing was written")
				}
				break
			}
			var output *disk.OutputError
			if !errors.As(err, &output) {
				t.Fatalf("after %d writes: %v", writes, err)
			}
			if begun && dump(t, out)["database"] != before["database"] {
				t.Errorf("after %d writes, the database is another one", writes)
			}
			mustMerge(t, out, dirs...)
			if diff := cmp.Diff(dump(t, want), dump(t, out)); diff != "" {
				t.Errorf("after %d writes (-want +made right):\n%s", writes, diff)
			}
		}
	}
	// The databases have no room.
	out := filepath.Join(t.TempDir(), "joined")
	mustMerge(t, out, dirs[0])
	before := dump(t, out)
	var output *disk.OutputError
	if _, err := (&merge{out: out, options: store.Options{MaxPages: 20}}).run(t.Context(), dirs); !errors.As(err, &output) {
		t.Errorf("without room: %v", err)
	}
	if diff := cmp.Diff(before, dump(t, out)); diff != "" {
		t.Errorf("without room (-before +after):\n%s", diff)
	}
	// A process that was killed between two renames leaves states that are further than the database, and files that it was writing.
	first, second := filepath.Base(shardFiles(want)[0]), filepath.Base(shardFiles(want)[1])
	if err := os.WriteFile(filepath.Join(out, shardsFolder, second), []byte(readFile(t, filepath.Join(want, shardsFolder, second))), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{first + ".taken", first + ".taken.new", second + ".taken.new-wal"} {
		if err := os.WriteFile(filepath.Join(out, shardsFolder, name), []byte("half"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	mustMerge(t, out, dirs...)
	if diff := cmp.Diff(dump(t, want), dump(t, out)); diff != "" {
		t.Errorf("(-want +made right):\n%s", diff)
	}
	if entries, err := os.ReadDir(filepath.Join(out, shardsFolder)); err != nil || len(entries) != 2 {
		t.Errorf("%v, %v", entries, err)
	}
	// What is not Assay's stays.
	mine := filepath.Join(out, shardsFolder, "notes.db.taken")
	if err := os.WriteFile(mine, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	mustMerge(t, out, dirs...)
	if readFile(t, mine) != "mine" {
		t.Error("a file of the user's is gone")
	}
	// A folder that cannot be read now, such as one that another machine writes, counts as it was merged before.
	broken := t.TempDir()
	if err := os.WriteFile(filepath.Join(broken, store.FileName), []byte("half of a database"), 0o644); err != nil {
		t.Fatal(err)
	}
	if m := mustMerge(t, out, dirs[0], broken); len(m.Notes) != 1 || !strings.Contains(m.Notes[0], "could not be read") {
		t.Errorf("notes: %q", m.Notes)
	}
	var damaged *store.DamagedError
	if _, err := Merge(t.Context(), filepath.Join(t.TempDir(), "none"), []string{broken}); !errors.As(err, &damaged) {
		t.Errorf("nothing but a damaged database: %v", err)
	}
	mustMerge(t, out, dirs...)
	// A shard's database that cannot be read is set aside, and so is what cannot be one; the campaign's has it still.
	if err := os.WriteFile(filepath.Join(out, shardsFolder, first), []byte("no database"), 0o644); err != nil {
		t.Fatal(err)
	}
	m := mustMerge(t, out, dirs...)
	if len(m.Notes) != 1 || !strings.Contains(m.Notes[0], "was damaged and is now in") {
		t.Errorf("notes: %q", m.Notes)
	}
	// A canceled context changes nothing.
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Merge(ctx, filepath.Join(t.TempDir(), "none"), dirs); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}

// Several campaigns are one to read, whose figures are added, and findings united.
func TestUnite(t *testing.T) {
	var dirs []string
	for i := range 2 {
		dir, _ := runShard(t, schedule.Shard{Index: i, Of: 2})
		dirs = append(dirs, dir)
	}
	c, _ := shardConfig(t, schedule.Shard{})
	c.Seed, c.Seeds = 8, append(c.Seeds, numberSeed("f", 4))
	mustRun(t, c)
	out, joined := filepath.Join(t.TempDir(), "united"), filepath.Join(t.TempDir(), "joined")
	mustMerge(t, joined, dirs...)
	m, err := Unite(t.Context(), out, append([]string{c.Out}, dirs...))
	if err != nil || len(m.Shards) != 3 || len(m.Missing) > 0 {
		t.Fatalf("%+v, %v", m, err)
	}
	hits := func(out string) map[string]int64 {
		s, err := LoadState(out)
		if err != nil {
			t.Fatal(err)
		}
		return s.Counters.Hits
	}
	want := hits(joined)
	for signature, n := range hits(c.Out) {
		want[signature] += n
	}
	if diff := cmp.Diff(want, hits(out)); diff != "" {
		t.Errorf("hits (-want +got):\n%s", diff)
	}
	if len(foundIn(t, out)) != len(want) {
		t.Errorf("%d findings, want %d", len(foundIn(t, out)), len(want))
	}
	sum, err := Load(out, nil)
	if err != nil {
		t.Fatal(err)
	}
	if sum.Identity.Campaigns != 2 || sum.Stats.Seeds != 7+8 || len(sum.Identity.Engines) != 2 || sum.Ended != EndMerged {
		t.Errorf("%+v, %d seeds, ended %s", sum.Identity, sum.Stats.Seeds, sum.Ended)
	}
	before := dump(t, out)
	if _, err := Unite(t.Context(), out, []string{dirs[1], c.Out, dirs[0]}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, dump(t, out)); diff != "" {
		t.Errorf("again (-before +after):\n%s", diff)
	}
	var foreign *folder.ForeignError
	if _, err := Unite(t.Context(), out, dirs); !errors.As(err, &foreign) {
		t.Errorf("fewer folders: %v", err)
	}
	var different *DifferentError
	if _, err := Merge(t.Context(), out, dirs); !errors.As(err, &different) {
		t.Errorf("merging into several campaigns: %v", err)
	}
}

// Figures are joined field by field, whatever there is: a new count that nobody thought of would fail here or be added.
func TestStatsAreJoined(t *testing.T) {
	fill := func(seed int64) *Stats {
		n := seed
		var set func(v reflect.Value)
		set = func(v reflect.Value) {
			n++
			switch v.Kind() {
			case reflect.Int, reflect.Int64:
				v.SetInt(n)
			case reflect.Float64:
				v.SetFloat(float64(n))
			case reflect.String:
				v.SetString("text")
			case reflect.Struct:
				for i := range v.NumField() {
					if v.Type().Field(i).IsExported() {
						set(v.Field(i))
					}
				}
			case reflect.Pointer:
				if v.Type() == reflect.TypeFor[*DistinctSample]() {
					s := &DistinctSample{}
					s.Add(uint64(n), 3)
					v.Set(reflect.ValueOf(s))
					return
				}
				v.Set(reflect.New(v.Type().Elem()))
				set(v.Elem())
			case reflect.Map:
				v.Set(reflect.MakeMap(v.Type()))
				e, k := reflect.New(v.Type().Elem()).Elem(), reflect.New(v.Type().Key()).Elem()
				set(e)
				set(k)
				v.SetMapIndex(k, e)
			case reflect.Slice:
				v.Set(reflect.MakeSlice(v.Type(), 1, 1))
				set(v.Index(0))
			}
		}
		var s Stats
		set(reflect.ValueOf(&s).Elem())
		return &s
	}
	a, b := fill(1000), fill(5000)
	var both, reverse statsJoin
	both.add(a)
	both.add(b)
	reverse.add(b)
	reverse.add(a)
	sum, other := both.stats(), reverse.stats()
	all := func(s *Stats) string {
		text, err := json.MarshalIndent(s, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if diff := cmp.Diff(all(&sum), all(&other)); diff != "" {
		t.Errorf("the order matters:\n%s", diff)
	}
	if sum.Mutants != a.Mutants+b.Mutants || sum.Spent.Asking.CPU != a.Spent.Asking.CPU+b.Spent.Asking.CPU {
		t.Errorf("%d mutants, %v", sum.Mutants, sum.Spent.Asking)
	}
	v, va, vb := sum.Solvers["text"], a.Solvers["text"], b.Solvers["text"]
	if v.Calls != va.Calls+vb.Calls || v.Least != va.Least || v.Version != "text" || v.Timed["text"].Most != vb.Timed["text"].Most || len(v.Brief) != 1 || v.Brief[0].Count != va.Brief[0].Count+vb.Brief[0].Count {
		t.Errorf("solver: %+v", v)
	}
	e := sum.Engines["text"]
	if e.Unique != (Uniqueness{Seen: 6, Kept: 2}) || e.Rules["text"] != a.Engines["text"].Rules["text"]+b.Engines["text"].Rules["text"] {
		t.Errorf("engine: %+v", e)
	}
	if a.Mutants != fill(1000).Mutants || !reflect.DeepEqual(a.Solvers, fill(1000).Solvers) {
		t.Error("a part was changed")
	}
}

// What is counted of events in parts, whose parts are joined, is what is counted at once, as long as there is room for all reasons.
func TestJoinedStatsAreThoseOfAllEvents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole, parts := newStats(), make([]Stats, rapid.IntRange(1, 4).Draw(t, "parts"))
		for i := range parts {
			parts[i] = newStats()
		}
		for range rapid.IntRange(0, 40).Draw(t, "events") {
			engine := rapid.SampledFrom([]string{"one", "two"}).Draw(t, "engine")
			name := fmt.Sprint("m", rapid.IntRange(0, 9).Draw(t, "mutant"))
			e := rapid.SampledFrom([]event.Event{
				event.Mutant{Mutant: name, Engine: engine, Logic: "QF_LIA", Rule: "r" + name, Text: uint64(len(name)) << 3, Applicable: 2, Steps: 1},
				event.Run{Mutant: name, Engine: engine, Solver: "z3", Version: "1", Outcome: "rejected", Reason: "because of " + engine, Seconds: 0.5, CPU: 0.25},
				event.Run{Mutant: name, Engine: engine, Solver: "z3", Version: "1", Outcome: "sat", Seconds: 0.5, CPU: 0.25},
				event.Skip{Mutant: name, Solver: "z3", Why: event.CannotRead, Reason: "no " + engine},
				event.Seed{Seed: name, Engine: engine, Outcome: event.NotApplicable, Reason: "nothing in it", Logic: "QF_LIA"},
				event.Fault{Seed: name, Engine: engine, Text: "a fault"},
			}).Draw(t, "event")
			whole.Take(e)
			parts[rapid.IntRange(0, len(parts)-1).Draw(t, "part")].Take(e)
		}
		var j statsJoin
		for i := range parts {
			j.add(&parts[i])
		}
		got := j.stats()
		want := statsJoin{}
		want.add(&whole) // which orders its lists
		one := want.stats()
		mutants := func(s *Stats) {
			for _, v := range s.Solvers {
				for _, list := range append(slices.Collect(maps.Values(v.Reasons)), v.NotAskedReasons) {
					canonical(list)
				}
			}
			for _, e := range s.Engines {
				for _, a := range e.Acceptance {
					canonical(a.Reasons)
				}
			}
		}
		mutants(&got)
		mutants(&one)
		a, err := json.MarshalIndent(&one, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		b, err := json.MarshalIndent(&got, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(a), string(b)); diff != "" {
			t.Errorf("(-at once +joined):\n%s", diff)
		}
	})
}
