package configspace

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/options"
	"github.com/assay-smt/assay/smt/elab"
)

// canned returns runs with given CPU times in milliseconds, one after the other; one of a second is at the time limit.
type canned struct{ cpu []int }

func (c *canned) Run(context.Context, trial.Request) (solver.Run, error) {
	return c.next(), nil
}

func (c *canned) next() solver.Run {
	run := solver.Run{CPU: time.Duration(c.cpu[0]) * time.Millisecond}
	if c.cpu = c.cpu[1:]; run.CPU == time.Second {
		run.Limit = solver.LimitTime
	}
	return run
}

// TestTimeComesTwice: an effect on time counts when it recurs. The runs are those that the experiment makes, in order.
func TestTimeComesTwice(t *testing.T) {
	const limit = 1000
	// Runs take turns: without, with, with, without.
	same, slower, faster := []int{50, 51, 50, 51, 52, 53, 52, 53}, []int{50, 90, 91, 51, 52, 92, 93, 53}, []int{50, 30, 31, 51, 52, 32, 33, 53}
	race := func(rounds ...[]int) (all []int) {
		for _, r := range rounds {
			all = append(all, r...)
			for _, ms := range r {
				all = append(all, ms+4)
			}
		}
		return all
	}
	for _, tt := range []struct {
		name string
		base int
		with int // the first run with the option
		then []int
		want bool
	}{
		{"at the limit again", 50, limit, []int{50, limit}, true},
		{"quick the second time", 50, limit, []int{50, 60}, false},
		{"the base is slow the second time", 50, limit, []int{limit}, false},
		{"the base is not quick", 200, limit, nil, false},
		{"slower twice", 50, 90, race(slower, slower), true},
		{"faster twice", 50, 30, race(faster, faster), true},
		{"slower once", 50, 90, race(slower, same), false},
		{"slower, then faster", 50, 90, race(slower, faster), false},
		{"the same", 50, 90, race(same), false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			target, _ := plantedTarget(t)
			s, err := elab.Script("(set-logic QF_BV)(check-sat)", elab.Options{})
			if err != nil {
				t.Fatal(err)
			}
			runner := &canned{cpu: append([]int{tt.base, tt.with}, tt.then...)}
			bench := &trial.Bench{Runner: runner, Fresh: runner, Limits: solver.Limits{Time: time.Second}}
			e := &experiment{
				Learner: &Learner{Target: target, Header: Header{Times: 8}, LeastTime: 20 * time.Millisecond}, lesson: &Lesson{},
				trial: bench.New(s, trial.Facts{Plan: trial.AskNothing}),
			}
			defer e.trial.Close()
			e.base.run = runner.next()
			got := observation{run: runner.next()}
			setting := options.Setting{Name: "slow", Value: "true"}
			if got.run.Limit == solver.LimitTime {
				err = e.overtime(t.Context(), setting, target, time.Second)
			} else {
				err = e.time(t.Context(), setting, target, got)
			}
			if err != nil {
				t.Fatal(err)
			}
			if effect := e.lesson.Effects["slow"]; (effect == InTime) != tt.want {
				t.Errorf("effect %q, want it: %v", effect, tt.want)
			}
			// A run at the limit that does not come again, or beside a base that may take as long, says nothing at all.
			if unclear := tt.with == limit && !tt.want; slices.Contains(e.lesson.Untried, "slow") != unclear {
				t.Errorf("untried: %q", e.lesson.Untried)
			}
			if len(runner.cpu) > 0 {
				t.Errorf("%d runs were not made", len(runner.cpu))
			}
		})
	}
}
