package sandbox

import (
	"os"
	"path/filepath"
	"testing"
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

// The list has what can be read: a process that ends in the meantime is left out.
func TestAllStats(t *testing.T) {
	proc := t.TempDir()
	for name, stat := range map[string]string{
		"10":   "10 (a) S 5 10 10 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 1 1 100 0",
		"self": "10 (a) S 5 10 10 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 1 1 100 0",
		"11":   "11 (b",
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
	if all := allStats(proc); len(all) != 1 || all[10] != (procStat{ppid: 5, pgid: 10, start: 1, pages: 100}) {
		t.Errorf("allStats = %+v", all)
	}
	if all := allStats(filepath.Join(proc, "absent")); len(all) != 0 {
		t.Errorf("allStats without /proc = %+v", all)
	}
}

// The limit of a control group is the least of its own and of those around it.
func TestGroupLimit(t *testing.T) {
	for _, tt := range []struct {
		name, groups string
		files        map[string]string
		want         int64
	}{
		{"version 2", "0::/a/b\n", map[string]string{"a/memory.max": "4096\n", "a/b/memory.max": "max\n"}, 4096},
		{"version 2, its own", "0::/a/b\n", map[string]string{"a/memory.max": "4096\n", "a/b/memory.max": "1024\n"}, 1024},
		{"version 2, seen from within", "0::/../..\n", map[string]string{"memory.max": "2048\n"}, 2048},
		{"version 1", "4:memory:/x\n2:cpu:/x\n", map[string]string{"memory/x/memory.limit_in_bytes": "8192\n"}, 8192},
		{"no limit", "0::/\n", nil, 0},
		{"another group's", "2:cpu:/x\n", map[string]string{"x/memory.max": "1\n"}, 0},
		{"no text of the kernel", "::\n:\n\n9:memory\n", map[string]string{"memory.max": "-3\n"}, 0},
	} {
		dir := t.TempDir()
		groups := filepath.Join(dir, "cgroup")
		if err := os.WriteFile(groups, []byte(tt.groups), 0o600); err != nil {
			t.Fatal(err)
		}
		for name, text := range tt.files {
			name = filepath.Join(dir, "fs", name)
			if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if got := groupLimit(groups, filepath.Join(dir, "fs")); got != tt.want {
			t.Errorf("%s: %d, not %d", tt.name, got, tt.want)
		}
	}
}

func TestTotalMemory(t *testing.T) {
	if n, machine := TotalMemory(), machineMemory(); n < 64<<20 || n > machine {
		t.Errorf("%d bytes of memory, and the machine has %d", n, machine)
	}
}
