package compare

import (
	"fmt"
	"slices"
)

// fewestUnsteady is the number of scripts from which differences that did not show again say something together.
const fewestUnsteady = 5

// unsteadyRisk is the chance with which noise of both sides alike is taken for one side's.
const unsteadyRisk = 0.001

// overall returns what no script shows alone: that the candidate fails more often at random than the baseline, and that it takes longer on all. The
// record has no changes when there is nothing. Duels must have been tallied.
func (r *Report) overall() Record {
	out := Record{Source: Overall, Name: "all scripts"}
	for _, d := range r.Duels {
		for _, kind := range []Kind{Wrong, Crash, Error, Lost} {
			mine, theirs := r.gone(d, kind, Candidate), r.gone(d, kind, Baseline)
			switch {
			case unsteady(mine, theirs):
				out.Changes = append(out.Changes, r.unsteady(d, kind, Regression, mine, theirs))
			case unsteady(theirs, mine):
				out.Changes = append(out.Changes, r.unsteady(d, kind, Improved, mine, theirs))
			}
		}
		s := d.All.Speed
		change := Change{Kind: Slower, Candidate: d.Candidate, Against: []int{d.Baseline}, Shown: Candidate, Standing: Regression}
		change.Summary = fmt.Sprintf("%s takes %.2f times as long as %s on the %d scripts that both decide and that take either %g s or more (%.2f to %.2f with 99 %%)",
			r.Sides[d.Candidate].Name, s.Value, r.Sides[d.Baseline].Name, d.All.Timed, LeastTimed, s.Low, s.High)
		switch {
		case s.Low > r.Slower.Ratio:
			out.Changes = append(out.Changes, change)
		case s.High > 0 && s.High < 1/r.Slower.Ratio:
			change.Shown, change.Standing = Baseline, Improved
			out.Changes = append(out.Changes, change)
		}
	}
	return out
}

// gone counts the scripts on which a side was worse at first, but not when that was repeated. Runs that a limit ended are left out: on a busy machine
// there are many, on both sides.
func (r *Report) gone(d Duel, kind Kind, by Role) int {
	n := 0
	for i := range r.Records {
		rec := &r.Records[i]
		if rec.Source == FromMutants {
			continue
		}
		side := d.Candidate
		if by == Baseline {
			side = d.Baseline
		}
		if run := rec.run(side); run == nil || run.Outcome.CutShort() {
			continue
		}
		if slices.ContainsFunc(rec.Changes, func(c Change) bool {
			return c.Standing == Gone && c.Kind == kind && c.Shown == by && c.Candidate == d.Candidate && slices.Contains(c.Against, d.Baseline)
		}) {
			n++
		}
	}
	return n
}

// unsteady reports whether k against m is more than chance: if each came from either side alike, k or more of k+m would be from this one with a chance
// below unsteadyRisk.
func unsteady(k, m int) bool {
	if k < fewestUnsteady || k <= m {
		return false
	}
	n := k + m
	term, tail := 1.0, 0.0 // the binomial coefficients of n, from i = n down
	halve := n             // how often the sum is still to be halved
	for i := n; i >= k; i-- {
		tail += term
		term *= float64(i) / float64(n-i+1)
		for ; tail > 1 && halve > 0; halve-- { // a coefficient of 1030 is no float64
			term, tail = term/2, tail/2
		}
	}
	for range halve {
		tail /= 2
	}
	return tail < unsteadyRisk
}

func (r *Report) unsteady(d Duel, kind Kind, standing Standing, mine, theirs int) Change {
	by := Candidate
	if standing == Improved {
		by = Baseline
	}
	return Change{
		Kind: kind, Standing: standing, Shown: by, Candidate: d.Candidate, Against: []int{d.Baseline},
		Summary: fmt.Sprintf("answers are not the same each time: %s was worse on %d scripts at first but not when they were repeated, %s on %d",
			r.Sides[d.Candidate].Name, mine, r.Sides[d.Baseline].Name, theirs),
	}
}
