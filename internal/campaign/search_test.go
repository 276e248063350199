package campaign

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/campaign/configspace"
	"github.com/assay-smt/assay/internal/campaign/effort"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/coverage"
	"github.com/assay-smt/assay/internal/solver/feedback"
	"github.com/assay-smt/assay/internal/solver/options"
	"github.com/assay-smt/assay/internal/testing/trialtest"
)

// searched is a target with options that does something first, and what is needed to search them.
func searched(t *testing.T, before ...string) (solver.Target, func() *fuzzer.Configurations) {
	t.Helper()
	names := []string{"bug", "deep", "loud", "never"}
	target := trialtest.Optioned(t, "solv", names, strings.Join(before, "")+`
has never && echo 'ERROR: invalid parameter never' && exit 1
has bug && has deep && kill -ABRT $$
n=1; has loud && n=9; has bug && n=5
echo sat; echo "((define-fun x () Int 0))"; echo "(:a $n)"`)
	c, err := options.Read(t.Context(), target, 1)
	if err != nil {
		t.Fatal(err)
	}
	return target, func() *fuzzer.Configurations {
		by, err := coverage.NewByStatistics(target.Solver)
		if err != nil {
			t.Fatal(err)
		}
		return &fuzzer.Configurations{Search: &configspace.Strategy{}, Of: map[solver.Target]*fuzzer.Dimension{target: {
			Feedback: by, Seen: feedback.NewMap(by.Subject()), Catalogue: c, Space: configspace.NewSpace(c, names),
		}}}
	}
}

// searchConfig is config with runs that cost five milliseconds each: what is searched follows from the cost of runs, which on a real clock
// depends on what else the machine does.
func searchConfig(t *testing.T, target solver.Target) Config {
	t.Helper()
	c := config(t, target)
	c.Runner, c.Fresh = cheap, cheap
	return c
}

// cheap runs processes that each cost five milliseconds.
var cheap = trialtest.Priced{Cost: 5 * time.Millisecond}

// texts has the text of each mutant by its name.
type texts map[string]uint64

// Take implements event.Sink.
func (m texts) Take(e event.Event) {
	if e, ok := e.(event.Mutant); ok {
		m[e.Mutant] = e.Text
	}
}

// Which mutants are made depends neither on a search of configurations nor on the number of workers. With adaptive effort, this holds
// for each mutant's text.
func TestSameMutantsWithSearches(t *testing.T) {
	target, search := searched(t)
	for _, mode := range []effort.Mode{effort.Even, effort.Adaptive} {
		all := texts{}
		for _, jobs := range []int{1, 3} {
			for _, searches := range []bool{false, true} {
				c := searchConfig(t, target)
				got := texts{}
				c.Jobs, c.Mutants, c.Effort, c.Events = jobs, 12, mode, got
				if searches {
					c.Configurations = search()
				}
				s := mustRun(t, c)
				if searched := s.Stats.Solvers[target.String()].Configurations; searches != (searched != nil && searched.Runs > 0) {
					t.Errorf("searches: %+v", searched)
				}
				for name, text := range got {
					if known, ok := all[name]; ok && known != text {
						t.Errorf("%s: %s has another text", mode, name)
					}
				}
				if diff := cmp.Diff(all, got); mode == effort.Even && len(all) > 0 && diff != "" {
					t.Errorf("%d jobs, search %v (-want +got):\n%s", jobs, searches, diff)
				}
				maps.Copy(all, got)
			}
		}
	}
}

// A resumed campaign keeps what it knows about configurations, and finds no more of them than there are.
func TestResumeSearches(t *testing.T) {
	target, search := searched(t)
	c := searchConfig(t, target)
	c.Mutants, c.Effort, c.Jobs = 6, effort.Adaptive, 1
	c.Configurations = search()
	mustRun(t, c)
	before, err := LoadState(c.Out)
	if err != nil {
		t.Fatal(err)
	}
	if len(before.Elites.Places) == 0 || len(before.Searches) != 1 {
		t.Fatalf("%+v, %+v", before.Elites, before.Searches)
	}
	known, err := LoadSearched(c.Out)
	if err != nil || len(known.Kept) == 0 || len(known.Kept[0].Settings) == 0 || known.Kept[0].NewBehaviour <= 0 || known.Kept[0].Solver != target.String() {
		t.Errorf("configurations %+v, %v", known, err)
	}
	c.Configurations = search()
	s := mustRun(t, c) // the campaign is at its limit
	after, err := LoadState(c.Out)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]any{before.Elites, before.Searches}, []any{after.Elites, after.Searches}); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if b := s.Behaviours[target.String()]; b.Entries < 2 || len(s.Notes) != 0 {
		t.Errorf("%+v, %q", b, s.Notes)
	}
	c.Mutants, c.Configurations = 9, search()
	if s = mustRun(t, c); len(s.Notes) != 0 || len(slices.Collect(maps.Keys(s.Stats.Solvers))) != 1 {
		t.Errorf("%q, %v", s.Notes, slices.Collect(maps.Keys(s.Stats.Solvers)))
	}
}

// If feedback cannot be written, the campaign ends with an error that says so, and nothing else is lost.
func TestFeedbackCannotBeWritten(t *testing.T) {
	target, search := searched(t)
	c := searchConfig(t, target)
	c.Mutants, c.Configurations = 4, search()
	c.write = func(path string, data []byte) error {
		if filepath.Base(filepath.Dir(path)) == feedbackFolder {
			return &disk.OutputError{Path: path, Err: errors.New("no space left")}
		}
		return disk.WriteAtomic(path, data)
	}
	s, err := Run(t.Context(), c)
	var output *disk.OutputError
	if !errors.As(err, &output) || s.Ended != EndError || s.Stats.Mutants != 4 {
		t.Errorf("%v: %s after %d mutants", err, s.Ended, s.Stats.Mutants)
	}
	if st, err := LoadState(c.Out); err != nil || st.Stats.Mutants != 4 {
		t.Errorf("%v, %d mutants", err, st.Stats.Mutants)
	}
	// A file in the folder's place is set aside.
	if err := os.RemoveAll(filepath.Join(c.Out, feedbackFolder)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(c.Out, feedbackFolder), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	c.write, c.Mutants, c.Configurations = nil, 5, search()
	if s := mustRun(t, c); len(s.Notes) != 1 {
		t.Errorf("notes %q", s.Notes)
	}
}

// A configuration that a target refuses says nothing about the options that users gave the target, and is not remembered by name.
func TestOptionsWatch(t *testing.T) {
	target := fake(t, "--answer=sat")[0]
	w := newOptionsWatch([]solver.Target{target})
	for range 2 * refusedOptions {
		w.Take(event.Run{Solver: target.String() + " --opt-x=1", Extra: true, Outcome: outcome.BadOptions})
	}
	if w.err != nil || len(w.count) != 1 {
		t.Errorf("%v, %v", w.err, w.count)
	}
	for range refusedOptions {
		w.Take(event.Run{Solver: target.String(), Outcome: outcome.BadOptions})
	}
	if w.err == nil {
		t.Error("the own options are not watched")
	}
}

// Searches without any run are also counted across a restart.
func TestSearchesAreCounted(t *testing.T) {
	s := newStats()
	s.Take(event.Explored{Solver: "solv", Ended: string(configspace.ExhaustedSpace), Avoided: 3})
	data, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	back := newStats()
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	want := &ConfigurationStats{Searches: 1, Avoided: 3, Ended: map[string]int64{string(configspace.ExhaustedSpace): 1}}
	if diff := cmp.Diff(want, back.Solvers["solv"].Configurations); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	back.Take(event.Explored{Solver: "solv", Ended: string(configspace.NothingNew), Runs: 1, Outcomes: map[outcome.Outcome]int{outcome.Sat: 1}})
	if c := back.Solvers["solv"].Configurations; c.Searches != 2 || c.Outcomes[outcome.Sat] != 1 {
		t.Errorf("%+v", c)
	}
}

// A campaign that is interrupted during searches again and again ends each time, and runs each mutant once.
func TestBrokenOffInSearches(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "mark")
	target, search := searched(t, "has loud && touch '"+mark+"' && exec sleep 3600")
	c := config(t, target)
	c.Mutants, c.Effort = 8, effort.Adaptive
	seen := &tally{}
	c.Events = seen
	interrupts := int64(0)
	for interrupts < 100 {
		if err := os.RemoveAll(mark); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		c.Configurations = search()
		c.Runner = &breaking{after: interrupts, mark: mark, interrupt: cancel}
		c.Fresh = c.Runner
		s, err := Run(ctx, c)
		interrupted := ctx.Err() != nil
		cancel()
		if err != nil || interrupted != (s.Ended == EndInterrupted) {
			t.Fatalf("ended %s, %v", s.Ended, err)
		}
		if !interrupted {
			break
		}
		interrupts++
	}
	if interrupts == 0 {
		t.Error("it was never interrupted")
	}
	t.Log(interrupts, "interrupts")
	for m, n := range seen.mutants {
		if n != 1 {
			t.Errorf("%s: %d times", m, n)
		}
	}
	if len(seen.mutants) != 8 {
		t.Errorf("%d mutants", len(seen.mutants))
	}
}

// breaking is cheap for a target that hangs in loud configurations: that many of these runs end at their limits, and the next one has a
// process that hangs when the campaign is interrupted.
type breaking struct {
	after     int64
	mark      string // a file that the process makes when it runs
	interrupt context.CancelFunc

	loud atomic.Int64
}

// Run implements trial.Runner.
func (b *breaking) Run(ctx context.Context, r trial.Request) (solver.Run, error) {
	if !strings.Contains(r.Target.String(), "loud") {
		return cheap.Run(ctx, r)
	}
	if b.loud.Add(1) != b.after+1 {
		return solver.Run{
			Target: r.Target, Solver: r.Target.String(), Family: r.Target.Profile().Name, Limits: r.Limits, Wall: r.Limits.Time, CPU: r.Limits.Time,
			Verdict: solver.Verdict{Limit: solver.LimitTime},
		}, ctx.Err()
	}
	go func() {
		for ctx.Err() == nil {
			if _, err := os.Stat(b.mark); err == nil {
				b.interrupt()
			}
			time.Sleep(time.Millisecond)
		}
	}()
	r.Limits.Time = time.Minute
	return trial.Process{}.Run(ctx, r)
}

// Where elites are searched thoroughly, searches that bring news go on, and others do not. Where effort is even, none do:
// who is the first to show something depends on which worker is faster.
func TestThoroughSearches(t *testing.T) {
	target, search := manyOptions(t)
	for _, tt := range []struct {
		how   fuzzer.Thoroughness
		mode  effort.Mode
		check func(searches, thorough int64) bool
	}{
		{fuzzer.ThoroughNever, effort.Adaptive, func(_, thorough int64) bool { return thorough == 0 }},
		{fuzzer.ThoroughElites, effort.Adaptive, func(all, thorough int64) bool { return 0 < thorough && thorough < all }},
		{fuzzer.ThoroughElites, effort.Even, func(_, thorough int64) bool { return thorough == 0 }},
		{fuzzer.ThoroughAlways, effort.Even, func(all, thorough int64) bool { return 0 < thorough && thorough == all }},
	} {
		c := config(t, target)
		runner := &repeatable{cost: func(int64) time.Duration { return time.Millisecond }}
		c.Runner, c.Fresh, c.Mutants, c.Effort, c.Jobs = runner, runner, 60, tt.mode, 1
		longest := &longestSearch{}
		c.Configurations, c.Events = search(), longest
		c.Configurations.Thorough = tt.how
		got := mustRun(t, c).Stats.Solvers[target.String()].Configurations
		if !tt.check(got.Searches, got.Thorough) {
			t.Errorf("%s, %s: %d of %d searches", tt.how, tt.mode, got.Thorough, got.Searches)
		}
		if tt.how != fuzzer.ThoroughElites && longest.later > 24 != (got.Thorough > 0) {
			t.Errorf("%s, %s: a mutant that is not the first of its chain had %d runs", tt.how, tt.mode, longest.later)
		}
	}
}

// longestSearch has the number of runs of the longest search on a mutant that is not the first of its chain.
type longestSearch struct{ later int }

// Take implements event.Sink.
func (l *longestSearch) Take(e event.Event) {
	if e, ok := e.(event.Explored); ok && !strings.HasSuffix(e.Mutant, "/0") {
		l.later = max(l.later, e.Runs)
	}
}
