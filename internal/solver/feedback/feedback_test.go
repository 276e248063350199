package feedback

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/solver/sandbox"
)

func of(counts map[string]uint64) Signature { return Of(maps.All(counts)) }

func TestBucketOf(t *testing.T) {
	// The table of AFL (count_class_lookup8), and counts beyond a byte.
	for _, tt := range []struct {
		from, to uint64
		want     string
	}{
		{1, 1, "1"}, {2, 2, "2"}, {3, 3, "3"}, {4, 7, "4-7"}, {8, 15, "8-15"}, {16, 31, "16-31"}, {32, 127, "32-127"},
		{128, 300, "128+"}, {1<<64 - 3, 1<<64 - 1, "128+"},
	} {
		for n := tt.from; ; n++ {
			if got := BucketOf(n).String(); got != tt.want {
				t.Errorf("BucketOf(%d) = %s, want %s", n, got, tt.want)
			}
			if n == tt.to {
				break
			}
		}
	}
}

func TestSignature(t *testing.T) {
	long := strings.Repeat("x", MaxKey)
	a := of(map[string]uint64{"conflicts": 5, "decisions": 130, "none": 0, "pivots": 1, long + "a": 2, long + "b": 9})
	want := []Entry{{"conflicts", 3}, {"decisions", 7}, {"pivots", 0}, {long, 4}}
	var got []Entry
	for e := range a.All() {
		got = append(got, e)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	same := of(map[string]uint64{"conflicts": 7, "decisions": 1000, "pivots": 1, long: 15})
	if a.Digest() != same.Digest() || len(a.Differ(same)) > 0 {
		t.Errorf("counts of the same buckets make signatures that differ in %q", a.Differ(same))
	}
	b := of(map[string]uint64{"conflicts": 8, "pivots": 1, "rows": 1})
	wantKeys := []string{"conflicts", "decisions", "rows", long}
	if diff := cmp.Diff(wantKeys, a.Differ(b)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(wantKeys, b.Differ(a)); diff != "" {
		t.Error(diff)
	}
	if a.Digest() == b.Digest() {
		t.Error("different signatures are equal")
	}
}

func TestMap(t *testing.T) {
	m := NewMap("statistics fake 1")
	one := of(map[string]uint64{"a": 1, "b": 5})
	if n := m.Add(one); n != 2 {
		t.Errorf("the first signature has %d new entries", n)
	}
	two := of(map[string]uint64{"a": 2, "b": 6, "c": 200})
	if n := m.Add(two); n != 2 || m.Add(two) != 0 || m.Add(one) != 0 {
		t.Errorf("the second signature has %d new entries, or something is new twice", n)
	}
	if m.Len() != 4 || m.Keys() != 3 {
		t.Errorf("%d entries of %d keys", m.Len(), m.Keys())
	}
	if diff := cmp.Diff([]Entry{{"a", 0}, {"a", 1}, {"b", 3}, {"c", 7}}, m.All()); diff != "" {
		t.Error(diff)
	}
	var other *SubjectError
	if _, err := m.Merge(NewMap("statistics fake 2")); !errors.As(err, &other) {
		t.Errorf("maps of two solvers are merged: %v", err)
	}
}

func TestFullMap(t *testing.T) {
	m := NewMap("x")
	m.keys = 2
	if n := m.Add(of(map[string]uint64{"a": 1, "b": 1, "c": 1})); n != 2 {
		t.Errorf("%d entries are new in a map for 2 keys", n)
	}
	if n := m.Add(of(map[string]uint64{"a": 2, "d": 1})); n != 1 || m.Lost() != 2 || m.Len() != 3 {
		t.Errorf("%d new, %d lost, %d entries", n, m.Lost(), m.Len())
	}
}

func drawMap(t *rapid.T, name string) *Map {
	m := NewMap("x")
	key := rapid.OneOf(rapid.StringMatching(`[a-e]`), rapid.String())
	for _, counts := range rapid.SliceOfN(rapid.MapOfN(key, rapid.Uint64Range(0, 300), 0, 6), 0, 5).Draw(t, name) {
		m.Add(of(counts))
	}
	return m
}

func merged(t *rapid.T, maps ...*Map) *Map {
	out := NewMap("x")
	for _, m := range maps {
		before := out.Len()
		fresh, err := out.Merge(m)
		if err != nil || out.Len() != before+fresh {
			t.Fatalf("%d entries and %d new ones make %d: %v", before, fresh, out.Len(), err)
		}
	}
	return out
}

func TestMergeLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := drawMap(t, "a"), drawMap(t, "b"), drawMap(t, "c")
		same := func(law string, x, y *Map) {
			if !bytes.Equal(x.Encode(), y.Encode()) || x.Len() != y.Len() || x.Keys() != y.Keys() {
				t.Errorf("merging is not %s:\n%s\n%s", law, x.Encode(), y.Encode())
			}
		}
		same("commutative", merged(t, a, b), merged(t, b, a))
		same("associative", merged(t, merged(t, a, b), c), merged(t, a, merged(t, b, c)))
		same("idempotent", merged(t, a, a, b, a), merged(t, a, b))
		same("neutral for the empty map", merged(t, a), a)
	})
}

func TestFile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMap(t, "m")
		back, err := Decode("m", m.Encode())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(m.All(), back.All()); diff != "" || back.Len() != m.Len() || !bytes.Equal(back.Encode(), m.Encode()) {
			t.Errorf("it comes back otherwise: %s", diff)
		}
	})
}

// A file that is truncated anywhere, or in which any byte is changed, is not accepted as a map.
func TestDamagedFile(t *testing.T) {
	m := NewMap("statistics fake 1")
	m.Add(of(map[string]uint64{"a": 1, "b\n\"c\" é\xff": 5, "d": 200}))
	data := m.Encode()
	for i := range data {
		if back, err := Decode("m", data[:i]); err == nil {
			t.Errorf("the first %d bytes are taken for a map of %d entries", i, back.Len())
		}
		other := bytes.Clone(data)
		other[i] ^= 1
		if back, err := Decode("m", other); err == nil {
			t.Errorf("with byte %d changed it is taken for a map of %d entries", i, back.Len())
		}
	}
	if _, err := Decode("m", append(data, "x\n"...)); err == nil {
		t.Error("text behind the end is taken")
	}
	_, err := Decode("m", []byte("assay-feedback 1\nx\n01 \"b\"\n01 \"a\"\nend 2 00000000\n"))
	if err == nil || err.Error() != `m:4:1: feedback-file: the key "a" is out of order` {
		t.Errorf("got %v", err)
	}
}

func FuzzDecode(f *testing.F) {
	m := NewMap("x")
	m.Add(of(map[string]uint64{"a": 1, "b": 200}))
	f.Add(m.Encode())
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := Decode("m", data)
		if err != nil {
			return
		}
		if again, err := Decode("m", m.Encode()); err != nil || !bytes.Equal(again.Encode(), m.Encode()) {
			t.Errorf("%q is read as %q, and that as %v: %v", data, m.Encode(), again, err)
		}
	})
}

// savingFolder makes the test program save ever larger maps forever.
const savingFolder = "FEEDBACK_TEST_SAVE"

func TestMain(m *testing.M) {
	if dir := os.Getenv(savingFolder); dir != "" {
		for i := uint64(1); ; i++ {
			one := NewMap("x")
			for j := range i % 500 {
				one.Add(of(map[string]uint64{strings.Repeat("k", int(j%90)) + string(rune('a'+j%26)): j + 1}))
			}
			if one.Save(filepath.Join(dir, "m.map")) != nil {
				os.Exit(1)
			}
		}
	}
	os.Exit(m.Run())
}

// A process that is killed while it saves leaves a whole map behind. It is killed at twenty different moments, after one save or several.
func TestKilledWhileSaving(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "m.map")
	found := 0
	for i := range 20 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // it hangs if it has not saved anything by then
		waited := make(chan struct{})
		go func() {
			defer close(waited)
			defer cancel()
			last, _ := os.Stat(path)
			for saves := 0; saves <= i/4 && ctx.Err() == nil; time.Sleep(time.Duration(i) * 20 * time.Microsecond) {
				if now, err := os.Stat(path); err == nil && (last == nil || !os.SameFile(last, now)) {
					last = now
					saves++
				}
			}
		}()
		res, err := sandbox.Run(ctx, sandbox.Command{Argv: []string{self}, Env: append(os.Environ(), savingFolder+"="+dir)})
		cancel()
		<-waited
		if !errors.Is(ctx.Err(), context.Canceled) || res.Reason != sandbox.Canceled {
			t.Fatalf("%v, status %d: %v, %v %s", res.Reason, res.ExitCode, err, ctx.Err(), res.Stderr)
		}
		m, err := Load(path, "x")
		if err != nil {
			t.Fatalf("kill %d: %v", i, err)
		}
		if m.Len() > 0 {
			found++
		}
	}
	if found == 0 {
		t.Error("no process was killed that had saved anything")
	}
}

func TestSaveAndLoad(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.map")
	m, err := Load(path, "x")
	if err != nil || m.Len() != 0 {
		t.Fatalf("a file that is not there: %v", err)
	}
	m.Add(of(map[string]uint64{"a": 1}))
	if err := m.Save(path); err != nil {
		t.Fatal(err)
	}
	if m, err = Load(path, "x"); err != nil || m.Len() != 1 {
		t.Errorf("loaded %v: %v", m, err)
	}
	var subject *SubjectError
	if _, err := Load(path, "y"); !errors.As(err, &subject) {
		t.Errorf("a map of another subject is loaded: %v", err)
	}
	if err := os.WriteFile(path, []byte("assay-feedback 1\nx\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var damaged *FileError
	if _, err := Load(path, "x"); !errors.As(err, &damaged) || damaged.Line != 3 {
		t.Errorf("a file that was cut: %v", err)
	}
	var output *disk.OutputError
	if err := m.Save(filepath.Join(path, "m.map")); !errors.As(err, &output) {
		t.Errorf("a map that cannot be written: %v", err)
	}
}

// All returns the entries in order.
func (m *Map) All() []Entry {
	m.mu.RLock()
	defer m.mu.RUnlock()
	out := make([]Entry, 0, m.entries)
	for _, key := range slices.Sorted(maps.Keys(m.seen)) {
		for b := range Bucket(Buckets) {
			if m.seen[key]>>b&1 == 1 {
				out = append(out, Entry{key, b})
			}
		}
	}
	return out
}
