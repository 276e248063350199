package effort

import (
	"fmt"
	"math"
	"time"
)

// A visit is what an engine does with a seed in one slot. It goes on while it brings as much news for its time as the campaign as a whole, the time
// to begin with seeds included. That is when to leave, by the marginal value theorem (Charnov, Optimal Foraging: the Marginal Value Theorem, 1976):
// whoever leaves earlier pays too often for the way, and whoever stays longer could have had more elsewhere. So visits are short while everything
// is new everywhere, and grow when the campaign as a whole has dried up.

const (
	// visitWindow is the approximate number of mutants of a visit that count, and tideWindow that of the campaign.
	visitWindow = 40
	tideWindow  = 2048
)

// A yield is news with the time that it took, in seconds. Sums of yields fade.
type yield struct {
	News float64 `json:"news,omitempty"`
	Time float64 `json:"time,omitempty"`
}

// take adds a mutant's yield; what was before counts 1/window less.
func (y *yield) take(of yield, window float64) {
	y.News = y.News*(1-1/window) + of.News
	y.Time = y.Time*(1-1/window) + of.Time
}

// yieldOf says what a mutant yields: new behaviour for CPU time where there is feedback, and elsewhere whether it shows its pair anything new, for
// the wall time of its runs.
func yieldOf(m Mutant, took time.Duration, shows bool) yield {
	if m.Cost > 0 {
		return yield{float64(max(m.NewBehaviour, 0)), m.Cost.Seconds()}
	}
	y := yield{Time: took.Seconds()}
	if shows {
		y.News = 1
	}
	return y
}

// yields enters what a mutant of a slot yields.
func (s *Scheduler) yields(c *Tally, y yield) {
	if c.Idle = y.Time <= 0; c.Idle {
		return
	}
	c.Recent.take(y, visitWindow)
	s.tide.take(y, tideWindow)
}

// GoesOn reports whether the visit of a slot should go on after the mutants in its tally.
func (s *Scheduler) GoesOn(c *Tally) bool {
	if c.Idle || c.Recent.Time <= 0 || c.Recent.News <= 0 {
		return false
	}
	return s.worth(c.Recent)
}

// Worth reports whether new behaviour is worth the CPU time, by what the campaign has brought lately.
func (s *Scheduler) Worth(news int, cost time.Duration) bool {
	return news > 0 && s.worth(yield{float64(news), cost.Seconds()})
}

func (s *Scheduler) worth(y yield) bool { return y.News*s.tide.Time >= s.tide.News*y.Time }

// check reports sums that cannot be.
func (y yield) check() error {
	for _, x := range []float64{y.News, y.Time} {
		if x < 0 || math.IsInf(x, 0) || math.IsNaN(x) {
			return fmt.Errorf("effort: news of %g in %g s says nothing about visits", y.News, y.Time)
		}
	}
	return nil
}
