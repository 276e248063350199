package fuzzer

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/timing"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/coverage"
)

// Limits on measuring in a chain, whose mutants are much alike.
const (
	// maxVain is how many races may show nothing.
	maxVain = 3
	// maxRacing is how much CPU time all races may take, in limits of a run.
	maxRacing = 40
	// usualLimit is the limit of a bench that has none.
	usualLimit = 5 * time.Second
)

// Compared is what a chain knows of a target and its baseline.
type Compared struct {
	Solver   string `json:"solver"`
	Baseline string `json:"baseline"`
	// Vain counts the races that showed nothing. CPU is the CPU time of all races, in seconds.
	Vain int     `json:"vain,omitempty"`
	CPU  float64 `json:"cpu_seconds,omitempty"`
	// Dearest is how many times as much work as its baseline the target had with some mutant, in quarters of a doubling.
	Dearest int `json:"dearest,omitempty"`
}

func (c *Chain) compared(p oracle.Pair) *Compared {
	known := c.paces[p]
	if known == nil {
		known = &Compared{Solver: p.New, Baseline: p.Old}
		c.paces[p] = known
	}
	return known
}

// enough reports whether nothing more is measured in the chain.
func (c *Chain) enough(known *Compared) bool {
	limit := c.bench.Limits.Time
	if limit <= 0 {
		limit = usualLimit
	}
	return known.Vain >= maxVain || known.CPU >= maxRacing*limit.Seconds()
}

// slower measures the targets that seem to be slower on the mutant than their baselines, and returns the findings. What made them seem so is of no further
// account: it may come from processes that have read other scripts, and from a machine that does other things.
func (r *mutantRun) slower(ctx context.Context, first judged, s triage.Subject) ([]findings.Hit, error) {
	if r.fuzzer.Slower <= 0 || r.trial.Checks() != 1 {
		return nil, nil
	}
	limit := timing.Limit{Ratio: r.fuzzer.Slower, Difference: timing.Default.Difference}
	var hits []findings.Hit
	for _, p := range r.bench.Baselines {
		old, slow := first.run(p.Old), first.run(p.New)
		if old == nil || slow == nil || !decides(old) {
			continue
		}
		r.dearer(p, old, slow)
		if !r.suspects(limit, old, slow) {
			continue
		}
		found, err := r.race(ctx, s, triage.Comparison{Old: old.Target, New: slow.Target, Limit: limit}, float64(slow.CPU)/float64(max(old.CPU, time.Millisecond)))
		if err != nil {
			return nil, err
		}
		hits = append(hits, found...)
	}
	return hits, nil
}

// run returns the run of the target with a name, nil for none.
func (j *judged) run(name string) *solver.Run {
	if i := slices.IndexFunc(j.runs, func(run solver.Run) bool { return run.Solver == name }); i >= 0 {
		return &j.runs[i]
	}
	return nil
}

// decides reports whether a run ended with one answer that decides.
func decides(run *solver.Run) bool {
	return len(run.Answers) == 1 && run.Answer().Decides() && run.Limit == solver.LimitNone && run.Crash == nil
}

// suspects reports whether single runs give reason to measure.
func (r *mutantRun) suspects(l timing.Limit, old, slow *solver.Run) bool {
	switch {
	case slow.Limit == solver.LimitTime && r.reduced(*slow) > 0:
		// It was not given the time to take longer by as much.
		return float64(slow.CPU) >= l.Ratio*float64(old.CPU)
	case slow.Limit == solver.LimitTime:
	case !decides(slow) || slow.Answer() != old.Answer():
		return false
	}
	return l.Promises(work(old, slow), old.CPU, slow.CPU)
}

// work is what two runs counted. After (push 1), processes count on from one script to the next.
func work(old, slow *solver.Run) timing.Counts {
	if old.Mode == solver.Push || slow.Mode == solver.Push || old.Family != slow.Family {
		return timing.Counts{}
	}
	var out timing.Counts
	out.Old, _ = coverage.Work(old)
	out.New, _ = coverage.Work(slow)
	return out
}

// race measures one target against its baseline.
func (r *mutantRun) race(ctx context.Context, s triage.Subject, c triage.Comparison, ratio float64) ([]findings.Hit, error) {
	known := r.compared(oracle.Pair{Old: c.Old.String(), New: c.New.String()})
	e := event.Timed{Mutant: r.name, Engine: r.Chain.name.Engine, Logic: r.Logic(), Solver: known.Solver, Baseline: known.Baseline, Result: event.TimedGivenUp}
	if r.enough(known) {
		r.emit(e)
		return nil, nil
	}
	timed, err := r.examiner.Slower(ctx, s, c, ratio)
	if err != nil {
		return nil, err
	}
	for _, run := range timed.Extra {
		e.CPU += run.CPU.Seconds()
	}
	r.extra = append(r.extra, timed.Extra...)
	f := &timed.Finish
	switch {
	case timed.Known:
		e.Result = event.TimedKnown
	case f.Verdict == timing.Slower:
		e.Result = event.TimedSlower
	case f.Verdict == timing.NotSlower:
		e.Result = event.TimedNotSlower
	default:
		e.Result, e.Why = event.TimedChanged, f.Why
	}
	if len(f.Pairs) > 1 {
		e.Pairs = len(f.Pairs)
	}
	e.Ratio, e.Low, e.Old, e.New, e.OldWork, e.NewWork = f.Ratio.Estimate, f.Ratio.Low, f.Old, f.New, f.Work.Old, f.Work.New
	r.emit(e)
	known.CPU += e.CPU
	if e.Result == event.TimedNotSlower || e.Result == event.TimedChanged {
		known.Vain++
	}
	return timed.Hits, nil
}

// fewUnits is added to what solvers count before it is compared: a script that is read and decided at once costs some thousand units, in a version more than in
// another. It is about the work of a tenth of a second.
const fewUnits = 100_000

// dearer reports that the mutant costs a target more times what it costs its baseline than any before it in the chain.
func (r *mutantRun) dearer(p oracle.Pair, old, slow *solver.Run) {
	if !r.fuzzer.SlowerSearch || !decides(slow) {
		return
	}
	units := work(old, slow)
	if units.Ratio() == 0 {
		return
	}
	// The steps make a record that is higher by a hair no news.
	times := int(math.Floor(4 * math.Log2(float64(units.New+fewUnits)/float64(units.Old+fewUnits))))
	known := r.compared(p)
	if times <= known.Dearest {
		return
	}
	r.emit(event.Dearer{
		Mutant: r.name, Engine: r.Chain.name.Engine, Logic: r.Logic(), Solver: p.New, Baseline: p.Old, OldWork: units.Old, NewWork: units.New,
		News: times - known.Dearest,
	})
	known.Dearest = times
}
