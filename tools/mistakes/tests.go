package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// A Bench builds test binaries and runs them. It is safe for concurrent use.
type Bench struct {
	Root string // of the tree, which is only read
	Work string // a folder for what is needed meanwhile
	Env  []string
}

// A Trial is how the tests of a package went.
type Trial struct {
	Failed bool
	Test   string // the test that failed first, if it is known
	How    string // fails, panics or hangs
	Output string // its end
	Wall   time.Duration
	CPU    time.Duration
}

// Built is a test binary.
type Built struct {
	Program string
	Dir     string // where its tests run
	CPU     time.Duration
}

// errBuild says that tests do not compile.
var errBuild = errors.New("does not build")

// environment is the one that mistakes are looked for in: without solvers on PATH, since a mistake must be noticed without any, with
// random tests that are the same every time, and without the variables that ask tests for more.
func environment(environ []string, path, goroot string) []string {
	var env []string
	flags := ""
	for _, setting := range environ {
		name, value, _ := strings.Cut(setting, "=")
		switch {
		case strings.HasPrefix(name, "ASSAY_"), name == "PATH", name == "RAPID_SEED", name == "GOROOT", name == "CGO_ENABLED":
		case name == "GOFLAGS":
			flags = value
		default:
			env = append(env, setting)
		}
	}
	if !strings.Contains(flags, "-trimpath") {
		flags = strings.TrimSpace(flags + " -trimpath")
	}
	return append(env, "PATH="+path, "GOROOT="+goroot, "RAPID_SEED=1", "CGO_ENABLED=0", "GOFLAGS="+flags)
}

// hideSolvers fills a folder with links to the programs on PATH, but for solvers.
func hideSolvers(path, folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for _, dir := range filepath.SplitList(path) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			continue // PATH may name folders that do not exist
		}
		for _, entry := range entries {
			if isSolver(entry.Name()) {
				continue
			}
			target, err := filepath.EvalSymlinks(filepath.Join(dir, entry.Name()))
			if err != nil {
				continue
			}
			if err := os.Symlink(target, filepath.Join(folder, entry.Name())); err != nil && !errors.Is(err, os.ErrExist) {
				return err
			}
		}
	}
	return nil
}

func isSolver(program string) bool {
	for _, name := range []string{"z3", "cvc4", "cvc5", "yices", "boolector", "bitwuzla", "mathsat", "opensmt", "smtinterpol"} {
		if strings.HasPrefix(program, name) {
			return true
		}
	}
	return false
}

// build compiles the tests of a package, with further flags for go test.
func (b *Bench) build(ctx context.Context, pkg, program string, flags ...string) (Built, error) {
	args := []string{"test", "-c", "-vet=off", "-ldflags=-s -w", "-o", program} // without symbols, which take time to link
	cmd := exec.CommandContext(ctx, "go", append(append(args, flags...), "./"+pkg)...)
	cmd.Dir, cmd.Env = b.Root, b.Env
	out, err := cmd.CombinedOutput()
	built := Built{Program: program, Dir: filepath.Join(b.Root, pkg), CPU: cpu(cmd)}
	if ctx.Err() != nil {
		return built, ctx.Err()
	}
	if err != nil {
		return built, fmt.Errorf("%s: %w: %s", pkg, errBuild, out)
	}
	return built, nil
}

// run runs a test binary, all of its tests or those that flags select, until the first one fails. Tests that take longer than the guard
// hang.
func (b *Bench) run(ctx context.Context, built Built, guard time.Duration, flags ...string) (Trial, error) {
	tmp, err := os.MkdirTemp(b.Work, "tmp-")
	if err != nil {
		return Trial{}, err
	}
	defer os.RemoveAll(tmp)
	ctx, cancel := context.WithTimeout(ctx, 2*guard+time.Minute) // the test binary ends itself, unless it cannot
	defer cancel()
	args := append([]string{"-test.v", "-test.failfast", "-test.timeout", guard.String(), "-test.paniconexit0"}, flags...)
	cmd := exec.CommandContext(ctx, built.Program, args...)
	cmd.Dir, cmd.Env = built.Dir, append(b.Env, "TMPDIR="+tmp, "PWD="+built.Dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	kill := func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.Cancel = kill
	cmd.WaitDelay = 10 * time.Second // for processes of tests that keep the output open
	watch := newWatcher()
	cmd.Stdout, cmd.Stderr = watch, watch
	start := time.Now()
	err = cmd.Run()
	if cmd.Process != nil {
		_ = kill() // what the tests have left
	}
	trial := Trial{Failed: err != nil, Output: watch.tail(), Wall: time.Since(start), CPU: cpu(cmd)}
	if errors.Is(err, exec.ErrWaitDelay) {
		trial.Failed = false
	}
	if cmd.ProcessState == nil {
		return trial, fmt.Errorf("%s: %w", built.Program, err)
	}
	if trial.Failed {
		trial.Test, trial.How = watch.verdict()
		if ctx.Err() != nil {
			trial.How = "hangs"
		}
	}
	return trial, nil
}

// output is what a test binary prints.
func (b *Bench) output(ctx context.Context, built Built, flags ...string) (string, error) {
	cmd := exec.CommandContext(ctx, built.Program, flags...)
	cmd.Dir, cmd.Env = built.Dir, b.Env
	out, err := cmd.Output()
	return string(out), err
}

func cpu(cmd *exec.Cmd) time.Duration {
	if cmd.ProcessState == nil {
		return 0
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// A watcher reads what a test binary prints with -test.v.
type watcher struct {
	write   *io.PipeWriter
	done    chan struct{}
	running string // the test that was started or continued last
	failed  string
	how     string
	last    []string
}

func newWatcher() *watcher {
	read, write := io.Pipe()
	w := &watcher{write: write, done: make(chan struct{}), how: "fails"}
	go func() {
		defer close(w.done)
		lines := bufio.NewReader(read)
		for {
			line, err := lines.ReadString('\n')
			w.line(strings.TrimRight(line, "\n"))
			if err != nil {
				return
			}
		}
	}()
	return w
}

// Write is io.Writer's.
func (w *watcher) Write(p []byte) (int, error) { return w.write.Write(bytes.Clone(p)) }

func (w *watcher) line(line string) {
	const lines = 40
	if len(w.last) == lines {
		w.last = append(w.last[:0], w.last[1:]...)
	}
	w.last = append(w.last, line[:min(len(line), 1000)])
	for _, prefix := range []string{"=== RUN ", "=== CONT ", "=== NAME "} {
		if test, ok := strings.CutPrefix(line, prefix); ok {
			w.running = strings.TrimSpace(test)
		}
	}
	if test, ok := strings.CutPrefix(line, "--- FAIL: "); ok && w.failed == "" {
		w.failed, _, _ = strings.Cut(test, " ")
	}
	switch {
	case strings.HasPrefix(line, "panic: test timed out after"):
		w.how = "hangs"
	case strings.HasPrefix(line, "panic: "), strings.HasPrefix(line, "fatal error: "):
		if w.how == "fails" {
			w.how = "panics"
		}
	}
}

// close waits until everything is read.
func (w *watcher) close() {
	_ = w.write.Close()
	<-w.done
}

func (w *watcher) verdict() (test, how string) {
	w.close()
	test = w.failed
	if test == "" {
		test = w.running
	}
	test, _, _ = strings.Cut(test, "/")
	return test, w.how
}

func (w *watcher) tail() string {
	w.close()
	return strings.Join(w.last, "\n")
}
