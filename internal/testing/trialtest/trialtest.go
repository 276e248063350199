// Package trialtest has what tests of everything above trials need: targets of the fake solver, and a runner with scripted answers. It is
// not part of the program: only tests import it.
package trialtest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/sandbox"
	"github.com/assay-smt/assay/internal/testing/solvertest"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/question"
)

// TB is the part of testing.TB that this package needs.
type TB interface {
	solvertest.TB
	Context() context.Context
	TempDir() string
	Cleanup(func())
}

// Scratch returns a scratch folder for the length of a test.
func Scratch(t TB) *disk.Scratch {
	t.Helper()
	s, err := disk.OpenScratch(t.TempDir())
	if err != nil {
		t.Fatalf("%v", err)
	}
	t.Cleanup(s.Close)
	return s
}

// Fakes returns a target of the fake solver for each list of options; extra is added to its profile.
func Fakes(t TB, extra string, options ...string) []solver.Target {
	t.Helper()
	set, err := solver.Builtin()
	if err != nil {
		t.Fatalf("%v", err)
	}
	profile := strings.Replace(string(solvertest.Profile), "format = 1\n", "format = 1\n"+extra, 1)
	if set, err = set.With("fake.toml", []byte(profile)); err != nil {
		t.Fatalf("%v", err)
	}
	var out []solver.Target
	for _, o := range options {
		out = append(out, Named(t, "fakesolver "+o, solvertest.Binary(t), set))
	}
	return out
}

// Named returns the target of a spec whose program is at a path, as if it had been found on PATH. If the spec had the path, the target's
// name would differ between machines, or even between runs, and with it the random numbers that are drawn for the target.
func Named(t TB, spec, path string, profiles *solver.Set) solver.Target {
	t.Helper()
	parsed, err := solver.ParseSpec(spec)
	if err != nil {
		t.Fatalf("%v", err)
	}
	r := solver.Resolver{Profiles: profiles, LookPath: func(string) (string, error) { return path, nil }}
	target, err := r.Resolve(t.Context(), parsed)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return target
}

// Printing returns a target that Assay takes for the solver with the given name, and that prints a text whatever it is asked.
func Printing(t TB, name, stdout string) solver.Target {
	t.Helper()
	dir := t.TempDir()
	out, program := filepath.Join(dir, "stdout"), filepath.Join(dir, name)
	for file, text := range map[string]string{out: stdout, program: "#!/bin/sh\ncat " + out + "\n"} {
		if err := os.WriteFile(file, []byte(text), 0o700); err != nil {
			t.Fatalf("%v", err)
		}
	}
	set, err := solver.Builtin()
	if err != nil {
		t.Fatalf("%v", err)
	}
	target, err := solver.Resolve(t.Context(), program, set)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return target
}

// Optioned returns a target with a profile of that name, whose options are truth values. The body is shell code for what it does with a
// script, whose path is $f: "has NAME" is true in configurations that set an option. It crashes by SIGABRT.
func Optioned(t TB, name string, options []string, body string) solver.Target {
	t.Helper()
	program := "#!/bin/sh\n[ \"$1\" = --version ] && echo version 1 && exit\n[ \"$1\" = --list ] && cat <<'END' && exit\n"
	for _, o := range options {
		program += fmt.Sprintf("{\"name\":%q,\"kind\":\"bool\",\"default\":\"false\"}\n", o)
	}
	program += "END\nargs=\" $* \"\nhas() { case \"$args\" in *\" --opt-$1=true \"*) return 0; esac; return 1; }\nfor f; do :; done\n" + body + "\n"
	profile := fmt.Sprintf(`format = 1
name = %q
binaries = [%[1]q]
dialect = "smtlib-2.6"
[version]
args = ["--version"]
pattern = 'version (\S+)'
[text]
options = ['^ERROR: invalid parameter']
[evidence]
model = "(get-model)"
[statistics]
command = "(get-info :all-statistics)"
[options]
set = "--opt-{name}={value}"
[[options.list]]
args = ["--list"]
form = "json"
`, name)
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(program), 0o700); err != nil {
		t.Fatalf("%v", err)
	}
	set, err := solver.Builtin()
	if err != nil {
		t.Fatalf("%v", err)
	}
	if set, err = set.With(name+".toml", []byte(profile)); err != nil {
		t.Fatalf("%v", err)
	}
	return Named(t, name, path, set)
}

// Priced is a Runner of processes that says that each run took a certain time, whatever its real one, and that knows no limit of time but a
// minute, after which a process hangs. It is for tests of what follows from the cost of runs: limits, searches, effort.
type Priced struct{ Cost time.Duration }

// Run implements trial.Runner.
func (p Priced) Run(ctx context.Context, r trial.Request) (solver.Run, error) {
	limits := r.Limits
	r.Limits.Time = time.Minute
	run, err := trial.Process{}.Run(ctx, r)
	run.Limits, run.Wall, run.CPU = limits, p.Cost, p.Cost
	return run, err
}

// Metered is a Runner without processes: each run answers, costs CPU time and counts work as Do says, and is read as the output of its target. So
// tests of what follows from costs depend on no clock. Work is printed as the statistic "effort" where a text asks for statistics, see
// WorkProfile, and an empty model where it asks for one.
type Metered struct {
	Do func(t solver.Target, text string) Cost
}

// A Cost is what a run of Metered does.
type Cost struct {
	Answer smt.Status
	CPU    time.Duration
	Work   uint64
	// Busy is how many times as long as CPU it takes by the clock, 0 for once.
	Busy int
}

// WorkProfile is what the profile of a fake solver needs for counting its work.
const WorkProfile = "evidence = {model = \"(get-model)\"}\nstatistics = {command = \"(get-info :all-statistics)\", work = [\"effort\"]}\n"

// Run implements trial.Runner.
func (m Metered) Run(_ context.Context, r trial.Request) (solver.Run, error) {
	cost := m.Do(r.Target, string(r.Text.Bytes))
	busy := time.Duration(max(1, cost.Busy))
	end := sandbox.Result{Reason: sandbox.Exited, CPU: cost.CPU, Wall: busy * cost.CPU}
	if limit := r.Limits.Time; limit > 0 && end.Wall > limit {
		end = sandbox.Result{Reason: sandbox.TimedOut, CPU: limit / busy, Wall: limit}
	} else {
		end.Stdout = []byte(cost.Answer.String() + "\n")
		for _, q := range r.Text.Questions {
			switch {
			case q.Kind == question.Model && cost.Answer == smt.Sat:
				end.Stdout = append(end.Stdout, "()\n"...)
			case q.Kind == question.Statistics && cost.Work > 0:
				end.Stdout = fmt.Appendf(end.Stdout, "(:effort %d)\n", cost.Work)
			}
		}
	}
	q := solver.Query{File: r.Text.Path, Checks: r.Checks, Limits: r.Limits, Options: r.Options, Questions: r.Text.Questions}
	return r.Target.Read(q, r.Target.Command(q), end), nil
}

// A Spy is a Runner that passes requests on to processes and records what it has seen. Safe for concurrent use.
type Spy struct {
	mu   sync.Mutex
	runs []solver.Run
}

// Run implements trial.Runner.
func (s *Spy) Run(ctx context.Context, r trial.Request) (solver.Run, error) {
	run, err := trial.Process{}.Run(ctx, r)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.runs = append(s.runs, run)
	return run, err
}

// Runs returns the runs so far.
func (s *Spy) Runs() []solver.Run {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.runs
}

// Living is a Runner that stands in for reused processes: each run takes place in its own process, and claims that it did not.
type Living struct {
	// Runner runs the processes, nil for trial.Process.
	Runner trial.Runner
	Mode   solver.Mode
	// Change puts the effect of state left behind into a run, nil for none.
	Change func(r trial.Request, run *solver.Run)
}

// Run implements trial.Runner.
func (l Living) Run(ctx context.Context, r trial.Request) (solver.Run, error) {
	runner := l.Runner
	if runner == nil {
		runner = trial.Process{}
	}
	run, err := runner.Run(ctx, r)
	if err != nil {
		return run, err
	}
	run.Mode = l.Mode
	if l.Change != nil {
		l.Change(r, &run)
	}
	return run, nil
}

// Installed returns targets for those of the named solvers that are on PATH, in the order of the names.
func Installed(t TB, names ...string) []solver.Target {
	t.Helper()
	set, err := solver.Builtin()
	if err != nil {
		t.Fatalf("%v", err)
	}
	var out []solver.Target
	for _, name := range names {
		if target, err := solver.Resolve(t.Context(), name, set); err == nil {
			out = append(out, target)
		}
	}
	return out
}
