package sandbox

import (
	"bytes"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

const (
	// dataSlack is what a process may map writable on top of twice the limit: thread
	// stacks, allocator arenas and whatever else is mapped long before it is used.
	dataSlack = 512 << 20
	// growthRate is the fastest growth of resident memory that is expected of one
	// group, in bytes per second: page faults cost a few hundred nanoseconds.
	growthRate = 2 << 30
	// The memory watch looks no more and no less often than this.
	minWatch, maxWatch = 5 * time.Millisecond, 500 * time.Millisecond
)

// limit sets the resource limits of a process that was just started. The moment between
// exec and here is harmless: what the process mapped already stays, the rest is capped.
// Failures are ignored: the process may be gone already, and the watch remains.
func limit(pid int, memory int64) {
	// Crashes are what we look for, thousands of them: no core files. A limit of
	// 1 also keeps a core_pattern pipe from being started, which 0 does not.
	_ = unix.Prlimit(pid, unix.RLIMIT_CORE, &unix.Rlimit{Cur: 1, Max: 1}, nil)
	if memory > 0 {
		data := 2*uint64(memory) + dataSlack
		_ = unix.Prlimit(pid, unix.RLIMIT_DATA, &unix.Rlimit{Cur: data, Max: data}, nil)
	}
}

// A memoryWatch samples the resident memory of a process group.
type memoryWatch struct {
	pgid  int
	limit int64 // 0: never looks
	peak  int64
	timer *time.Timer
}

func newMemoryWatch(pgid int, limit int64) *memoryWatch {
	w := &memoryWatch{pgid: pgid, limit: limit}
	if limit > 0 {
		w.timer = time.NewTimer(w.interval(0))
	}
	return w
}

// interval is the time in which the group could reach the limit from where it is.
func (w *memoryWatch) interval(rss int64) time.Duration {
	headroom := max(w.limit-rss, 0)
	d := time.Duration(float64(headroom) / growthRate * float64(time.Second))
	return min(max(d, minWatch), maxWatch)
}

func (w *memoryWatch) tick() <-chan time.Time {
	if w.timer == nil {
		return nil
	}
	return w.timer.C
}

func (w *memoryWatch) stop() {
	if w.timer != nil {
		w.timer.Stop()
	}
}

// exceeded takes a sample, and sets the next when the limit is not reached.
func (w *memoryWatch) exceeded() bool {
	rss := groupRSS("/proc", w.pgid)
	w.peak = max(w.peak, rss)
	if rss > w.limit {
		return true
	}
	w.timer.Reset(w.interval(rss))
	return false
}

// groupRSS adds up the resident memory, in bytes, of all processes of a group. Pages
// that they share are counted once for each. Every process of the machine is looked at,
// as a group's members cannot be listed otherwise (an orphan is nobody's descendant);
// that costs some microseconds each, which is why interval is long far from the limit.
func groupRSS(proc string, pgid int) int64 {
	dir, err := os.Open(proc)
	if err != nil {
		return 0
	}
	defer func() { _ = dir.Close() }()
	names, _ := dir.Readdirnames(-1) // what could be read is good enough
	var pages int64
	for _, name := range names {
		if name[0] < '1' || name[0] > '9' {
			continue
		}
		stat, err := os.ReadFile(proc + "/" + name + "/stat")
		if err != nil {
			continue // ended meanwhile
		}
		if group, rss, ok := parseStat(stat); ok && group == pgid {
			pages += rss
		}
	}
	return pages * int64(os.Getpagesize())
}

// parseStat reads process group and resident pages from the text of /proc/PID/stat
// (proc(5): fields 5 and 24). The second field is the program's name in parentheses,
// which may itself hold blanks and parentheses, so counting starts behind the last one.
func parseStat(stat []byte) (pgid int, pages int64, ok bool) {
	end := bytes.LastIndexByte(stat, ')')
	if end < 0 {
		return 0, 0, false
	}
	const firstField = 3
	fields := bytes.Fields(stat[end+1:])
	if len(fields) <= 24-firstField {
		return 0, 0, false
	}
	pgid, err1 := strconv.Atoi(string(fields[5-firstField]))
	pages, err2 := strconv.ParseInt(string(fields[24-firstField]), 10, 64)
	return pgid, pages, err1 == nil && err2 == nil
}
