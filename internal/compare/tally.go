package compare

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/run/timing"
)

// A Report is all that a comparison came to: the records, and what follows from them. It is what pages, tables and exit codes are made of.
type Report struct {
	Sides []SideInfo `json:"sides"`
	// Timeout is the limit of each run in seconds, and Slower what counts as slower.
	Timeout float64      `json:"timeout_seconds"`
	Slower  timing.Limit `json:"slower"`
	// FailOn are the kinds of regressions that count.
	FailOn []Kind `json:"fail_on"`
	// Same are the pairs of a candidate and a baseline that are the same program with the same configuration: they measure the noise.
	Same [][2]int `json:"same,omitempty"`
	// Mutants counts those that were run, and Engines what made them; 0 for none.
	Mutants int64    `json:"mutants"`
	Engines []string `json:"engines,omitempty"`
	// Elapsed is in seconds. Left says what was not done and why, for people, such as scripts that the time did not suffice for.
	Elapsed float64  `json:"elapsed_seconds"`
	Left    []string `json:"left,omitempty"`
	// Duels compare each candidate with each baseline.
	Duels []Duel `json:"duels"`
	// Skipped counts files that were no seeds, by reason.
	Skipped map[string]int `json:"skipped,omitempty"`
	Records []Record       `json:"-"`
}

// A Duel is what one candidate and one baseline came to on the same scripts. Mutants do not count here.
type Duel struct {
	Candidate int `json:"candidate"`
	Baseline  int `json:"baseline"`
	// All is over all logics; Logics are the same by logic, in alphabetical order.
	All    Score   `json:"all"`
	Logics []Score `json:"logics"`
}

// A Score counts scripts.
type Score struct {
	// Logic is "" over all.
	Logic string `json:"logic,omitempty"`
	Files int    `json:"files"`
	// Same answered the same. Lost and Gained were decided by the baseline or the candidate alone at first, whether or not repeating them showed the same.
	Same   int `json:"same"`
	Lost   int `json:"lost"`
	Gained int `json:"gained"`
	// Other are those that only one side was able to run, or that neither decided in different ways.
	Other int `json:"other"`
	// Contradict: one says sat and the other unsat.
	Contradict int `json:"contradict"`
	// Regressions and Improvements count scripts by kind.
	Regressions  map[Kind]int `json:"regressions,omitempty"`
	Improvements map[Kind]int `json:"improvements,omitempty"`
	// PAR2 are the sums of CPU seconds in which a script that was not decided counts as twice the limit.
	PAR2Baseline  float64 `json:"par2_baseline"`
	PAR2Candidate float64 `json:"par2_candidate"`
	// Speed is how many times as long the candidate took, over the scripts that both decided and on which one of them took LeastTimed: a geometric
	// mean. Timed is their number.
	Speed Mean `json:"speed"`
	Timed int  `json:"timed"`
	// WorkSpeed is the same by what the solvers count, where both do.
	WorkSpeed Mean `json:"work_speed"`
}

// A Mean is a geometric mean with its 99 % interval, by Student's approximation for large numbers; all 0 for too few values.
type Mean struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// LeastTimed is the CPU time in seconds from which a script says something about speed: below that, a run is the start of a process.
const LeastTimed = 0.1

// fewestTimed is the number of scripts from which there is an interval.
const fewestTimed = 8

// meanOf returns the geometric mean of ratios.
func meanOf(ratios []float64) Mean {
	if len(ratios) == 0 {
		return Mean{}
	}
	sum := 0.0
	for _, r := range ratios {
		sum += math.Log(r)
	}
	mean := sum / float64(len(ratios))
	out := Mean{Value: math.Exp(mean)}
	if len(ratios) < fewestTimed {
		return out
	}
	square := 0.0
	for _, r := range ratios {
		d := math.Log(r) - mean
		square += d * d
	}
	n := float64(len(ratios))
	// 3.5 is Student's factor for 99 % and 7 degrees of freedom; it falls to 2.58.
	half := (2.58 + 6.4/(n-1)) * math.Sqrt(square/(n-1)/n)
	out.Low, out.High = math.Exp(mean-half), math.Exp(mean+half)
	return out
}

// Tally computes the duels from the records.
func (r *Report) Tally() {
	r.Duels = nil
	for c := range r.Sides {
		if r.Sides[c].Role != Candidate {
			continue
		}
		for b := range r.Sides {
			if r.Sides[b].Role == Baseline {
				r.Duels = append(r.Duels, r.duel(c, b))
			}
		}
	}
}

func (r *Report) duel(c, b int) Duel {
	out := Duel{Candidate: c, Baseline: b}
	all := &scorer{timeout: r.Timeout}
	by := map[string]*scorer{}
	for i := range r.Records {
		rec := &r.Records[i]
		if rec.Source == FromMutants || rec.Source == Overall || rec.Error != "" {
			continue
		}
		logic := cmp.Or(rec.Logic, "none")
		if by[logic] == nil {
			by[logic] = &scorer{timeout: r.Timeout, Score: Score{Logic: logic}}
		}
		all.add(rec, c, b)
		by[logic].add(rec, c, b)
	}
	out.All = all.sum()
	for _, s := range by {
		out.Logics = append(out.Logics, s.sum())
	}
	slices.SortFunc(out.Logics, func(a, b Score) int { return strings.Compare(a.Logic, b.Logic) })
	return out
}

// A scorer makes a Score.
type scorer struct {
	Score
	timeout       float64
	speeds, works []float64
}

func (s *scorer) add(rec *Record, c, b int) {
	s.Files++
	slow, old := rec.run(c), rec.run(b)
	if slow == nil || old == nil || slow.Unable != "" || old.Unable != "" {
		s.Other++
		s.changes(rec, c, b)
		return
	}
	s.PAR2Baseline += s.penalized(old)
	s.PAR2Candidate += s.penalized(slow)
	switch {
	case old.Decides() && slow.Decides() && old.Outcome == slow.Outcome:
		s.Same++
		s.time(old, slow)
	case old.Decides() && slow.Decides():
		s.Contradict++
	case old.Decides():
		s.Lost++
	case slow.Decides():
		s.Gained++
	case old.Outcome == slow.Outcome:
		s.Same++
	default:
		s.Other++
	}
	s.changes(rec, c, b)
}

// time enters how long two runs took that gave the same answer.
func (s *scorer) time(old, slow *Run) {
	if max(old.CPU, slow.CPU) < LeastTimed {
		return
	}
	s.speeds = append(s.speeds, max(slow.CPU, 0.001)/max(old.CPU, 0.001))
	if old.Work > 0 && slow.Work > 0 {
		s.works = append(s.works, float64(slow.Work)/float64(old.Work))
	}
}

func (s *scorer) penalized(r *Run) float64 {
	if !r.Decides() {
		return 2 * s.timeout
	}
	return min(r.CPU, s.timeout)
}

// changes counts the script once for each kind.
func (s *scorer) changes(rec *Record, c, b int) {
	seen := map[Standing]map[Kind]bool{Regression: {}, Improved: {}}
	for i := range rec.Changes {
		ch := &rec.Changes[i]
		kinds := seen[ch.Standing]
		if kinds == nil || kinds[ch.Kind] || ch.Candidate != c || !slices.Contains(ch.Against, b) {
			continue
		}
		kinds[ch.Kind] = true
		into := &s.Regressions
		if ch.Standing == Improved {
			into = &s.Improvements
		}
		if *into == nil {
			*into = map[Kind]int{}
		}
		(*into)[ch.Kind]++
	}
}

func (s *scorer) sum() Score {
	s.Timed = len(s.speeds)
	s.Speed, s.WorkSpeed = meanOf(s.speeds), meanOf(s.works)
	return s.Score
}

// run returns what a side did, nil for nothing.
func (r *Record) run(side int) *Run {
	for i := range r.Runs {
		if r.Runs[i].Side == side {
			return &r.Runs[i]
		}
	}
	return nil
}

// A Place is a change with its record.
type Place struct {
	*Record
	*Change
}

// Changes returns the changes of a standing, the gravest first: by kind, then what is proven before what is suspected, then by how much slower, then
// by name.
func (r *Report) Changes(s Standing) []Place {
	var out []Place
	for i := range r.Records {
		for k := range r.Records[i].Changes {
			if c := &r.Records[i].Changes[k]; c.Standing == s {
				out = append(out, Place{&r.Records[i], c})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Place) int {
		return cmp.Or(
			cmp.Compare(slices.Index(Kinds(), a.Kind), slices.Index(Kinds(), b.Kind)),
			cmp.Compare(order(a.Suspect), order(b.Suspect)),
			-cmp.Compare(a.times(), b.times()),
			strings.Compare(a.Name, b.Name),
		)
	})
	return out
}

func order(later bool) int {
	if later {
		return 1
	}
	return 0
}

// times is how many times as long it took, 0 where that was not measured.
func (p Place) times() float64 {
	if p.Timing == nil {
		return 0
	}
	return p.Timing.Ratio.Estimate
}

// Failed returns the regressions that count: those of the kinds of FailOn.
func (r *Report) Failed() []Place {
	return slices.DeleteFunc(r.Changes(Regression), func(p Place) bool { return !slices.Contains(r.FailOn, p.Kind) })
}

// fewestRuns is the number of runs from which a solver that says nothing gives no usable results.
const fewestRuns = 3

// Useless returns a candidate or baseline of which no run on scripts said anything, -1 for none.
func (r *Report) Useless() int {
	for side := range r.Sides {
		if r.Sides[side].Role == Witness {
			continue
		}
		runs, of := 0, 0
		for i := range r.Records {
			if run := r.Records[i].run(side); run != nil {
				runs++
				if run.Unable == "" && !run.Outcome.Useless() {
					of++
				}
			}
		}
		if runs >= fewestRuns && of == 0 {
			return side
		}
	}
	return -1
}
