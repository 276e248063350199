package trial_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt/elab"
)

// never is a runner that must not be asked.
type never struct{ t *testing.T }

func (n never) Run(context.Context, trial.Request) (solver.Run, error) {
	n.t.Error("a text that is not whole is run")
	return solver.Run{}, nil
}

// TestInterruptedPrinting: a context that has ended stops the printing of a large script, nothing is run, and the partial text is not kept.
func TestInterruptedPrinting(t *testing.T) {
	s := read(t, "(set-logic QF_LIA)(declare-const x Int)(assert (or"+strings.Repeat(" (< x 3)", 100_000)+"))(check-sat)")
	target := trialtest.Fakes(t, "", "--answer=sat")[0]
	bench := (&trial.Bench{Runner: never{t}}).In(trialtest.Scratch(t))
	one := bench.New(s, trial.Facts{})
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	if _, err := one.Run(ctx, target); !errors.Is(err, why) {
		t.Errorf("run: %v", err)
	}
	if text, err := one.TextUntil(ctx, target); !errors.Is(err, why) {
		t.Errorf("text: %v, %v", text, err)
	}
	if _, err := bench.Print(ctx, s, ""); !errors.Is(err, why) {
		t.Errorf("print: %v", err)
	}
	text, err := one.TextUntil(t.Context(), target)
	if err != nil || len(text.Bytes) < 800_000 {
		t.Errorf("the text is not whole: %v", err)
	}
	if text, err := bench.Print(t.Context(), s, ""); err != nil || len(text) < 800_000 {
		t.Errorf("the text is not whole: %v", err)
	}
	if _, err := certify.ReadFormula(string(text.Bytes), nil, ctx.Done()); !errors.Is(err, elab.ErrStopped) {
		t.Errorf("reading: %v", err)
	}
}

// TestInterruptedReading: a text that was not read in time is read again later.
func TestInterruptedReading(t *testing.T) {
	target := trialtest.Printing(t, "z3", "Z3 version 4.8.12 - 64 bit\nsat\n((define-fun x () Int 1))\n")
	one := (&trial.Bench{}).In(trialtest.Scratch(t)).New(read(t, "(set-logic QF_LIA)(declare-const x Int)(assert (< x 3))(check-sat)"), trial.Facts{})
	run, err := one.Run(t.Context(), target)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if o := one.Observe(ctx, run); len(o.Models) != 0 {
		t.Errorf("models %+v when the context had ended", o.Models)
	}
	if o := one.Observe(t.Context(), run); len(o.Models) != 1 {
		t.Errorf("models %+v", o.Models)
	}
}
