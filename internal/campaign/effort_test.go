package campaign

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/campaign/effort"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
)

// paced is a runner without processes, so that time passes as it says. Its targets answer unknown after a millisecond, or never.
type paced struct {
	never func(target, text string) bool

	mu  sync.Mutex
	ran []pacedRun
}

// A pacedRun is a run of a target on a text; Seed: the text is a seed.
type pacedRun struct {
	Target, Text string
	Seed         bool
	Limit        time.Duration
}

// made are the texts in which the engine of these tests has put a number.
var made = regexp.MustCompile(`= [a-z] \d{3}\)`)

// Run implements trial.Runner.
func (p *paced) Run(_ context.Context, r trial.Request) (solver.Run, error) {
	text := string(r.Text.Bytes)
	run := solver.Run{
		Target: r.Target, Solver: r.Target.String(), Limits: r.Limits, Wall: time.Millisecond, CPU: time.Millisecond,
		Verdict: solver.Verdict{Answers: []smt.Status{smt.Unknown}},
	}
	if p.never != nil && p.never(run.Solver, text) {
		run.Verdict, run.Wall = solver.Verdict{Limit: solver.LimitTime}, r.Limits.Time
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ran = append(p.ran, pacedRun{run.Solver, text, !made.MatchString(text), r.Limits.Time})
	return run, nil
}

// slowFor makes a solver never answer when a text declares a symbol.
func slowFor(option, symbol string) func(target, text string) bool {
	return func(target, text string) bool {
		return strings.Contains(target, option) && strings.Contains(text, "declare-fun "+symbol+" ")
	}
}

// adaptive is a campaign with one worker and adaptive effort.
func adaptive(t *testing.T, p *paced) Config {
	t.Helper()
	c := config(t, fake(t, "--opt-a=1", "--opt-b=1")...)
	c.Effort, c.Jobs, c.Timeout, c.Runner, c.Fresh = effort.Adaptive, 1, time.Second, p, p
	return c
}

// TestAdaptiveSolvesSeedsFirst: each solver runs on each seed once, before any of its mutants, and the time of that run sets the limits
// for the mutants.
func TestAdaptiveSolvesSeedsFirst(t *testing.T) {
	p := &paced{}
	c := adaptive(t, p)
	c.Mutants = 120
	events := &lines{}
	c.Events = events
	sum := mustRun(t, c)
	seeds, mutants, full := make(map[string]int), 0, 0
	for _, r := range p.ran {
		name := r.Target + strings.Join(regexp.MustCompile(`declare-fun \w+`).FindAllString(r.Text, -1), "")
		switch {
		case r.Seed:
			if r.Limit != time.Second {
				t.Errorf("a seed has the limit %v", r.Limit)
			}
			seeds[name]++
			continue
		case seeds[name] != 1:
			t.Fatalf("a mutant was run when %s had been run %d times on its seed", r.Target, seeds[name])
		}
		mutants++
		switch r.Limit {
		case 50 * time.Millisecond:
		case time.Second:
			full++
		default:
			t.Errorf("a mutant has the limit %v", r.Limit)
		}
	}
	if len(seeds) != 8 || mutants < 120 {
		t.Errorf("%d seeds and targets, %d runs on mutants", len(seeds), mutants)
	}
	if full == 0 || full > mutants/4 {
		t.Errorf("%d of %d runs on mutants have the full limit", full, mutants)
	}
	st := sum.Stats
	if got := st.Limits["50ms"] + st.Limits["full"]; got != int64(mutants) || st.Limits["full"] != int64(full) {
		t.Errorf("limits %v", st.Limits)
	}
	for name, v := range st.Solvers {
		if v.Seeds[outcome.Unknown] != 4 {
			t.Errorf("%s on seeds: %v", name, v.Seeds)
		}
	}
	if got := st.Spent.Seeds; got.Runs != 8 || got.Wall < 0.0079 || got.Wall > 0.0081 || st.Spent.Mutants.Runs != int64(mutants) {
		t.Errorf("spent %+v", st.Spent)
	}
	if len(sum.Time) == 0 || sum.Effort.Limits["50ms"] == 0 {
		t.Errorf("time %v, limits %v", sum.Time, sum.Effort.Limits)
	}
	if n := events.count(event.Solve{}.Kind()); n != 8 {
		t.Errorf("%d solve events", n)
	}
}

// lines records the kinds of events.
type lines struct{ kinds []string }

// Take implements event.Sink.
func (l *lines) Take(e event.Event) { l.kinds = append(l.kinds, e.Kind()) }

func (l *lines) count(kind string) int {
	return len(slices.DeleteFunc(slices.Clone(l.kinds), func(k string) bool { return k != kind }))
}

// TestAdaptiveGivesWay: a solver that runs out of time on a seed is rarely run on its mutants, and a seed on which all solvers do is
// rarely used.
func TestAdaptiveGivesWay(t *testing.T) {
	runs := func(never func(target, text string) bool, mode effort.Mode) (of map[string]int, sum Summary) {
		p := &paced{never: never}
		c := adaptive(t, p)
		c.Effort, c.Mutants = mode, 400
		c.Seeds = []SeedSource{numberSeed("a", 4), numberSeed("b", 4), numberSeed("c", 4)}
		sum = mustRun(t, c)
		of = make(map[string]int)
		for _, r := range p.ran {
			if !r.Seed {
				of[regexp.MustCompile(`--opt-\w`).FindString(r.Target)+" "+regexp.MustCompile(`fun (\w)`).FindStringSubmatch(r.Text)[1]]++
			}
		}
		return of, sum
	}
	of, _ := runs(slowFor("--opt-a", "b"), effort.Even)
	if of["--opt-a b"] < of["--opt-a a"]/3 { // until it gives up in a chain
		t.Errorf("with even effort: %v", of)
	}
	of, sum := runs(slowFor("--opt-a", "b"), effort.Adaptive)
	if n := of["--opt-a b"]; n == 0 || n > of["--opt-a a"]/8 || of["--opt-b b"] < of["--opt-b a"]/3 {
		t.Errorf("one solver is slow on one seed: %v", of)
	}
	var gaveWay int64
	for _, v := range sum.Stats.Solvers {
		gaveWay += v.TooSlow
	}
	if gaveWay == 0 {
		t.Error("the summary does not count that a solver gave way")
	}
	of, sum = runs(slowFor("", "b"), effort.Adaptive)
	if n := of["--opt-a b"] + of["--opt-b b"]; n == 0 || n > (of["--opt-a a"]+of["--opt-b a"])/8 {
		t.Errorf("all are slow on one seed: %v", of)
	}
	if sum.Effort.Seeds[effort.LateOnSeed] != 1 || sum.Effort.Passed[effort.LateOnSeed] == 0 || sum.Stats.SkippedSlots == 0 {
		t.Errorf("%+v, %d passed over", sum.Effort, sum.Stats.SkippedSlots)
	}
	// The only seed is used all the same.
	p := &paced{never: func(string, string) bool { return true }}
	c := adaptive(t, p)
	c.Mutants, c.Seeds, c.GiveUp = 40, c.Seeds[:1], -1
	if sum := mustRun(t, c); sum.Ended != EndMutants {
		t.Errorf("a campaign in which everything is late ended by %s", sum.Ended)
	}
}

// TestAdaptiveResumes: a campaign that was interrupted, or killed, reaches the same result as one that was not. Time plays no role: the
// runner does not look at it.
func TestAdaptiveResumes(t *testing.T) {
	t.Run("visits of one length", func(t *testing.T) { resumes(t, adaptive) })
	t.Run("visits go on", func(t *testing.T) {
		resumes(t, func(t *testing.T, p *paced) Config {
			t.Helper()
			c := adaptive(t, p)
			c.Visit = 14
			c.Seeds = []SeedSource{numberSeed("a", 40), numberSeed("b", 3), numberSeed("c", 9), numberSeed("d", 40)}
			return c
		})
	})
}

func resumes(t *testing.T, adaptive func(*testing.T, *paced) Config) {
	t.Helper()
	type result struct {
		Ran   []string
		Told  map[string]string
		State effort.State
	}
	never := func(target, text string) bool {
		return slowFor("--opt-a", "b")(target, text) || slowFor("", "c")(target, text)
	}
	come := func(c Config, p *paced) result {
		st, err := LoadState(c.Out)
		if err != nil {
			t.Fatal(err)
		}
		r := result{Told: told(t, c.Out), State: st.Effort}
		for _, run := range p.ran {
			r.Ran = append(r.Ran, fmt.Sprint(run.Target, run.Text, run.Limit))
		}
		slices.Sort(r.Ran)
		r.Ran = slices.Compact(r.Ran) // an interrupted run is repeated
		return r
	}
	p := &paced{never: never}
	c := adaptive(t, p)
	c.Mutants = 260
	mustRun(t, c)
	want := come(c, p)

	t.Run("limits", func(t *testing.T) {
		p := &paced{never: never}
		c := adaptive(t, p)
		for _, c.Mutants = range []int64{1, 7, 8, 23, 50, 51, 118, 260} {
			mustRun(t, c)
		}
		if diff := cmp.Diff(want, come(c, p)); diff != "" {
			t.Errorf("in one go, and resumed (-want +got):\n%s", diff)
		}
	})
	t.Run("interrupts", func(t *testing.T) {
		p := &paced{never: never}
		c := adaptive(t, p)
		c.Mutants = 260
		for _, after := range []int{1, 3, 4, 9, 22, 60, 61, 100} {
			interrupted := c
			ctx, cancel := context.WithCancel(t.Context())
			interrupted.Events = &tally{overBudget: func(mutants int) {
				if mutants == after {
					cancel()
				}
			}}
			if sum, err := Run(ctx, interrupted); err != nil || sum.Ended != EndInterrupted {
				t.Fatalf("interrupted: %s, %v", sum.Ended, err)
			}
			cancel()
		}
		mustRun(t, c)
		if diff := cmp.Diff(want, come(c, p)); diff != "" {
			t.Errorf("in one go, and resumed (-want +got):\n%s", diff)
		}
	})
	t.Run("early kills", func(t *testing.T) { // also between the runs of solvers on a seed
		for _, often := range []time.Duration{1, 2, 3, 5, 10} {
			for after := 1; after <= 8; after++ {
				p := &paced{never: never}
				c := adaptive(t, p)
				c.Mutants = 260
				killed := c
				var ticks atomic.Int64
				killed.Now = func() time.Time { return time.Unix(0, ticks.Add(int64(flushEvery/often))) }
				ctx, cancel := context.WithCancel(t.Context())
				killed.Events = &tally{overBudget: func(mutants int) {
					if mutants == after {
						c.Out = copied(t, killed.Out)
						cancel()
					}
				}}
				if _, err := Run(ctx, killed); err != nil {
					t.Fatal(err)
				}
				cancel()
				mustRun(t, c)
				if diff := cmp.Diff(want, come(c, p)); diff != "" {
					t.Errorf("in one go, and killed at mutant %d, writing after 1/%d of the time (-want +got):\n%s", after, often, diff)
				}
			}
		}
	})
	t.Run("kills", func(t *testing.T) {
		p := &paced{never: never}
		c := adaptive(t, p)
		c.Mutants = 260
		for _, after := range []int{1, 2, 5, 17, 40, 90} {
			killed := c
			var ticks atomic.Int64
			killed.Now = func() time.Time { return time.Unix(0, ticks.Add(int64(flushEvery/3))) } // some mutants are lost
			ctx, cancel := context.WithCancel(t.Context())
			left := ""
			killed.Events = &tally{overBudget: func(mutants int) {
				if mutants == after {
					left = copied(t, killed.Out)
					cancel()
				}
			}}
			if _, err := Run(ctx, killed); err != nil {
				t.Fatal(err)
			}
			cancel()
			if c.Out = left; Ended(left) {
				t.Fatal("the end was written")
			}
		}
		mustRun(t, c)
		if diff := cmp.Diff(want, come(c, p)); diff != "" {
			t.Errorf("in one go, and killed (-want +got):\n%s", diff)
		}
	})
	t.Run("even in between", func(t *testing.T) {
		p := &paced{never: never}
		c := adaptive(t, p)
		for _, mode := range []effort.Mode{effort.Even, effort.Adaptive, effort.Even} {
			c.Effort, c.Mutants = mode, c.Mutants+50
			if sum := mustRun(t, c); sum.Stats.Mutants != c.Mutants {
				t.Errorf("%s: %d mutants, not %d", mode, sum.Stats.Mutants, c.Mutants)
			}
		}
	})
}

// TestEvenIsEven: without a Mode, nothing that depends on time has any influence.
func TestEvenIsEven(t *testing.T) {
	var want []string
	for _, never := range []func(string, string) bool{nil, slowFor("", "b")} {
		p := &paced{never: never}
		c := adaptive(t, p)
		c.Effort, c.Mutants, c.GiveUp = "", 90, -1
		mustRun(t, c)
		var got []string
		for _, r := range p.ran {
			if r.Limit != time.Second {
				t.Errorf("limit %v", r.Limit)
			}
			if !r.Seed {
				got = append(got, r.Target+r.Text)
			}
		}
		if want == nil {
			want = got
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("runs (-quick +slow):\n%s", diff)
		}
	}
}
