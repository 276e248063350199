package certified

import (
	"context"
	"errors"
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/findings/reduce"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/storm"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
)

// minimiseSeed seeds the random numbers by which smaller instances are made: a reduction is the same each time.
const minimiseSeed = 1

// easy is the size of results, in bytes, at which no second way to a smaller one is tried.
const easy = 128

// stuck reports whether a reduction ended at a formula that is not small, and storm's own minimisation may lead to a smaller one: its instances
// are satisfiable by construction, so it is for wrong unsats. Of 39 findings it made 5 smaller and 6 larger where it came first, with more
// tests, and four of the five had been larger than this (evaluation/engines.md).
func (x *examiner) stuck(out *Result, cfg *Config) bool {
	return x.Engine == storm.Name && x.Class.WrongAnswer() == smt.Unsat && x.form == nil && cfg.Passes == nil &&
		out.Reduction.End == reduce.Minimal && len(out.Best.Text) > easy && (cfg.MaxTests == 0 || out.Reduction.Tests < cfg.MaxTests)
}

// again reduces the original once more, with storm's own minimisation first. It calls better with each text that replaces the one before on this
// way. Errors are those of Reduce.
func (x *examiner) again(ctx context.Context, start *Shown, cfg Config, better func(*Shown) error) (reduce.Result, error) {
	text := start.Text
	first, err := x.minimise(ctx, start, cfg.MaxTests, func(s *Shown) error {
		text = s.Text
		return better(s)
	})
	if err != nil || first.End != reduce.Minimal || text == start.Text {
		return first, err
	}
	if cfg.MaxTests > 0 {
		cfg.MaxTests -= first.Tests
	}
	second, err := x.search(ctx, text, cfg, better)
	return added(first, second), err
}

// added counts two searches as one that ended as the second did.
func added(a, b reduce.Result) reduce.Result {
	a.Tests += b.Tests
	a.Wasted += b.Wasted
	a.End = b.End
	passes := slices.Clone(a.Passes)
	for _, p := range b.Passes {
		i := slices.IndexFunc(passes, func(q reduce.PassCount) bool { return q.Name == p.Name })
		if i < 0 {
			passes = append(passes, p)
			continue
		}
		passes[i].Tried += p.Tried
		passes[i].Kept += p.Kept
		passes[i].Cached += p.Cached
		passes[i].IllSorted += p.IllSorted
		passes[i].Larger += p.Larger
	}
	a.Passes = passes
	return a
}

// minimise makes smaller instances of the original with storm, in no more than maxTests tests where that is not 0. It calls take with each
// one that shows the finding and replaces the one before. Errors are those of the runner and of take; the end of ctx is not an error.
func (x *examiner) minimise(ctx context.Context, start *Shown, maxTests int, take func(*Shown) error) (reduce.Result, error) {
	m := storm.Minimisation{Table: x.Bench.Table}
	for _, t := range start.Truths {
		if t.Status == smt.Sat && t.Witness != "" {
			m.Asker = witnessAsker(t.Witness)
		}
	}
	count := reduce.PassCount{Name: storm.Name}
	var failed error
	_, err := m.Run(ctx, start.Text, rng.New(minimiseSeed), func(ctx context.Context, text string) (holds bool, err error) {
		if maxTests > 0 && count.Tried >= maxTests {
			return false, errOutOfTests
		}
		count.Tried++
		if holds, failed = x.Holds(ctx, reduce.NewCandidate(text, x.Bench.Table)); holds && failed == nil {
			count.Kept++
			failed = take(x.take(text))
		}
		return holds, failed
	})
	out := reduce.Result{End: reduce.Minimal, Tests: count.Tried, Passes: []reduce.PassCount{count}}
	switch {
	case ctx.Err() != nil:
		out.End = reduce.Interrupted
		return out, nil
	case failed != nil:
		out.End = reduce.Failed
		return out, failed
	case errors.Is(err, errOutOfTests), maxTests > 0 && count.Tried >= maxTests:
		out.End = reduce.OutOfTests
	case count.Tried == 0:
		out.Passes = nil // it asks in steps, or has no parts to build from
	}
	return out, nil // any other failure of storm just ends this way: package reduce has a result
}

// errOutOfTests ends a minimisation.
var errOutOfTests = errors.New("no more tests")

// A witnessAsker answers every question for a model with the same one: instances are true under it, as the original is.
type witnessAsker string

// Ask implements mutate.Asker.
func (w witnessAsker) Ask(_ context.Context, _ *script.Script, _ mutate.Want) []mutate.Reply {
	return []mutate.Reply{{Solver: "the witness", Status: smt.Sat, Model: string(w)}}
}
