package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"time"
)

// orphanArg makes the program a child that only hangs around.
const orphanArg = "--be-an-orphan"

// exitBroken is the status when the fake solver itself fails.
const exitBroken = 99

var signals = map[string]syscall.Signal{
	"SEGV": syscall.SIGSEGV, "ABRT": syscall.SIGABRT, "ILL": syscall.SIGILL,
	"FPE": syscall.SIGFPE, "BUS": syscall.SIGBUS, "KILL": syscall.SIGKILL,
	"TERM": syscall.SIGTERM, "XCPU": syscall.SIGXCPU, "XFSZ": syscall.SIGXFSZ,
}

// A player performs actions.
type player struct {
	file           string
	stdout, stderr io.Writer
	held           [][]byte // memory that must not be collected
	input          string   // for which it plays
	swallow        int      // echoes that are not obeyed
	later          []delayed
}

// A delayed is a text to be printed when some more commands have been obeyed.
type delayed struct {
	commands int64
	text     string
}

// obeyed counts a command. Only the first texts have waited for it: those behind them are due to the command itself.
func (p *player) obeyed(waiting int) {
	var left []delayed
	for i, d := range p.later {
		if i < waiting {
			d.commands--
		}
		if d.commands > 0 {
			left = append(left, d)
		} else {
			fmt.Fprint(p.stdout, d.text)
		}
	}
	p.later = left
}

// play performs one action; end says that the process is over, with that status.
func (p *player) play(a action) (status int, end bool) {
	pause := time.Duration(a.number) * time.Millisecond
	switch a.verb {
	case "sat", "unsat", "unknown":
		fmt.Fprintln(p.stdout, a.verb)
	case "right":
		fmt.Fprintln(p.stdout, right(p.input))
	case "witness":
		fmt.Fprint(p.stdout, witness(p.input))
	case "swallow":
		p.swallow++
	case "later":
		p.later = append(p.later, delayed{a.number, a.text})
	case "out":
		fmt.Fprint(p.stdout, a.text)
	case "err":
		fmt.Fprint(p.stderr, a.text)
	case "error":
		fmt.Fprintf(p.stdout, "(error %q)\n", a.text)
	case "invalid-model":
		fmt.Fprintln(p.stdout, `(error "line 1 column 1: an invalid model was generated")`)
	case "binary":
		_, _ = p.stdout.Write([]byte("\xff\xfe\x00\x80sat\x00\n\xc3\x28\n"))
	case "flood":
		flood(p.stdout, a.number)
	case "flood-err":
		flood(p.stderr, a.number)
	case "trickle":
		for i := range len(a.text) {
			time.Sleep(pause)
			fmt.Fprint(p.stdout, a.text[i:i+1])
		}
	case "memory":
		p.grow(a.number)
	case "sleep":
		time.Sleep(pause)
	case "spin":
		spin(pause)
	case "orphan", "escape", "escape-bare", "escape-memory":
		return exitBroken, !p.spawn(a)
	case "await-limit":
		awaitLimit()
	case "fill":
		return exitBroken, fill(p.file+".filled", a.number) != nil
	case "swap":
		return exitBroken, swap(p.file, a.text, a.second) != nil
	case "hang", "hang-hard":
		hang(a.verb == "hang-hard")
	case "crash":
		sig, ok := signals[a.text]
		if !ok {
			fmt.Fprintf(p.stderr, "ERROR: unknown signal %s\n", a.text)
			return exitUsage, true
		}
		die(sig)
	case "exit":
		return int(a.number), true
	}
	return 0, false
}

// spin computes until it has used the given processor time, however long that takes.
func spin(d time.Duration) {
	used := func() time.Duration {
		var ru syscall.Rusage
		if syscall.Getrusage(syscall.RUSAGE_SELF, &ru) != nil {
			return d
		}
		return time.Duration(ru.Utime.Nano() + ru.Stime.Nano())
	}
	for until := used() + d; used() < until; {
	}
}

// flood writes n bytes of lines, or lines until they are no longer read.
func flood(w io.Writer, n int64) {
	line := bytes.Repeat([]byte("(flood of output)\n"), 4096)
	for written := int64(0); n == 0 || written < n; written += int64(len(line)) {
		if n > 0 && n-written < int64(len(line)) {
			line = line[:n-written]
		}
		if _, err := w.Write(line); err != nil {
			return
		}
	}
}

// grow takes memory in steps, touching each page so that it becomes resident.
func (p *player) grow(n int64) {
	const step = 1 << 20
	for ; n > 0; n -= step {
		block := make([]byte, step)
		for i := 0; i < len(block); i += 4096 {
			block[i] = 1
		}
		p.held = append(p.held, block)
	}
}

// memoryVar tells a child how much memory to take.
const memoryVar = "FAKE_MEMORY"

// spawn leaves a child behind. It reports whether there is one.
func (p *player) spawn(a action) bool {
	self, err := os.Executable()
	if err != nil {
		return false
	}
	attr := os.ProcAttr{
		Files: []*os.File{nil, os.Stdout, os.Stderr},
		Sys:   &syscall.SysProcAttr{Setsid: a.verb != "orphan"},
	}
	switch a.verb {
	case "escape-bare":
		attr.Env, attr.Files = []string{}, nil
	case "escape-memory":
		attr.Env = append(os.Environ(), memoryVar+"="+strconv.FormatInt(a.number, 10))
	}
	_, err = os.StartProcess(self, []string{self, orphanArg, p.file}, &attr)
	return err == nil
}

// orphan is the life of such a child.
func orphan() {
	var p player
	if n, err := strconv.ParseInt(os.Getenv(memoryVar), 10, 64); err == nil {
		p.grow(n)
	}
	hang(true)
	runtime.KeepAlive(p)
}

// fill makes a file of n bytes. Beyond the limit on files the kernel's signal ends the process.
func fill(path string, n int64) error {
	defaultAction(syscall.SIGXFSZ)
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Truncate(n), f.Close())
}

// swap replaces the input or its folder by a link to target.
func swap(file, what, target string) error {
	if what == "folder" {
		file = filepath.Dir(file)
	}
	if err := os.Rename(file, file+".swapped"); err != nil {
		return err
	}
	return os.Symlink(target, file)
}

// orphanLife is how long a forgotten process stays, in case the code that should have killed it is broken.
const orphanLife = time.Minute

func hang(deaf bool) {
	if deaf {
		signal.Ignore()
	}
	time.Sleep(orphanLife)
	os.Exit(exitBroken)
}

// die ends the process by a signal, as a broken C++ program does. The Go runtime has its own handlers for
// most signals, so the kernel's default is restored first.
func die(sig syscall.Signal) {
	defaultAction(sig)
	_ = syscall.Kill(syscall.Getpid(), sig)
	time.Sleep(time.Second) // delivery may take a moment
	os.Exit(exitBroken)
}
