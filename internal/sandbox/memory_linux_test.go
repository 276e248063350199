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
		s, ok := parseStat([]byte(tt.stat))
		if ok != tt.ok || ok && (s.ppid != 1 || s.pgid != tt.pgid || s.pages != tt.rss || s.start != 79003) {
			t.Errorf("parseStat(%q) = %+v, %v", tt.stat, s, ok)
		}
	}
}

// The sum takes in the group, its descendants and the strays of the run, all of them and nothing else.
func TestRunRSS(t *testing.T) {
	proc := t.TempDir()
	for name, stat := range map[string]string{
		"1":    "1 (init) S 0 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 1 1 30000 0",
		"5":    "5 (assay) S 1 5 5 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 1 1 10000 0",
		"10":   "10 (a) S 5 10 10 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 1 1 100 0",
		"11":   "11 (b) S 5 10 10 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 1 1 20 0",
		"12":   "12 (escaped) S 10 12 12 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 1 1 7 0",
		"9":    "9 (below it) S 12 9 12 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 1 1 3 0",
		"13":   "13 (stray) S 5 13 13 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 1 1 1000 0",
		"14":   "14 (other run) S 5 14 14 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 1 1 5000 0",
		"15":   "15 (circle) S 16 15 15 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 1 1 5000 0",
		"16":   "16 (circle) S 15 16 16 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 1 1 5000 0",
		"self": "10 (a) S 5 10 10 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 1 1 100 0",
	} {
		if err := os.MkdirAll(filepath.Join(proc, name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(proc, name, "stat"), []byte(stat), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(proc, "17"), 0o700); err != nil { // already gone
		t.Fatal(err)
	}
	ours := func(pid int) bool { return pid == 13 }
	if got, want := runRSS(proc, 10, 5, ours), 1130*int64(os.Getpagesize()); got != want {
		t.Errorf("runRSS = %d, want %d", got, want)
	}
	if got := runRSS(filepath.Join(proc, "absent"), 10, 5, ours); got != 0 {
		t.Errorf("runRSS without /proc = %d", got)
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
