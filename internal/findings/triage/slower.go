package triage

import (
	"context"
	"fmt"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/timing"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
)

// A Comparison is a solver with its baseline, and what counts as slower.
type Comparison struct {
	Old, New solver.Target
	Limit    timing.Limit
}

// A Timed is what came of timing a comparison on a subject.
type Timed struct {
	// Examination has the hit where the solver is slower.
	Examination
	// Finish is what was measured. Known: nothing was, since a hit would change no more than a counter.
	Finish timing.Finish
	Known  bool
}

// Slower times a comparison on a subject in fresh processes that ask for nothing but answers. ratio is how many times as long the solver seems to
// take. Errors are those of the bench's runner and of the disk.
func (x *Examiner) Slower(ctx context.Context, s Subject, c Comparison, ratio float64) (Timed, error) {
	e := &examination{Examiner: x, Subject: s}
	e.Trial, e.Base = x.Bench.New(s.Mutant.Script, trial.Facts{Name: "race", Plan: trial.AskNothing, Truths: s.Trial.Truths()}), nil
	key := slowerKey(c.New)
	if x.Known != nil {
		origin := "seed " + x.Seed.Hash
		if b, ok := x.blamed[key]; ok {
			origin = b.signature[len(key)+1:]
		}
		text := e.Trial.Text(c.New).Bytes
		if !x.Known.Wants(x.sign(slowerSignature(key, origin, oracle.Magnitude(ratio)), text), len(text), x.Job, s.Name.Index) {
			return Timed{Known: true}, nil
		}
	}
	var out Timed
	var err error
	if out.Finish, err = e.race(ctx, e.Trial, c); err != nil {
		return Timed{}, err
	}
	found := out.Finish.Finding(e.Trial.Logic())
	if found == nil {
		out.Examination = e.out
		return out, nil
	}
	b, ok := x.blamed[key]
	if !ok {
		if b, err = e.blameSlower(ctx, key, c); err != nil {
			return Timed{}, err
		}
	}
	b.signature = slowerSignature(key, b.signature[len(key)+1:], found.Evidence.Measured.Magnitude())
	e.Runs = []solver.Run{out.Finish.NewRun, out.Finish.OldRun}
	h := e.hit(*found, b)
	h.Finding.Repeated = findings.Repetition{Runs: 1, Shown: 1} // a race is as many runs as it takes
	e.out.Hits = append(e.out.Hits, h)
	out.Examination = e.out
	return out, nil
}

// slowerKey is the key under which findings about what a target's answers cost are remembered in a chain.
func slowerKey(t solver.Target) string {
	return string(oracle.OfMeasurement()) + "/" + t.Profile().Name
}

// slowerSignature has the magnitude of the ratio, so that a formula that takes a hundred times as long is not taken for another hit of one that takes
// twice as long.
func slowerSignature(key, origin string, magnitude int) string {
	return fmt.Sprintf("%s/%s/%dx", key, origin, magnitude)
}

// blameSlower finds out whether the seed shows it already, and remembers the signature for the chain, without the magnitude.
func (e *examination) blameSlower(ctx context.Context, key string, c Comparison) (blame, error) {
	onSeed, err := e.race(ctx, e.Bench.New(e.Script, trial.Facts{Name: "seed", Plan: trial.AskNothing}), c)
	if err != nil {
		return blame{}, err
	}
	b := blame{seedShows: onSeed.Verdict == timing.Slower}
	origin := cause(e.Mutant)
	if b.seedShows {
		origin = "seed " + e.Seed.Hash
	}
	b.signature = key + "/" + origin
	if e.blamed == nil {
		e.Examiner.blamed = make(map[string]blame)
	}
	e.blamed[key] = b
	return b, nil
}

// race times a comparison on the script of a trial.
func (e *examination) race(ctx context.Context, t *trial.Trial, c Comparison) (timing.Finish, error) {
	if t.Checks() != 1 {
		return timing.Finish{Result: timing.Result{Verdict: timing.Changed, Why: "it does not ask just once"}}, nil
	}
	side := func(target solver.Target) timing.Side {
		text := t.Text(target)
		return timing.Side{Target: target, Text: text, Options: t.Options(target, text)}
	}
	r := timing.Race{Limit: c.Limit, Bench: e.Bench, Old: side(c.Old), New: side(c.New)}
	f, err := r.Run(ctx)
	e.out.Extra = append(e.out.Extra, f.All...)
	return f, err
}
