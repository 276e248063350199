package sandbox

import (
	"os"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// What macOS offers: sysctl and proc_info describe processes. It has no limits that can be set from outside, no adoption of
// orphans, and no signal at the death of a parent. The authors have never run any of this: they had no such machine.

// maxRSSUnit is the unit of rusage's largest resident size in bytes.
const maxRSSUnit = 1

// watchesFiles says that the watch has to check what is written to files.
const watchesFiles = true

// orphansGoTo is the process other than this one to which orphans go: launchd.
const orphansGoTo = 1

// zombie is the state (SZOMB of sys/proc.h) of a process that is dead and not reaped.
const zombie = 5

// ownGroup makes a process start in a group of its own.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// limit does nothing: the limits of another process cannot be set, and limits that it could inherit would apply to us as well.
// Core files are off by default.
func limit(int, string, Command) {}

// usage is what a process uses according to the system: struct rusage_info_v4 of sys/resource.h.
type usage struct {
	_             [16]byte // its name
	_             [7]uint64
	footprint     uint64 // ri_phys_footprint: resident or compressed, in bytes
	_             [2 + 6 + 2 + 9]uint64
	logicalWrites uint64 // ri_logical_writes: to files, in bytes
	_             [7]uint64
}

// usageOf asks what a process uses, as proc_pid_rusage does; zeros when the process is gone or belongs to another user.
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

// memoryOf is the memory of a process in bytes: what is resident, and what the system holds compressed, as it does
// with much of what a runaway process touched.
func memoryOf(pid int, _ procStat) int64 { return int64(usageOf(pid).footprint) }

// limitFiles ends a process that has written too much, with the signal that a limit would send, and with SIGKILL if it continues.
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
			// For a child that is already dead it returns at once.
			if _, err := unix.Kevent(queue, []unix.Kevent_t{exit}, make([]unix.Kevent_t, 1), nil); err != unix.EINTR {
				break
			}
		}
		_ = unix.Close(queue)
	}
	// The notification may come slightly early, or not at all if there was no queue.
	for {
		p, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
		if err != nil || p.Proc.P_stat == zombie {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// adoptOrphans does nothing: orphans go to launchd.
func adoptOrphans() {}

// candidates lists the processes that may be strays: those of this user that are younger than this process and bear its mark.
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

// allProcesses describes all processes of the machine.
func allProcesses() map[int]procStat { return described("kern.proc.all") }

// described lists processes using a sysctl, leaving out dead ones.
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

// environOf returns the environment of a process, its entries separated by zeros; nil when it has ended or is not ours.
func environOf(pid int) []byte {
	text, err := unix.SysctlRaw("kern.procargs2", pid)
	if err != nil {
		return nil
	}
	return environOfArgs(text)
}

// openPipe creates a pipe that no child inherits by accident.
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

// cpuOf reports that the CPU time of a reused process is unknown: the system counts it in units that differ between processors.
func cpuOf(int) (used time.Duration, ok bool) { return 0, false }

// residentOf is the memory of one process in bytes.
func residentOf(pid int) int64 { return memoryOf(pid, procStat{}) }

// machineMemory is the memory of the machine in bytes, 0 when it is unknown.
func machineMemory() int64 {
	n, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return 0
	}
	return int64(n)
}

// containerMemory reports that there are no containers.
func containerMemory() int64 { return 0 }
