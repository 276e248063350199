package cli_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/assay-smt/assay/internal/cli"
	"github.com/assay-smt/assay/internal/solver/solvertest"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"assay": func() { os.Exit(cli.Main()) }})
}

// probe lets the doctor find the fake solver in good health.
const probe = `
[probe]
script = "; fake: sat\n(check-sat)"
answer = "sat"
`

// TestScript runs testdata/script/*.txtar against the real program and the fake solver. In the scripts, "exits N
// CMD..." asks for an exit code, and "interrupts FILE N CMD..." interrupts CMD once
// FILE (a pattern) is there. The condition
// [exec:z3] is for the few that want a real solver.
func TestScript(t *testing.T) {
	fake := filepath.Dir(solvertest.Binary(t))
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			config := filepath.Join(env.WorkDir, ".config")
			profiles := filepath.Join(config, "assay", "profiles")
			if err := os.MkdirAll(profiles, 0o755); err != nil {
				return err
			}
			profile := append(bytes.Clone(solvertest.Profile), probe...)
			if err := os.WriteFile(filepath.Join(profiles, "fake.toml"), profile, 0o644); err != nil {
				return err
			}
			bin, rest, _ := strings.Cut(env.Getenv("PATH"), string(filepath.ListSeparator))
			env.Setenv("BIN", bin)
			env.Setenv("FAKE", fake)
			env.Setenv("PATH", strings.Join([]string{bin, fake, rest}, string(filepath.ListSeparator)))
			env.Setenv("XDG_CONFIG_HOME", config)
			env.Setenv("XDG_DATA_HOME", filepath.Join(env.WorkDir, ".data"))
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits":      exits,
			"interrupts": interrupts,
			"lines":      lines,
		},
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}

// exits CODE CMD... runs a command and compares its exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE CMD [ARG...]")
	}
	checkExit(ts, args[0], ts.Exec(args[1], args[2:]...))
}

func checkExit(ts *testscript.TestScript, want string, err error) {
	code := 0
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		code = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if strconv.Itoa(code) != want {
		ts.Fatalf("exit code %d, want %s", code, want)
	}
}

// interrupts FILE CODE CMD... starts a command, interrupts it once FILE, a pattern, is there, and compares its exit code. Its
// output goes to the files stdout.txt and stderr.txt.
func interrupts(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: interrupts FILE CODE CMD [ARG...]")
	}
	file := ts.MkAbs(args[0])
	cmd := exec.Command(filepath.Join(ts.Getenv("BIN"), args[2]), args[3:]...)
	cmd.Dir = ts.MkAbs(".")
	for _, name := range []string{"PATH", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "TMPDIR"} {
		cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	ts.Check(cmd.Start())
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		if found, _ := filepath.Glob(file); len(found) > 0 {
			break
		}
		if time.Now().After(deadline) {
			_ = cmd.Process.Kill()
			<-done
			ts.Fatalf("%s did not appear; stderr:\n%s", args[0], stderr.String())
		}
	}
	ts.Check(cmd.Process.Signal(syscall.SIGINT))
	err := <-done
	ts.Check(os.WriteFile(ts.MkAbs("stdout.txt"), stdout.Bytes(), 0o644))
	ts.Check(os.WriteFile(ts.MkAbs("stderr.txt"), stderr.Bytes(), 0o644))
	ts.Logf("[stdout]\n%s[stderr]\n%s", stdout.String(), stderr.String())
	checkExit(ts, args[1], err)
}

// lines N FILE compares a file's number of lines; FILE can be stdout or stderr.
func lines(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: lines N FILE")
	}
	if got := strconv.Itoa(strings.Count(ts.ReadFile(args[1]), "\n")); got != args[0] {
		ts.Fatalf("%s has %s lines, want %s", args[1], got, args[0])
	}
}

// The first signal ends a command that reads from a pipe: a named one or standard input.
func TestInterruptWhileReading(t *testing.T) {
	program, err := exec.LookPath("assay")
	if err != nil {
		t.Fatal(err)
	}
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, arg := range []string{fifo, "-"} {
		cmd := exec.Command(program, "check", arg)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		cmd.Stdin = r
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		_ = r.Close()
		if arg == fifo {
			// Opening it waits for the command to open it.
			if w, err = os.OpenFile(fifo, os.O_WRONLY, 0); err != nil {
				t.Fatal(err)
			}
		}
		// More than a pipe holds: the command reads when this is written.
		if _, err := w.Write(bytes.Repeat([]byte(" "), 1<<20)); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
			t.Fatal(err)
		}
		err = cmd.Wait()
		if took := time.Since(began); cmd.ProcessState.ExitCode() != 130 || took > time.Second {
			t.Errorf("check %s: %v after %v; %s", arg, err, took, stderr.String())
		}
		_ = w.Close()
	}
}
