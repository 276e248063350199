package campaign

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/campaign/effort"
	"github.com/assay-smt/assay/internal/campaign/schedule"
)

// TestArms: within bounds, the summary says what pairs of engine and logic yield and what they get. It says nothing when there is no
// feedback.
func TestArms(t *testing.T) {
	c := config(t, fake(t)...)
	name := c.Engines[0].Name()
	if got := c.arms(nil); got.Pairs != 0 || got.NewBehaviour != nil || got.Skipped != nil {
		t.Errorf("without feedback: %+v", got)
	}
	if data, err := json.Marshal(EffortSummary{Mode: effort.Adaptive}); err != nil || string(data) != `{"mode":"adaptive"}` {
		t.Errorf("without feedback: %s, %v", data, err)
	}
	arm := func(logic string, rate float64, turns, passed int64) effort.ArmCount {
		return effort.ArmCount{Arm: effort.Arm{Logic: logic}, Rate: rate, Turns: turns, Passed: passed}
	}
	all := []effort.ArmCount{arm("QF_S", 12.25, 9, 0), arm("\x1b[2J", 9, 8, 4), arm(strings.Repeat("x", 100_000), 3, 8, 0), arm("", 1, 1000, 875)}
	for k := range 100 {
		all = append(all, arm(fmt.Sprint("L", k), 0.5, 100, int64(k)/2))
	}
	of := func(logic string, rate float64, turns, passed int64) ArmSummary {
		return ArmSummary{Engine: name, Logic: logic, Rate: rate, Turns: turns, Passed: passed}
	}
	got := c.arms(all)
	want := []ArmSummary{of("QF_S", 12.25, 9, 0), of("␛[2J", 9, 8, 4), of(strings.Repeat("x", longestLogic)+"...", 3, 8, 0), of("none", 1, 1000, 875)}
	if diff := cmp.Diff(want, got.NewBehaviour[:len(want)]); diff != "" || got.Pairs != 104 {
		t.Errorf("%d pairs, most news (-want +got):\n%s", got.Pairs, diff)
	}
	want = []ArmSummary{of("none", 1, 1000, 875), of("␛[2J", 9, 8, 4), of("L98", 0.5, 100, 49)}
	if diff := cmp.Diff(want, got.Skipped); diff != "" {
		t.Errorf("skipped most (-want +got):\n%s", diff)
	}
	if s := c.arms(all); len(s.NewBehaviour) != armsListed || len(s.Skipped) != armsShown {
		t.Errorf("%d and %d pairs are listed", len(s.NewBehaviour), len(s.Skipped))
	}
}

// TestArmsOfACampaign: the scheduler of a campaign knows the logics of its seeds, the summary shows what it learns.
func TestArmsOfACampaign(t *testing.T) {
	c := config(t, fake(t)...)
	c.Seeds = []SeedSource{TextSeed("a", "(set-logic QF_LIA)(check-sat)"), TextSeed("b", "(check-sat)")}
	scheduler := c.newEffort()
	for seed := range c.Seeds {
		var tally effort.Tally
		scheduler.Take(schedule.Slot{Seed: seed}, &tally, effort.Mutant{NewBehaviour: 10 * (seed + 1), Cost: 1e9})
	}
	name := c.Engines[0].Name()
	want := []ArmSummary{{Engine: name, Logic: "none", Rate: 20}, {Engine: name, Logic: "QF_LIA", Rate: 10}}
	if diff := cmp.Diff(want, c.arms(scheduler.Count(0).Arms).NewBehaviour); diff != "" {
		t.Errorf("news (-want +got):\n%s", diff)
	}
}
