package campaign

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/outcome"
)

// A target is reported when more than this share of enough runs were useless, or all of a few runs.
const (
	enoughRuns   = 20
	uselessShare = 0.5
	someRuns     = 5
	// enoughJobs is the number of chains, each of one seed, before which a running campaign gives no warning.
	enoughJobs = 10
)

// A Warning says that a target gives no usable results to a campaign: most of its runs were refused or yielded nothing that can be believed,
// or it ran out of time whenever it was asked.
type Warning struct {
	Solver string `json:"solver"`
	// Useless is how many of the Runs runs gave no usable result. Runs on seeds that the target refuses count once for each mutant that
	// it was not asked about.
	Useless int64 `json:"useless"`
	Runs    int64 `json:"runs"`
	// Reasons are the most frequent reasons, each preceded by its outcome.
	Reasons []Refusal `json:"reasons"`
}

// String is the warning in one sentence.
func (w Warning) String() string {
	var why []string
	for _, r := range w.Reasons {
		why = append(why, fmt.Sprintf("%s times %s", thousands(r.Count), r.Reason))
	}
	return fmt.Sprintf("%s gives no usable results here: %s of its %s runs yielded nothing that can be judged (%s)",
		w.Solver, percent(float64(w.Useless)/float64(w.Runs)), thousands(w.Runs), strings.Join(why, "; "))
}

// Warnings returns a warning for each target that gives no usable results so far, in the order of their names.
func (s *Stats) Warnings() []Warning {
	var out []Warning
	for _, spec := range sortedKeys(s.Solvers) {
		if w, ok := s.Solvers[spec].warning(spec); ok {
			out = append(out, w)
		}
	}
	return out
}

func (v *SolverStats) warning(spec string) (w Warning, ok bool) {
	w = Warning{Solver: strings.TrimSpace(spec + " " + bracketed(v.Version)), Runs: v.Calls + v.SeedToo, Useless: v.SeedToo}
	mute := v.mute()
	for _, o := range outcome.All() {
		if !o.Useless() && !(mute && o == outcome.Timeout) {
			continue
		}
		w.Useless += v.Outcomes[o]
		if mute {
			w.Runs, w.Useless = w.Runs+v.Seeds[o], w.Useless+v.Seeds[o]
			if n := v.Seeds[o]; n > 0 {
				w.Reasons = append(w.Reasons, Refusal{Reason: string(o) + ": on seeds themselves", Count: n})
			}
		}
		for _, r := range v.Reasons[o] {
			r.Reason = string(o) + ": " + r.Reason
			w.Reasons = append(w.Reasons, r)
		}
	}
	for _, r := range v.SeedReasons {
		r.Reason = "refuses the seed: " + r.Reason
		w.Reasons = append(w.Reasons, r)
	}
	slices.SortStableFunc(w.Reasons, func(x, y Refusal) int { return cmp.Compare(y.Count, x.Count) })
	w.Reasons = w.Reasons[:min(len(w.Reasons), 3)]
	return w, w.Runs >= enoughRuns && float64(w.Useless) > uselessShare*float64(w.Runs) || w.Runs >= someRuns && w.Useless == w.Runs
}

// mute reports whether a target never answered anything in enough runs. Its time-outs are then useless too; otherwise some are
// just noise.
func (v *SolverStats) mute() bool {
	runs := v.Calls
	for o, n := range v.Seeds {
		if n > 0 && (o.Replies() || o == outcome.Crash) {
			return false
		}
		runs += n
	}
	for o, n := range v.Outcomes {
		if n > 0 && (o.Replies() || o == outcome.Crash) {
			return false
		}
	}
	return runs >= enoughRuns
}
