package sandbox

import (
	"bytes"
	"errors"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// MaxFile is the size in bytes of the largest file that a process can write. Solvers write proofs and logs to files, seldom more than
// some megabytes; one that goes on writing would fill the disk under the campaign. The kernel sends SIGXFSZ at the limit, and
// to a process that ignores it the error EFBIG. Pipes have no limit here.
const MaxFile = 256 << 20

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
	_ = unix.Prlimit(pid, unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: MaxFile, Max: MaxFile}, nil)
	if memory > 0 {
		data := 2*uint64(memory) + dataSlack
		_ = unix.Prlimit(pid, unix.RLIMIT_DATA, &unix.Rlimit{Cur: data, Max: data}, nil)
	}
}

// A memoryWatch samples the resident memory of a run.
type memoryWatch struct {
	run   uint64
	pgid  int
	limit int64 // 0: never looks
	peak  int64
	timer *time.Timer
}

func newMemoryWatch(p *process, limit int64) *memoryWatch {
	w := &memoryWatch{run: p.run, pgid: p.cmd.Process.Pid, limit: limit}
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
	rss := runRSS("/proc", w.pgid, os.Getpid(), func(pid int) bool { run, ok := markOf(pid); return ok && run == w.run })
	w.peak = max(w.peak, rss)
	if rss > w.limit {
		return true
	}
	w.timer.Reset(w.interval(rss))
	return false
}

// runRSS adds up the resident memory, in bytes, of all processes of a run: of the leader's group, of their descendants in whatever
// group, and of the children of self that ours says are strays of the run. Pages that they share are counted once for each. Every
// process of the machine is looked at, as a group's members cannot be listed otherwise; that costs some microseconds each, which
// is why interval is long far from the limit.
func runRSS(proc string, pgid, self int, ours func(pid int) bool) int64 {
	all := allStats(proc)
	known := make(map[int]bool, len(all))
	var member func(pid int) bool
	member = func(pid int) bool {
		in, done := known[pid]
		s, exists := all[pid]
		if done || !exists {
			return in
		}
		known[pid] = false // pids that were reused meanwhile might make a circle
		in = s.pgid == pgid || pid != self && (s.ppid == self && ours(pid) || s.ppid != self && member(s.ppid))
		known[pid] = in
		return in
	}
	var pages int64
	for pid, s := range all {
		if member(pid) {
			pages += s.pages
		}
	}
	return pages * int64(os.Getpagesize())
}

// A procStat is what /proc says of a process.
type procStat struct {
	ppid, pgid int
	start      uint64 // in clock ticks since boot
	pages      int64  // resident
}

// allStats looks at all processes of the machine. What could be read is good enough.
func allStats(proc string) map[int]procStat {
	dir, err := os.Open(proc)
	if err != nil {
		return nil
	}
	defer func() { _ = dir.Close() }()
	names, _ := dir.Readdirnames(-1)
	all := make(map[int]procStat, len(names))
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		if s, ok := readStat(proc, pid); ok {
			all[pid] = s
		}
	}
	return all
}

// readStat looks at one process; ok is false when it is gone.
func readStat(proc string, pid int) (s procStat, ok bool) {
	text, err := os.ReadFile(proc + "/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return procStat{}, false
	}
	return parseStat(text)
}

// parseStat reads the text of /proc/PID/stat (proc(5): fields 4, 5, 22 and 24). The second field is the program's name in
// parentheses, which may itself hold blanks and parentheses, so counting starts behind the last one.
func parseStat(stat []byte) (s procStat, ok bool) {
	end := bytes.LastIndexByte(stat, ')')
	if end < 0 {
		return procStat{}, false
	}
	const firstField = 3
	fields := bytes.Fields(stat[end+1:])
	if len(fields) <= 24-firstField {
		return procStat{}, false
	}
	var errs [4]error
	s.ppid, errs[0] = strconv.Atoi(string(fields[4-firstField]))
	s.pgid, errs[1] = strconv.Atoi(string(fields[5-firstField]))
	s.start, errs[2] = strconv.ParseUint(string(fields[22-firstField]), 10, 64)
	s.pages, errs[3] = strconv.ParseInt(string(fields[24-firstField]), 10, 64)
	return s, errors.Join(errs[:]...) == nil
}
