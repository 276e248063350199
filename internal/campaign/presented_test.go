package campaign

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/testing/trialtest"
)

// The campaign counts how it presents scripts to solvers, and the counts are the same when it stops in the
// middle of chains.
func TestPresented(t *testing.T) {
	var want *Stats
	for _, limits := range [][]int64{{40}, {3, 8, 9, 21, 40}} {
		c := config(t, trialtest.Fakes(t, "evidence.model = \"(get-model)\"\n", "--answer=sat", "--opt-b=1 --when='get-model=>error \"no models\"' --answer=sat")...)
		c.Plain = 4
		c.Jobs = 1 // the order in which mutants end determines which one is named as the first
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
		free, refusing := got.Solvers[c.Targets[0].String()], got.Solvers[c.Targets[1].String()]
		if free.Plain == 0 || free.Plain == free.Calls || len(free.Without) != 0 {
			t.Errorf("%+v", free)
		}
		if len(refusing.Without) != 1 || refusing.Without[0].Count+refusing.Plain != refusing.Calls || refusing.Plain == 0 {
			t.Errorf("%+v", refusing)
		}
		if w := refusing.Without; len(w) == 1 && (w[0].Reason != "input rejected: no models" || w[0].Mutant == "") {
			t.Errorf("%+v", w)
		}
	}
}
