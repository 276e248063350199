package compare

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/run/timing"
)

// record has a baseline's run and a candidate's.
func record(name, logic string, old, slow outcome.Outcome, oldCPU, slowCPU float64, changes ...Change) Record {
	return Record{
		Source: FromSeeds, Name: name, Logic: logic, Changes: changes,
		Runs: []Run{{Side: 0, Outcome: old, CPU: oldCPU}, {Side: 1, Outcome: slow, CPU: slowCPU}},
	}
}

func TestTally(t *testing.T) {
	lost := Change{Kind: Lost, Standing: Regression, Candidate: 1, Against: []int{0}}
	wrong := Change{Kind: Wrong, Standing: Regression, Candidate: 1, Against: []int{0}}
	slower := Change{Kind: Slower, Standing: Regression, Candidate: 1, Against: []int{0}, Timing: &timing.Result{Ratio: timing.Interval{Estimate: 4}}}
	slowest := Change{Kind: Slower, Standing: Regression, Candidate: 1, Against: []int{0}, Timing: &timing.Result{Ratio: timing.Interval{Estimate: 9}}}
	unable := record("g", "QF_S", outcome.Sat, "", 1, 0)
	unable.Runs[1].Unable = "it does not read strings"
	r := Report{
		Sides:   []SideInfo{{Role: Baseline, Name: "old"}, {Role: Candidate, Name: "new"}, {Role: Witness, Name: "other"}},
		Timeout: 10, FailOn: []Kind{Lost, Slower},
		Records: []Record{
			record("a", "QF_BV", outcome.Sat, outcome.Sat, 1, 4, slower),
			record("b", "QF_BV", outcome.Unsat, outcome.Unsat, 1, 1),
			record("c", "QF_BV", outcome.Sat, outcome.Timeout, 2, 10, lost, lost),
			record("d", "LIA", outcome.Unknown, outcome.Sat, 0.5, 1),
			record("e", "LIA", outcome.Sat, outcome.Unsat, 0.01, 0.01, wrong),
			record("f", "", outcome.Timeout, outcome.Unknown, 10, 3),
			unable,
			record("h", "LIA", outcome.Sat, outcome.Sat, 0.01, 0.05), // too quick to say anything about speed
			record("i", "LIA", outcome.Sat, outcome.Sat, 1, 9, slowest),
			{Source: FromMutants, Name: "m", Changes: []Change{wrong}},
			{Source: FromSeeds, Name: "gone", Error: "it cannot be opened"},
		},
	}
	r.Tally()
	if len(r.Duels) != 1 {
		t.Fatalf("%d duels", len(r.Duels))
	}
	got := r.Duels[0].All
	want := Score{
		Files: 9, Same: 4, Lost: 1, Gained: 1, Contradict: 1, Other: 2,
		Regressions:  map[Kind]int{Slower: 2, Lost: 1, Wrong: 1},
		PAR2Baseline: 1 + 1 + 2 + 20 + 0.01 + 20 + 0.01 + 1, PAR2Candidate: 4 + 1 + 20 + 1 + 0.01 + 20 + 0.05 + 9,
		Speed: Mean{Value: math.Cbrt(4 * 1 * 9)}, Timed: 3,
	}
	near := cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-9 })
	if d := cmp.Diff(want, got, near); d != "" {
		t.Errorf("over all logics (-want +got):\n%s", d)
	}
	var logics []string
	sum := 0
	for _, s := range r.Duels[0].Logics {
		logics = append(logics, s.Logic)
		sum += s.Files
	}
	if d := cmp.Diff([]string{"LIA", "QF_BV", "QF_S", "none"}, logics); d != "" || sum != got.Files {
		t.Errorf("logics with %d files: %s", sum, d)
	}
	var order []string
	for _, p := range r.Failed() {
		order = append(order, p.Name)
	}
	if d := cmp.Diff([]string{"c", "c", "i", "a"}, order); d != "" {
		t.Errorf("what counts: %s", d)
	}
	if n := len(r.Changes(Regression)); n != 6 {
		t.Errorf("%d regressions", n)
	}
}

func TestMeanOf(t *testing.T) {
	if m := meanOf(nil); m != (Mean{}) {
		t.Errorf("of nothing: %+v", m)
	}
	if m := meanOf([]float64{2, 8}); math.Abs(m.Value-4) > 1e-9 || m.Low != 0 {
		t.Errorf("of two: %+v", m)
	}
	m := meanOf([]float64{1, 2, 4, 8, 1, 2, 4, 8})
	if math.Abs(m.Value-math.Sqrt(8)) > 1e-9 || m.Low >= m.Value || m.High <= m.Value || math.Abs(m.Low*m.High-8) > 1e-9 {
		t.Errorf("of eight: %+v", m)
	}
	if m := meanOf([]float64{3, 3, 3, 3, 3, 3, 3, 3}); math.Abs(m.Low-3) > 1e-9 || math.Abs(m.High-3) > 1e-9 {
		t.Errorf("of equal ones: %+v", m)
	}
}
