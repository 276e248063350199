package sandbox

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// A stray is a process that a run left behind outside of its group. Its parent is dead. If this process can be a child
// subreaper, it has inherited the stray.

// markName is the environment variable that says to which run a process belongs. Its value has a fixed width, so that all runs of
// a command see an environment of the same size.
const markName = "ASSAY_RUN"

const (
	// sweepEvery is the shortest time between two sweeps at the end of runs.
	sweepEvery = 250 * time.Millisecond
	// sweepTime bounds one sweep: each dead stray leaves its own children to us, which are strays as well.
	sweepTime = 500 * time.Millisecond
)

// mark returns the variable of a run. Runs are numbered from 1.
func mark(run uint64) string { return markPrefix + markNumber(run) }

// markNumber is the end of a run's mark.
func markNumber(run uint64) string { return fmt.Sprintf("%020d", run) }

// noRun is the number that no run reaches. Whoever has it in its mark is no stray.
const noRun = math.MaxUint64

// StartSpared starts a program that is not a run, in whatever session or process group: neither it nor its children are ended as strays, and
// nobody but the caller waits for it. Safe for concurrent use.
func StartSpared(cmd *exec.Cmd) error { return keep.spare(cmd) }

// markPrefix is the beginning of the marks of this process. A mark of another process, inherited when Assay runs below Assay,
// does not count.
var markPrefix = fmt.Sprintf("%s=%010d-", markName, os.Getpid())

// A processID names a process permanently: the kernel reuses pids.
type processID struct {
	pid   int
	start uint64 // a time, in the system's own unit
}

// A keeper knows the runs under way, and ends the processes that they leave behind.
type keeper struct {
	once    sync.Once
	sweeper sync.Mutex // held during a sweep, and for spared

	mu      sync.Mutex
	closed  bool // no further run starts
	count   uint64
	active  map[uint64]*process  // nil for a run that is being started
	foreign map[processID]bool   // children that existed before the first run
	spared  map[processID]bool   // children that StartSpared has started
	first   map[processID]uint64 // the number of the last run when an unmarked stray was seen first
	last    time.Time            // of the last sweep
	planned bool                 // a sweep is due

	patience time.Duration // with the dead: how long a sweep, and Shutdown before it, may take
}

var keep = keeper{active: make(map[uint64]*process), spared: make(map[processID]bool), first: make(map[processID]uint64), patience: sweepTime}

// begin prepares for a run and returns its number; ok is false after Shutdown.
func (k *keeper) begin() (run uint64, ok bool) {
	k.once.Do(func() {
		// If we were started with exec from a shell, we may have children of that shell.
		k.sweeper.Lock() // StartSpared may be under way
		defer k.sweeper.Unlock()
		k.foreign = make(map[processID]bool)
		for pid, stat := range candidates() {
			if id := (processID{pid, stat.start}); !k.spared[id] {
				k.foreign[id] = true
			}
		}
		adoptOrphans()
	})
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.closed {
		return 0, false
	}
	k.count++
	k.active[k.count] = nil
	return k.count, true
}

// started records which process leads a run. It returns false when Shutdown came first.
func (k *keeper) started(run uint64, p *process) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.active[run] = p
	return !k.closed
}

// end records that a run is over: its leader has been reaped, or there was none.
func (k *keeper) end(run uint64) {
	k.mu.Lock()
	delete(k.active, run)
	due := !k.planned && !k.closed
	wait := time.Duration(0)
	if due {
		k.planned = true
		wait = max(0, sweepEvery-time.Since(k.last))
	}
	k.mu.Unlock()
	if due {
		time.AfterFunc(wait, func() { k.sweep(false) })
	}
}

// spare starts a program for StartSpared. No sweep comes between its start and its entry: it might be dead by then, and the dead have no mark.
func (k *keeper) spare(cmd *exec.Cmd) error {
	k.sweeper.Lock()
	defer k.sweeper.Unlock()
	cmd.Env = append(cmd.Environ(), mark(noRun)) // for its children
	if err := cmd.Start(); err != nil {
		return err
	}
	pid := cmd.Process.Pid
	if stat, ok := candidates()[pid]; ok {
		k.spared[processID{pid, stat.start}] = true
	}
	return nil
}

// sweep kills and reaps strays of runs that have ended, and whatever these strays leave behind in turn; all strays when last is
// set.
func (k *keeper) sweep(last bool) {
	k.sweeper.Lock()
	defer k.sweeper.Unlock()
	k.mu.Lock()
	k.planned = false
	k.last = time.Now()
	until := k.last.Add(k.patience)
	k.mu.Unlock()
	for {
		killed := k.strays(last)
		for _, pid := range killed {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		for _, pid := range killed {
			reapStray(pid, until)
		}
		if len(killed) == 0 || time.Now().After(until) {
			return
		}
	}
}

// reapStray waits for a stray that was killed. One that hangs inside the kernel is left for a later sweep.
func reapStray(pid int, until time.Time) {
	for {
		got, err := syscall.Wait4(pid, nil, syscall.WNOHANG, nil)
		if errors.Is(err, syscall.ECHILD) {
			err = syscall.Kill(pid, 0) // not our child: another process reaps it
		}
		if got == pid || err != nil && !errors.Is(err, syscall.EINTR) || time.Now().After(until) {
			return
		}
		time.Sleep(200 * time.Microsecond)
	}
}

// strays returns the children that a sweep must end.
func (k *keeper) strays(last bool) []int {
	found := candidates()
	k.mu.Lock()
	defer k.mu.Unlock()
	var out []int
	seen := make(map[processID]uint64)
	maps.DeleteFunc(k.spared, func(id processID, _ bool) bool {
		stat, there := found[id.pid]
		return !there || stat.start != id.start
	})
	for pid, stat := range found {
		id := processID{pid, stat.start}
		if k.foreign[id] || k.spared[id] || k.leads(pid) {
			continue
		}
		if run, marked := markOf(pid); marked {
			if _, active := k.active[run]; run == noRun {
				continue
			} else if last || !active && run <= k.count {
				out = append(out, pid)
			}
			continue
		}
		// A child without a mark is being started, is dead, or has changed its environment. If there are children of others,
		// one of them may have left it behind; in our own group it may belong to somebody else too.
		if len(k.foreign) > 0 || !last && stat.pgid == syscall.Getpgrp() {
			continue
		}
		if last {
			out = append(out, pid)
			continue
		}
		at, known := k.first[id]
		if !known {
			at = k.count
		}
		seen[id] = at
		if k.over(at) {
			out = append(out, pid)
		}
	}
	k.first = seen
	return out
}

// leads reports whether a process leads a run under way.
func (k *keeper) leads(pid int) bool {
	for _, p := range k.active {
		if p != nil && p.cmd.Process.Pid == pid {
			return true
		}
	}
	return false
}

// over reports whether the runs up to a number have ended. Fork servers leave no strays behind; their children are runs of their
// own.
func (k *keeper) over(upTo uint64) bool {
	for run, p := range k.active {
		if run <= upTo && (p == nil || !p.forks) {
			return false
		}
	}
	return true
}

// Shutdown ends everything that this package has started, at the end of the program: no further run starts, those under way are
// killed and return as canceled, and all strays are killed. It takes about a second and a half at most, even if a process cannot
// be killed. Safe for concurrent use; further calls do the same again.
func Shutdown() {
	k := &keep
	k.mu.Lock()
	k.closed = true
	none := k.count == 0
	patience := k.patience
	var running []*process
	for _, p := range k.active {
		if p != nil {
			running = append(running, p)
		}
	}
	k.mu.Unlock()
	if none {
		return
	}
	until := time.After(patience)
	for _, p := range running {
		p.kill()
	}
wait:
	for _, p := range running {
		select {
		case <-p.exited:
		case <-until: // it fires once, for all of them
			break wait
		}
	}
	k.sweep(true)
}

// markOf returns the run to whose environment a process belongs; ok is false when the process does not have our mark, or has
// ended.
func markOf(pid int) (run uint64, ok bool) {
	for entry := range bytes.SplitSeq(environOf(pid), []byte{0}) {
		if number, found := bytes.CutPrefix(entry, []byte(markPrefix)); found {
			run, err := strconv.ParseUint(string(number), 10, 64)
			return run, err == nil
		}
	}
	return 0, false
}
