package fuzzer_test

import (
	"testing"

	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/testing/trialtest"
)

// result is what the events of a mutant say, sorted by their types.
type result struct {
	Hits        []findings.Hit
	Made        event.Mutant
	Runs, Extra []event.Run
	Skipped     []event.Skip
	event.Verdict
	Confirmations []event.Confirmation
	Faults        []event.Fault
	Explored      []event.Explored
}

func resultOf(t *testing.T, r fuzzer.Result) result {
	t.Helper()
	out := result{Hits: r.Hits}
	verdicts := 0
	for i, e := range r.Events {
		switch e := e.(type) {
		case event.Mutant:
			if out.Made = e; i != 0 {
				t.Error("the mutant is not the first event")
			}
		case event.Run:
			if e.Extra {
				out.Extra = append(out.Extra, e)
			} else {
				out.Runs = append(out.Runs, e)
			}
		case event.Skip:
			out.Skipped = append(out.Skipped, e)
		case event.Verdict:
			out.Verdict = e
			verdicts++
		case event.Confirmation:
			out.Confirmations = append(out.Confirmations, e)
		case event.Explored:
			out.Explored = append(out.Explored, e)
		case event.Fault:
			out.Faults = append(out.Faults, e)
		default:
			t.Errorf("event %T", e)
		}
	}
	if verdicts != 1 || out.Verdict.Runs != len(out.Runs) {
		t.Errorf("%d verdicts, on %d runs of %d", verdicts, out.Verdict.Runs, len(out.Runs))
	}
	return out
}

// runAll runs a chain and returns the result of each mutant.
func runAll(t *testing.T, f *fuzzer.Fuzzer, s seeds.Seed, e mutate.Engine) (results []result) {
	t.Helper()
	return runTaught(t, f, s, e, &fuzzer.Shown{})
}

// runTaught runs a chain that knows what settings show, and adds what the chain learned.
func runTaught(t *testing.T, f *fuzzer.Fuzzer, s seeds.Seed, e mutate.Engine, known *fuzzer.Shown) (results []result) {
	t.Helper()
	c, err := f.Chain(t.Context(), s, e, 0, fuzzer.Place{Slot: 9, Dir: trialtest.Scratch(t)})
	if err != nil {
		t.Fatal(err)
	}
	c.Teach(*known)
	for i := range c.Len() {
		res, err := c.Run(t.Context(), i)
		if err != nil {
			t.Fatal(err)
		}
		for _, ev := range res.Events {
			if ev, ok := ev.(event.Explored); ok {
				known.Take(&ev)
			}
		}
		results = append(results, resultOf(t, res))
	}
	return results
}
