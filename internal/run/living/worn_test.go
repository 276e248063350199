package living_test

import (
	"testing"

	"github.com/assay-smt/assay/internal/run/living"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
)

// A process serves as many queries as it may, and is then replaced, which is counted.
func TestWorn(t *testing.T) {
	target := trialtest.Fakes(t, extra, live())[0]
	runner := living.New(living.Config{Mode: solver.Reset, Queries: 2, Patience: patient})
	defer runner.Close()
	for n := range 5 {
		if run := (step{n: n}).run(t, runner, target); run.Mode != solver.Reset || run.Session == nil || len(run.Session.Texts) != n%2+1 {
			t.Errorf("query %d: mode %s, session %+v", n, run.Mode, run.Session)
		}
	}
	r := runner.Report()
	if len(r.Restarts) != 1 || r.Restarts[0].Reason != "2 queries" || r.Restarts[0].N != 2 {
		t.Errorf("restarts %+v", r.Restarts)
	}
	if len(r.Starts) != 1 || r.Starts[0].N != 3 {
		t.Errorf("starts %+v", r.Starts)
	}
}
