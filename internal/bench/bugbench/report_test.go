package bugbench

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/findings/bugs"
)

// A handMade is a benchmark made by hand.
type handMade struct {
	t   *testing.T
	dir string
}

func newFolder(t *testing.T, repeat int, arms ...string) handMade {
	t.Helper()
	f := handMade{t, t.TempDir()}
	p := Plan{Format: planFormat, CPU: 100 * time.Second, Slice: time.Second, Repeat: repeat}
	for _, a := range arms {
		p.Arms = append(p.Arms, Arm{Name: a})
	}
	if err := p.write(f.dir); err != nil {
		t.Fatal(err)
	}
	return f
}

func (f handMade) must(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

// run makes a run that has used the given CPU time.
func (f handMade) run(arm string, k int, cpu float64) {
	f.t.Helper()
	dir := RunID{arm, k}.Dir(f.dir)
	f.must(disk.MakeDir(dir))
	f.must(os.WriteFile(filepath.Join(dir, ledgerFile), fmt.Appendf(nil, "begin\t1000\t0\nend\t1100\t%.3f\n", cpu), 0o600))
}

// finding makes a finding with its verdict: a bug, or a reason in brackets, or "" for none yet.
func (f handMade) finding(arm string, k int, at float64, engine, verdict string) {
	f.t.Helper()
	run := RunID{arm, k}
	kept := fmt.Sprintf("x-%v-%s-%s.1", at, engine, strings.Trim(verdict, "[]"))
	dir := filepath.Join(run.Dir(f.dir), keptDir, kept)
	f.must(disk.MakeDir(dir))
	data, err := json.Marshal(Found{CPU: at, Finding: "x", Stamp: kept})
	f.must(err)
	f.must(os.WriteFile(filepath.Join(dir, foundFile), data, 0o600))
	if verdict == "" {
		return
	}
	f.must(disk.MakeDir(filepath.Join(f.dir, verdictDir)))
	v := &Verdict{Arm: arm, K: k, Kept: kept, Found: at, Engine: engine}
	if strings.HasPrefix(verdict, "[") {
		v.Why = Why(strings.Trim(verdict, "[]"))
	} else {
		v.Bug, v.New = verdict, verdict == "new"
	}
	f.must(saveVerdict(f.dir, v))
}

// summarise reports what is in the folder.
func (f handMade) summarise(at time.Duration) *Report {
	f.t.Helper()
	record, err := ReadRecord(f.dir)
	f.must(err)
	r, err := Summarise([]*Record{record}, Scope{At: at})
	f.must(err)
	return r
}

func TestSummarise(t *testing.T) {
	f := newFolder(t, 2, "a", "b")
	f.run("a", 1, 100)
	f.run("a", 2, 90)
	f.run("b", 1, 80)
	f.finding("a", 1, 10, "storm", "old")
	f.finding("a", 1, 20, "weaken", "old")
	f.finding("a", 1, 30, "weaken", "new")
	f.finding("a", 1, 85, "weaken", "late")
	f.finding("a", 2, 40, "storm", "old")
	f.finding("a", 2, 41, "storm", "["+string(NotReproduced)+"]")
	f.finding("b", 1, 50, "storm", "")
	r := f.summarise(0)
	// b/2 has not begun; all others are cut to what b/1 has used.
	if r.CPU != 80 || !cmp.Equal(r.Left, []Left{{Arm: "b", K: 2}}) || r.Findings != 6 || r.Unjudged != 1 {
		t.Errorf("%+v", r)
	}
	if want := "Up to 1m20s of CPU time of each run (of 1m40s that the plan gives), user and system, solvers included; 6 findings by then, of which 1 are not judged yet; left out because they have not used that much: b/2 (0s)."; r.About() != want {
		t.Error(r.About())
	}
	a, b := r.Arms[0], r.Arms[1]
	if !cmp.Equal(a.Distinct, []int{2, 1}) || a.Median != 1.5 || a.Min != 1 || a.Max != 2 || !cmp.Equal(a.Union, []string{"new", "old"}) || a.None[NotReproduced] != 1 {
		t.Errorf("%+v", a)
	}
	if diff := cmp.Diff([]EngineBugs{{"weaken", []string{"new", "old"}, 1}, {"storm", []string{"old"}, 1}}, a.Engines); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]Point{{10, .5}, {30, 1}, {40, 1.5}}, a.Growth); diff != "" {
		t.Error(diff)
	}
	if !cmp.Equal(b.Distinct, []int{0}) || len(b.Union) != 0 {
		t.Errorf("%+v", b)
	}
	// old first: more runs found it.
	if len(r.Bugs) != 2 || r.Bugs[0].Name != "old" || r.Bugs[0].New || !r.Bugs[1].New {
		t.Fatalf("%+v", r.Bugs)
	}
	if first := r.Bugs[0].Arms[0]; *first.Times[0] != 10 || *first.Times[1] != 40 || *first.Median != 10 || first.Found != 2 || first.Curve[1].Left != 0 {
		t.Errorf("%+v", first)
	}
	if second := r.Bugs[1].Arms[0]; second.Times[1] != nil || second.Median == nil || *second.Median != 30 || r.Bugs[1].Arms[1].Median != nil {
		t.Errorf("%+v", second)
	}
	if c := r.Comparisons[0]; c.Distinct.P != nil || !strings.Contains(c.Distinct.Words, "too few runs to say: with 2 and 1") || c.Times.P != nil {
		t.Errorf("%+v", c)
	}
	// At a later time fewer runs are compared, and more bugs.
	r = f.summarise(90 * time.Second)
	if len(r.Left) != 2 || !cmp.Equal(r.Arms[0].Distinct, []int{3, 1}) || len(r.Arms[1].Runs) != 0 {
		t.Errorf("%+v", r)
	}
}

// All runs are cut to what the shortest has used, however little that is.
func TestSummariseShortRuns(t *testing.T) {
	f := newFolder(t, 1, "a", "b")
	f.run("a", 1, 2)
	f.run("b", 1, .5)
	f.finding("a", 1, .25, "storm", "old")
	f.finding("a", 1, 1, "storm", "new")
	if r := f.summarise(0); r.CPU != .5 || len(r.Left) != 0 || r.Findings != 1 || !cmp.Equal(r.Arms[0].Distinct, []int{1}) {
		t.Errorf("%+v", r)
	}
}

// Four runs against four: one arm finds everything early, the other nothing or late.
func TestComparison(t *testing.T) {
	f := newFolder(t, 4, "good", "bad")
	for k := 1; k <= 4; k++ {
		f.run("good", k, 100)
		f.run("bad", k, 100)
		f.finding("good", k, float64(k), "e", "x")
		f.finding("good", k, float64(10*k), "e", "y")
		f.finding("bad", k, float64(90+k), "e", "x")
	}
	r := f.summarise(0)
	c := r.Comparisons[0]
	// One split of 70, and its mirror.
	if c.Distinct.P == nil || math.Abs(*c.Distinct.P-2.0/70) > 1e-9 {
		t.Errorf("%+v", c.Distinct)
	}
	// Runs are dealt out whole, so times cannot say more than that either.
	if c.Times.P == nil || math.Abs(*c.Times.P-2.0/70) > 1e-9 {
		t.Errorf("%+v", c.Times)
	}
	if c.Ratio != nil {
		t.Errorf("all runs of an arm found as many, which says nothing about others: %+v", c.Ratio)
	}
	if got := c.Distinct.String(); got != "exact permutation test of distinct bugs in a run, two-sided: p = 0.0286" {
		t.Error(got)
	}
}

// How many times as many bugs a run of the second arm finds, of all and of those that need options.
func TestRatios(t *testing.T) {
	f := newFolder(t, 4, "a", "b")
	names := []string{"plain", "tuned", "tuned-too", "plain-too"}
	for k, counts := range [][2]int{{1, 2}, {2, 4}, {1, 3}, {2, 4}} {
		f.run("a", k+1, 100)
		f.run("b", k+1, 100)
		for i, arm := range []string{"a", "b"} {
			for n := range counts[i] {
				f.finding(arm, k+1, float64(n+1), "e", names[n])
			}
		}
	}
	r := f.summarise(0)
	r.ByNeeds([]*bugs.Bug{{Name: "plain"}, {Name: "plain-too"}, {Name: "tuned", Options: []string{"o=1"}}, {Name: "tuned-too", Options: []string{"o=2"}}})
	got := r.Comparisons[0].Ratio
	if got == nil || math.Abs(got.Ratio-13.0/6) > 1e-9 || got.Lo < 1 || got.Lo > got.Ratio || got.Hi == nil || *got.Hi < got.Ratio {
		t.Fatalf("%+v", got)
	}
	if words := got.String(); words != "2.2 times (1.2 to 4.4 with 95 % confidence)" {
		t.Error(words)
	}
	for i, want := range []float64{6.0 / 4, 7.0 / 2} {
		if n := r.Needs[i]; n.Ratios[0] != nil || n.Ratios[1] == nil || math.Abs(n.Ratios[1].Ratio-want) > 1e-9 {
			t.Errorf("%s: %+v, want %v", n.Needs, n.Ratios[1], want)
		}
	}
	// The interval of 0, 1, 0, 1 in the first arm has no bound above.
	if words := r.Needs[1].Ratios[1].String(); words != "3.5 times (1.3 or more with 95 % confidence)" {
		t.Error(words)
	}
}

func TestSummariseNothing(t *testing.T) {
	f := newFolder(t, 2, "a", "b")
	r := f.summarise(0)
	if len(r.Left) != 4 || len(r.Bugs) != 0 || r.Arms[0].Median != 0 {
		t.Errorf("%+v", r)
	}
	f.run("a", 1, 10)
	f.must(os.WriteFile(filepath.Join(RunID{"a", 1}.Dir(f.dir), ledgerFile), []byte("nonsense\n"), 0o600))
	var plan *PlanError
	if _, err := ReadRecord(f.dir); !errors.As(err, &plan) {
		t.Error(err)
	}
}
