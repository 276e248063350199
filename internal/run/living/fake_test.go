package living_test

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/run/living"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/script"
)

// extra is what the fake solver's profile has in addition when it is kept alive.
const extra = "session = {args = [\"-\"], reset = \"(reset)\", push = true}\nevidence = {model = \"(get-model)\"}\n"

// A behavior is what a reused process does at a check-sat, and what is odd about it: the beginning of Session.Anomaly, or several of them
// separated by bars, or "" for nothing, in which case the answer comes from the reused process.
type behavior struct{ actions, anomaly string }

// isOdd reports whether an anomaly is one that the behavior has.
func (b behavior) isOdd(odd string) bool {
	return slices.ContainsFunc(strings.Split(b.anomaly, "|"), func(begins string) bool { return strings.HasPrefix(odd, begins) })
}

// patient is the patience with processes that do become ready, however slow the machine is.
var patient = living.Patience{Start: time.Minute, Tidy: time.Minute}

// timeout stands for a run that runs out of time.
const timeout = "time-out"

// trickling has its own answer.
const trickling = `trickle 2 "sat\n"`

// The script chooses among the behaviors: (assert (= b K)).
var behaviors = []behavior{
	{"right", ""},
	{"crash SEGV", "it ended with signal 11"},
	{`out "sa" crash ABRT`, "it ended with signal 6: sa"},
	{"right crash KILL", "it ended"},
	{"right right", "another number of answers"},
	{"right swallow", "no marker behind the answers"},
	{"swallow", timeout},
	{"hang", timeout},
	{"flood 0", "too much output"},
	{`error "line 1 column 2: no" right`, `an error: (error "line 1 column 2: no")`},
	{`error "line 1 column 2: no"`, "an error"},
	{`out "\"0123456789abcdef0123456789abcdef\"\n" right`, "text in the place of an answer"},
	{`err "warning\n" right`, "text on standard error: warning"},
	{`right err "late warning\n"`, "text on standard error"},
	{"memory 200000000 hang", "too much memory"}, // it hangs until a sample is taken
	{"sleep 20 right", ""},
	{`later 1 "sat\n"`, "another number of answers|text around a marker"}, // depending on whether it comes together with the marker
	{`right later 4 "unsat\n"`, ""},                                       // while it tidies up, or then: this disturbs the next query
	{"exit 0", "it ended with status 0"},
	{"right exit 3", "it ended with status 3"},
	{"binary right", "text in the place of an answer"},
	{`out "(error \"never closed" right`, "an error"},
	{`out "sat"`, "text around a marker"},
	{`right out "sat"`, "text around a marker"},
	{`out "(\n" right`, "text in the place of an answer"},
	{trickling, ""},
	{"invalid-model right", "an error"},
	{`out "unsupported\n" right`, "unsupported"},
	{`out "; so far\n" right`, "text in the place of an answer"},
	{"orphan right", ""},
}

func live() string {
	var b strings.Builder
	b.WriteString("--do='right witness'")
	for k, does := range behaviors {
		fmt.Fprintf(&b, ` '--live== b %d[)]=>%s'`, k, does.actions)
	}
	return b.String()
}

// A step is one query of a test: n determines the answer, behavior is what the process does.
type step struct{ n, behavior int }

func (s step) script(t interface{ Fatal(...any) }) *script.Script {
	text := fmt.Sprintf("(set-logic QF_LIA)\n(declare-const n Int)\n(declare-const b Int)\n(assert (= n %d))\n(assert (= b %d))\n(check-sat)\n", s.n, s.behavior)
	out, err := elab.Script(text, elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// short is the time limit of queries that are not answered.
const short = 250 * time.Millisecond

func (s step) limits() solver.Limits {
	l := solver.Limits{Time: time.Minute, Memory: 128 << 20, Output: 1 << 20}
	if does := behaviors[s.behavior]; does.anomaly == timeout || strings.HasPrefix(does.anomaly, "no marker") {
		l.Time = short
	}
	return l
}

// wrong says what is wrong with the run of a step, "" for nothing.
func (s step) wrong(run solver.Run) string {
	want := smt.Sat
	if s.n%2 == 1 {
		want = smt.Unsat
	}
	switch {
	case run.Limit == solver.LimitTime && s.limits().Time == short:
		return ""
	case len(run.Answers) == 1 && run.Answers[0] == smt.Sat && behaviors[s.behavior].actions == trickling && run.Mode != solver.Process:
		return "" // it says so
	case len(run.Answers) != 1 || run.Answers[0] != want:
		return fmt.Sprintf("answers %v, want %v", run.Answers, want)
	case want == smt.Sat && !strings.Contains(run.Return(0, question.Model), fmt.Sprintf("Int %d)", s.n)):
		return fmt.Sprintf("model %q of another query", run.Return(0, question.Model))
	case !run.Mode.Fresh() && (run.Session == nil || run.Session.Anomaly != "" || !strings.Contains(string(run.Session.Texts[len(run.Session.Texts)-1]), fmt.Sprintf("(= n %d)", s.n))):
		return fmt.Sprintf("session %v", run.Session)
	}
	return ""
}

// Whatever a reused process does, the results of other queries never shift, in any order, with several workers at once. The sample is a
// hundred runs in any of the modes, the whole a hundred in each.
func TestMisbehavior(t *testing.T) {
	target := trialtest.Fakes(t, extra, live())[0]
	before := resources(t)
	modes := []solver.Mode{solver.Reset, solver.Push, living.Auto}
	for _, among := range testdepth.Sample([][]solver.Mode{modes}, [][]solver.Mode{modes[:1], modes[1:2], modes[2:]}) {
		t.Run(fmt.Sprint(among), func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				mode := rapid.SampledFrom(among).Draw(rt, "mode")
				steps := rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) step {
					s := step{n: rapid.IntRange(0, 1<<30).Draw(rt, "n")}
					if rapid.Bool().Draw(rt, "odd") {
						s.behavior = rapid.IntRange(0, len(behaviors)-1).Draw(rt, "behavior")
					}
					return s
				}), 1, 12).Draw(rt, "steps")
				runner := living.New(living.Config{Mode: mode, Queries: rapid.IntRange(1, 20).Draw(rt, "queries"), Processes: 3, Patience: patient})
				defer runner.Close()
				workers := rapid.IntRange(1, 3).Draw(rt, "workers")
				var wait sync.WaitGroup
				problems := make([]string, len(steps))
				for w := range workers {
					dir := trialtest.Scratch(t)
					scripts := make([]*script.Script, len(steps))
					for i := w; i < len(steps); i += workers {
						scripts[i] = steps[i].script(rt)
					}
					wait.Go(func() {
						for i := w; i < len(steps); i += workers {
							bench := (&trial.Bench{Runner: runner, Limits: steps[i].limits()}).In(dir)
							run, err := bench.New(scripts[i], trial.Facts{}).Run(context.Background(), target)
							if err != nil {
								problems[i] = err.Error()
							} else {
								problems[i] = steps[i].wrong(run)
							}
						}
					})
				}
				wait.Wait()
				for i, p := range problems {
					if p != "" {
						rt.Errorf("step %d, %q behind %v: %s", i, behaviors[steps[i].behavior].actions, steps[:i], p)
					}
				}
			})
		})
	}
	before.same(t)
}

// Each behavior is recognised, and affects neither the query before nor the one after.
func TestEachBehavior(t *testing.T) {
	target := trialtest.Fakes(t, extra, live())[0]
	for _, mode := range []solver.Mode{solver.Reset, solver.Push} {
		for b, does := range behaviors {
			t.Run(string(mode)+"/"+does.actions, func(t *testing.T) {
				runner := living.New(living.Config{Mode: mode, Patience: patient})
				defer runner.Close()
				for _, s := range []step{{4, 0}, {6, b}, {9, 0}} {
					run := s.run(t, runner, target)
					if problem := s.wrong(run); problem != "" {
						t.Errorf("%v: %s", s, problem)
					}
					switch {
					case s.behavior != b || b == 0:
						continue
					case does.anomaly == timeout:
						if run.Limit != solver.LimitTime || run.Mode != mode {
							t.Errorf("limit %v in mode %s", run.Limit, run.Mode)
						}
					case does.anomaly == "":
						if run.Mode != mode {
							t.Errorf("mode %s: %s", run.Mode, run.Session.Anomaly)
						}
					case run.Limit == solver.LimitTime: // the fresh process had no time left on a slow machine
					case run.Mode != solver.Process || run.Session == nil || !does.isOdd(run.Session.Anomaly) || len(run.Session.Texts) != 2:
						t.Errorf("mode %s, session %+v", run.Mode, run.Session)
					}
				}
			})
		}
	}
}

func (s step) run(t *testing.T, runner trial.Runner, target solver.Target) solver.Run {
	t.Helper()
	bench := (&trial.Bench{Runner: runner, Limits: s.limits()}).In(trialtest.Scratch(t))
	run, err := bench.New(s.script(t), trial.Facts{}).Run(t.Context(), target)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// What a process prints while it tidies up after a query does no harm, nor does a process that does not accept the next one.
func TestUntidy(t *testing.T) {
	for _, tidy := range []string{
		`out "unsat\n"`, `out "uns"`, `err "freed\n"`, "swallow", "exit 0", "crash SEGV", `error "cannot reset"`, `later 2 "sat\n"`, "hang",
	} {
		target := trialtest.Fakes(t, extra, live()+" '--tidy="+tidy+"'")[0]
		for _, mode := range []solver.Mode{solver.Reset, solver.Push} {
			t.Run(string(mode)+"/"+tidy, func(t *testing.T) {
				patience := patient
				if tidy == "swallow" || tidy == "hang" {
					patience.Tidy = short // it will never be ready
				}
				runner := living.New(living.Config{Mode: mode, Patience: patience})
				defer runner.Close()
				for n := range 2 {
					s := step{n: n}
					run := s.run(t, runner, target)
					if problem := s.wrong(run); problem != "" || run.Mode != mode && tidy[:5] != "later" {
						t.Errorf("%v in mode %s: %s", s, run.Mode, problem)
					}
				}
				if len(runner.Report().Restarts) == 0 && tidy[:5] != "later" {
					t.Error("the process was not replaced")
				}
			})
		}
	}
}

// used is what a process holds.
type used struct{ files, goroutines int }

func resources(t testing.TB) used {
	files, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip("no list of open files here")
	}
	return used{len(files), runtime.NumGoroutine()}
}

// same waits until the process holds no more than before.
func (u used) same(t testing.TB) {
	t.Helper()
	var now used
	for until := time.Now().Add(time.Minute); time.Now().Before(until); time.Sleep(time.Millisecond) {
		if now = resources(t); now.files <= u.files && now.goroutines <= u.goroutines {
			return
		}
	}
	t.Errorf("before %+v, now %+v", u, now)
}

// Between push and pop a process keeps one logic: scripts of another one get a process of their own.
func TestPushKeepsLogics(t *testing.T) {
	target := trialtest.Fakes(t, extra, "--do=sat '--live=set-logic QF_NIA=>unsat' '--live=set-logic=>sat' --live=.=>unknown")[0]
	runner := living.New(living.Config{Mode: solver.Push, Patience: patient})
	defer runner.Close()
	bench := (&trial.Bench{Runner: runner}).In(trialtest.Scratch(t))
	// The solver sees the logic until the first pop.
	for _, tt := range []struct {
		logic string
		want  smt.Status
	}{{"QF_LIA", smt.Sat}, {"QF_NIA", smt.Unsat}, {"QF_LIA", smt.Unknown}, {"QF_NIA", smt.Unknown}} {
		s, err := elab.Script("(set-logic "+tt.logic+")\n(declare-const n Int)\n(assert (= n 1))\n(check-sat)\n", elab.Options{})
		if err != nil {
			t.Fatal(err)
		}
		run, err := bench.New(s, trial.Facts{Plan: trial.AskNothing}).Run(t.Context(), target)
		if err != nil || run.Mode != solver.Push || run.Answer() != tt.want {
			t.Errorf("%s: %v in mode %s, %v; want %v", tt.logic, run.Answers, run.Mode, err, tt.want)
		}
	}
}
