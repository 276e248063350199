package cli_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/assay-smt/assay/internal/solver/sandbox"
	"github.com/assay-smt/assay/internal/testing/solvertest"
)

// patience is how long something may take on a machine that does other things; nothing is measured by it.
const patience = 5 * time.Minute

// A pty is a terminal with a command on it.
type pty struct {
	t      *testing.T
	cmd    *exec.Cmd
	master *os.File
	slave  *os.File
	before unix.Termios

	columns, lines uint16

	mu   sync.Mutex
	text bytes.Buffer // what the command wrote
	read chan struct{}
}

// startPty runs a command in a session of its own on a new terminal. It is killed after twice the patience.
func startPty(t *testing.T, columns, lines uint16, cmd *exec.Cmd) *pty {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no terminals here: %v", err)
	}
	fd := int(master.Fd())
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err != nil {
		t.Skipf("no terminals here: %v", err)
	}
	slave, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no terminals here: %v", err)
	}
	p := &pty{t: t, cmd: cmd, master: master, slave: slave, read: make(chan struct{})}
	p.resize(columns, lines)
	was, err := unix.IoctlGetTermios(int(slave.Fd()), unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	p.before = *was
	cmd.Stdin, cmd.Stdout, cmd.Stderr = slave, slave, slave
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := sandbox.StartSpared(cmd); err != nil {
		t.Fatal(err)
	}
	hang := time.AfterFunc(patience*2, func() { _ = cmd.Process.Kill() })
	go func() {
		defer close(p.read)
		buffer := make([]byte, 1<<16)
		for {
			n, err := master.Read(buffer)
			p.mu.Lock()
			p.text.Write(buffer[:n])
			p.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	t.Cleanup(func() {
		hang.Stop()
		_ = cmd.Process.Kill()
		_, _ = cmd.Process.Wait()
		_ = slave.Close()
		<-p.read
		_ = master.Close()
	})
	return p
}

// resize changes the size of the terminal, and tells whoever is on it.
func (p *pty) resize(columns, lines uint16) {
	p.t.Helper()
	p.columns, p.lines = columns, lines
	if err := unix.IoctlSetWinsize(int(p.master.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: lines, Col: columns}); err != nil {
		p.t.Fatal(err)
	}
}

func (p *pty) press(keys string) {
	p.t.Helper()
	if _, err := p.master.WriteString(keys); err != nil {
		p.t.Fatal(err)
	}
}

func (p *pty) said() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text.String()
}

// mark is how much was said so far: what is waited for comes later.
func (p *pty) mark() int { return len(p.said()) }

func (p *pty) await(word string, from int) {
	p.t.Helper()
	for deadline := time.Now().Add(patience); !strings.Contains(p.said()[from:], word); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) || p.gone() {
			p.t.Fatalf("%q does not come from %s, which said\n%q", word, strings.ToValidUTF8(p.cmd.String(), ""), p.said())
		}
	}
}

// see waits until the screen has a word. The terminal is sent what changes, which may be half a word where the screen had the other half by chance; with
// another size, it is sent everything.
func (p *pty) see(word string) {
	p.t.Helper()
	columns, lines := p.columns, p.lines
	defer func() { p.resize(columns, lines) }()
	for deadline := time.Now().Add(patience); ; {
		from := p.mark()
		p.resize(2*columns+1-p.columns, lines)
		for next := time.Now().Add(time.Second); time.Now().Before(next); time.Sleep(5 * time.Millisecond) {
			if strings.Contains(p.said()[from:], word) {
				return
			}
		}
		if time.Now().After(deadline) || p.gone() {
			p.t.Fatalf("%q is not on the screen of %s, which said\n%q", word, strings.ToValidUTF8(p.cmd.String(), ""), p.said())
		}
	}
}

// gone reports whether the command has ended, without taking its exit status from wait.
func (p *pty) gone() bool {
	if p.cmd.ProcessState != nil {
		return false // the test knows
	}
	var info unix.Siginfo
	err := unix.Waitid(unix.P_PID, p.cmd.Process.Pid, &info, unix.WEXITED|unix.WNOHANG|unix.WNOWAIT, nil)
	return err != nil || info.Signo != 0
}

// wait waits for the end of the command, and returns its exit code and what it said after it gave the terminal back. The terminal must be as it was.
func (p *pty) wait() (code int, after string) {
	p.t.Helper()
	_ = p.cmd.Wait() // the exit code says the same
	now, err := unix.IoctlGetTermios(int(p.slave.Fd()), unix.TCGETS)
	if err != nil {
		p.t.Fatal(err)
	}
	if *now != p.before {
		p.t.Errorf("the terminal is left as %+v, and was %+v", *now, p.before)
	}
	const end = "the test has read everything\n"
	if _, err := p.slave.WriteString(end); err != nil { // the last thing on the terminal
		p.t.Fatal(err)
	}
	p.await(strings.TrimSuffix(end, "\n"), 0)
	said := p.said()
	if i := strings.LastIndex(said, leaveScreen); i >= 0 {
		after = said[i+len(leaveScreen):]
	}
	return p.cmd.ProcessState.ExitCode(), after
}

// What turns the screen of programs on and off.
const (
	enterScreen = "\x1b[?1049h"
	leaveScreen = "\x1b[?1049l"
)

// hostile is what the solver says when it refuses a script: it sets the title of the terminal.
const hostile = "\x1b]0;owned"

// onTerminal is a campaign that finds crashes and is refused, without an end of its own.
func onTerminal(t *testing.T, dir string, flags ...string) *exec.Cmd {
	t.Helper()
	program, err := exec.LookPath("assay")
	if err != nil {
		t.Fatal(err)
	}
	seed := filepath.Join(dir, "seed.smt2")
	if err := os.WriteFile(seed, []byte("(set-logic QF_LIA)\n(declare-const x Int)\n(declare-const y Int)\n(assert (and (<= x 3) (< y x) (= (+ x y) 7)))\n(check-sat)\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	solver := solvertest.Binary(t) + ` --when='[(]> =>out "(error \x22unknown \x1b]0;owned\x07\x1b[2J\x22)\n"' --when='[(]>= =>crash SEGV' --answer=unknown`
	args := []string{"fuzz", "--profile", solvertest.WriteProfile(t, dir), "--solver", solver, "--engine", "opfuzz", "--sessions", "process", "--jobs", "1", "--known", "none", "--out", filepath.Join(dir, "out")}
	cmd := exec.Command(program, append(append(args, flags...), seed)...)
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "COLORTERM=", "NO_COLOR=1")
	return cmd
}

// colors are the codes that change colors.
var colors = regexp.MustCompile("\x1b\\[(?:[0-9;]*;)?[349][0-7](?:;[0-9;]*)?m")

// A campaign on a terminal takes keys and sizes, ends cleanly with its screen, and leaves the terminal as it was. What solvers say does not reach it.
func TestLiveView(t *testing.T) {
	for name, end := range map[string]func(p *pty){
		"q":      func(p *pty) { p.press("q") },
		"ctrl-c": func(p *pty) { p.press("\x03") },
		"signal": func(p *pty) { _ = p.cmd.Process.Signal(syscall.SIGTERM) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			p := startPty(t, 100, 30, onTerminal(t, dir))
			// The terminal is sent what changes, so a title that grows is nowhere in one piece: what screens look like is tested in ui/view.
			p.await(enterScreen, 0)
			p.see("crash") // it is on the screen later than on disk, and the key for its details does nothing before
			p.press("s")
			p.see("refuses most often with")
			p.press("\r") // the finding's details
			p.see("assay replay")
			p.resize(60, 20)
			p.see("esc back")
			p.press("o")
			p.see("CPU")
			p.press("p")
			p.see("PAUSED")
			end(p)
			code, after := p.wait()
			if code != 10 || !strings.Contains(after, "FOUND ") || !strings.Contains(after, "NEXT ") || strings.Contains(after, "\x1b[2J") {
				t.Errorf("exit code %d after\n%q", code, after)
			}
			said := p.said()
			if strings.Count(said, enterScreen) != 1 || strings.Contains(said, hostile) || strings.Contains(said, "owned\a") {
				t.Errorf("the terminal got %q", said)
			}
			if color := colors.FindString(said); color != "" {
				t.Errorf("the terminal got %q, and NO_COLOR is set", color)
			}
			if _, err := os.Stat(filepath.Join(dir, "out", "live.json")); !os.IsNotExist(err) {
				t.Errorf("live.json is left: %v", err)
			}
		})
	}
}

// With --plain, a terminal gets lines and nothing else; so does one to which the campaign does not belong, such as that of a shell behind which it runs.
func TestPlainTerminal(t *testing.T) {
	dir := t.TempDir()
	p := startPty(t, 100, 30, onTerminal(t, dir, "--plain", "--mutants", "30"))
	if code, _ := p.wait(); code != 10 {
		t.Errorf("exit code %d", code)
	}
	if said := p.said(); strings.Contains(said, "\x1b") || !strings.Contains(said, "\r\nNEXT ") {
		t.Errorf("the terminal got %q", said)
	}
}

// assay top shows another process's campaign, leaves it running, and shows how it ended.
func TestTop(t *testing.T) {
	dir := t.TempDir()
	campaign := onTerminal(t, dir)
	if err := campaign.Start(); err != nil {
		t.Fatal(err)
	}
	hang := time.AfterFunc(patience*2, func() { _ = campaign.Process.Kill() })
	defer hang.Stop()
	defer func() { _ = campaign.Process.Kill() }()
	out := filepath.Join(dir, "out")
	await(t, "a state with a finding", patience, func() bool {
		text, err := os.ReadFile(filepath.Join(out, "live.json"))
		return err == nil && bytes.Contains(text, []byte(`"class":"crash"`))
	})
	top := func() *pty {
		cmd := exec.Command(campaign.Path, "top", out)
		cmd.Env = campaign.Env
		return startPty(t, 80, 24, cmd)
	}
	p := top()
	p.see("q leave")
	p.press("q")
	if code, _ := p.wait(); code != 0 {
		t.Errorf("exit code %d; %q", code, p.said())
	}
	p = top()
	p.see("q leave")
	_ = campaign.Process.Signal(syscall.SIGINT)
	if _ = campaign.Wait(); campaign.ProcessState.ExitCode() != 10 {
		t.Errorf("the campaign ended with %d", campaign.ProcessState.ExitCode())
	}
	code, after := p.wait()
	if code != 0 || !strings.Contains(after, "interrupted") || !strings.Contains(after, "FOUND ") || strings.Contains(p.said(), hostile) {
		t.Errorf("exit code %d; %q", code, p.said())
	}
}
