package report

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/bench/bugbench"
	"github.com/assay-smt/assay/internal/bench/statistics"
)

// Curves begin at the left, stay level until something happens, and end at the right; text from others is escaped.
func TestBugsPage(t *testing.T) {
	at, high := 30.0, 3.3
	page, err := BugsPage(&bugbench.Report{
		CPU: 60, Given: 60,
		Arms: []bugbench.ArmReport{{Name: "a", Runs: []int{1, 2}, Growth: []bugbench.Point{{At: 30, Value: .5}}}, {Name: "b"}},
		Bugs: []bugbench.BugReport{{Name: "<x>", Arms: []bugbench.ToFind{
			{Arm: "a", Times: []*float64{&at, nil}, Found: 1, Curve: []statistics.Step{{At: 30, Left: .5}}}, {Arm: "b"},
		}}},
		Needs: []bugbench.NeedsReport{
			{Needs: bugbench.NeedsNothing, Mean: []float64{1.25, 0}, All: []int{3, 0}}, {Needs: bugbench.NeedsOptions, Mean: []float64{0, .5}, All: []int{0, 1}, Ratios: []*bugbench.Ratio{nil, {Ratio: 1.4, Lo: .8, Hi: &high}}},
		},
		Releases:    []bugbench.ReleaseReport{{Solver: "z3", Version: "4.8.12", Known: 7, Found: []int{2, 1}}},
		Comparisons: []bugbench.Comparison{{A: "a", B: "b", Ratio: &bugbench.Ratio{Ratio: 3, Lo: 1.3}, Distinct: bugbench.Test{Name: "a test", Words: "too few"}, Times: bugbench.Test{Name: "another", Words: "too few"}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		// From 0 to half of the time at 1, then at a half.
		`<polyline class="step s0" points="74,12 351,12 351,114 628,114"><title>a</title></polyline>`,
		`<polyline class="step s1" points="74,12 628,12"><title>b</title></polyline>`,
		"Runs that have not found &lt;x&gt; (Kaplan and Meier)", "a: found by 1 of 2 runs", "a test: too few. another: too few.",
		"a against b: a run of b finds 3.0 times (1.3 or more with 95 % confidence) as many bugs; a test",
		"<p>options: b finds 1.4 times (0.8 to 3.3 with 95 % confidence) as many as a.</p>",
		`<span class="swatch l1"></span>b`,
		`<tr><th scope="row">options</th><td class="n">0.0 (0)</td><td class="n">0.5 (1)</td></tr>`,
		`<tr><th scope="row">z3@4.8.12</th><td class="n">7</td><td class="n">2</td><td class="n">1</td></tr>`,
	} {
		if !strings.Contains(string(page), want) {
			t.Errorf("there is no %s", want)
		}
	}
	if strings.Contains(string(page), "<x>") {
		t.Error("text from others is markup")
	}
}
