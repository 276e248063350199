package snapshot

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/sandbox"
)

var errFallback = errors.New("the fallback was reached")

// forever is a time limit that no test reaches.
const forever = time.Minute

// await waits until something has happened.
func await(t *testing.T, what string, happened func() bool) {
	t.Helper()
	for deadline := time.Now().Add(forever); !happened(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Errorf("in %v it does not happen that %s", forever, what)
			return
		}
	}
}

func TestEndings(t *testing.T) {
	r, target := stage(t, actorProfile, "")
	for _, c := range []struct {
		name, text string
		limits     solver.Limits
		want       func(solver.Run) bool
	}{
		{"answer", "", solver.Limits{}, func(x solver.Run) bool {
			return len(x.Answers) == 1 && x.Raw.Reason == sandbox.Exited && x.Raw.ExitCode == 0
		}},
		{"status", "exit 3", solver.Limits{}, func(x solver.Run) bool { return x.Raw.Reason == sandbox.Exited && x.Raw.ExitCode == 3 }},
		{"crash", "signal 11", solver.Limits{}, func(x solver.Run) bool {
			return x.Raw.Reason == sandbox.Signaled && x.Raw.Signal == syscall.SIGSEGV && x.Crash != nil && string(x.Raw.Stdout) == "sat\n"
		}},
		{"abort", "signal 6", solver.Limits{}, func(x solver.Run) bool { return x.Raw.Signal == syscall.SIGABRT }},
		{"killed", "signal 9", solver.Limits{}, func(x solver.Run) bool { return x.Raw.Reason == sandbox.Signaled && x.Raw.Signal == syscall.SIGKILL }},
		{"streams", "both", solver.Limits{}, func(x solver.Run) bool {
			return string(x.Raw.Stdout) == "unsat\n" && string(x.Raw.Stderr) == "warning\n"
		}},
		{"hang", "hang", solver.Limits{Time: 50 * time.Millisecond}, func(x solver.Run) bool {
			return x.Raw.Reason == sandbox.TimedOut && x.Limit == solver.LimitTime && string(x.Raw.Stdout) == "sat\n" && x.Wall >= x.Limits.Time
		}},
		{"stopped", "stop", solver.Limits{Time: 50 * time.Millisecond}, func(x solver.Run) bool { return x.Raw.Reason == sandbox.TimedOut }},
		{"spin", "spin", solver.Limits{Time: 100 * time.Millisecond}, func(x solver.Run) bool { return x.Raw.Reason == sandbox.TimedOut && x.CPU > 0 }},
		{"memory", "memory 300", solver.Limits{Memory: 200 << 20, Time: forever}, func(x solver.Run) bool {
			return x.Raw.Reason == sandbox.OutOfMemory && x.Limit == solver.LimitMemory && x.Raw.SampledRSS > 200<<20
		}},
		{"flood", "flood 10", solver.Limits{Output: 1000}, func(x solver.Run) bool {
			return len(x.Raw.Stdout) == 1000 && x.Raw.StdoutDropped == 41*10000-1000
		}},
		{"members of its group", "group", solver.Limits{Time: forever}, func(x solver.Run) bool { return x.Raw.Reason == sandbox.Exited && len(x.Answers) == 1 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "; act: " + c.text + "\n"
			for range 2 { // a server continues after each of them
				var run solver.Run
				var reason string
				var err error
				for limits := c.limits; ; limits.Time *= 2 { // what hangs gets more and more time to begin
					run, reason, err = r.Try(t.Context(), request(t, target, text, limits))
					if c.want(run) || run.Raw.Reason != sandbox.TimedOut || limits.Time > forever/2 {
						break
					}
				}
				if err != nil || reason != "" {
					t.Fatalf("%v, %q", err, reason)
				}
				if !c.want(run) || run.Mode != solver.Snapshot {
					t.Errorf("%s run in mode %s: %+v\nstdout %.100q and %d bytes\nstderr %.100q", run.Raw.Reason, run.Mode, run.Verdict, run.Raw.Stdout, run.Raw.StdoutDropped, run.Raw.Stderr)
				}
			}
		})
	}
	// One for each kind of limit other than time.
	if got := r.pool.number() - 1; got != 3 {
		t.Errorf("%d servers were started, want 3", got)
	}
}

func TestEachRunIsFresh(t *testing.T) {
	r, target := stage(t, actorProfile, "")
	for i := range 3 {
		run, reason, err := r.Try(t.Context(), request(t, target, "; act: count\n", solver.Limits{}))
		if err != nil || reason != "" || string(run.Raw.Stdout) != "sat\n1\n" {
			t.Fatalf("%v, %q, %q", err, reason, run.Raw.Stdout)
		}
		if (run.Start > 0) != (i == 0) {
			t.Errorf("run %d has a start of %v", i, run.Start)
		}
	}
}

func TestHead(t *testing.T) {
	r, target := stage(t, warmProfile, "--stream")
	run, reason, err := r.Try(t.Context(), request(t, target, "(set-logic ALL)\n(set-option :a b)\n(echo x)\n; act: count\n", solver.Limits{}))
	// It has obeyed one part before the snapshot, and another one after it. The lines are those of the script.
	want := "echo at line 3\nsat\n2\ncount 2\n"
	if err != nil || reason != "" || string(run.Raw.Stdout) != want {
		t.Fatalf("%v, %q, %q, want %q", err, reason, run.Raw.Stdout, want)
	}
	if len(r.Reasons()) > 0 {
		t.Errorf("reasons: %v", r.Reasons())
	}
	// A head that makes the solver print something is not split off: the script is read as a whole.
	run, reason, err = r.Try(t.Context(), request(t, target, "(set-logic ALL)\n(set-option bad)\n; act: count\n", solver.Limits{}))
	want = "unsupported\nsat\n1\ncount 1\n"
	if err != nil || reason != "" || string(run.Raw.Stdout) != want {
		t.Fatalf("%v, %q, %q, want %q", err, reason, run.Raw.Stdout, want)
	}
	if len(r.Reasons()) != 1 {
		t.Errorf("reasons: %v", r.Reasons())
	}
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct{ options, want string }{
		{"--thread", "threads"},
		{"--timer", "timer"},
		{"--child", "another process"},
		{"--elsewhere", "another process"},
		{"--blind", "nothing to see"},
		{"--banner", "hello"},
	} {
		t.Run(c.options, func(t *testing.T) {
			r, target := stage(t, actorProfile, c.options)
			for range 2 {
				_, reason, err := r.Try(t.Context(), request(t, target, "", solver.Limits{}))
				if err != nil || !strings.Contains(reason, c.want) {
					t.Errorf("%v, reason %q, want one with %q", err, reason, c.want)
				}
			}
			if _, err := r.Run(t.Context(), request(t, target, "", solver.Limits{})); !errors.Is(err, errFallback) {
				t.Errorf("the fallback was not reached: %v", err)
			}
			if len(r.Reasons()) != 1 {
				t.Errorf("reasons: %v", r.Reasons())
			}
		})
	}
}

func TestStatic(t *testing.T) {
	r := newRunner(t)
	path := build(t, "still", "int main(void) { return 0; }", "-static")
	set, err := solver.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	target, err := solver.Resolve(t.Context(), path, set)
	if err != nil {
		t.Fatal(err)
	}
	if reason := r.Supports(t.Context(), target); !strings.Contains(reason, "statically linked") {
		t.Errorf("reason %q", reason)
	}
}

func TestWithoutCompiler(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	r := New(Options{Cache: t.TempDir()})
	defer r.Close()
	if reason := r.Supports(t.Context(), solver.Target{}); !strings.Contains(reason, "install") && runtime.GOOS == "linux" {
		t.Errorf("reason %q", reason)
	}
}

// TestServerKilled makes a child kill its server: the run is odd, and the next one gets another server.
func TestServerKilled(t *testing.T) {
	r, target := stage(t, actorProfile, "")
	_, reason, err := r.Try(t.Context(), request(t, target, "; act: server\n", solver.Limits{Time: forever}))
	if err != nil || !strings.Contains(reason, "server has ended") {
		t.Fatalf("%v, %q", err, reason)
	}
	run, reason, err := r.Try(t.Context(), request(t, target, "", solver.Limits{}))
	if err != nil || reason != "" || len(run.Answers) != 1 {
		t.Fatalf("%v, %q, %v", err, reason, run.Verdict)
	}
}

// alive reports whether a process exists and is not dead.
func alive(pid int) bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err == nil && !strings.Contains(string(stat), ") Z ")
}

func TestStray(t *testing.T) {
	r, target := stage(t, actorProfile, "")
	run, reason, err := r.Try(t.Context(), request(t, target, "; act: stray\n", solver.Limits{Time: forever}))
	if err != nil || reason != "" {
		t.Fatalf("%v, %q", err, reason)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(run.Raw.Stderr)))
	if err != nil || len(run.Answers) != 1 {
		t.Fatalf("%v: %v, %q", err, run.Verdict, run.Raw.Stderr)
	}
	await(t, "the stray ends", func() bool { return !alive(pid) })
}

func TestCanceled(t *testing.T) {
	r, target := stage(t, actorProfile, "")
	ctx, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	hanging := request(t, target, "; act: hang\n", solver.Limits{})
	go func() {
		defer cancel(enough)
		await(t, "it begins", func() bool {
			begun, _ := filepath.Glob(r.options.Dir.Path("*.begun"))
			return len(begun) > 0
		})
	}()
	_, _, err := r.Try(ctx, hanging)
	if !errors.Is(err, enough) {
		t.Fatalf("%v", err)
	}
	if run, reason, err := r.Try(t.Context(), request(t, target, "", solver.Limits{})); err != nil || reason != "" || len(run.Answers) != 1 {
		t.Fatalf("%v, %q, %v", err, reason, run.Verdict)
	}
}

// TestNothingLeaks counts descriptors, goroutines and children after many runs of all kinds, by several goroutines, and more classes than
// servers.
func TestNothingLeaks(t *testing.T) {
	r, target := stage(t, actorProfile, "")
	r.pool = newPool(2)
	texts := []string{"count", "exit 1", "signal 11", "hang", "server", "flood 1", "group"}
	all := func(rounds int) {
		var wg sync.WaitGroup
		for g := range 3 {
			wg.Go(func() {
				for i := range rounds {
					limits := solver.Limits{Time: 30 * time.Millisecond, Output: int64(1000 + g + i%3)}
					req := request(t, target, "; act: "+texts[(g+i)%len(texts)]+"\n", limits)
					if _, _, err := r.Try(t.Context(), req); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
	}
	all(3)
	fds, routines := descriptors(t), runtime.NumGoroutine()
	all(40)
	r.Close()
	for until := time.Now().Add(forever); ; time.Sleep(time.Millisecond) {
		f, g, c := descriptors(t), runtime.NumGoroutine(), children(t)
		if f <= fds && g <= routines && c == 0 {
			break
		}
		if time.Now().After(until) {
			t.Fatalf("%d descriptors and %d goroutines, of %d and %d before; %d children", f, g, fds, routines, c)
		}
	}
	if n := r.pool.kept.Len(); n != 0 {
		t.Errorf("the pool counts %d servers", n)
	}
}

func descriptors(t *testing.T) int {
	t.Helper()
	all, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip(err)
	}
	return len(all)
}

func children(t *testing.T) int {
	t.Helper()
	n := 0
	tasks, err := os.ReadDir("/proc/self/task")
	if err != nil {
		t.Skip(err)
	}
	for _, task := range tasks {
		text, _ := os.ReadFile("/proc/self/task/" + task.Name() + "/children")
		n += len(strings.Fields(string(text)))
	}
	return n
}
