package cli_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ncruces/go-sqlite3"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/assay-smt/assay/internal/cli"
	"github.com/assay-smt/assay/internal/testing/solvertest"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"assay": func() {
		if os.Getenv(cli.ResidentVariable) != "" {
			os.Exit(cli.Serve())
		}
		os.Exit(cli.MainWithin(2 * time.Minute))
	}, "nats-test-server": natsServer})
}

// TestScript runs testdata/script/*.txtar against the program and the fake solver. In the scripts, "exits N CMD..." asks for an exit code;
// where CMD is assay, a process that has run others before runs it. "process N CMD..." does the same in a process of its own, with
// what "stdin" gave, and "interrupts FILES N CMD..." interrupts such a process once FILES (patterns) are there. The file documented.toml is the example of docs/reference/profiles.md. The condition
// [exec:z3] is for the few that want a real solver.
func TestScript(t *testing.T) {
	fake := filepath.Dir(solvertest.Binary(t))
	program, err := exec.LookPath("assay")
	if err != nil {
		t.Fatal(err)
	}
	residents := cli.NewResidents(program, "GOGC=800") // most commands leave less garbage than there is to keep
	t.Cleanup(func() {
		if err := residents.Close(); err != nil {
			t.Error(err)
		}
	})
	names, err := variables("testdata/script")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			config := filepath.Join(env.WorkDir, ".config")
			profiles := filepath.Join(config, "assay", "profiles")
			if err := os.MkdirAll(profiles, 0o755); err != nil {
				return err
			}
			profile := append(bytes.Clone(solvertest.Profile), solvertest.Probe...)
			if err := os.WriteFile(filepath.Join(profiles, "fake.toml"), profile, 0o644); err != nil {
				return err
			}
			example, err := os.ReadFile("../../docs/reference/profiles.md")
			if err != nil {
				return err
			}
			_, text, _ := strings.Cut(string(example), "```toml\n")
			text, _, _ = strings.Cut(text, "```")
			if err := os.WriteFile(filepath.Join(env.WorkDir, "documented.toml"), []byte(text), 0o644); err != nil {
				return err
			}
			bin, rest, _ := strings.Cut(env.Getenv("PATH"), string(filepath.ListSeparator))
			env.Setenv("BIN", bin)
			env.Setenv("FAKE", fake)
			env.Setenv("PATH", strings.Join([]string{bin, fake, rest}, string(filepath.ListSeparator)))
			env.Setenv("XDG_CONFIG_HOME", config)
			env.Setenv("GORACE", os.Getenv("GORACE")) // how long a process sleeps before it ends
			env.Setenv("XDG_DATA_HOME", filepath.Join(env.WorkDir, ".data"))
			env.Setenv("INSTALLED", dataHome())
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits": func(ts *testscript.TestScript, neg bool, args []string) {
				if neg || len(args) < 2 {
					ts.Fatalf("usage: exits CODE CMD [ARG...]")
				}
				if args[1] != "assay" {
					process(ts, neg, args)
					return
				}
				reside(ts, residents, names, args)
			},
			"interrupts": interrupts,
			"process":    process,
			"lines":      lines,
			"sql":        sql,
		},
		Condition:           condition,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}

// dataHome is where the user has installed solvers; scripts find it under INSTALLED, and see nothing of it unless they ask.
func dataHome() string {
	if dir := os.Getenv("XDG_DATA_HOME"); dir != "" {
		return dir
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return filepath.Join(home, ".local", "share")
}

// condition knows "traces": there is a debugger, and it may trace processes here; and "installed:NAME@VERSION": the user has that version.
func condition(name string) (bool, error) {
	if spec, ok := strings.CutPrefix(name, "installed:"); ok {
		program, version, _ := strings.Cut(spec, "@")
		_, err := os.Stat(filepath.Join(dataHome(), "assay", "solvers", program, version))
		return err == nil, nil
	}
	if name != "traces" {
		return false, fmt.Errorf("unknown condition %q", name)
	}
	out, err := exec.Command("gdb", "-nx", "-batch", "-ex", "run", "--args", "true").CombinedOutput()
	return err == nil && bytes.Contains(out, []byte("exited normally")), nil
}

// process CODE CMD... runs a command in a process of its own and compares its exit code.
func process(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: process CODE CMD [ARG...]")
	}
	checkExit(ts, args[0], ts.Exec(args[1], args[2:]...))
}

// reside runs CODE assay ARG... in a resident, with the script's working directory and those variables of its environment that have
// one of the names.
func reside(ts *testscript.TestScript, residents *cli.Residents, names, args []string) {
	c := cli.CommandLine{Args: args[2:], Dir: ts.MkAbs("."), Env: []string{"PWD=" + ts.MkAbs(".")}}
	for _, name := range names {
		if value := ts.Getenv(name); value != "" {
			c.Env = append(c.Env, name+"="+value)
		}
	}
	r, err := residents.Run(c)
	if err != nil {
		ts.Fatalf("%v", err)
	}
	fmt.Fprint(ts.Stdout(), r.Stdout)
	fmt.Fprint(ts.Stderr(), r.Stderr)
	if got := strconv.Itoa(r.Code); got != args[0] {
		ts.Fatalf("exit code %s, want %s\n[stdout]\n%s[stderr]\n%s", got, args[0], r.Stdout, r.Stderr)
	}
}

// variables lists the variables of the environment that testscript, TestScript or a script below dir sets.
func variables(dir string) ([]string, error) {
	names := []string{"WORK", "PATH", "HOME", "TMPDIR", "GOTRACEBACK", "BIN", "FAKE", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "INSTALLED"}
	files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(text)) {
			words := strings.Fields(line)
			if len(words) == 0 || words[0] != "env" {
				continue
			}
			for _, w := range words[1:] {
				if name, _, ok := strings.Cut(w, "="); ok && !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
		}
	}
	return names, nil
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

// appearTime is how long FILES may take before the command counts as hanging.
const appearTime = 5 * time.Minute

// interrupts FILES CODE CMD... starts a command, interrupts it once FILES are there, and compares its exit code. FILES are patterns separated
// by commas; PATTERN=TEXT waits for a file that holds the text. The output goes to the files stdout.txt and stderr.txt.
func interrupts(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: interrupts FILES CODE CMD [ARG...]")
	}
	missing := strings.Split(args[0], ",")
	cmd := exec.Command(filepath.Join(ts.Getenv("BIN"), args[2]), args[3:]...)
	cmd.Dir = ts.MkAbs(".")
	for _, name := range []string{"PATH", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "TMPDIR", "ROOT", "FAKE"} {
		cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	ts.Check(cmd.Start())
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	for deadline := time.Now().Add(appearTime); ; time.Sleep(5 * time.Millisecond) {
		missing = slices.DeleteFunc(missing, func(pattern string) bool {
			return isThere(ts, pattern)
		})
		if len(missing) == 0 {
			break
		}
		if time.Now().After(deadline) {
			_ = cmd.Process.Kill()
			<-done
			ts.Fatalf("%s did not appear; stderr:\n%s", strings.Join(missing, ", "), stderr.String())
		}
	}
	ts.Check(cmd.Process.Signal(syscall.SIGINT))
	err := <-done
	ts.Check(os.WriteFile(ts.MkAbs("stdout.txt"), stdout.Bytes(), 0o644))
	ts.Check(os.WriteFile(ts.MkAbs("stderr.txt"), stderr.Bytes(), 0o644))
	ts.Logf("[stdout]\n%s[stderr]\n%s", stdout.String(), stderr.String())
	checkExit(ts, args[1], err)
}

// isThere says whether a file matches PATTERN or PATTERN=TEXT.
func isThere(ts *testscript.TestScript, pattern string) bool {
	pattern, text, _ := strings.Cut(pattern, "=")
	found, _ := filepath.Glob(ts.MkAbs(pattern))
	return slices.ContainsFunc(found, func(file string) bool {
		if text == "" {
			return true
		}
		data, err := os.ReadFile(file)
		return err == nil && strings.Contains(string(data), text)
	})
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
		if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
			t.Fatal(err)
		}
		hang := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
		err = cmd.Wait()
		hang.Stop()
		if cmd.ProcessState.ExitCode() != 130 {
			t.Errorf("check %s: %v; %s", arg, err, stderr.String())
		}
		_ = w.Close()
	}
}

// Whatever ends a command, no process of a solver and no temporary folder stays behind.
func TestNothingStaysBehind(t *testing.T) {
	program, err := exec.LookPath("assay")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	profile := solvertest.WriteProfile(t, dir)
	formula := filepath.Join(dir, "f.smt2")
	if err := os.WriteFile(formula, []byte("(check-sat)\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		actions string
		signals int
		code    int
	}{
		{"escape-bare sat", 0, 0},
		{"escape-bare escape orphan hang-hard", 1, 130},
		{"escape-bare escape orphan hang-hard", 2, 130},
	} {
		temp := filepath.Join(t.TempDir(), "tmp")
		if err := os.Mkdir(temp, 0o700); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(program, "solve", "--profile", profile, "--solver", solvertest.Binary(t)+" --do='"+tt.actions+"'", formula)
		cmd.Env = append(os.Environ(), "TMPDIR="+temp)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if tt.signals > 0 {
			await(t, "orphans", time.Minute, func() bool { return len(mentioning(t, temp, "--be-an-orphan")) >= 3 })
		}
		for range tt.signals {
			_ = cmd.Process.Signal(syscall.SIGINT)
			time.Sleep(time.Millisecond) // signals that come together may be one
		}
		hang := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
		_ = cmd.Wait() // the exit code is checked below
		hang.Stop()
		if cmd.ProcessState.ExitCode() != tt.code {
			t.Errorf("%+v: exit code %d; %s", tt, cmd.ProcessState.ExitCode(), stderr.String())
		}
		noneLeft(t, temp)
		if entries, err := os.ReadDir(temp); err != nil || len(entries) > 0 {
			t.Errorf("%+v: files are left: %v, %v", tt, entries, err)
		}
	}
}

// await waits until something is the case.
func await(t *testing.T, what string, most time.Duration, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(most); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waiting for %s", what)
		}
	}
}

// noneLeft fails the test unless all processes that name a folder go away. They have been killed, so that they do as soon as the system lets them;
// one that has not been killed would stay for a minute.
func noneLeft(t *testing.T, folder string) {
	t.Helper()
	var left []string
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if left = mentioning(t, folder, ""); len(left) == 0 {
			return
		}
	}
	t.Errorf("processes are left: %q", left)
}

// mentioning lists the command lines of processes that name a folder and have a word.
func mentioning(t *testing.T, folder, word string) []string {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, f := range files {
		if text, err := os.ReadFile(f); err == nil && bytes.Contains(text, []byte(folder)) && bytes.Contains(text, []byte(word)) {
			out = append(out, string(text))
		}
	}
	return out
}

// A command whose output nobody reads any more ends, cleanly.
func TestReaderGoesAway(t *testing.T) {
	program, err := exec.LookPath("assay")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	temp := filepath.Join(dir, "tmp")
	if err := os.Mkdir(temp, 0o700); err != nil {
		t.Fatal(err)
	}
	profile := solvertest.WriteProfile(t, dir)
	cmd := exec.Command(program, "fuzz", "--json", "--profile", profile, "--solver", solvertest.Binary(t)+" --when=x2b=>unsat --do='escape-bare sat'", "--out", filepath.Join(dir, "out"))
	cmd.Env = append(os.Environ(), "TMPDIR="+temp)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 100)); err != nil {
		t.Fatal(err)
	}
	_ = out.Close()
	kill := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
	defer kill.Stop()
	_ = cmd.Wait() // the exit code is checked below
	if code := cmd.ProcessState.ExitCode(); code != 141 {
		t.Errorf("exit code %d; %s", code, stderr.String())
	}
	noneLeft(t, dir)
	if entries, err := os.ReadDir(temp); err != nil || len(entries) > 0 {
		t.Errorf("files are left: %v, %v", entries, err)
	}
}

// sql FILE STATEMENT changes a campaign's database.
func sql(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: sql FILE STATEMENT")
	}
	c, err := sqlite3.OpenFlags(ts.MkAbs(args[0]), sqlite3.OPEN_READWRITE)
	ts.Check(err)
	for rest := args[1]; strings.TrimSpace(rest) != ""; {
		var stmt *sqlite3.Stmt
		stmt, rest, err = c.Prepare(rest)
		ts.Check(err)
		for stmt.Step() {
			var row []string
			for i := range stmt.ColumnCount() {
				row = append(row, stmt.ColumnText(i))
			}
			_, err := fmt.Fprintln(ts.Stdout(), strings.Join(row, "|"))
			ts.Check(err)
		}
		ts.Check(stmt.Close())
	}
	ts.Check(c.Close())
}
