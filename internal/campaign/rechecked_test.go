package campaign

import (
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
)

// What reused processes show and fresh ones do not is counted by solver and class and is not a finding. The counts are the same in a
// campaign that stops in between.
func TestRechecked(t *testing.T) {
	even := regexp.MustCompile(`\d+[02468]\)`)
	var want *Stats
	for _, limits := range [][]int64{{30}, {3, 11, 12, 30}} {
		c := config(t, fake(t, "--answer=sat --when='= . [0-9]*7=>unsat'", "--opt-b=1 --answer=sat")...)
		c.Engines = c.Engines[:1]
		c.Runner = trialtest.Living{Mode: solver.Reset, Change: func(r trial.Request, run *solver.Run) {
			if r.Target == c.Targets[0] && even.Match(r.Text.Bytes) {
				run.Answers = []smt.Status{smt.Unsat}
			}
		}}
		var sum Summary
		for _, limit := range limits {
			c.Mutants = limit
			sum = mustRun(t, c)
		}
		got := sum.Stats.Untimed()
		if want == nil {
			want = got
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("limits %v (-first +now):\n%s", limits, diff)
		}
		rechecked := sum.Stats.Solvers[c.Targets[0].String()].Rechecked[oracle.RefutationSoundness]
		if rechecked[event.Confirmed] == 0 || rechecked[event.NotConfirmed] == 0 || len(rechecked) != 2 {
			t.Errorf("%v", rechecked)
		}
		var hits int64
		for _, f := range sum.Findings {
			hits += f.Hits
		}
		if hits != rechecked[event.Confirmed] {
			t.Errorf("%d hits, %v", hits, rechecked)
		}
	}
}
