package fuzzer_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/testing/trialtest"
)

// TestInterruptedChain: a context that has ended stops reading a seed before its defect is reached, and stops the run of a mutant before
// it is printed, so solvers are asked nothing.
func TestInterruptedChain(t *testing.T) {
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	spy := &trialtest.Spy{}
	f := &fuzzer.Fuzzer{Bench: &trial.Bench{Runner: spy}, Targets: trialtest.Fakes(t, "", "--answer=sat")}
	place := fuzzer.Place{Dir: trialtest.Scratch(t)}
	_, err := f.Chain(ctx, seed(strings.Repeat("(push 1)(pop 1)\n", 10_000)+"(assert nothing)"), list{}, 0, place)
	if !errors.Is(err, why) {
		t.Errorf("chain: %v", err)
	}
	large := seed("(set-logic QF_LIA)\n(declare-const x Int)\n(assert (< x" + strings.Repeat(" 3", 100_000) + "))\n(check-sat)\n")
	c, err := f.Chain(t.Context(), large, list{operators: []string{">"}}, 0, place)
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.Run(ctx, 0)
	if !errors.Is(err, why) || len(r.Events) > 0 || len(spy.Runs()) > 0 {
		t.Errorf("run: %v, %d events, %d runs", err, len(r.Events), len(spy.Runs()))
	}
}
