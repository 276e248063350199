package triage

import (
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/bisect"
)

// A Need is how often a version is run for a verdict, which depends on how often the finding shows where it was found.
type Need struct {
	// Absent is the number of runs without the finding after which it counts as absent, at most bisect.MostRuns. Proves says that the chance
	// of having overlooked it is then below bisect.MissChance; otherwise the version may be good.
	Absent int
	Proves bool
	// Shown is the number of runs of a version that shows it: one is enough to know that it does, and more say how often.
	Shown int
}

// NeedFor returns how often to run a finding that showed in some of n runs.
func NeedFor(known findings.Repetition) Need {
	n := bisect.RunsNeeded(known.Shown, known.Runs)
	out := Need{Absent: min(n, bisect.MostRuns), Proves: n <= bisect.MostRuns, Shown: 1}
	if known.Shown < known.Runs {
		out.Shown = min(max(out.Absent, flakyRuns), mostShown)
	}
	return out
}

// NeedOf returns how often to run a finding as it is stored.
func NeedOf(s findings.Stored) Need {
	if s.Class.Measured() {
		return Need{Absent: racesAbsent, Proves: true, Shown: 1}
	}
	return NeedFor(Shows(s))
}

const (
	// flakyRuns and mostShown bound how often a version that shows a finding is run to say how often it does.
	flakyRuns = 10
	mostShown = 30
)

// Shows returns how often a finding shows as it is stored: what counting has found out for its formula, or else what was recorded when it was
// found or reduced. No runs means that nothing is known; what was run and did not show, as at the end of a reduction, shows rarely.
func Shows(s findings.Stored) findings.Repetition {
	if b := LoadBisection(s.Dir); b.Of(s) && b.Rate != nil && b.Rate.Shown > 0 && b.Rate.Runs > s.Repeated.Runs {
		return *b.Rate
	}
	return s.Repeated
}
