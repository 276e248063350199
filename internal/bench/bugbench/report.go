package bugbench

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/bench/statistics"
)

// A Report says what the campaigns of a benchmark found. All times are CPU times in seconds.
type Report struct {
	// Parts are the benchmarks that it covers.
	Parts []Part `json:"parts"`
	// CPU is the time to which all runs are cut, Given the most that the plans give each.
	CPU   float64 `json:"cpu_seconds"`
	Given float64 `json:"given_seconds"`
	// Except is the pattern of bugs that are left out, "" for none.
	Except string `json:"except,omitempty"`
	// Left are the runs that are left out because they have not used that much.
	Left        []Left       `json:"left_out,omitempty"`
	Arms        []ArmReport  `json:"arms"`
	Bugs        []BugReport  `json:"bugs"`
	Comparisons []Comparison `json:"comparisons,omitempty"`
	// Needs is filled by ByNeeds, Releases by ByRelease.
	Needs    []NeedsReport   `json:"needs,omitempty"`
	Releases []ReleaseReport `json:"releases,omitempty"`
	// Findings counts the findings seen within CPU, Unjudged those among them without a verdict.
	Findings int `json:"findings"`
	Unjudged int `json:"unjudged"`

	options map[string]bool // whether new bugs need options, where records say so
	runs    []*runFacts
}

// A Part is one of the benchmarks of a report.
type Part struct {
	Source string        `json:"source"`
	Arms   []RecordedArm `json:"arms"`
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
	// Runs are their numbers, Distinct the number of bugs that each found, in the same order.
	Runs     []int   `json:"runs"`
	Distinct []int   `json:"distinct"`
	Median   float64 `json:"median"`
	Min      int     `json:"min"`
	Max      int     `json:"max"`
	// Union are the bugs that any of them found.
	Union   []string     `json:"union"`
	Engines []EngineBugs `json:"engines,omitempty"`
	// Findings counts the findings with a verdict, None those without a bug by reason.
	Findings int         `json:"findings"`
	None     map[Why]int `json:"none,omitempty"`
	// Growth is the mean number of distinct bugs of a run over CPU time.
	Growth []Point `json:"growth,omitempty"`
}

// A Point is a value that holds from a time on.
type Point struct {
	At    float64 `json:"at"`
	Value float64 `json:"value"`
}

// EngineBugs are the bugs behind the findings of an engine.
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
	A string `json:"a"`
	B string `json:"b"`
	// Ratio is how many times as many bugs a run of B finds as one of A, nil where nobody can say.
	Ratio    *Ratio `json:"ratio,omitempty"`
	Distinct Test   `json:"distinct"`
	Times    Test   `json:"times"`
}

// A Ratio is that of two means.
type Ratio struct {
	Ratio float64 `json:"ratio"`
	// Lo and Hi are its interval of 95 % confidence (statistics.Ratio); Hi is nil where there is no bound.
	Lo float64  `json:"lo"`
	Hi *float64 `json:"hi"`
}

// A Test is the outcome of a statistical test. P is nil where there are too few data, and Words say why.
type Test struct {
	Name  string   `json:"test"`
	P     *float64 `json:"p"`
	Words string   `json:"words,omitempty"`
}

// runFacts is what is known about one run.
type runFacts struct {
	RunID
	part  int // of the report's Parts
	cpu   float64
	bugs  map[string]float64            // first time of each bug
	by    map[string]map[string]float64 // the same by engine
	none  map[Why]int
	count int // findings with a verdict
}

// A Scope says which part of the records a report is about.
type Scope struct {
	// At is the CPU time to which runs are cut, 0 for the time that every run that has begun has used.
	At time.Duration
	// Except matches the names of bugs to leave out, nil for none: those that some arms cannot find, say. A bug that is another trigger of a
	// bug has both names.
	Except *regexp.Regexp
	// Aliases maps the names of bugs that are other triggers of a bug to that bug's name.
	Aliases map[string]string
}

// leavesOut reports whether the findings of a bug ("" for none) are left out.
func (s *Scope) leavesOut(bug string) bool {
	if bug == "" || s.Except == nil {
		return false
	}
	same := s.Aliases[bug]
	return s.Except.MatchString(bug) || same != "" && s.Except.MatchString(same)
}

// Summarise makes a report of records. It pools the runs of one arm, and compares those of two arms within each record, since machines differ. Errors
// are *PlanError: records that do not fit together.
func Summarise(records []*Record, scope Scope) (*Report, error) {
	if err := pool(records); err != nil {
		return nil, err
	}
	out := &Report{CPU: scope.At.Seconds(), options: make(map[string]bool)}
	if scope.Except != nil {
		out.Except = scope.Except.String()
	}
	var arms []string
	for _, r := range records {
		out.Parts = append(out.Parts, Part{r.Source, r.Arms})
		out.Given = max(out.Given, r.Given)
		for _, a := range r.Arms {
			if !slices.Contains(arms, a.Name) {
				arms = append(arms, a.Name)
			}
		}
	}
	fresh := out.choose(records, scope)
	for _, a := range arms {
		out.Arms = append(out.Arms, out.arm(a, ofArm(out.runs, a)))
	}
	out.bugs(arms, out.runs, fresh)
	for i, a := range arms {
		for _, b := range arms[i+1:] {
			out.Comparisons = append(out.Comparisons, out.compare(a, b))
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

// choose finds the time to cut at, the runs that have used that much, and the bugs that were new.
func (out *Report) choose(records []*Record, scope Scope) (fresh map[string]bool) {
	if out.CPU == 0 {
		out.CPU = out.Given
		for _, r := range records {
			for _, run := range r.Runs {
				if run.CPU > 0 {
					out.CPU = min(out.CPU, run.CPU)
				}
			}
		}
	}
	fresh = make(map[string]bool)
	for part, r := range records {
		for _, run := range r.Runs {
			// The last sample of a slice may lag by a moment.
			if run.CPU == 0 || run.CPU < out.CPU {
				out.Left = append(out.Left, Left{run.Arm, run.K, run.CPU})
				continue
			}
			out.runs = append(out.runs, out.facts(part, run, scope, fresh))
		}
	}
	return fresh
}

// facts says what a run found by then.
func (out *Report) facts(part int, run RecordedRun, scope Scope, fresh map[string]bool) *runFacts {
	f := &runFacts{RunID: run.RunID, part: part, cpu: run.CPU, bugs: make(map[string]float64), by: make(map[string]map[string]float64), none: make(map[Why]int)}
	for _, s := range run.Seen {
		if s.CPU > out.CPU || scope.leavesOut(s.Bug) {
			continue
		}
		if same := scope.Aliases[s.Bug]; same != "" { // which a collection has
			s.Bug, s.New = same, false
		}
		out.Findings++
		switch {
		case s.Bug == "" && s.Why == "":
			out.Unjudged++
			continue
		case s.Bug == "":
			f.none[s.Why]++
		default:
			earliest(f.bugs, s.Bug, s.CPU)
			if s.Options != nil {
				out.options[s.Bug] = *s.Options
			}
			if f.by[s.Engine] == nil {
				f.by[s.Engine] = make(map[string]float64)
			}
			earliest(f.by[s.Engine], s.Bug, s.CPU)
			fresh[s.Bug] = fresh[s.Bug] || s.New
		}
		f.count++
	}
	return f
}

func earliest(m map[string]float64, bug string, at float64) {
	if t, ok := m[bug]; !ok || at < t {
		m[bug] = at
	}
}

// arm sums up the runs of an arm.
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

// bugs enters when each bug was found, those found by most runs first.
func (out *Report) bugs(arms []string, runs []*runFacts, fresh map[string]bool) {
	found := make(map[string]int)
	for _, r := range runs {
		for bug := range r.bugs {
			found[bug]++
		}
	}
	for _, bug := range sortedKeys(found) {
		b := BugReport{Name: bug, New: fresh[bug]}
		for _, a := range arms {
			mine := ofArm(runs, a)
			t := ToFind{Arm: a, Times: []*float64{}}
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
	// level is the probability below which one speaks of a difference.
	level = 0.05
	// fewestRuns is how many runs of each arm a ratio needs: the bugs of one run depend on each other, so many bugs are no substitute for runs.
	fewestRuns = 3
)

// sideBySide calls do with the runs of two arms in each part that has both.
func (out *Report) sideBySide(nameA, nameB string, do func(a, b []*runFacts)) {
	for part := range out.Parts {
		mine := slices.DeleteFunc(slices.Clone(out.runs), func(r *runFacts) bool { return r.part != part })
		if a, b := ofArm(mine, nameA), ofArm(mine, nameB); len(a) > 0 && len(b) > 0 {
			do(a, b)
		}
	}
}

// confidence is that of a ratio's interval.
const confidence = 0.95

// ratio compares how many bugs of a kind the runs of two arms find.
func (out *Report) ratio(nameA, nameB string, of func(bug string) bool) *Ratio {
	var samples []statistics.Samples
	runs := 0
	out.sideBySide(nameA, nameB, func(a, b []*runFacts) {
		samples = append(samples, statistics.Samples{A: distinct(a, of), B: distinct(b, of)})
		runs += min(len(a), len(b))
	})
	ratio, in, ok := statistics.Ratio(confidence, samples...)
	if !ok || runs < fewestRuns {
		return nil
	}
	r := &Ratio{Ratio: ratio, Lo: in.Lo}
	if !math.IsInf(in.Hi, 1) {
		r.Hi = &in.Hi
	}
	return r
}

// every is the kind of all bugs.
func every(string) bool { return true }

// compare compares two arms, within each part.
func (out *Report) compare(nameA, nameB string) Comparison {
	c := Comparison{A: nameA, B: nameB, Ratio: out.ratio(nameA, nameB, every)}
	var samples []statistics.Samples
	var runs []statistics.Runs
	countA, countB := 0, 0
	out.sideBySide(nameA, nameB, func(a, b []*runFacts) {
		countA, countB = countA+len(a), countB+len(b)
		samples = append(samples, statistics.Samples{A: distinct(a, every), B: distinct(b, every)})
		runs = append(runs, statistics.Runs{A: out.timesOf(a), B: out.timesOf(b)})
	})
	c.Distinct.Name = "exact permutation test of distinct bugs in a run, two-sided"
	c.Times.Name = "permutation test of log-rank scores of the times to bugs, two-sided"
	if len(samples) > 1 {
		c.Distinct.Name = "exact permutation test of distinct bugs in a run, stratified by benchmark, two-sided"
		c.Times.Name = "permutation test of log-rank scores of the times to bugs, stratified by benchmark, two-sided"
	}
	if least := statistics.SmallestP(samples...); least > level {
		c.Distinct.Words = fmt.Sprintf("too few runs to say: with %d and %d, no outcome has p below %.2g", countA, countB, least)
		c.Times.Words = c.Distinct.Words
		return c
	}
	if p, ok := statistics.Permutation(samples...); ok {
		c.Distinct.P = &p
	} else {
		c.Distinct.Words = "too many runs for the exact test"
	}
	if p, exact, ok := statistics.LogRank(runs...); ok {
		c.Times.P = &p
		if !exact {
			c.Times.Name += ", in the limit of many runs"
		}
	}
	return c
}

// timesOf returns the times of all bugs in each run.
func (out *Report) timesOf(runs []*runFacts) [][]statistics.Time {
	all := make([][]statistics.Time, len(runs))
	for _, bug := range out.Bugs {
		for i, at := range out.times(runs, bug.Name) {
			all[i] = append(all[i], at)
		}
	}
	return all
}

// distinct returns the number of bugs of a kind that each run found.
func distinct(runs []*runFacts, of func(bug string) bool) (out []float64) {
	for _, r := range runs {
		n := 0
		for bug := range r.bugs {
			if of(bug) {
				n++
			}
		}
		out = append(out, float64(n))
	}
	return out
}

// Names returns the arms' names, separated by commas. The page of a report has it.
func (out *Report) Names() string {
	var names []string
	for _, a := range out.Arms {
		names = append(names, a.Name)
	}
	return strings.Join(names, ", ")
}

// About says in sentences what the figures are about.
func (out *Report) About() string {
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
		text += "; left out because they have not used that much: " + strings.Join(names, ", ")
	}
	if out.Except != "" {
		text += "; bugs that match " + out.Except + " are left out"
	}
	return text + "." + out.parts()
}

// parts says how many benchmarks a report covers, when it is more than one, and which programs ran under one name in them.
func (out *Report) parts() string {
	if len(out.Parts) < 2 {
		return ""
	}
	versions := make(map[string][]string)
	for _, p := range out.Parts {
		for _, a := range p.Arms {
			if !slices.Contains(versions[a.Name], a.Version) {
				versions[a.Name] = append(versions[a.Name], a.Version)
			}
		}
	}
	text := fmt.Sprintf(" Runs of %d benchmarks, which are compared within each.", len(out.Parts))
	for _, a := range sortedKeys(versions) {
		if v := versions[a]; len(v) > 1 {
			text += fmt.Sprintf(" The arm %s was not the same program in all of them: %s.", a, strings.Join(shortVersions(v), ", "))
		}
	}
	return text
}

// shortVersions are versions as reports show them: the first digits of commits, with what follows them.
func shortVersions(versions []string) (out []string) {
	const digits = 10
	for _, v := range versions {
		commit, changes, changed := strings.Cut(v, "+")
		commit = commit[:min(len(commit), digits)]
		if changed {
			commit += "+" + changes
		}
		out = append(out, commit)
	}
	return out
}

func clock(seconds float64) string {
	return (time.Duration(seconds) * time.Second).String()
}

// farOff is from where on a bound above is as good as none.
const farOff = 100

// String states a ratio with its interval: it stands before "as many".
func (r *Ratio) String() string {
	bounds := "or more"
	if r.Hi != nil && *r.Hi < farOff {
		bounds = fmt.Sprintf("to %.1f", *r.Hi)
	}
	return fmt.Sprintf("%.1f times (%.1f %s with %.0f %% confidence)", r.Ratio, r.Lo, bounds, 100*confidence)
}

// String states the result of a test.
func (t Test) String() string {
	if t.P == nil {
		return t.Name + ": " + t.Words
	}
	return fmt.Sprintf("%s: p = %.3g", t.Name, *t.P)
}
