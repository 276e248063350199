package fuzzer_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/testing/trialtest"
)

// TestRepeat: a mutant that was run before is reported but not run, with the reason for each target that it is for.
func TestRepeat(t *testing.T) {
	targets := trialtest.Fakes(t, "", "--opt-a=1", "--opt-b=1")
	l := &limited{}
	f := &fuzzer.Fuzzer{Bench: &trial.Bench{Runner: l, Fresh: l}, Targets: targets}
	at := fuzzer.Place{Dir: trialtest.Scratch(t), Pace: &steady{known: true, gives: map[string]string{targets[0].String(): "late"}}}
	c, err := f.Chain(t.Context(), arithmetic, list{operators: []string{">", "<="}}, 0, at)
	if err != nil {
		t.Fatal(err)
	}
	if asks := c.Asks(); len(asks) != 1 || asks[0] != targets[1] || c.Hash(0) == c.Hash(1) {
		t.Errorf("it is for %v, hashes %x and %x", asks, c.Hash(0), c.Hash(1))
	}
	res, err := c.Repeat(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	name := c.Name(0).String()
	want := []event.Event{
		event.Skip{Mutant: name, Solver: targets[0].String(), Why: event.TooSlow, Reason: "late"},
		event.Skip{Mutant: name, Solver: targets[1].String(), Why: event.Repeat},
		event.Verdict{Mutant: name, Engine: "list"},
	}
	made, ok := res.Events[0].(event.Mutant)
	if !ok || !made.Repeat || made.Mutant != name || made.Text != c.Hash(0) {
		t.Errorf("%+v", res.Events[0])
	}
	if diff := cmp.Diff(want, res.Events[1:]); diff != "" || len(l.limits) > 0 || len(res.Hits) > 0 {
		t.Errorf("%v were run\n%s", l.limits, diff)
	}
	// The next one is run as if nothing had happened.
	if res, err = c.Run(t.Context(), 1); err != nil || len(l.limits) != 1 {
		t.Errorf("%v, %v", l.limits, err)
	}
}
