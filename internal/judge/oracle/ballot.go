package oracle

import (
	"fmt"
	"slices"

	"github.com/assay-smt/assay/smt"
)

// A ballot is what all solvers answered to one check-sat.
type ballot struct {
	check int
	by    [smt.Unknown + 1][]Observation // by answer
	votes Votes
}

func newBallot(check int, voters []Observation) ballot {
	b := ballot{check: check}
	for _, o := range voters {
		if check < len(o.Answers) {
			a := o.Answers[check]
			b.by[a] = append(b.by[a], o)
		}
	}
	names := func(a smt.Status) []string {
		var out []string
		for _, o := range b.by[a] {
			out = append(out, o.Solver)
		}
		slices.Sort(out)
		return out
	}
	b.votes = Votes{Sat: names(smt.Sat), Unsat: names(smt.Unsat), Unknown: names(smt.Unknown)}
	return b
}

// witness returns a run whose model makes the formula true, the first one by name.
func (b ballot) witness() (w Observation, ok bool) {
	for _, o := range b.by[smt.Sat] {
		if o.model(b.check).Verdict == ModelHolds && (!ok || o.Solver < w.Solver) {
			w, ok = o, true
		}
	}
	return w, ok
}

// wholeCore returns a run whose wrong core comes with a model of the whole check, the first one by name.
func (b ballot) wholeCore() (w Observation, ok bool) {
	for _, o := range b.by[smt.Unsat] {
		if b.check < len(o.Cores) && o.Cores[b.check].Verdict == ModelHolds && o.Cores[b.check].Whole && (!ok || o.Solver < w.Solver) {
			w, ok = o, true
		}
	}
	return w, ok
}

// hint states a majority of codebases, where there is one among at least three votes. Versions of one solver, and solvers that grew from one
// program, have one vote for each answer that one of them gives.
func (b ballot) hint() string {
	sat, unsat := distinct(b.by[smt.Sat], Observation.codebase), distinct(b.by[smt.Unsat], Observation.codebase)
	if sat+unsat < 3 || sat == unsat {
		return ""
	}
	if sat > unsat {
		return fmt.Sprintf(" (codebases of solvers: %d for sat, %d for unsat)", sat, unsat)
	}
	return fmt.Sprintf(" (codebases of solvers: %d for unsat, %d for sat)", unsat, sat)
}

// agreeing returns the runs that answer a, except for a sat whose model makes the formula false: that confirms nothing.
func (b ballot) agreeing(a smt.Status) []Observation {
	return slices.DeleteFunc(slices.Clone(b.by[a]), func(o Observation) bool {
		return a == smt.Sat && o.model(b.check).Verdict == ModelFails
	})
}

// distinct counts the families of observations, or their codebases.
func distinct(os []Observation, name func(Observation) string) int {
	seen := make(map[string]bool)
	for _, o := range os {
		seen[name(o)] = true
	}
	return len(seen)
}
