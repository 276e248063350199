package figures

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/review"
)

// grown is a campaign with samples every ten seconds.
func grown(n int) *Campaign {
	c := &Campaign{Gone: make(map[string]bool)}
	for i := range n {
		c.Samples = append(c.Samples, campaign.Sample{
			Session: 1, At: time.Unix(int64(1000+10*i), 0), Seconds: float64(10 * i), Mutants: int64(i), Runs: int64(2 * i), NewBehaviour: int64(3 * i),
			Engines: map[string]campaign.EngineSample{"storm": {Mutants: int64(i), NewBehaviour: int64(3 * i)}}, CPU: map[string]float64{"solving": float64(9 * i), "own work": float64(i)},
		})
	}
	return c
}

func TestHistoryOfBugs(t *testing.T) {
	c := grown(5)
	brief := func(name string) findings.Brief {
		return findings.Brief{Dir: filepath.Join("out", findings.Folder, name), Signature: "s/" + name}
	}
	c.Findings = []findings.Brief{brief("a"), brief("b"), brief("c"), brief("gone"), brief("old")}
	c.Known = []campaign.KnownFinding{{Brief: brief("k")}}
	c.FoundAt = map[string]float64{"s/a": 31, "s/b": 12, "s/c": 39.99, "s/gone": 1, "s/k": 99}
	c.Clusters = []review.Cluster{{Name: "1", Members: []string{"a", "b"}}, {Name: "2", Members: []string{"lost"}}}
	c.Gone["gone"] = true
	h := c.History(100)
	// The cluster counts from its first finding on, c comes with the last but one sample, and k was found after the last one.
	if diff := cmp.Diff([]int64{0, 0, 1, 1, 3}, h.Bugs); diff != "" || h.Undated != 2 {
		t.Errorf("%d undated; %s", h.Undated, diff)
	}
	c.FoundAt = nil
	if h := c.History(100); h.Bugs != nil || h.Undated != 5 {
		t.Errorf("%v, %d: nobody noted a time", h.Bugs, h.Undated)
	}
	if h := (&Campaign{}).History(100); h != nil {
		t.Errorf("%+v without samples", h)
	}
}

func TestHistoryIsThin(t *testing.T) {
	for _, n := range []int{1, 2, 50, 51, 500} {
		h := grown(n).History(50)
		if len(h.Seconds) != min(n, 50) || h.Seconds[0] != 0 || h.Seconds[len(h.Seconds)-1] != float64(10*(n-1)) || !slices.IsSorted(h.Seconds) {
			t.Errorf("%d samples: %v", n, h.Seconds)
		}
		if len(h.Engines) != 1 || len(h.Engines[0].NewBehaviour) != len(h.Seconds) || len(h.CPU) != 2 || len(h.CPU[0].Seconds) != len(h.Seconds) {
			t.Errorf("%d samples: %+v, %+v", n, h.Engines, h.CPU)
		}
	}
}

func TestHeatMaps(t *testing.T) {
	c := &Campaign{}
	s := &campaign.Searched{
		Kept: []campaign.KeptConfiguration{
			{Engine: "storm", Logic: "QF_S", Solver: "cvc5", Settings: []string{"--no-a", "--b=2"}, NewBehaviour: 4},
			{Engine: "diver", Logic: "QF_S", Solver: "cvc5", Settings: []string{"--a"}, NewBehaviour: 1.5},
			{Engine: "storm", Logic: "QF_BV", Solver: "z3", Settings: []string{"smt.x=true"}, NewBehaviour: 7},
		},
		Shows: []campaign.SettingsShow{{Solver: "cvc5", Settings: []string{"b=3"}, What: "crash/cvc5", Times: 5}},
	}
	want := []Heat{
		{Solver: "cvc5", Engines: []string{"diver", "storm"}, Most: 4, Rows: []HeatRow{
			{Option: "b", Values: []string{"2", "3"}, Brought: []float64{0, 4}, Total: 4, Configurations: 1, Showed: 5, Findings: []string{"crash/cvc5"}},
			{Option: "a", Values: []string{"false", "true"}, Brought: []float64{1.5, 4}, Total: 5.5, Configurations: 2},
		}},
		{Solver: "z3", Engines: []string{"diver", "storm"}, Most: 7, Rows: []HeatRow{
			{Option: "smt.x", Values: []string{"true"}, Brought: []float64{0, 7}, Total: 7, Configurations: 1},
		}},
	}
	if diff := cmp.Diff(want, HeatMaps(c, s)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	many := &campaign.Searched{}
	for i := range 100 {
		many.Kept = append(many.Kept, campaign.KeptConfiguration{Engine: "e", Solver: "s", Settings: []string{fmt.Sprint("o", i, "=1")}, NewBehaviour: float64(i)})
	}
	if h := HeatMaps(c, many); len(h[0].Rows) != maxOptions || h[0].More != 100-maxOptions || h[0].Rows[0].Option != "o99" {
		t.Errorf("%+v", h)
	}
}
