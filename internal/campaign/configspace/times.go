package configspace

import (
	"cmp"
	"context"
	"time"

	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/options"
)

// time compares times by the test of Mann and Whitney, if the formula takes long enough for that to be meaningful. Runs with and without the
// option take turns, since other load on the machine slows down both.
func (e *experiment) time(ctx context.Context, s options.Setting, target solver.Target, got observation) error {
	if e.Header.Times == 0 || max(e.base.run.CPU, got.run.CPU) < e.LeastTime {
		return nil
	}
	slower := 0
	for range 2 { // a loaded machine shows differences where there are none, but rarely twice
		balance, p, err := e.race(ctx, target)
		if err != nil || p >= significant {
			return err
		}
		slower += cmp.Compare(balance, 0)
	}
	if slower == 2 || slower == -2 {
		e.affects(s, InTime)
	}
	return nil
}

// race times runs without an option and with it. They take turns, and also take turns in being first. It returns the balance of pairs in
// which the run with the option is the slower one, positive when there are more of these, and the probability of such a balance by chance.
func (e *experiment) race(ctx context.Context, target solver.Target) (balance int, p float64, err error) {
	times := make([][]float64, 2)
	for i := range 2 * e.Header.Times {
		who := (i + i/2) % 2 // 0 1 1 0
		got, err := e.observe(ctx, []solver.Target{e.Target, target}[who])
		if err != nil {
			return 0, 1, err
		}
		times[who] = append(times[who], got.run.CPU.Seconds())
	}
	for _, without := range times[0] {
		for _, with := range times[1] {
			balance += cmp.Compare(with, without)
		}
	}
	_, p = MannWhitney(times[0], times[1])
	return balance, p, nil
}

// overtime examines a run at its time limit, which counts if the base takes little of that limit. Both must recur: there are formulas on which a
// solver is sometimes quick and sometimes slow, with any options.
func (e *experiment) overtime(ctx context.Context, s options.Setting, target solver.Target, limit time.Duration) error {
	quick := func(run solver.Run) bool {
		return run.Limit == solver.LimitNone && run.CPU.Seconds() < timely*limit.Seconds()
	}
	if !quick(e.base.run) {
		e.unclear(s)
		return nil
	}
	base, err := e.observe(ctx, e.Target)
	if err != nil {
		return err
	}
	if !quick(base.run) {
		e.unclear(s)
		return nil
	}
	again, err := e.observe(ctx, target)
	if err != nil {
		return err
	}
	if again.run.Limit != solver.LimitTime {
		e.unclear(s)
		return nil
	}
	e.affects(s, InTime)
	return nil
}

// significant is the probability below which times differ.
const significant = 0.01
