package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/report/figures"
)

// withHistory adds a history, and options, whose texts contain word.
func withHistory(d *Data, word string) *Data {
	d.History = &figures.History{
		Seconds: []float64{0, 600, 7200}, At: []int64{1, 601, 7201}, Session: []int64{1, 1, 2}, Mutants: []int64{0, 500, 1200}, Runs: []int64{0, 1000, 2390}, Decided: []int64{0, 900, 2100},
		Findings: []int64{0, 1, 2}, NewBehaviour: []int64{0, 50, 70}, Bugs: []int64{0, 1, 1}, Undated: 1,
		Engines: []figures.EngineHistory{
			{Name: "idle", Mutants: []int64{0, 0, 0}, NewBehaviour: []int64{0, 0, 0}, Findings: []int64{0, 0, 0}},
			{Name: "few " + word, Mutants: []int64{0, 100, 200}, NewBehaviour: []int64{0, 5, 6}, Findings: []int64{0, 0, 0}},
			{Name: "weaken", Mutants: []int64{0, 400, 1000}, NewBehaviour: []int64{0, 45, 64}, Findings: []int64{0, 1, 2}},
		},
		CPU: []figures.CPUHistory{{Name: "solving " + word, Seconds: []float64{0, 300, 3000}}, {Name: "own work", Seconds: []float64{0, 100, 1000}}},
	}
	d.Options = []figures.Heat{{
		Solver: "z3 " + word, Engines: []string{"weaken " + word}, Most: 9, More: 2,
		Rows: []figures.HeatRow{
			{Option: "smt.x " + word, Values: []string{"1", word}, Brought: []float64{9}, Total: 9, Configurations: 3, Showed: 4, Findings: []string{"crash " + word}},
			{Option: "smt.y", Values: []string{"true"}, Brought: []float64{0.01}, Total: 0.01, Configurations: 1},
		},
	}}
	return d
}

func TestGrowth(t *testing.T) {
	v := view{Data: withHistory(&Data{}, "word")}
	all := v.Growth()
	var got []string
	for _, g := range all {
		for _, l := range g.Lines {
			got = append(got, g.Chart.ID+": "+l.Name+" "+l.Last)
		}
	}
	want := []string{
		"grown-runs: runs 2\u202f390", "grown-runs: decided 2\u202f100", "grown-bugs: distinct bugs 1", "grown-behaviour: weaken 64", "grown-behaviour: few word 6", "grown-findings: weaken 2",
		"grown-cpu: solving word 75.0\u00a0%", "grown-cpu: own work 25.0\u00a0%",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if bugs := all[1].Chart; len(bugs.YTicks) != 2 || bugs.YTicks[1].Label != "1" || bugs.Steps[0].Points != "74,216 119.5,12 620,12" && !strings.HasSuffix(bugs.Steps[0].Points, "628,12") {
		t.Errorf("%+v", bugs)
	}
	v.History.NewBehaviour = []int64{0, 0, 0}
	v.History.Bugs = nil
	if g := v.Growth(); g[1].Lines[0].Name != "findings" || g[2].Chart.ID != "grown-mutants" {
		t.Errorf("%s, %s without feedback and times", g[1].Lines[0].Name, g[2].Chart.ID)
	}
	v.History = nil
	if g := v.Growth(); g != nil {
		t.Errorf("%+v without a history", g)
	}
}
