package campaign

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/campaign/configspace"
	"github.com/assay-smt/assay/internal/campaign/effort"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/coverage"
	"github.com/assay-smt/assay/internal/solver/feedback"
	"github.com/assay-smt/assay/internal/solver/options"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/question"
)

// repeatable is a runner without processes: what a run does follows from its text and its options, and how long it takes is up to cost. Some options
// are refused, some use up the time on some formulas, some pairs crash; the statistics depend on everything.
type repeatable struct {
	cost  func(n int64) time.Duration
	n     atomic.Int64
	after func(n int64) // on each run, nil for nothing
}

// of returns a number that follows from texts, below a bound.
func of(below uint64, texts ...string) uint64 {
	h := fnv.New64a()
	for _, s := range texts {
		_, _ = fmt.Fprintf(h, "%s\x00", s)
	}
	return h.Sum64() >> 7 % below
}

// Run implements trial.Runner.
func (p *repeatable) Run(ctx context.Context, r trial.Request) (solver.Run, error) {
	n := p.n.Add(1)
	if p.after != nil {
		p.after(n)
	}
	took := p.cost(n)
	name := r.Target.String()
	run := solver.Run{Target: r.Target, Solver: name, Family: r.Target.Profile().Name, Version: r.Target.Version(), Limits: r.Limits, Wall: took, CPU: took}
	text := made.FindString(string(r.Text.Bytes))
	has := func(o string) bool { return strings.Contains(name+" ", "--opt-"+o+"=true ") }
	switch {
	case has("never"):
		run.Verdict = solver.Verdict{BadOptions: true, Reason: "invalid parameter never"}
	case has("bug") && has("deep"), has("rare") && of(4, text) == 0:
		run.Verdict = solver.Verdict{Crash: &solver.Crash{Kind: "signal", Signature: "signal ABRT"}, Reason: "signal ABRT"}
		run.Raw.Signal = syscall.SIGABRT
	case has("slow") && of(3, text) == 0:
		run.Verdict, run.Wall = solver.Verdict{Limit: solver.LimitTime, Reason: "time limit"}, r.Limits.Time
	default:
		counts := fmt.Sprintf("(:a %d :b %d :c %d)", of(200, name), of(50, text), of(300, name, text))
		run.Verdict = solver.Verdict{Answers: []smt.Status{smt.Unknown}, Returns: []solver.Return{{Kind: question.Statistics, Text: counts}}}
	}
	return run, ctx.Err()
}

// manyOptions is a target whose options are searched, and what is needed for that.
func manyOptions(t *testing.T) (solver.Target, func() *fuzzer.Configurations) {
	t.Helper()
	names := []string{"bug", "deep", "rare", "slow", "never", "loud", "dull", "idle"}
	target := trialtest.Optioned(t, "solv", names, "echo unknown")
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

// searches has what came of each search, by mutant, without times.
type searches map[string]string

// Take implements event.Sink.
func (s searches) Take(e event.Event) {
	if e, ok := e.(event.Explored); ok {
		e.Seconds, e.CPU, e.NewBehaviour, e.Best = 0, 0, 0, ""
		text, err := json.Marshal(e)
		if err != nil {
			panic(err)
		}
		s[e.Mutant] = string(text)
	}
}

// What is searched does not depend on how long runs take, on the number of workers, or on how often the campaign is stopped: the statistics are the
// same, byte for byte.
func TestSearchesDoNotDependOnTime(t *testing.T) {
	t.Run("drawn at random", func(t *testing.T) { searchesDoNotDependOnTime(t, false) })
	t.Run("drawn for pairs", func(t *testing.T) { searchesDoNotDependOnTime(t, true) })
}

func searchesDoNotDependOnTime(t *testing.T, pairs bool) {
	target, makeSearch := manyOptions(t)
	search := func() *fuzzer.Configurations {
		c := makeSearch()
		c.Pairs = pairs
		return c
	}
	begin := func() Config {
		c := config(t, target)
		c.Seeds = nil
		for i := range 26 {
			c.Seeds = append(c.Seeds, numberSeed(string(rune('a'+i)), 3+i%4))
		}
		c.Mutants, c.Effort, c.Timeout, c.Jobs = 150, effort.Even, 10*time.Second, 1
		return c
	}
	fast := func(int64) time.Duration { return time.Millisecond }
	slow := func(int64) time.Duration { return 900 * time.Millisecond }
	uneven := func(n int64) time.Duration { return time.Duration(n*n%977) * time.Millisecond }
	var want map[string]string
	var wantSearches searches
	type way struct {
		name  string
		cost  func(int64) time.Duration
		jobs  int
		stops int64 // after that many runs each
		kill  bool  // instead, so that what was not written is lost
	}
	sample := []way{{"fast", fast, 1, 0, false}, {"2 workers", uneven, 2, 0, false}, {"stopped, 3 workers", slow, 3, 391, false}, {"killed, 3 workers", uneven, 3, 537, true}}
	for _, tt := range testdepth.Sample(sample, append(sample,
		way{"slow", slow, 1, 0, false}, way{"uneven", uneven, 1, 0, false}, way{"8 workers", fast, 8, 0, false},
		way{"stopped", uneven, 1, 277, false}, way{"killed", fast, 1, 583, true})) {
		c := begin()
		got := searches{}
		c.Jobs, c.Events = tt.jobs, got
		stops := 0
		// What was done is written after some time, and a kill loses the rest: that must not depend on the machine either.
		var ticks atomic.Int64
		c.Now = func() time.Time { return time.Unix(0, ticks.Add(int64(5*time.Millisecond))) }
		for ended := false; !ended; {
			ctx, cancel := context.WithCancel(t.Context())
			runner := &repeatable{cost: tt.cost}
			left := c.Out
			if tt.stops > 0 {
				runner.after = func(n int64) {
					if n != tt.stops {
						return
					}
					if tt.kill {
						left = copied(t, c.Out)
					}
					cancel()
				}
			}
			c.Configurations, c.Runner, c.Fresh = search(), runner, runner
			s, err := Run(ctx, c)
			if err != nil {
				t.Fatalf("%s: %v", tt.name, err)
			}
			cancel()
			if ended = s.Ended == EndMutants; !ended {
				stops++
				c.Out = left
			}
		}
		if tt.stops > 0 && stops < 3 {
			t.Errorf("%s: only %d times", tt.name, stops)
		}
		now := withoutOrder(t, told(t, c.Out))
		if want == nil {
			want, wantSearches = now, got
			check := mustState(t, c.Out).Stats.Solvers[target.String()].Configurations
			if check.Runs < 2000 || check.Again == 0 || check.Avoided == 0 || check.Refused == 0 || len(check.Ended) < 3 {
				t.Fatalf("too little happens for a test: %+v", check)
			}
		}
		if diff := cmp.Diff(wantSearches, got); diff != "" {
			t.Errorf("%s: searches (-fast +now):\n%s", tt.name, diff)
		}
		if diff := cmp.Diff(want, now); diff != "" {
			t.Errorf("%s (-fast +now):\n%s", tt.name, diff)
		}
	}
}

// copied returns a copy of a campaign's folder, as a kill at this moment would leave it. The log of the database may go into the database meanwhile, and a
// copy of the one from before with the other from after is what no kill leaves: two copies in a row have to be the same.
func copied(t *testing.T, out string) string {
	t.Helper()
	last, was := "", map[string]string{}
	for range 100 {
		to := filepath.Join(t.TempDir(), "left")
		if err := os.CopyFS(to, os.DirFS(out)); err != nil {
			last = ""
			continue
		}
		now := make(map[string]string)
		err := filepath.WalkDir(to, func(path string, d os.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				now[strings.TrimPrefix(path, to)] = readFile(t, path)
			}
			return err
		})
		if err == nil && last != "" && maps.Equal(was, now) {
			return to
		}
		last, was = to, now
	}
	t.Errorf("%s does not come to rest", out)
	return out
}

// withoutOrder leaves the signatures and hits of findings: which of several formulas a finding has depends on which worker was the first to meet one.
func withoutOrder(t *testing.T, all map[string]string) map[string]string {
	t.Helper()
	// What was already kept by then takes fewer runs to confirm.
	out := map[string]string{"stats": regexp.MustCompile(`"extra_calls": \d+`).ReplaceAllString(all["stats"], "")}
	for name, text := range all {
		if name == "stats" {
			continue
		}
		var of []any
		if err := json.Unmarshal([]byte(text), &of); err != nil {
			t.Fatal(err)
		}
		out[name] = fmt.Sprint(of[0], " ", of[2])
	}
	return out
}

func mustState(t *testing.T, out string) State {
	t.Helper()
	s, err := LoadState(out)
	if err != nil {
		t.Fatal(errors.Join(err, errors.New(filepath.Base(out))))
	}
	return s
}
