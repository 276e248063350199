package sandbox_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/solver/sandbox"
	"github.com/assay-smt/assay/internal/testing/solvertest"
)

// longEnough is a deadline that only a defective sandbox reaches.
const longEnough = time.Minute

// timedOut runs a command that never ends by itself until its time is over, with more and more time until it has got as far as begun says: how
// long that takes depends on the machine.
func timedOut(t *testing.T, c sandbox.Command, begun func(sandbox.Result) bool) sandbox.Result {
	t.Helper()
	for c.Timeout = 50 * time.Millisecond; ; c.Timeout *= 2 {
		if res := run(t, c); res.Reason != sandbox.TimedOut || begun(res) || c.Timeout > longEnough {
			return res
		}
	}
}

// hasPrinted is for timedOut.
func hasPrinted(res sandbox.Result) bool { return len(res.Stdout) > 0 }

// fake is a command that makes the fake solver perform some actions.
func fake(t testing.TB, actions string) sandbox.Command {
	t.Helper()
	input := filepath.Join(t.TempDir(), "input")
	if err := os.WriteFile(input, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	return sandbox.Command{
		Argv:    []string{solvertest.Binary(t), "--do=" + actions, input},
		Timeout: longEnough,
	}
}

func run(t *testing.T, c sandbox.Command) sandbox.Result {
	t.Helper()
	res, err := sandbox.Run(t.Context(), c)
	if err != nil {
		t.Fatalf("Run: %v", err)
	}
	return res
}

// outcome is the part of a Result that a test compares.
type outcome struct {
	Reason sandbox.Reason
	Code   int
	Signal syscall.Signal
	Stdout string
	Stderr string
}

func outcomeOf(r sandbox.Result) outcome {
	return outcome{r.Reason, r.ExitCode, r.Signal, string(r.Stdout), string(r.Stderr)}
}

func TestRunReason(t *testing.T) {
	exited := func(code int, out, err string) outcome {
		return outcome{Reason: sandbox.Exited, Code: code, Stdout: out, Stderr: err}
	}
	signaled := func(s syscall.Signal, out string) outcome {
		return outcome{Reason: sandbox.Signaled, Code: -1, Signal: s, Stdout: out}
	}
	for _, tt := range []struct {
		actions string
		want    outcome
	}{
		{`exit 0`, exited(0, "", "")},
		{`sat exit 10`, exited(10, "sat\n", "")},
		{`out "a" err "b" exit 255`, exited(255, "a", "b")},
		{`sat crash SEGV`, signaled(syscall.SIGSEGV, "sat\n")},
		{`crash ABRT`, signaled(syscall.SIGABRT, "")},
		{`crash ILL`, signaled(syscall.SIGILL, "")},
		{`crash FPE`, signaled(syscall.SIGFPE, "")},
		{`crash BUS`, signaled(syscall.SIGBUS, "")},
		{`out "uns" crash KILL`, signaled(syscall.SIGKILL, "uns")},
		{`crash TERM`, signaled(syscall.SIGTERM, "")},
		{`trickle 1 "unsat\n" exit 3`, exited(3, "unsat\n", "")},
		{`binary`, exited(0, "\xff\xfe\x00\x80sat\x00\n\xc3\x28\n", "")},
	} {
		t.Run(tt.actions, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, outcomeOf(run(t, fake(t, tt.actions)))); diff != "" {
				t.Errorf("outcome (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRunTimeoutKeepsOutput(t *testing.T) {
	for _, actions := range []string{`sat hang`, `sat hang-hard`, `orphan sat hang-hard`, `escape sat hang`} {
		t.Run(actions, func(t *testing.T) {
			t.Parallel()
			c := fake(t, actions)
			t.Cleanup(func() { killEscaped(t, c) })
			want := outcome{Reason: sandbox.TimedOut, Code: -1, Stdout: "sat\n"}
			if diff := cmp.Diff(want, outcomeOf(timedOut(t, c, hasPrinted))); diff != "" {
				t.Errorf("outcome (-want +got):\n%s", diff)
			}
			awaitNoProcess(t, orphanOf(c))
		})
	}
}

func TestRunCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := fake(t, `fill 1 hang-hard`)
	go func() {
		defer cancel()
		await(t, "the process begins", func() bool {
			_, err := os.Stat(c.Argv[2] + ".filled")
			return err == nil
		})
	}()
	res, err := sandbox.Run(ctx, c)
	if err != nil {
		t.Fatal(err)
	}
	if res.Reason != sandbox.Canceled {
		t.Errorf("reason %v, want %v", res.Reason, sandbox.Canceled)
	}
	res, err = sandbox.Run(ctx, sandbox.Command{Argv: []string{"/no/such/program"}})
	if err != nil || res.Reason != sandbox.Canceled {
		t.Errorf("with a dead context: %v, %v; the program must not even be looked for", res.Reason, err)
	}
}

// A child that outlives its parent is killed, whether it stays in the group, leaves it, or also hides its mark, and whether it
// holds the streams or not. The run still ends.
func TestRunGrandchildren(t *testing.T) {
	for _, actions := range []string{
		`sat orphan exit 0`, `sat escape exit 0`, `sat escape-bare exit 0`, `sat escape escape-bare orphan escape exit 0`,
	} {
		t.Run(actions, func(t *testing.T) {
			c := fake(t, actions)
			t.Cleanup(func() { killEscaped(t, c) })
			res := run(t, c)
			want := outcome{Reason: sandbox.Exited, Stdout: "sat\n"}
			if diff := cmp.Diff(want, outcomeOf(res)); diff != "" {
				t.Errorf("outcome (-want +got):\n%s", diff)
			}
			awaitNoProcess(t, orphanOf(c))
		})
	}
}

// A sweep does not touch runs under way.
func TestSweepSparesOtherRuns(t *testing.T) {
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 3 {
				if res := run(t, fake(t, `escape sleep 300 sat exit 7`)); res.Reason != sandbox.Exited || res.ExitCode != 7 {
					t.Errorf("%v", outcomeOf(res))
				}
			}
		})
		wg.Go(func() {
			for range 40 {
				if res := run(t, sandbox.Command{Argv: []string{"true"}, Timeout: longEnough}); res.Reason != sandbox.Exited || res.ExitCode != 0 {
					t.Errorf("%v", outcomeOf(res))
				}
			}
		})
	}
	wg.Wait()
}

// shutdownInput names the input of a run that another process of this test has to end by Shutdown.
const shutdownInput = "ASSAY_TEST_SHUTDOWN"

// Shutdown ends runs under way, with strays of all kinds, and lets no run begin.
func TestShutdown(t *testing.T) {
	c := fake(t, `escape escape-bare orphan hang-hard`)
	t.Cleanup(func() { killEscaped(t, c) })
	cmd := exec.Command(os.Args[0], "-test.run=TestShutdownHelper$")
	cmd.Env = append(os.Environ(), shutdownInput+"="+c.Argv[2])
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if left := processes(t, orphanOf(c)); len(left) > 0 {
		t.Errorf("processes %v are left", left)
	}
}

// shutdownTook stands before the nanoseconds that the helper's Shutdown took.
const shutdownTook = "shutdown took "

// BenchmarkShutdown ends a run with strays of all kinds; ms/shutdown leaves out the process that it ends in.
func BenchmarkShutdown(b *testing.B) {
	var total time.Duration
	for b.Loop() {
		c := fake(b, `escape escape-bare orphan hang-hard`)
		cmd := exec.Command(os.Args[0], "-test.run=TestShutdownHelper$")
		cmd.Env = append(os.Environ(), shutdownInput+"="+c.Argv[2])
		out, err := cmd.CombinedOutput()
		if err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
		_, rest, _ := strings.Cut(string(out), shutdownTook)
		line, _, _ := strings.Cut(rest, "\n")
		took, err := strconv.Atoi(line)
		if err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
		total += time.Duration(took)
	}
	b.ReportMetric(float64(total.Milliseconds())/float64(b.N), "ms/shutdown")
}

func TestShutdownHelper(t *testing.T) {
	input := os.Getenv(shutdownInput)
	if input == "" {
		t.Skip("is run by TestShutdown")
	}
	// Without a time limit, nothing but Shutdown ends the run.
	c := sandbox.Command{Argv: []string{solvertest.Binary(t), "--do=escape escape-bare orphan hang-hard", input}}
	sandbox.BePatient()
	done := make(chan sandbox.Result)
	go func() {
		res, _ := sandbox.Run(context.Background(), c)
		done <- res
	}()
	await(t, "the run begins", func() bool { return len(processes(t, orphanOf(c))) == 3 })
	began := time.Now()
	sandbox.Shutdown()
	fmt.Printf("%s%d\n", shutdownTook, time.Since(began))
	if left := processes(t, orphanOf(c)); len(left) > 0 {
		t.Errorf("processes %v are left", left)
	}
	if res := <-done; res.Reason != sandbox.Canceled && res.Reason != sandbox.Signaled {
		t.Errorf("the run ends with %v", res.Reason)
	}
	if res, err := sandbox.Run(t.Context(), c); err != nil || res.Reason != sandbox.Canceled {
		t.Errorf("a run after it: %v, %v", res.Reason, err)
	}
}

// A child of this process in a group of its own is a stray, unless StartSpared has started it; then its end is left for the caller to see,
// however many sweeps there are before that.
func TestStartSpared(t *testing.T) {
	cmd := exec.Command("sleep", "600")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := sandbox.StartSpared(cmd); err != nil {
		t.Fatal(err)
	}
	sweep := func() {
		c := fake(t, `escape-bare sat exit 0`)
		run(t, c)
		awaitNoProcess(t, orphanOf(c))
	}
	sweep()
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Errorf("after a sweep: %v", err)
	}
	sweep()
	sweep()
	if err := cmd.Wait(); cmd.ProcessState == nil || cmd.ProcessState.String() != "signal: terminated" {
		t.Errorf("the child: %v, %v", cmd.ProcessState, err)
	}
	if err := sandbox.StartSpared(exec.Command("/dev/null/none")); err == nil {
		t.Error("a program that there is not has been started")
	}
}

// foreignPID names a child that a process of this test has from its shell.
const foreignPID = "ASSAY_TEST_FOREIGN"

// A process that was started by exec from a shell may have children of that shell, which it must not end.
func TestForeignChildrenStay(t *testing.T) {
	if os.Getenv(foreignPID) != "" {
		pid, err := strconv.Atoi(os.Getenv(foreignPID))
		if err != nil {
			t.Fatal(err)
		}
		sandbox.BePatient()
		c := fake(t, `escape sat`)
		run(t, c)
		sandbox.Shutdown()
		if left := processes(t, orphanOf(c)); len(left) > 0 {
			t.Errorf("processes %v are left", left)
		}
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			t.Errorf("the shell's child is gone: %v", err)
		}
		var status syscall.WaitStatus
		if _, err := syscall.Wait4(pid, &status, 0, nil); err != nil || status.Signal() != syscall.SIGKILL {
			t.Errorf("the shell's child: %v, %v", status, err)
		}
		return
	}
	cmd := exec.Command("sh", "-c", `setsid sleep 600 & `+foreignPID+`=$! exec "$0" -test.run=TestForeignChildrenStay$`, os.Args[0])
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// A process that writes endlessly to a file is stopped, once it is limited: that is done from outside, when it already runs.
func TestRunFileLimit(t *testing.T) {
	for actions, want := range map[string]outcome{
		`await-limit fill 268435456 sat`: {Reason: sandbox.Exited, Stdout: "sat\n"},
		`await-limit fill 268435457 sat`: {Reason: sandbox.Signaled, Code: -1, Signal: syscall.SIGXFSZ},
	} {
		if diff := cmp.Diff(want, outcomeOf(run(t, fake(t, actions)))); diff != "" {
			t.Errorf("%s: outcome (-want +got):\n%s", actions, diff)
		}
	}
}

// A stray's memory counts towards its run.
func TestRunMemoryOfStrays(t *testing.T) {
	c := fake(t, `sat escape-memory 300000000 hang`)
	c.Memory = 100 << 20
	if res := run(t, c); res.Reason != sandbox.OutOfMemory || res.SampledRSS <= c.Memory {
		t.Errorf("%v at %d bytes", res.Reason, res.SampledRSS)
	}
}

// orphanOf is the command line of the children that a fake solver leaves behind.
func orphanOf(c sandbox.Command) string {
	return c.Argv[0] + "\x00--be-an-orphan\x00" + c.Argv[len(c.Argv)-1] + "\x00"
}

// processes lists the live processes with a command line.
func processes(t *testing.T, cmdline string) []int {
	t.Helper()
	found, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	var pids []int
	for _, path := range found {
		if text, err := os.ReadFile(path); err == nil && string(text) == cmdline {
			if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path))); err == nil {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}

// killEscaped ends the children that a defective sandbox leaves behind.
func killEscaped(t *testing.T, c sandbox.Command) {
	t.Helper()
	for _, pid := range processes(t, orphanOf(c)) {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
	awaitNoProcess(t, orphanOf(c))
}

func awaitNoProcess(t *testing.T, cmdline string) {
	t.Helper()
	await(t, "no process of the group is left", func() bool { return len(processes(t, cmdline)) == 0 })
}

// await waits until something has happened.
func await(t *testing.T, what string, happened func() bool) {
	t.Helper()
	for deadline := time.Now().Add(longEnough); !happened(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Errorf("in %v it does not happen that %s", longEnough, what)
			return
		}
	}
}

func TestRunOutputIsBounded(t *testing.T) {
	const flood = 40 << 20
	for _, tt := range []struct {
		actions    string
		max        int64
		out, err   int64
		keptSample string
	}{
		{`flood 41943040`, 1 << 10, flood, 0, "(flood of output)\n(fl"},
		{`flood-err 41943040`, 0, 0, flood, ""},
		{`out "12345"`, 5, 5, 0, "12345"},
		{`out "123456"`, 5, 6, 0, "12345"},
		{`flood 1000 flood-err 5000`, 700, 1000, 5000, "(flood"},
	} {
		t.Run(tt.actions, func(t *testing.T) {
			c := fake(t, tt.actions)
			c.MaxOutput = tt.max
			res := run(t, c)
			if got := int64(len(res.Stdout)) + res.StdoutDropped; got != tt.out {
				t.Errorf("stdout: kept and dropped %d bytes, want %d", got, tt.out)
			}
			if got := int64(len(res.Stderr)) + res.StderrDropped; got != tt.err {
				t.Errorf("stderr: kept and dropped %d bytes, want %d", got, tt.err)
			}
			limit := tt.max
			if limit == 0 {
				limit = sandbox.DefaultMaxOutput
			}
			if int64(cap(res.Stdout)) > limit || int64(cap(res.Stderr)) > limit {
				t.Errorf("kept %d and %d bytes, want at most %d", cap(res.Stdout), cap(res.Stderr), limit)
			}
			if !bytes.HasPrefix(res.Stdout, []byte(tt.keptSample)) {
				t.Errorf("stdout begins with %.30q, want %q", res.Stdout, tt.keptSample)
			}
		})
	}
}

func TestRunEndlessFloodIsStopped(t *testing.T) {
	c := fake(t, `flood 0`)
	c.MaxOutput = 1000
	res := timedOut(t, c, func(res sandbox.Result) bool { return res.StdoutDropped > 0 })
	if res.Reason != sandbox.TimedOut || len(res.Stdout) != 1000 || res.StdoutDropped == 0 {
		t.Errorf("%v with %d bytes kept and %d dropped", res.Reason, len(res.Stdout), res.StdoutDropped)
	}
}

func TestRunMemoryLimit(t *testing.T) {
	c := fake(t, `sat memory 300000000 hang`)
	c.Memory = 100 << 20
	res := run(t, c)
	if res.Reason != sandbox.OutOfMemory || res.SampledRSS <= c.Memory {
		t.Errorf("%v at %d bytes, want %v above %d", res.Reason, res.SampledRSS, sandbox.OutOfMemory, c.Memory)
	}
	c = fake(t, `memory 50000000 sat`)
	c.Memory = 1 << 30
	if res = run(t, c); res.Reason != sandbox.Exited || string(res.Stdout) != "sat\n" {
		t.Errorf("well below the limit: %v", outcomeOf(res))
	}
}

func TestRunStdin(t *testing.T) {
	input := strings.Repeat("0123456789abcdef", 1<<16) // far more than a pipe holds
	for _, tt := range []struct {
		name string
		argv []string
		want string
	}{
		{"read", []string{"cat"}, input},
		{"ignored", []string{"true"}, ""},
		{"half", []string{"head", "-c", "16"}, "0123456789abcdef"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			res := run(t, sandbox.Command{Argv: tt.argv, Stdin: []byte(input), Timeout: longEnough})
			if res.Reason != sandbox.Exited || string(res.Stdout) != tt.want {
				t.Errorf("%v, %d bytes", res.Reason, len(res.Stdout))
			}
		})
	}
	if res := run(t, sandbox.Command{Argv: []string{"cat"}, Timeout: longEnough}); len(res.Stdout) != 0 || res.Reason != sandbox.Exited {
		t.Errorf("without input: %v %q", res.Reason, res.Stdout)
	}
}

// Nobody reads the input, and a process outside the group keeps the pipe open.
func TestRunStdinNeverRead(t *testing.T) {
	c := fake(t, `sat hang-hard`)
	c.Stdin = make([]byte, 1<<20)
	if res := timedOut(t, c, hasPrinted); res.Reason != sandbox.TimedOut {
		t.Errorf("reason %v", res.Reason)
	}
}

func TestRunDirAndEnv(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "here"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	res := run(t, sandbox.Command{Argv: []string{"ls"}, Dir: dir, Timeout: longEnough})
	if got := string(res.Stdout); got != "here\n" {
		t.Errorf("ls in the working directory: %q", got)
	}
	caller := t.TempDir()
	if err := os.WriteFile(filepath.Join(caller, "tool"), []byte("#!/bin/sh\nls\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Chdir(caller)
	res = run(t, sandbox.Command{Argv: []string{"./tool"}, Dir: dir, Timeout: longEnough})
	if got := string(res.Stdout); got != "here\n" {
		t.Errorf("a program with a relative path in the working directory: %q", got)
	}
	res = run(t, sandbox.Command{Argv: []string{"env"}, Env: []string{"ONLY=this"}, Timeout: longEnough})
	if ok, _ := regexp.Match(`^ONLY=this\nASSAY_RUN=[0-9]{10}-[0-9]{20}\n$`, res.Stdout); !ok {
		t.Errorf("environment: %q", res.Stdout)
	}
}

func TestRunStartFailure(t *testing.T) {
	script := filepath.Join(t.TempDir(), "not-executable")
	if err := os.WriteFile(script, []byte("sat"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name string
		argv []string
		want error
	}{
		{"nothing", nil, sandbox.ErrNoCommand},
		{"empty", []string{""}, sandbox.ErrNoCommand},
		{"missing", []string{"/no/such/program"}, os.ErrNotExist},
		{"forbidden", []string{script}, os.ErrPermission},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := sandbox.Run(t.Context(), sandbox.Command{Argv: tt.argv}); !errors.Is(err, tt.want) {
				t.Errorf("error %v, want %v", err, tt.want)
			}
		})
	}

	var start *sandbox.StartError
	_, err := sandbox.Run(t.Context(), sandbox.Command{Argv: []string{"/no/such/program"}})
	if !errors.As(err, &start) || start.Program != "/no/such/program" {
		t.Errorf("error %#v, want a StartError that names the program", err)
	}
}

func TestRunUsage(t *testing.T) {
	res := run(t, fake(t, `spin 60 sleep 80 memory 30000000`))
	if res.CPU < 60*time.Millisecond {
		t.Errorf("cpu %v, but 60 ms were used", res.CPU)
	}
	if res.Wall < 80*time.Millisecond {
		t.Errorf("wall %v, but 80 ms were slept", res.Wall)
	}
	if res.MaxRSS < 30000000 {
		t.Errorf("resident %d, but 30 MB were touched", res.MaxRSS)
	}
}

func TestRunConcurrently(t *testing.T) {
	var wg sync.WaitGroup
	for i := range 24 {
		wg.Go(func() {
			word := strings.Repeat("x", i+1)
			c := fake(t, `out "`+word+`" exit `+strconv.Itoa(i))
			res, err := sandbox.Run(t.Context(), c)
			if err != nil || string(res.Stdout) != word || res.ExitCode != i {
				t.Errorf("run %d: %v, %v", i, outcomeOf(res), err)
			}
		})
	}
	wg.Wait()
}

func BenchmarkRun(b *testing.B) {
	for _, memory := range []int64{0, 4 << 30} {
		b.Run("memory="+strconv.FormatInt(memory>>30, 10)+"GiB", func(b *testing.B) {
			c := sandbox.Command{Argv: []string{"/bin/true"}, Timeout: longEnough, Memory: memory}
			for b.Loop() {
				if _, err := sandbox.Run(b.Context(), c); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
