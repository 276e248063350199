package timing

import (
	"context"
	"time"

	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/coverage"
	"github.com/assay-smt/assay/smt"
)

// A Measure runs a solver on a script once. Errors are those of trial.Trial.Run.
type Measure func(context.Context) (solver.Run, error)

// A Limit says what counts as slower. The zero value is not useful; see Default.
type Limit struct {
	// Ratio is how many times as long the new way has to take at least, above 1.
	Ratio float64
	// Difference is the CPU time that it has to take more.
	Difference time.Duration
}

// Default is twice as long, and by half a second.
var Default = Limit{Ratio: 2, Difference: 500 * time.Millisecond}

// Kept is what has to be left of what exceeded the limit for it to be there still: half of what it was beyond the same time. Without that, what is near
// the limit would come and go with each measurement.
func (l Limit) Kept() Limit { return Limit{Ratio: (1 + l.Ratio) / 2, Difference: l.Difference / 2} }

// slack is the share of a limit from which it is worth measuring on: single runs are disturbed.
const slack = 0.8

// Suspects reports whether the CPU time of two single runs gives reason to measure more of them.
func (l Limit) Suspects(old, slow time.Duration) bool {
	p := Pair{old, slow}
	return l.near(p.ratio(), (slow - old).Seconds())
}

// Promises reports the same where it is also known what the solvers count: if that is above the limit, half of the difference is reason enough.
func (l Limit) Promises(work Counts, old, slow time.Duration) bool {
	return l.Suspects(old, slow) || work.Ratio() >= l.Ratio && slow-old >= l.Difference/2
}

func (l Limit) near(ratio, difference float64) bool {
	return ratio >= slack*l.Ratio && difference >= slack*l.Difference.Seconds()
}

// A Verdict says how a contest ended.
type Verdict string

// The verdicts.
const (
	// Slower: the bounds of both the ratio and the difference are above the limit.
	Slower Verdict = "slower"
	// NotSlower: one of them is not above the limit after MostPairs, or is far below it.
	NotSlower Verdict = "not slower"
	// Changed: a run did not end with the answer of the first one, so that times say nothing.
	Changed Verdict = "changed"
)

// The number of pairs: FewPairs are enough to see that there is nothing, fewestPairs give the first bounds, and MostPairs are the last.
const (
	FewPairs    = 3
	fewestPairs = 7
	step        = 4
	MostPairs   = 15
)

// A Result is what a contest measured.
type Result struct {
	Verdict Verdict `json:"verdict"`
	// Why says what changed, "" unless Verdict is Changed.
	Why   string `json:"why,omitempty"`
	Pairs []Pair `json:"-"`
	// Ratio is how many times as long the new way takes, Difference by how many seconds longer.
	Ratio      Interval `json:"ratio"`
	Difference Interval `json:"difference"`
	// Old and New are the median CPU seconds.
	Old float64 `json:"old_seconds"`
	New float64 `json:"new_seconds"`
	// Work is what the solvers count, 0 for unknown.
	Work Counts `json:"work"`
	// Over: the new way reached its limit of time in some run, so that its times are at least what they say.
	Over bool `json:"over,omitempty"`
}

// Counts are what solvers count as their work on a script, 0 for unknown. The units of two solvers need not be the same; those of two
// versions nearly always are.
type Counts struct {
	Old uint64 `json:"old,omitempty"`
	New uint64 `json:"new,omitempty"`
}

// Equal reports whether both are known and say that the same was done.
func (c Counts) Equal() bool { return c.Old > 0 && c.Old == c.New }

// Ratio returns how many times as much was done, 0 for unknown.
func (c Counts) Ratio() float64 {
	if c.Old == 0 || c.New == 0 {
		return 0
	}
	return float64(c.New) / float64(c.Old)
}

// A Contest compares two ways of running a script. Its fields are not changed while it runs.
type Contest struct {
	Limit
	// Answer is the one with which runs have to end, NoStatus for any that decides.
	Answer smt.Status
	// Old and New are measured.
	Old, New Measure
	// Same: both run the same program with the same configuration, so that equal counts of work say that there is no difference.
	Same bool
}

// Run measures as many pairs as a verdict needs. Errors are those of the measures.
func (c *Contest) Run(ctx context.Context) (Result, error) {
	var out Result
	for n := 0; n < MostPairs; n++ {
		if err := c.pair(ctx, n, &out); err != nil {
			return out, err
		}
		if out.Verdict == Changed {
			return out, nil
		}
		out.sum()
		if c.Same && out.Work.Equal() {
			break
		}
		if n+1 == FewPairs && !c.near(out.Ratio.Estimate, out.Difference.Estimate) {
			break
		}
		if n+1 >= fewestPairs && (n+1-fewestPairs)%step == 0 {
			if c.above(&out) {
				out.Verdict = Slower
				return out, nil
			}
			if c.below(&out) {
				break
			}
		}
	}
	out.Verdict = NotSlower
	return out, nil
}

// above reports whether both bounds are above the limit.
func (c *Contest) above(r *Result) bool {
	return r.Ratio.Low > c.Ratio && r.Difference.Low > c.Difference.Seconds()
}

// below reports whether one of the bounds is below the limit for sure.
func (c *Contest) below(r *Result) bool {
	return r.Ratio.High < c.Ratio || r.Difference.High < c.Difference.Seconds()
}

// pair runs both ways once; which of them is first changes from pair to pair.
func (c *Contest) pair(ctx context.Context, n int, out *Result) error {
	measures := []Measure{c.Old, c.New}
	runs := make([]solver.Run, 2)
	for i := range measures {
		k := (i + n) % 2
		var err error
		if runs[k], err = measures[k](ctx); err != nil {
			return err
		}
	}
	old, slow := &runs[0], &runs[1]
	switch {
	case !c.ends(old):
		out.Verdict, out.Why = Changed, "the first one: "+string(old.Outcome())
		return nil
	case slow.Limit == solver.LimitTime:
		out.Over = true
	case !c.ends(slow):
		out.Verdict, out.Why = Changed, "the second one: "+string(slow.Outcome())
		return nil
	}
	out.Pairs = append(out.Pairs, Pair{old.CPU, slow.CPU})
	if units, ok := coverage.Work(old); ok {
		out.Work.Old = units
	}
	if units, ok := coverage.Work(slow); ok {
		out.Work.New = units
	}
	return nil
}

// ends reports whether a run ended with the answer that it has to give.
func (c *Contest) ends(r *solver.Run) bool {
	return r.Outcome().Answers() && (c.Answer == smt.NoStatus || r.Answer() == c.Answer)
}

// sum computes what the pairs say.
func (r *Result) sum() {
	var old, slow []float64
	for _, p := range r.Pairs {
		old, slow = append(old, p.Old.Seconds()), append(slow, p.New.Seconds())
	}
	r.Ratio, r.Difference = Ratio(r.Pairs), Difference(r.Pairs)
	r.Old, r.New = intervalOf(old).Estimate, intervalOf(slow).Estimate
}
