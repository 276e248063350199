package sandbox

import (
	"os"
	"time"
)

// MaxFile is the size in bytes of the largest file that a process can write. Solvers write proofs and logs to files, seldom more than
// some megabytes; one that never stops writing would fill the campaign's disk. On Linux the kernel sends SIGXFSZ at the limit, and
// returns the error EFBIG to a process that ignores it. On macOS the watch sends SIGXFSZ to a process that has written this much to
// all its files together. Pipes have no such limit.
const MaxFile = 256 << 20

// TotalMemory is the memory of the machine in bytes, or that of the container around this process if it is less; 0 if it is unknown.
func TotalMemory() int64 {
	total := machineMemory()
	if limit := containerMemory(); limit > 0 && (total == 0 || limit < total) {
		return limit
	}
	return total
}

const (
	// growthRate is the fastest growth of resident memory that is expected of one
	// group, in bytes per second: page faults cost a few hundred nanoseconds.
	growthRate = 2 << 30
	// Bounds on how often the memory watch samples.
	minWatch, maxWatch = 5 * time.Millisecond, 500 * time.Millisecond
)

// A memoryWatch samples the memory of a run.
type memoryWatch struct {
	run    uint64
	pgid   int   // 0: the group of the server's child
	server int   // a fork server, of which the run is a child
	limit  int64 // 0: none
	peak   int64
	timer  *time.Timer // nil: never samples
}

func newMemoryWatch(p *process, c Command) *memoryWatch {
	w := &memoryWatch{run: p.run, pgid: p.cmd.Process.Pid, limit: c.Memory}
	if c.Memory > 0 || watchesFiles && !c.LargeFiles {
		w.timer = time.NewTimer(w.interval(0))
	}
	return w
}

// interval is the time in which the group could reach the limit from its current size.
func (w *memoryWatch) interval(rss int64) time.Duration {
	if w.limit == 0 {
		return maxWatch
	}
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

// exceeded takes a sample, and schedules the next one if the limit is not reached.
func (w *memoryWatch) exceeded() bool {
	rss := w.sample()
	if w.limit > 0 && rss > w.limit {
		return true
	}
	w.timer.Reset(w.interval(rss))
	return false
}

// sample adds up the memory of the run.
func (w *memoryWatch) sample() int64 {
	all := allProcesses()
	if w.pgid == 0 {
		for pid, s := range all {
			if s.ppid == w.server {
				w.pgid = pid
			}
		}
		if w.pgid == 0 {
			return 0
		}
	}
	var rss int64
	for _, pid := range membersOf(all, w.pgid, os.Getpid(), w.owns) {
		rss += memoryOf(pid, all[pid])
		limitFiles(pid)
	}
	w.peak = max(w.peak, rss)
	return rss
}

// owns reports whether a process bears the mark of the run.
func (w *memoryWatch) owns(pid int) bool {
	run, ok := markOf(pid)
	return ok && run == w.run
}

// A procStat is what the system says about a process.
type procStat struct {
	ppid, pgid int
	start      uint64 // a time, in the system's own unit
	pages      int64  // resident, if the list of processes has it
}

// membersOf returns the processes of a run: those of the leader's group, their descendants in whatever group, and the orphaned
// processes that ours says are strays of the run. Memory that they share counts once for each. Every process of the machine is
// examined, as a group's members cannot be listed otherwise; that costs some microseconds each, which is why interval is long
// far from the limit.
func membersOf(all map[int]procStat, pgid, self int, ours func(pid int) bool) []int {
	known := make(map[int]bool, len(all))
	var member func(pid int) bool
	member = func(pid int) bool {
		in, done := known[pid]
		s, exists := all[pid]
		if done || !exists {
			return in
		}
		known[pid] = false // pids that were reused in the meantime might form a cycle
		orphan := s.ppid == self || s.ppid == orphansGoTo
		in = s.pgid == pgid || pid != self && (orphan && ours(pid) || !orphan && member(s.ppid))
		known[pid] = in
		return in
	}
	var out []int
	for pid := range all {
		if member(pid) {
			out = append(out, pid)
		}
	}
	return out
}
