package sandbox

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// What Linux offers: /proc describes processes, limits can be set from outside, and a process can adopt the orphans of its
// descendants and be bound to the life of its parent.

// maxRSSUnit is the unit of rusage's largest resident size in bytes.
const maxRSSUnit = 1024

// watchesFiles says whether the watch has to check what is written to files. RLIMIT_FSIZE does that here.
const watchesFiles = false

// orphansGoTo is the process other than this one to which orphans go: none, since this one adopts them.
const orphansGoTo = -1

// dataSlack is what a process may map writable in addition to twice the limit: thread stacks, allocator
// arenas and whatever else is mapped long before it is used.
const dataSlack = 512 << 20

// ownGroup makes a process start in a group of its own, and end with this one.
func ownGroup() *syscall.SysProcAttr {
	// Pdeathsig fires when the thread that started the process ends. Go ends a
	// thread only when a goroutine exits while locked to it; callers do not do that.
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// limit sets the resource limits of a process that was just started. The moment between exec and here is
// harmless: what the process has already mapped stays, the rest is capped. Failures are ignored: the process
// may already be gone, and the watch remains.
func limit(pid int, program string, c Command) {
	// We look for crashes, thousands of them, so there are no core files. A limit of 1 also keeps a
	// core_pattern pipe from being started, which 0 does not.
	_ = unix.Prlimit(pid, unix.RLIMIT_CORE, &unix.Rlimit{Cur: 1, Max: 1}, nil)
	if !c.LargeFiles {
		_ = unix.Prlimit(pid, unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: MaxFile, Max: MaxFile}, nil)
	}
	if c.Memory > 0 && !reservesShadow(program) {
		data := 2*uint64(c.Memory) + dataSlack
		_ = unix.Prlimit(pid, unix.RLIMIT_DATA, &unix.Rlimit{Cur: data, Max: data}, nil)
	}
}

// limitFiles does nothing: limit has done it.
func limitFiles(int) {}

// awaitDeath waits until a child is dead, and leaves it unreaped.
func awaitDeath(pid int) {
	for {
		err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			return
		}
	}
}

// adoptOrphans makes this process the parent of orphans below it. If that fails, as on a kernel before 3.4, they go to init.
func adoptOrphans() { _ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }

// candidates lists the processes that may be strays: the children of this process, including inherited ones.
func candidates() map[int]procStat {
	found := map[int]procStat{}
	for _, pid := range children() {
		if s, ok := readStat("/proc", pid); ok {
			found[pid] = s
		}
	}
	return found
}

// allProcesses describes all processes of the machine.
func allProcesses() map[int]procStat { return allStats("/proc") }

// memoryOf is the resident memory of a process in bytes.
func memoryOf(_ int, s procStat) int64 { return s.pages * int64(os.Getpagesize()) }

// allStats reads the descriptions of all processes of the machine. What can be read is good enough.
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

// readStat reads the description of one process; ok is false when it is gone.
func readStat(proc string, pid int) (s procStat, ok bool) {
	text, err := os.ReadFile(proc + "/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return procStat{}, false
	}
	return parseStat(text)
}

// parseStat reads the text of /proc/PID/stat (proc(5): fields 4, 5, 22 and 24). The second field is the program's name in
// parentheses, which may itself hold blanks and parentheses, so counting starts after the last one.
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

// children lists the children of this process: of all its threads, including inherited ones. Campaigns ask for them several times
// a second, and there are many threads: each thread takes three system calls.
func children() []int {
	var pids []int
	known := false
	buf := make([]byte, 4<<10)
	for _, thread := range threads() {
		text, ok := readShort("/proc/self/task/"+thread+"/children", buf)
		if !ok {
			continue // the thread has ended
		}
		known = true
		for _, word := range bytes.Fields(text) {
			if pid, err := strconv.Atoi(string(word)); err == nil {
				pids = append(pids, pid)
			}
		}
	}
	if known {
		return pids
	}
	// A kernel without CONFIG_PROC_CHILDREN.
	self := os.Getpid()
	for pid, s := range allStats("/proc") {
		if s.ppid == self {
			pids = append(pids, pid)
		}
	}
	slices.Sort(pids)
	return pids
}

// threads are the names of this process's threads.
func threads() []string {
	dir, err := os.Open("/proc/self/task")
	if err != nil {
		return nil
	}
	defer func() { _ = dir.Close() }()
	names, _ := dir.Readdirnames(-1)
	return names
}

// readShort returns the text of a file of the kernel, in buf if it fits; ok is false when there is none.
func readShort(path string, buf []byte) (text []byte, ok bool) {
	fd, err := unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, false
	}
	defer func() { _ = unix.Close(fd) }()
	for n := 0; ; {
		if n == len(buf) {
			buf = append(buf, make([]byte, len(buf))...)
		}
		more, err := unix.Read(fd, buf[n:])
		switch {
		case errors.Is(err, unix.EINTR):
		case err != nil:
			return nil, false
		case more <= 0:
			return buf[:n], true
		default:
			n += more
		}
	}
}

// environOf returns the environment of a process, its entries separated by zeros; nil when it has ended.
func environOf(pid int) []byte {
	env, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/environ")
	if err != nil {
		return nil
	}
	return env
}

// openPipe creates a pipe that no child inherits by accident.
func openPipe() (r, w int, err error) {
	var ends [2]int
	err = unix.Pipe2(ends[:], unix.O_CLOEXEC)
	return ends[0], ends[1], err
}

// cpuOf is the CPU time that a process has used so far, with all its threads but without its children; ok is false when it has
// been reaped.
func cpuOf(pid int) (used time.Duration, ok bool) {
	// MAKE_PROCESS_CPUCLOCK of the kernel (include/linux/posix-timers.h): the process's number inverted, and the clock of the scheduler.
	const scheduler = 2
	var t unix.Timespec
	if err := unix.ClockGettime(int32(^pid<<3|scheduler), &t); err != nil {
		return 0, false
	}
	return time.Duration(t.Nano()), true
}

// residentOf is the resident memory of one process in bytes, 0 when it is gone.
func residentOf(pid int) int64 {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/statm")
	if err != nil {
		return 0
	}
	fields := bytes.Fields(text)
	if len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.ParseInt(string(fields[1]), 10, 64) // it is 0 then
	return pages * int64(os.Getpagesize())
}

// machineMemory is the memory of the machine in bytes, 0 when it is unknown.
func machineMemory() int64 {
	var info unix.Sysinfo_t
	if err := unix.Sysinfo(&info); err != nil {
		return 0
	}
	return int64(uint64(info.Totalram) * uint64(info.Unit))
}

// containerMemory is the limit of this process's control group in bytes, 0 when it has none.
func containerMemory() int64 { return groupLimit("/proc/self/cgroup", "/sys/fs/cgroup") }

// groupLimit reads the memory limit of a control group from the files of the kernel (cgroups(7)): the least of its own and of those
// around it, in version 2 and in version 1.
func groupLimit(groups, mount string) int64 {
	text, err := os.ReadFile(groups)
	if err != nil {
		return 0
	}
	var least int64
	for line := range bytes.Lines(text) {
		fields := bytes.SplitN(bytes.TrimSpace(line), []byte(":"), 3)
		if len(fields) != 3 {
			continue
		}
		root, file := mount, "memory.max"
		if slices.Contains(strings.Split(string(fields[1]), ","), "memory") {
			root, file = filepath.Join(mount, "memory"), "memory.limit_in_bytes"
		} else if len(fields[1]) > 0 {
			continue
		}
		for group := filepath.Clean("/" + string(fields[2])); ; group = filepath.Dir(group) {
			limit, _ := os.ReadFile(filepath.Join(root, group, file)) // a container sees only its own group, as the root
			if n, err := strconv.ParseInt(string(bytes.TrimSpace(limit)), 10, 64); err == nil && n > 0 && (least == 0 || n < least) {
				least = n
			}
			if group == "/" {
				break
			}
		}
	}
	return least
}
