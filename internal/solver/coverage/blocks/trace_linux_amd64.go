package blocks

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Here says whether programs with breakpoints run on this machine.
const Here = true

// mapped are a build's blocks and their hits, in memory that all its processes share.
type mapped struct {
	build   *Build
	counts  string
	own     []byte      // what this run executes, nil when nobody asks for that
	hits    []byte      // with the header
	file    os.FileInfo // of hits
	modules []code
}

// code is a module in memory.
type code struct {
	path     string // of the file with breakpoints
	original []byte // the file without
	sites    []byte // four bytes each
	first    int    // the number of the first block
}

// mapHits maps a folder of counts, for the programs in the same or another one.
func (b *Build) mapHits(counts, home string) (*mapped, error) {
	h := &mapped{build: b, counts: counts}
	var err error
	if h.hits, h.file, err = mapFile(filepath.Join(counts, hitsName), unix.PROT_READ|unix.PROT_WRITE); err != nil {
		return nil, err
	}
	if len(h.hits) != hitsHeader+b.Blocks() || string(h.hits[:len(hitsMagic)]) != hitsMagic {
		return nil, fmt.Errorf("%s is damaged, or of another build: assay coverage --blocks SPEC --reset begins anew", filepath.Join(counts, hitsName))
	}
	sites, _, err := mapFile(filepath.Join(b.dir, sitesName), unix.PROT_READ)
	if err != nil {
		return nil, err
	}
	programs, err := filepath.EvalSymlinks(filepath.Join(home, programsDir)) // as /proc names them
	if err != nil {
		return nil, err
	}
	if programs, err = filepath.Abs(programs); err != nil {
		return nil, err
	}
	first := 0
	for _, m := range b.Modules {
		original, _, err := mapFile(b.original(m.Path), unix.PROT_READ)
		if err != nil {
			return nil, err
		}
		h.modules = append(h.modules, code{path: filepath.Join(programs, filepath.FromSlash(m.Path)), original: original, sites: sites[4*first : 4*(first+m.Blocks)], first: first})
		first += m.Blocks
	}
	return h, nil
}

// mapFile maps a file that is not empty. The memory stays mapped until the process ends.
func mapFile(path string, protection int) ([]byte, os.FileInfo, error) {
	how := os.O_RDONLY
	if protection&unix.PROT_WRITE != 0 {
		how = os.O_RDWR
	}
	f, err := os.OpenFile(path, how, 0)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	data, err := unix.Mmap(int(f.Fd()), 0, int(info.Size()), protection, unix.MAP_SHARED) //nolint:gosec // descriptors are small
	if err != nil {
		return nil, nil, &os.PathError{Op: "mmap", Path: path, Err: err}
	}
	return data, info, nil
}

func (h *mapped) close() {
	_ = unix.Munmap(h.hits)
	if h.own != nil {
		_ = unix.SysvShmDetach(h.own)
	}
}

// countApart attaches the shared memory of a number, and counts there what this run executes, if it has room for all blocks: other solvers of a campaign may need less. The
// blocks of settled programs that have no breakpoints because a usual run passes there count for the folder of counts alone.
func (h *mapped) countApart(number string) error {
	id, err := strconv.Atoi(number)
	if err != nil {
		return fmt.Errorf("%s=%s is not the number of shared memory", RunVariable, number)
	}
	own, err := unix.SysvShmAttach(id, 0, 0)
	if err != nil {
		return fmt.Errorf("shared memory %d: %w", id, err)
	}
	usual, err := h.build.hits(h.build.settled())
	if err != nil {
		_ = unix.SysvShmDetach(own)
		return err
	}
	for i, n := range usual {
		if n != 0 {
			h.hit(i)
		}
	}
	if len(own) < h.build.Blocks() {
		return unix.SysvShmDetach(own)
	}
	h.own = own
	return nil
}

// number is one of the numbers in the header.
func (h *mapped) number(at int) *uint64 { return (*uint64)(unsafe.Pointer(&h.hits[at])) } //nolint:gosec // eight bytes of a mapped page, aligned

// shed takes the breakpoints that were reached out of the programs, when they are many. Where that fails, such as on a full disk, programs are slower and count all the same.
func (h *mapped) shed() {
	if atomic.LoadUint64(h.number(counterAt))-atomic.LoadUint64(h.number(takenAt)) < fewHits {
		return
	}
	_ = h.build.locked(h.counts, func() error {
		if !h.current() { // they were reset
			return nil
		}
		now := atomic.LoadUint64(h.number(counterAt))
		if err := h.build.patch(h.counts, slices.Clone(h.hits[hitsHeader:])); err != nil {
			return err
		}
		atomic.StoreUint64(h.number(takenAt), now)
		return nil
	})
}

// current reports whether the hits are still those of the folder.
func (h *mapped) current() bool {
	info, err := os.Stat(filepath.Join(h.counts, hitsName))
	return err == nil && os.SameFile(info, h.file)
}

// hit counts a block.
func (h *mapped) hit(block int) {
	if h.own != nil {
		h.own[block] = 1
	}
	if h.hits[hitsHeader+block] == 0 {
		h.hits[hitsHeader+block] = 1 // two processes at once count one block twice, which only takes breakpoints out earlier
		atomic.AddUint64(h.number(counterAt), 1)
	}
}

// run runs a program to its end, with all its threads and children, and returns its exit code.
func (h *mapped) run(argv, env []string) (int, error) {
	// All requests to a traced process must come from the thread that started it.
	runtime.LockOSThread()
	pid, err := syscall.ForkExec(argv[0], argv, &syscall.ProcAttr{
		Env: env, Files: []uintptr{0, 1, 2}, Sys: &syscall.SysProcAttr{Ptrace: true},
	})
	if err != nil {
		return 0, &os.PathError{Op: "start", Path: argv[0], Err: err}
	}
	t := tracer{mapped: h, tasks: map[int]*task{pid: {}}}
	status, err := t.follow(pid)
	if err != nil {
		_ = syscall.Kill(pid, syscall.SIGKILL)
		return 0, err
	}
	if status.Signaled() {
		return dieOf(status.Signal()), nil
	}
	return status.ExitStatus(), nil
}

// dieOf ends this process by a signal, without a core file: the program has left one if it may. It returns the code of a shell where the signal does not end it.
func dieOf(s syscall.Signal) int {
	_ = unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{})
	// Go's runtime has handlers of its own, which os/signal does not take away: a crash would become a dump of this process.
	var byDefault [32]byte                                                                                                     // struct sigaction of the kernel: SIG_DFL, no flags, an empty mask
	_, _, _ = unix.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(s), uintptr(unsafe.Pointer(&byDefault)), 0, signalSetSize, 0, 0) //nolint:gosec // read by the kernel
	var none [signalSetSize]byte
	_, _, _ = unix.RawSyscall6(unix.SYS_RT_SIGPROCMASK, sigSetMask, uintptr(unsafe.Pointer(&none)), 0, signalSetSize, 0, 0) //nolint:gosec // read by the kernel
	_ = unix.Tgkill(os.Getpid(), unix.Gettid(), s)
	return 128 + int(s)
}

const (
	signalSetSize = 8 // bytes of the kernel's signal sets
	sigSetMask    = 2 // SIG_SETMASK
)

// A tracer follows a program's tasks.
type tracer struct {
	*mapped
	tasks map[int]*task
}

// A task is a thread.
type task struct {
	memory *os.File  // of its process; nil until it reaches a breakpoint
	ranges []mapping // of modules in its process
}

// A mapping is where a part of a module lies in memory.
type mapping struct {
	start, end, offset uint64
	module             *code
}

const traceOptions = unix.PTRACE_O_EXITKILL | unix.PTRACE_O_TRACECLONE | unix.PTRACE_O_TRACEFORK | unix.PTRACE_O_TRACEVFORK | unix.PTRACE_O_TRACEEXEC

// follow serves the tasks until the first process ends, and returns how it ended.
func (t *tracer) follow(first int) (syscall.WaitStatus, error) {
	for prepared := false; ; {
		var ws syscall.WaitStatus
		id, err := syscall.Wait4(-1, &ws, syscall.WALL, nil)
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case err != nil:
			return ws, fmt.Errorf("waiting for the program: %w", err)
		case ws.Exited() || ws.Signaled():
			t.forget(id)
			if id == first {
				return ws, nil
			}
			continue
		}
		if !prepared { // it stops at its first instruction
			if err := unix.PtraceSetOptions(id, traceOptions); err != nil {
				return ws, fmt.Errorf("tracing the program: %w", err)
			}
			prepared = true
			t.resume(id, 0)
			continue
		}
		t.resume(id, t.stopped(id, ws))
	}
}

func (t *tracer) forget(id int) {
	if s := t.tasks[id]; s != nil && s.memory != nil {
		_ = s.memory.Close()
	}
	delete(t.tasks, id)
}

// resume lets a task go on, with a signal or none. A task that has been killed meanwhile is reported by the next wait.
func (t *tracer) resume(id int, s syscall.Signal) { _ = syscall.PtraceCont(id, int(s)) }

// stopped handles the stop of a task, and returns the signal that it gets.
func (t *tracer) stopped(id int, ws syscall.WaitStatus) syscall.Signal {
	s := ws.StopSignal()
	switch known := t.tasks[id]; {
	case known == nil:
		t.tasks[id] = &task{}
		if s == syscall.SIGSTOP { // a new task begins so
			return 0
		}
	case s == syscall.SIGTRAP && ws.TrapCause() > 0: // it has started a task, or another program
		if ws.TrapCause() == unix.PTRACE_EVENT_EXEC {
			t.forget(id)
			t.tasks[id] = &task{}
		}
		return 0
	}
	if s == syscall.SIGTRAP && t.reached(id) {
		return 0
	}
	return s
}

// ripOffset is the place of the instruction pointer in the area of registers, in bytes.
const ripOffset = uintptr(unsafe.Offsetof(unix.PtraceRegs{}.Rip))

// reached handles a breakpoint: the block is counted, and the task goes on with its first instruction. It is false for traps that are not ours.
func (t *tracer) reached(id int) bool {
	var next uint64
	if _, _, e := unix.RawSyscall6(unix.SYS_PTRACE, unix.PTRACE_PEEKUSR, uintptr(id), ripOffset, uintptr(unsafe.Pointer(&next)), 0, 0); e != 0 { //nolint:gosec // the kernel writes eight bytes there
		return false
	}
	at := next - 1 // behind the breakpoint is the next instruction
	s := t.tasks[id]
	m := s.find(at)
	if m == nil {
		t.look(id)
		if m = s.find(at); m == nil {
			return false
		}
	}
	offset := at - m.start + m.offset
	i, ok := m.module.block(offset)
	if !ok {
		return false
	}
	t.hit(m.module.first + i)
	if _, err := s.memory.WriteAt(m.module.original[offset:offset+1], int64(at)); err != nil { //nolint:gosec // user space lies below 2^47
		return false
	}
	_, _, e := unix.RawSyscall6(unix.SYS_PTRACE, unix.PTRACE_POKEUSR, uintptr(id), ripOffset, uintptr(at), 0, 0)
	return e == 0
}

func (s *task) find(at uint64) *mapping {
	for i := range s.ranges {
		if r := &s.ranges[i]; at >= r.start && at < r.end {
			return r
		}
	}
	return nil
}

// block finds the block that begins at a place in the module's file.
func (c *code) block(offset uint64) (int, bool) {
	lo, hi := 0, len(c.sites)/4
	for lo < hi {
		mid := (lo + hi) / 2
		switch at := uint64(binary.LittleEndian.Uint32(c.sites[4*mid:])); {
		case at == offset:
			return mid, offset < uint64(len(c.original)) && c.original[offset] != breakpoint // one of its own is its own business
		case at < offset:
			lo = mid + 1
		default:
			hi = mid
		}
	}
	return 0, false
}

// maxMappings bounds what is read of a process's mappings.
const maxMappings = 100_000

// look reads where the modules lie in a task's memory (proc_pid_maps(5)).
func (t *tracer) look(id int) {
	s := t.tasks[id]
	if s.memory == nil {
		memory, err := os.OpenFile(fmt.Sprintf("/proc/%d/mem", id), os.O_RDWR, 0)
		if err != nil {
			return
		}
		s.memory = memory
	}
	f, err := os.Open(fmt.Sprintf("/proc/%d/maps", id))
	if err != nil {
		return
	}
	defer func() { _ = f.Close() }()
	s.ranges = s.ranges[:0]
	lines := bufio.NewScanner(f)
	for n := 0; n < maxMappings && lines.Scan(); n++ {
		var m mapping
		var access, device string
		var inode uint64
		if _, err := fmt.Sscanf(lines.Text(), "%x-%x %4s %x %s %d", &m.start, &m.end, &access, &m.offset, &device, &inode); err != nil || inode == 0 || !strings.Contains(access, "x") {
			continue
		}
		_, path, _ := strings.Cut(lines.Text(), "/")
		path = "/" + strings.TrimSuffix(path, " (deleted)") // the file was replaced since
		for i := range t.modules {
			if t.modules[i].path == path || t.modules[i].path+newSuffix == path {
				m.module = &t.modules[i]
				s.ranges = append(s.ranges, m)
			}
		}
	}
}
