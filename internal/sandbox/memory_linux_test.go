package sandbox

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestParseStat(t *testing.T) {
	tail := " S 1 77 77 0 -1 4194304 102 0 0 0 0 0 0 0 20 0 1 0 79003 3133440 394 18446744073709551615 1 1"
	for _, tt := range []struct {
		stat string
		pgid int
		rss  int64
		ok   bool
	}{
		{"12 (z3)" + tail, 77, 394, true},
		{"12 (a) S 9 9 9 (b c)" + tail, 77, 394, true}, // a name that looks like fields
		{"12 ()\n) )" + tail, 77, 394, true},
		{"12 (z3) S 1 77", 0, 0, false},
		{"", 0, 0, false},
		{")", 0, 0, false},
	} {
		pgid, rss, ok := parseStat([]byte(tt.stat))
		if ok != tt.ok || ok && (pgid != tt.pgid || rss != tt.rss) {
			t.Errorf("parseStat(%q) = %d, %d, %v", tt.stat, pgid, rss, ok)
		}
	}
}

// The sum takes in the members of the group, all of them and nothing else.
func TestGroupRSS(t *testing.T) {
	proc := t.TempDir()
	for name, stat := range map[string]string{
		"10":   "10 (a) S 1 10 10 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 1 1 100 0",
		"11":   "11 (b) S 1 10 10 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 1 1 20 0",
		"12":   "12 (c) S 10 12 12 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 1 1 7 0",
		"self": "10 (a) S 1 10 10 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 1 1 100 0",
	} {
		if err := os.MkdirAll(filepath.Join(proc, name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(proc, name, "stat"), []byte(stat), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(proc, "13"), 0o700); err != nil { // already gone
		t.Fatal(err)
	}
	if got, want := groupRSS(proc, 10), 120*int64(os.Getpagesize()); got != want {
		t.Errorf("groupRSS = %d, want %d", got, want)
	}
	if got := groupRSS(filepath.Join(proc, "absent"), 10); got != 0 {
		t.Errorf("groupRSS without /proc = %d", got)
	}
}

// The nearer the limit, the sooner the next look; never idle, never frantic.
func TestWatchInterval(t *testing.T) {
	w := &memoryWatch{limit: 1 << 30}
	last := time.Duration(1 << 62)
	for rss := int64(0); rss <= 2<<30; rss += 64 << 20 {
		d := w.interval(rss)
		if d < minWatch || d > maxWatch || d > last {
			t.Errorf("interval at %d is %v, after %v", rss, d, last)
		}
		last = d
	}
	if last != minWatch {
		t.Errorf("past the limit the interval is %v, want %v", last, minWatch)
	}
}
