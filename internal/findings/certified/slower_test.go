package certified_test

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/certified"
	"github.com/assay-smt/assay/internal/run/timing"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
)

// slowText takes long because of its multiplication; the rest may go.
const slowText = `(set-logic QF_NIA)
(declare-const x Int)
(declare-const y Int)
(declare-const p Bool)
(assert (or p (< x 5)))
(assert (> (* x y) (+ x 17)))
(assert (=> p (< y 100)))
(check-sat)
`

// slowdown is the case of a solver that costs something on a text where its baseline costs something else.
func slowdown(t *testing.T, costs func(text string, old bool) trialtest.Cost) (certified.Case, *int) {
	t.Helper()
	targets := trialtest.Fakes(t, trialtest.WorkProfile, "--opt-new=1", "--opt-old=1")
	var mu sync.Mutex
	runs := new(int)
	runner := trialtest.Metered{Do: func(target solver.Target, text string) trialtest.Cost {
		mu.Lock()
		defer mu.Unlock()
		*runs++
		return costs(text, target == targets[1])
	}}
	s, err := elab.Script(slowText, elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	bench := &trial.Bench{Runner: runner, Limits: solver.Limits{Time: 20 * time.Second}}
	return certified.Slowdown(bench, s, targets[1], targets[0], timing.Default), runs
}

func cost(seconds float64, work float64) trialtest.Cost {
	return trialtest.Cost{Answer: smt.Sat, CPU: time.Duration(seconds * float64(time.Second)), Work: uint64(work)}
}

// A slow-down is reduced to what is slow.
func TestSlowdown(t *testing.T) {
	for _, tt := range []struct {
		name  string
		costs func(text string, old bool) trialtest.Cost
	}{
		{"with counts", func(text string, old bool) trialtest.Cost {
			if old || !strings.Contains(text, "(* ") {
				return cost(0.1, 1e5)
			}
			return cost(0.5+float64(len(text))/100, 1e6+float64(len(text))*1e4)
		}},
		{"without counts", func(text string, old bool) trialtest.Cost {
			if old || !strings.Contains(text, "(* ") {
				return cost(0.1, 0)
			}
			return cost(1+float64(len(text))/100, 0)
		}},
		{"beyond the limit", func(text string, old bool) trialtest.Cost {
			if old || !strings.Contains(text, "(* ") {
				return cost(0.1, 1e5)
			}
			return cost(100, 1e9)
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, _ := slowdown(t, tt.costs)
			r, err := certified.Reduce(t.Context(), c, slowText, certified.Config{Dir: trialtest.Scratch(t), Jobs: 2})
			if err != nil {
				t.Fatal(err)
			}
			m := r.Best.Finding.Evidence.Measured
			if small := r.Best.Text; !strings.Contains(small, "(* ") || strings.Contains(small, "or p") || strings.Contains(small, "17") || len(small) > 100 {
				t.Errorf("it is not small:\n%s", small)
			}
			if r.Best.Kind != certified.Measured || r.Confirmed != (findings.Repetition{Runs: 1, Shown: 1}) || len(m.Pairs) < 7 || m.Ratio.Low < 2 {
				t.Errorf("%+v, confirmed %+v, measured %+v", r.Best.Certificate, r.Confirmed, m)
			}
			f, _ := certified.Describe(t.Context(), c, &r, slowText)
			if len(f.Runs) != 2 || f.Runs[1].Solver != c.Other || f.Evidence.Measured == nil || f.Reduction.Certificate != "measurement" {
				t.Errorf("the record: %+v", f)
			}
		})
	}
}

// What is twice as slow where the original is a hundred times as slow is another slow-down, and a small difference is noise.
func TestSlowdownKeepsTheRatio(t *testing.T) {
	c, _ := slowdown(t, func(text string, old bool) trialtest.Cost {
		switch {
		case old:
			return cost(0.1, 1e5)
		case strings.Contains(text, "17"):
			return cost(10, 1e7)
		case strings.Contains(text, "(* "):
			return cost(5, 3e5) // dear, but not by what it counts
		}
		return cost(0.1, 1e5)
	})
	r, err := certified.Reduce(t.Context(), c, slowText, certified.Config{Dir: trialtest.Scratch(t)})
	if err != nil || !strings.Contains(r.Best.Text, "17") || strings.Contains(r.Best.Text, "or p") {
		t.Errorf("%v\n%s", err, r.Best.Text)
	}
	// So far beyond the limit, the result is beyond it as well.
	c, _ = slowdown(t, func(text string, old bool) trialtest.Cost {
		switch {
		case old:
			return cost(0.1, 0)
		case strings.Contains(text, "17"):
			return cost(5, 0)
		}
		return cost(0.5, 0)
	})
	c.Exceeded = true
	if r, err = certified.Reduce(t.Context(), c, slowText, certified.Config{Dir: trialtest.Scratch(t)}); err != nil || !strings.Contains(r.Best.Text, "17") {
		t.Errorf("%v\n%s", err, r.Best.Text)
	}
	// The counts stay apart, but the unit of work costs nothing any more.
	c, _ = slowdown(t, func(text string, old bool) trialtest.Cost {
		switch {
		case old:
			return cost(0.1, 1e5)
		case strings.Contains(text, "17"):
			return cost(1, 1e6)
		}
		return cost(0.3, 1e6)
	})
	if r, err = certified.Reduce(t.Context(), c, slowText, certified.Config{Dir: trialtest.Scratch(t)}); err != nil || !strings.Contains(r.Best.Text, "17") {
		t.Errorf("%v\n%s", err, r.Best.Text)
	}
}

// Where the result does not stand up to a race, an earlier text does.
func TestSlowdownGoesBack(t *testing.T) {
	c, runs := slowdown(t, func(string, bool) trialtest.Cost { return trialtest.Cost{} })
	search := true
	c.Bench.Runner = trialtest.Metered{Do: func(target solver.Target, text string) trialtest.Cost {
		*runs++
		if target == *c.Against {
			return cost(0.1, 1e5)
		}
		if !search && !strings.Contains(text, "17") {
			return cost(0.2, 1e6)
		}
		return cost(2, 1e6)
	}}
	r, err := certified.Reduce(t.Context(), c, slowText, certified.Config{
		Dir: trialtest.Scratch(t),
		Better: func(best *certified.Shown) error {
			search = strings.Contains(best.Text, "17") // from then on the machine is quiet
			return nil
		},
	})
	if err != nil || !strings.Contains(r.Best.Text, "17") || r.Confirmed.Shown != 1 {
		t.Errorf("%v, back %d, %+v\n%s", err, r.Back, r.Confirmed, r.Best.Text)
	}
}

func TestSlowdownThatIsNone(t *testing.T) {
	c, _ := slowdown(t, func(string, bool) trialtest.Cost { return cost(1, 1e6) })
	var not *certified.NotShownError
	if _, err := certified.Reduce(t.Context(), c, slowText, certified.Config{Dir: trialtest.Scratch(t)}); !errors.As(err, &not) ||
		!strings.Contains(err.Error(), "by as much as the limit: 1.0 s of CPU time against 1.0 s, 1.0 times as long") {
		t.Errorf("%v", err)
	}
	c.Against = nil
	if _, err := certified.Reduce(t.Context(), c, slowText, certified.Config{Dir: trialtest.Scratch(t)}); !errors.As(err, &not) {
		t.Errorf("%v", err)
	}
}
