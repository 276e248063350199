package sandbox

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// lookEvery is the time between two looks at the processes of a run.
const lookEvery = 2 * time.Millisecond

// describesProcesses says whether this system says which files a process has open.
const describesProcesses = true

func makePipe(file string) error { return unix.Mkfifo(file, 0o600) }

func removePipe(file string) { _ = os.Remove(file) }

// awaitReader waits until a process of a run waits for the text of a pipe, and describes it; ok is false when stop is closed before.
func awaitReader(p *process, file string, stop <-chan struct{}) (found Reader, ok bool) {
	writer := -1
	defer func() {
		if writer >= 0 {
			_ = unix.Close(writer)
		}
	}()
	var last int // the process that waited at the last look
	var program string
	for {
		if writer < 0 {
			// A process that opens the pipe for reading waits until somebody opens it for writing, which fails as long as nobody reads.
			if fd, err := unix.Open(file, unix.O_WRONLY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0); err == nil {
				writer = fd
			}
		}
		if writer >= 0 {
			pid := readerOf(p, writer)
			exe := executableOf(pid)
			// A shell that redirects its input has the pipe open for a moment before it becomes the program that reads it. At the second look
			// in a row, with all threads asleep, it is over.
			if pid != 0 && pid == last && exe != "" && exe == program {
				return describe(pid, exe)
			}
			last, program = pid, exe
		}
		select {
		case <-stop:
			return Reader{}, false
		case <-time.After(lookEvery):
		}
	}
}

// readerOf is a process of a run that has a pipe open and sleeps; 0 for none. If there are several, it is the youngest: a shell may keep open
// what it hands on.
func readerOf(p *process, pipe int) int {
	var want unix.Stat_t
	if unix.Fstat(pipe, &want) != nil {
		return 0
	}
	leader := p.cmd.Process.Pid
	best := processID{}
	for pid, s := range allStats("/proc") {
		if s.pgid != leader && pid != leader {
			if run, marked := markOf(pid); !marked || run != p.run {
				continue
			}
		}
		id := processID{pid, s.start}
		if holds(pid, &want) && asleep(pid) && (id.start > best.start || id.start == best.start && pid > best.pid) {
			best = id
		}
	}
	return best.pid
}

// holds reports whether a process has a file open.
func holds(pid int, want *unix.Stat_t) bool {
	dir := "/proc/" + strconv.Itoa(pid) + "/fd"
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false
	}
	for _, e := range entries {
		var got unix.Stat_t
		if unix.Stat(filepath.Join(dir, e.Name()), &got) == nil && got.Dev == want.Dev && got.Ino == want.Ino {
			return true
		}
	}
	return false
}

// asleep reports whether all threads of a process wait for something.
func asleep(pid int) bool {
	stats, _ := filepath.Glob("/proc/" + strconv.Itoa(pid) + "/task/*/stat")
	for _, stat := range stats {
		text, err := os.ReadFile(stat)
		end := bytes.LastIndexByte(text, ')')
		if err != nil || end < 0 || !bytes.HasPrefix(text[end:], []byte(") S")) {
			return false
		}
	}
	return len(stats) > 0
}

// executableOf is the file that a process executes, "" when it is gone.
func executableOf(pid int) string {
	exe, err := os.Readlink("/proc/" + strconv.Itoa(pid) + "/exe")
	if err != nil {
		return ""
	}
	return exe
}

// describe reads what there is to know about a process; ok is false when it is gone.
func describe(pid int, program string) (r Reader, ok bool) {
	dir := "/proc/" + strconv.Itoa(pid)
	args, err := os.ReadFile(dir + "/cmdline")
	if err != nil || len(args) == 0 {
		return Reader{}, false
	}
	r = Reader{Program: program, Args: zeroEnded(args), Vars: zeroEnded(environOf(pid)), Mapped: mappedBy(dir + "/maps")}
	if r.Dir, err = os.Readlink(dir + "/cwd"); err != nil {
		return Reader{}, false
	}
	return r, true
}

// zeroEnded splits a text whose parts end with zeros.
func zeroEnded(text []byte) []string {
	if len(text) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(text), "\x00"), "\x00")
}

// mappedBy returns the files of executable code in a memory map (proc(5)), each once and in order.
func mappedBy(maps string) []string {
	text, err := os.ReadFile(maps)
	if err != nil {
		return nil
	}
	var out []string
	for line := range strings.Lines(string(text)) {
		// address perms offset dev inode, and after blanks the file, which may have blanks itself.
		fields := strings.SplitN(strings.TrimSuffix(line, "\n"), " ", 6)
		if len(fields) == 6 && strings.Contains(fields[1], "x") {
			if file := strings.TrimLeft(fields[5], " "); strings.HasPrefix(file, "/") {
				out = append(out, file)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
