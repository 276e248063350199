package campaign

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/campaign/effort"
)

// TestArms: within bounds, the summary says what pairs of engine and logic yield and what they get. It says nothing when there is no
// feedback.
func TestArms(t *testing.T) {
	c := config(t, fake(t)...)
	r := &runner{Config: c}
	name := r.Engines[0].Name()
	text := func(all []effort.ArmCount) string {
		var b strings.Builder
		r.arms(all).write(&b)
		return b.String()
	}
	if got := text(nil); got != "" {
		t.Errorf("without feedback: %s", got)
	}
	if data, err := json.Marshal(EffortSummary{Mode: effort.Adaptive}); err != nil || string(data) != `{"mode":"adaptive"}` {
		t.Errorf("without feedback: %s, %v", data, err)
	}
	arm := func(logic string, rate float64, turns, passed int64) effort.ArmCount {
		return effort.ArmCount{Arm: effort.Arm{Logic: logic}, Rate: rate, Turns: turns, Passed: passed}
	}
	one := []effort.ArmCount{arm("QF_S", 12.25, 9, 0)}
	want := fmt.Sprintf("News from inside solvers for a second of CPU time, lately: %s on QF_S 12.2 (pairs of engine and logic: 1)."+
		" Turns passed over for that, most: none.\n", name)
	if diff := cmp.Diff(want, text(one)); diff != "" {
		t.Errorf("one (-want +got):\n%s", diff)
	}
	all := append(one, arm("\x1b[2J", 9, 8, 4), arm(strings.Repeat("x", 100_000), 3, 8, 0), arm("", 1, 1000, 875))
	for k := range 100 {
		all = append(all, arm(fmt.Sprint("L", k), 0.5, 100, int64(k)/2))
	}
	want = fmt.Sprintf("News from inside solvers for a second of CPU time, lately: %[1]s on QF_S 12.2, %[1]s on ␛[2J 9.0, "+
		"%[1]s on %[2]s... 3.0 (pairs of engine and logic: 104). Turns passed over for that, most: %[1]s on none 88%%, %[1]s on ␛[2J 50%%, %[1]s on L98 49%%.\n", name, strings.Repeat("x", longestLogic))
	if diff := cmp.Diff(want, text(all)); diff != "" {
		t.Errorf("many (-want +got):\n%s", diff)
	}
	if s := r.arms(all); len(s.News) != armsListed || len(s.GaveWay) != armsShown {
		t.Errorf("%d and %d pairs are listed", len(s.News), len(s.GaveWay))
	}
}

// TestArmsOfACampaign: the scheduler of a campaign knows the logics of its seeds, the summary shows what it learns, and every reason has a
// text.
func TestArmsOfACampaign(t *testing.T) {
	c := config(t, fake(t)...)
	c.Seeds = []SeedSource{TextSeed("a", "(set-logic QF_LIA)(check-sat)"), TextSeed("b", "(check-sat)")}
	r := &runner{Config: c}
	r.effort = r.scheduler()
	for seed := range c.Seeds {
		var chain effort.Chain
		r.effort.Take(effort.Turn{Seed: seed}, &chain, effort.Mutant{News: 10 * (seed + 1), Cost: 1e9})
	}
	name := r.Engines[0].Name()
	want := []ArmSummary{{Engine: name, Logic: "none", Rate: 20}, {Engine: name, Logic: "QF_LIA", Rate: 10}}
	if diff := cmp.Diff(want, r.arms(r.effort.Count(0).Arms).News); diff != "" {
		t.Errorf("news (-want +got):\n%s", diff)
	}
	for _, why := range effort.Whys() {
		if whys[why] == "" {
			t.Errorf("the summary has no words for %s", why)
		}
	}
	e := EffortSummary{Mode: effort.Adaptive, Count: effort.Count{Passed: map[effort.Why]int64{effort.LittleNews: 1200}}}
	var b strings.Builder
	e.write(&b, &Stats{})
	if !strings.Contains(b.String(), "Turns passed over: 1,200 since others bring more news from inside solvers.") {
		t.Errorf("got %s", b.String())
	}
}
