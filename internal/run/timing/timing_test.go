package timing

import (
	"context"
	"errors"
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
)

// TestRank holds ranks to the binomial distribution, summed from its definition.
func TestRank(t *testing.T) {
	choose := func(n, k int) float64 {
		out := 1.0
		for i := range k {
			out *= float64(n-i) / float64(i+1)
		}
		return out
	}
	for n := range 60 {
		k := rank(n)
		below := 0.0
		for i := range k {
			below += choose(n, i) * math.Pow(0.5, float64(n))
		}
		more := below + choose(n, k)*math.Pow(0.5, float64(n))
		if below > Risk || more <= Risk {
			t.Errorf("rank(%d) = %d: fewer with chance %g, as many with %g", n, k, below, more)
		}
	}
	if rank(6) != 0 || rank(fewestPairs) != 1 || rank(MostPairs) != 3 {
		t.Errorf("ranks of 6, %d, %d pairs: %d, %d, %d", fewestPairs, MostPairs, rank(6), rank(fewestPairs), rank(MostPairs))
	}
	if k := rank(100_000); k < 400 || k > 500 {
		t.Errorf("rank(100000) = %d", k)
	}
}

// TestIntervalCovers draws pairs around a ratio and counts how often a bound is on the wrong side of it.
func TestIntervalCovers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "n")
		values := rapid.SliceOfN(rapid.Float64Range(0.01, 100), n, n).Draw(t, "values")
		i := intervalOf(values)
		if !i.Known() != (rank(n) == 0) {
			t.Fatalf("%d values: %+v", n, i)
		}
		if i.Known() && (i.Low > i.Estimate || i.Estimate > i.High) {
			t.Fatalf("%+v", i)
		}
	})
}

// A script of runs: each gives its answer after its CPU time.
type played struct {
	cpu    []time.Duration
	answer smt.Status
	limit  solver.Limit
	ran    int
	log    *[]string
	name   string
}

func (p *played) measure(context.Context) (solver.Run, error) {
	run := solver.Run{CPU: p.cpu[p.ran%len(p.cpu)]}
	run.Limit = p.limit
	if p.limit == solver.LimitNone {
		run.Answers = []smt.Status{p.answer}
	}
	p.ran++
	if p.log != nil {
		*p.log = append(*p.log, p.name)
	}
	return run, nil
}

func seconds(all ...float64) []time.Duration {
	var out []time.Duration
	for _, s := range all {
		out = append(out, time.Duration(s*float64(time.Second)))
	}
	return out
}

func TestContest(t *testing.T) {
	for _, tt := range []struct {
		name     string
		old, new []time.Duration
		want     Verdict
		pairs    int
	}{
		{"three times as long", seconds(1), seconds(3), Slower, fewestPairs},
		{"half as long again", seconds(1), seconds(1.5), NotSlower, FewPairs},
		{"the same", seconds(1), seconds(1), NotSlower, FewPairs},
		{"faster", seconds(3), seconds(1), NotSlower, FewPairs},
		{"ten times as long, but by little", seconds(0.03), seconds(0.3), NotSlower, FewPairs},
		{"one run of fifteen disturbed", seconds(1), seconds(3, 3, 3, 3, 3, 3, 1.1), Slower, 11},
		{"around the limit", seconds(1), seconds(1.8, 2.2), NotSlower, MostPairs},
		{"bursts", seconds(1, 1, 1, 3), seconds(3, 1, 1, 1), NotSlower, FewPairs},
		{"a burst at the beginning", seconds(1), seconds(4, 4, 4, 1, 1, 1, 1), NotSlower, MostPairs},
	} {
		t.Run(tt.name, func(t *testing.T) {
			old, slow := &played{cpu: tt.old, answer: smt.Sat}, &played{cpu: tt.new, answer: smt.Sat}
			c := Contest{Limit: Default, Answer: smt.Sat, Old: old.measure, New: slow.measure}
			r, err := c.Run(t.Context())
			if err != nil || r.Verdict != tt.want || len(r.Pairs) != tt.pairs {
				t.Errorf("%s after %d pairs, %v, want %s after %d; ratio %+v, difference %+v",
					r.Verdict, len(r.Pairs), err, tt.want, tt.pairs, r.Ratio, r.Difference)
			}
		})
	}
}

func TestContestTakesTurns(t *testing.T) {
	var log []string
	old := &played{cpu: seconds(1), answer: smt.Unsat, log: &log, name: "o"}
	slow := &played{cpu: seconds(1), answer: smt.Unsat, log: &log, name: "n"}
	c := Contest{Limit: Default, Answer: smt.Unsat, Old: old.measure, New: slow.measure}
	if _, err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, s := range log {
		got += s
	}
	if got != "onnoon" {
		t.Errorf("runs took place in the order %s", got)
	}
}

func TestContestOfOtherAnswers(t *testing.T) {
	sat := &played{cpu: seconds(1), answer: smt.Sat}
	unknown := &played{cpu: seconds(9), answer: smt.Unknown}
	over := &played{cpu: seconds(9), limit: solver.LimitTime}
	run := func(old, slow *played) Result {
		t.Helper()
		c := Contest{Limit: Default, Answer: smt.Sat, Old: old.measure, New: slow.measure}
		r, err := c.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if r := run(sat, unknown); r.Verdict != Changed || r.Why == "" {
		t.Errorf("against unknown: %+v", r)
	}
	if r := run(over, sat); r.Verdict != Changed {
		t.Errorf("time-out against sat: %+v", r)
	}
	if r := run(sat, over); r.Verdict != Slower || !r.Over {
		t.Errorf("sat against a time-out: %+v", r)
	}
	failed := errors.New("gone")
	c := Contest{Limit: Default, Old: sat.measure, New: func(context.Context) (solver.Run, error) { return solver.Run{}, failed }}
	if _, err := c.Run(t.Context()); !errors.Is(err, failed) {
		t.Errorf("%v", err)
	}
}
