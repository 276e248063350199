package bugbench

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/statistics"
)

// A Report says what the campaigns of a benchmark found. All times are CPU times in seconds.
type Report struct {
	// CPU is the time to which all runs are cut, Given what the plan gives each.
	CPU   float64 `json:"cpu_seconds"`
	Given float64 `json:"given_seconds"`
	// Left are the runs that are left out, since they have not used so much.
	Left        []Left       `json:"left_out,omitempty"`
	Arms        []ArmReport  `json:"arms"`
	Bugs        []BugReport  `json:"bugs"`
	Comparisons []Comparison `json:"comparisons,omitempty"`
	// Findings counts those seen within CPU, Unjudged those of them without a verdict.
	Findings int `json:"findings"`
	Unjudged int `json:"unjudged"`
}

// A Left is a run that is left out.
type Left struct {
	Arm string  `json:"arm"`
	K   int     `json:"run"`
	CPU float64 `json:"cpu_seconds"`
}

// An ArmReport is what the runs of an arm found.
type ArmReport struct {
	Name string `json:"arm"`
	// Runs are their numbers, Distinct how many bugs each found, in the same order.
	Runs     []int   `json:"runs"`
	Distinct []int   `json:"distinct"`
	Median   float64 `json:"median"`
	Min      int     `json:"min"`
	Max      int     `json:"max"`
	// Union are the bugs that any of them found.
	Union   []string     `json:"union"`
	Engines []EngineBugs `json:"engines,omitempty"`
	// Findings counts those with a verdict, None those without a bug by the reason.
	Findings int         `json:"findings"`
	None     map[Why]int `json:"none,omitempty"`
	// Growth is the mean number of distinct bugs of a run by CPU time.
	Growth []Point `json:"growth,omitempty"`
}

// A Point is a number that holds from a time on.
type Point struct {
	At    float64 `json:"at"`
	Value float64 `json:"value"`
}

// EngineBugs are the bugs that findings of an engine are.
type EngineBugs struct {
	Engine string   `json:"engine"`
	Bugs   []string `json:"bugs"`
	Median float64  `json:"median"` // of a run
}

// A BugReport is when the runs of each arm found a bug.
type BugReport struct {
	Name string   `json:"bug"`
	New  bool     `json:"new,omitempty"`
	Arms []ToFind `json:"arms"`
}

// A ToFind is how long the runs of an arm took to find a bug.
type ToFind struct {
	Arm string `json:"arm"`
	// Times are in the order of the arm's runs, nil for one that did not find it.
	Times []*float64 `json:"times"`
	Found int        `json:"found"`
	// Median is that of the survival curve, nil when more than half have not found it.
	Median *float64          `json:"median"`
	Curve  []statistics.Step `json:"curve,omitempty"`
}

// A Comparison compares two arms.
type Comparison struct {
	A        string `json:"a"`
	B        string `json:"b"`
	Distinct Test   `json:"distinct"`
	Times    Test   `json:"times"`
}

// A Test is the outcome of a statistical test. P is nil where there is too little to say, and Words say why.
type Test struct {
	Name      string   `json:"test"`
	Statistic *float64 `json:"statistic,omitempty"`
	P         *float64 `json:"p"`
	Words     string   `json:"words,omitempty"`
}

// runFacts is what is known of one run.
type runFacts struct {
	RunID
	cpu   float64
	bugs  map[string]float64            // first time of each bug
	by    map[string]map[string]float64 // the same by engine
	none  map[Why]int
	count int // findings with a verdict
}

// Summarise reads a benchmark's folder, while it runs as well. at is the CPU time to which runs are cut, 0 for what all runs that have begun have used.
// Errors are *PlanError, and about files.
func Summarise(dir string, at time.Duration) (*Report, error) {
	plan, err := LoadPlan(dir)
	if err != nil {
		return nil, err
	}
	verdicts, err := LoadVerdicts(dir)
	if err != nil {
		return nil, err
	}
	by := make(map[string]*Verdict)
	fresh := make(map[string]bool)
	for i := range verdicts {
		v := &verdicts[i]
		by[v.Run().String()+"/"+v.Kept] = v
		if v.New {
			fresh[v.Bug] = true
		}
	}
	out := &Report{CPU: at.Seconds(), Given: plan.CPU.Seconds()}
	runs, err := out.choose(dir, plan)
	if err != nil {
		return nil, err
	}
	for _, r := range runs {
		if err := out.read(dir, r, by); err != nil {
			return nil, err
		}
	}
	for _, a := range plan.Arms {
		out.Arms = append(out.Arms, out.arm(a.Name, ofArm(runs, a.Name)))
	}
	out.bugs(plan, runs, fresh)
	for i, a := range plan.Arms {
		for _, b := range plan.Arms[i+1:] {
			out.Comparisons = append(out.Comparisons, out.compare(ofArm(runs, a.Name), ofArm(runs, b.Name), a.Name, b.Name))
		}
	}
	return out, nil
}

func ofArm(runs []*runFacts, arm string) (out []*runFacts) {
	for _, r := range runs {
		if r.Arm == arm {
			out = append(out, r)
		}
	}
	return out
}

// choose finds the time to cut at, and the runs that have used as much.
func (out *Report) choose(dir string, plan Plan) ([]*runFacts, error) {
	var all []*runFacts
	for _, id := range plan.Runs() {
		l, err := LoadLedger(filepath.Join(id.Dir(dir), ledgerFile))
		if err != nil {
			return nil, &PlanError{dir, err.Error()}
		}
		all = append(all, &runFacts{RunID: id, cpu: l.CPU().Seconds(), bugs: make(map[string]float64), by: make(map[string]map[string]float64), none: make(map[Why]int)})
	}
	if out.CPU == 0 {
		least := out.Given
		for _, r := range all {
			if r.cpu > 0 {
				least = min(least, r.cpu)
			}
		}
		out.CPU = least
	}
	return slices.DeleteFunc(all, func(r *runFacts) bool {
		// The last sample of a slice may be a moment behind.
		if r.cpu > 0 && r.cpu >= out.CPU {
			return false
		}
		out.Left = append(out.Left, Left{r.Arm, r.K, r.cpu})
		return true
	}), nil
}

// read enters what a run found by then.
func (out *Report) read(dir string, r *runFacts, by map[string]*Verdict) error {
	kept, damaged, err := loadKept(r.Dir(dir))
	if err != nil {
		return err
	}
	for _, d := range damaged {
		kept = append(kept, Kept{Dir: d})
	}
	for _, k := range kept {
		if k.CPU > out.CPU {
			continue
		}
		out.Findings++
		v := by[r.String()+"/"+filepath.Base(k.Dir)]
		switch {
		case v == nil:
			out.Unjudged++
			continue
		case v.Bug == "":
			r.none[v.Why]++
		default:
			earliest(r.bugs, v.Bug, k.CPU)
			if r.by[v.Engine] == nil {
				r.by[v.Engine] = make(map[string]float64)
			}
			earliest(r.by[v.Engine], v.Bug, k.CPU)
		}
		r.count++
	}
	return nil
}

func earliest(m map[string]float64, bug string, at float64) {
	if t, ok := m[bug]; !ok || at < t {
		m[bug] = at
	}
}

// arm sums the runs of an arm up.
func (out *Report) arm(name string, runs []*runFacts) ArmReport {
	a := ArmReport{Name: name, None: make(map[Why]int), Runs: []int{}, Distinct: []int{}, Union: []string{}}
	union := make(map[string]bool)
	engines := make(map[string]map[string]bool)
	var counts, times []float64
	for _, r := range runs {
		a.Runs, a.Distinct = append(a.Runs, r.K), append(a.Distinct, len(r.bugs))
		counts = append(counts, float64(len(r.bugs)))
		for bug, at := range r.bugs {
			union[bug] = true
			times = append(times, at)
		}
		for engine, found := range r.by {
			if engines[engine] == nil {
				engines[engine] = make(map[string]bool)
			}
			for bug := range found {
				engines[engine][bug] = true
			}
		}
		for why, n := range r.none {
			a.None[why] += n
		}
		a.Findings += r.count
	}
	a.Union = sortedKeys(union)
	if len(runs) > 0 {
		a.Median, a.Min, a.Max = statistics.Median(counts), slices.Min(a.Distinct), slices.Max(a.Distinct)
	}
	for _, engine := range sortedKeys(engines) {
		var each []float64
		for _, r := range runs {
			each = append(each, float64(len(r.by[engine])))
		}
		a.Engines = append(a.Engines, EngineBugs{cmp.Or(engine, "unknown"), sortedKeys(engines[engine]), statistics.Median(each)})
	}
	slices.SortStableFunc(a.Engines, func(a, b EngineBugs) int { return -cmp.Compare(len(a.Bugs), len(b.Bugs)) })
	slices.Sort(times)
	for i, at := range times {
		a.Growth = append(a.Growth, Point{at, float64(i+1) / float64(len(runs))})
	}
	return a
}

func sortedKeys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// bugs enters when each bug was found: those that most runs found first.
func (out *Report) bugs(plan Plan, runs []*runFacts, fresh map[string]bool) {
	found := make(map[string]int)
	for _, r := range runs {
		for bug := range r.bugs {
			found[bug]++
		}
	}
	for _, bug := range sortedKeys(found) {
		b := BugReport{Name: bug, New: fresh[bug]}
		for _, a := range plan.Arms {
			mine := ofArm(runs, a.Name)
			t := ToFind{Arm: a.Name, Times: []*float64{}}
			for _, r := range mine {
				at, ok := r.bugs[bug]
				if !ok {
					t.Times = append(t.Times, nil)
					continue
				}
				t.Times, t.Found = append(t.Times, &at), t.Found+1
			}
			times := out.times(mine, bug)
			if m, ok := statistics.MedianTime(times); ok {
				t.Median = &m
			}
			t.Curve = statistics.KaplanMeier(times)
			b.Arms = append(b.Arms, t)
		}
		out.Bugs = append(out.Bugs, b)
	}
	slices.SortStableFunc(out.Bugs, func(a, b BugReport) int { return -cmp.Compare(found[a.Name], found[b.Name]) })
}

// times are the times to a bug, censored at the end.
func (out *Report) times(runs []*runFacts, bug string) (all []statistics.Time) {
	for _, r := range runs {
		if at, ok := r.bugs[bug]; ok {
			all = append(all, statistics.Time{At: at})
		} else {
			all = append(all, statistics.Time{At: out.CPU, Censored: true})
		}
	}
	return all
}

const (
	// level is the probability below which people speak of a difference.
	level = 0.05
	// fewestRuns of each arm are what the log-rank test takes: bugs of one run depend on each other, so that many bugs are no substitute.
	fewestRuns = 3
	// fewestEvents are what its distribution takes.
	fewestEvents = 5
)

// compare compares two arms.
func (out *Report) compare(a, b []*runFacts, nameA, nameB string) Comparison {
	c := Comparison{A: nameA, B: nameB}
	counts := func(runs []*runFacts) (out []float64) {
		for _, r := range runs {
			out = append(out, float64(len(r.bugs)))
		}
		return out
	}
	c.Distinct.Name = "exact permutation test of distinct bugs in a run, two-sided"
	if least := statistics.SmallestP(len(a), len(b)); least > level {
		c.Distinct.Words = fmt.Sprintf("too few runs to say: with %d and %d, no outcome has p below %.2g", len(a), len(b), least)
	} else if p, ok := statistics.Permutation(counts(a), counts(b)); ok {
		c.Distinct.P = &p
	} else {
		c.Distinct.Words = "too many runs for the exact test"
	}
	c.Times.Name = "log-rank test of the times to bugs, stratified by bug, two-sided"
	var timesA, timesB [][]statistics.Time
	events := 0
	for _, bug := range out.Bugs {
		x, y := out.times(a, bug.Name), out.times(b, bug.Name)
		events += statistics.Events(x) + statistics.Events(y)
		timesA, timesB = append(timesA, x), append(timesB, y)
	}
	switch {
	case min(len(a), len(b)) < fewestRuns:
		c.Times.Words = fmt.Sprintf("too few runs to say: it takes %d of each arm", fewestRuns)
	case events < fewestEvents:
		c.Times.Words = fmt.Sprintf("too few bugs to say: %d times to a bug, it takes %d", events, fewestEvents)
	default:
		chi2, p := statistics.LogRank(timesA, timesB)
		c.Times.Statistic, c.Times.P = &chi2, &p
	}
	return c
}

// Names are the arms' names, with commas between them.
func (out *Report) Names() string {
	var names []string
	for _, a := range out.Arms {
		names = append(names, a.Name)
	}
	return strings.Join(names, ", ")
}

// Scope says in a sentence what the figures are about.
func (out *Report) Scope() string {
	text := fmt.Sprintf("Up to %s of CPU time of each run (of %s that the plan gives), user and system, solvers included; %d findings by then",
		clock(out.CPU), clock(out.Given), out.Findings)
	if out.Unjudged > 0 {
		text += fmt.Sprintf(", of which %d are not judged yet", out.Unjudged)
	}
	if len(out.Left) > 0 {
		var names []string
		for _, l := range out.Left {
			names = append(names, fmt.Sprintf("%s (%s)", RunID{l.Arm, l.K}, clock(l.CPU)))
		}
		text += "; left out, since they have not used so much: " + strings.Join(names, ", ")
	}
	return text + "."
}

func clock(seconds float64) string {
	return (time.Duration(seconds) * time.Second).String()
}

// String says what came of a test.
func (t Test) String() string {
	if t.P == nil {
		return t.Name + ": " + t.Words
	}
	text := fmt.Sprintf("%s: p = %.3g", t.Name, *t.P)
	if t.Statistic != nil {
		text += fmt.Sprintf(" (chi-squared %.2f)", *t.Statistic)
	}
	return text
}
