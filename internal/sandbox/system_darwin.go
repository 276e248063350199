package sandbox

import (
	"os"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// What macOS offers: processes are described by sysctl and proc_info. It has no limits that are set from outside, no adoption of
// orphans, and no signal at the death of a parent. Nothing here was ever run by its authors: they had no such machine.

// maxRSSUnit is the unit of rusage's largest resident size in bytes.
const maxRSSUnit = 1

// watchesFiles says that the watch has to look at what is written to files.
const watchesFiles = true

// orphansGoTo is the process to which orphans go besides this one: launchd.
const orphansGoTo = 1

// zombie is the state (SZOMB of sys/proc.h) of a process that is dead and not reaped.
const zombie = 5

// ownGroup has a process start in a group of its own.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// limit does nothing: the limits of another process cannot be set, and those that it would inherit would be ours as well. Core
// files are off by default.
func limit(int, int64) {}

// usage is what the system says that a process uses: struct rusage_info_v4 of sys/resource.h.
type usage struct {
	_             [16]byte // its name
	_             [7]uint64
	footprint     uint64 // ri_phys_footprint: resident or compressed, in bytes
	_             [2 + 6 + 2 + 9]uint64
	logicalWrites uint64 // ri_logical_writes: to files, in bytes
	_             [7]uint64
}

// usageOf asks what a process uses, as proc_pid_rusage does; zeros when it is gone or somebody else's.
func usageOf(pid int) (u usage) {
	const (
		procInfo   = 336 // SYS_proc_info; the library's wrapper would need cgo
		callRusage = 9   // PROC_INFO_CALL_PIDRUSAGE
		flavor     = 4   // RUSAGE_INFO_V4
	)
	_, _, errno := syscall.Syscall6(procInfo, callRusage, uintptr(pid), flavor, 0, uintptr(unsafe.Pointer(&u)), 0)
	if errno != 0 {
		return usage{}
	}
	return u
}

// memoryOf is the memory of a process in bytes: what is resident, and what the system holds compressed, which it does
// with much of what a runaway process touched.
func memoryOf(pid int, _ procStat) int64 { return int64(usageOf(pid).footprint) }

// limitFiles ends a process that has written too much, with the signal that a limit would send, and without mercy when it goes on.
func limitFiles(pid int) {
	switch written := usageOf(pid).logicalWrites; {
	case written > 2*MaxFile:
		_ = syscall.Kill(pid, syscall.SIGKILL)
	case written > MaxFile:
		_ = syscall.Kill(pid, syscall.SIGXFSZ)
	}
}

// awaitDeath waits until a child is dead, and leaves it unreaped. waitid would return when the child is merely stopped.
func awaitDeath(pid int) {
	if queue, err := unix.Kqueue(); err == nil {
		var exit unix.Kevent_t
		unix.SetKevent(&exit, pid, unix.EVFILT_PROC, unix.EV_ADD|unix.EV_ONESHOT)
		exit.Fflags = unix.NOTE_EXIT
		for {
			// For a child that is dead already it returns at once.
			if _, err := unix.Kevent(queue, []unix.Kevent_t{exit}, make([]unix.Kevent_t, 1), nil); err != unix.EINTR {
				break
			}
		}
		_ = unix.Close(queue)
	}
	// The word may come a moment early, or not at all where there was no queue.
	for {
		p, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
		if err != nil || p.Proc.P_stat == zombie {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// adoptOrphans does nothing: they go to launchd.
func adoptOrphans() {}

// candidates lists the processes that may be strays: those of this user that are younger than this process and bear a mark of it.
func candidates() map[int]procStat {
	all := described("kern.proc.uid", os.Geteuid())
	self := os.Getpid()
	born := all[self].start
	for pid, s := range all {
		if _, marked := markOf(pid); !marked || pid == self || s.start < born {
			delete(all, pid)
		}
	}
	return all
}

// allProcesses looks at all processes of the machine.
func allProcesses() map[int]procStat { return described("kern.proc.all") }

// described lists processes by a sysctl, dead ones left out.
func described(sysctl string, args ...int) map[int]procStat {
	list, err := unix.SysctlKinfoProcSlice(sysctl, args...)
	if err != nil {
		return nil
	}
	all := make(map[int]procStat, len(list))
	for i := range list {
		p := &list[i]
		if p.Proc.P_stat == zombie {
			continue
		}
		born := p.Proc.P_starttime
		all[int(p.Proc.P_pid)] = procStat{
			ppid: int(p.Eproc.Ppid), pgid: int(p.Eproc.Pgid), start: uint64(born.Sec)*1e6 + uint64(born.Usec),
		}
	}
	return all
}

// environOf returns the environment of a process, its entries with zeros between them; nil when it has ended or is not ours.
func environOf(pid int) []byte {
	text, err := unix.SysctlRaw("kern.procargs2", pid)
	if err != nil {
		return nil
	}
	return environOfArgs(text)
}

// openPipe makes a pipe that no child inherits by accident.
func openPipe() (r, w int, err error) {
	var ends [2]int
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	if err := syscall.Pipe(ends[:]); err != nil {
		return -1, -1, err
	}
	syscall.CloseOnExec(ends[0])
	syscall.CloseOnExec(ends[1])
	return ends[0], ends[1], nil
}

// cpuOf says that the CPU time of a living process is not known: the system counts it in units that differ between processors.
func cpuOf(int) (used time.Duration, ok bool) { return 0, false }

// residentOf is the memory of one process in bytes.
func residentOf(pid int) int64 { return memoryOf(pid, procStat{}) }

// machineMemory is the memory of the machine in bytes, 0 when it is not known.
func machineMemory() int64 {
	n, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return 0
	}
	return int64(n)
}

// containerMemory says that there are no containers.
func containerMemory() int64 { return 0 }
