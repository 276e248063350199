package compare

import (
	"fmt"
	"time"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/run/timing"
)

// suspects returns the differences that one look shows, to be repeated, and the defects of all sides. The changes that need repeating are Unsure.
func suspects(all []Side, l *look, slower timing.Limit) []Change {
	var out []Change
	for c := range all {
		if all[c].Role != Candidate {
			continue
		}
		for _, kind := range []Kind{Wrong, Crash} {
			out = append(out, shown(all, l, c, kind)...)
		}
		for b := range all {
			if all[b].Role == Baseline {
				out = append(out, answered(all, l, c, b, slower)...)
			}
		}
	}
	return out
}

// shown compares what is wrong on a candidate with the baselines.
func shown(all []Side, l *look, c int, kind Kind) []Change {
	mine := l.shows(c, kind)
	var better, worse, alike []int
	for b := range all {
		if all[b].Role != Baseline {
			continue
		}
		switch theirs := l.shows(b, kind); {
		case mine != nil && theirs != nil:
			alike = append(alike, b)
		case mine != nil:
			better = append(better, b)
		case theirs != nil:
			worse = append(worse, b)
		}
	}
	var out []Change
	if len(better) > 0 {
		out = append(out, Change{
			Kind: kind, Standing: Unsure, Shown: Candidate, Candidate: c, Against: better, Class: mine.Class, Suspect: mine.Suspect,
			Summary: mine.Evidence.Summary,
		})
	}
	if len(alike) > 0 && len(better) == 0 {
		out = append(out, Change{
			Kind: kind, Standing: Both, Shown: Candidate, Candidate: c, Against: alike, Class: mine.Class, Suspect: mine.Suspect, Summary: mine.Evidence.Summary,
		})
	}
	if len(worse) > 0 {
		theirs := l.shows(worse[0], kind)
		out = append(out, Change{
			Kind: kind, Standing: Unsure, Shown: Baseline, Candidate: c, Against: worse, Class: theirs.Class, Suspect: theirs.Suspect,
			Summary: theirs.Evidence.Summary,
		})
	}
	return out
}

// answered compares the answers of a candidate and a baseline that did nothing wrong, and the time that they took.
func answered(all []Side, l *look, c, b int, slower timing.Limit) []Change {
	slow, old := &l.runs[c], &l.runs[b]
	if slow.Unable != "" || old.Unable != "" {
		return nil
	}
	for _, kind := range []Kind{Wrong, Crash} {
		if l.shows(c, kind) != nil || l.shows(b, kind) != nil {
			return nil
		}
	}
	change := func(kind Kind, by Role, summary string) []Change {
		return []Change{{Kind: kind, Standing: Unsure, Shown: by, Candidate: c, Against: []int{b}, Summary: summary}}
	}
	switch {
	case old.Decides() && slow.Decides() && old.Outcome != slow.Outcome:
		out := change(Wrong, Candidate, fmt.Sprintf("%s answers %s, %s answers %s, and nothing says which is right",
			all[c].Name, slow.Outcome, all[b].Name, old.Outcome))
		out[0].Suspect = true
		return out
	case old.Decides() && slow.Decides():
		switch {
		case all[c].same(&all[b]) && old.Work == slow.Work && old.Work > 0: // the same work of the same program
		case dearer(old, slow, slower):
			return change(Slower, Candidate, dear(all[c].Name, slow, all[b].Name, old))
		case dearer(slow, old, slower):
			return change(Slower, Baseline, dear(all[b].Name, old, all[c].Name, slow))
		}
	case old.Decides():
		return change(lostAs(slow.Outcome), Candidate, undecided(all[c].Name, slow, all[b].Name, old))
	case slow.Decides():
		return change(lostAs(old.Outcome), Baseline, undecided(all[b].Name, old, all[c].Name, slow))
	}
	return nil
}

// lostAs returns as what an answer is lost that ends in an outcome.
func lostAs(o outcome.Outcome) Kind {
	if o.Useless() {
		return Error
	}
	return Lost
}

func undecided(name string, r *Run, other string, decides *Run) string {
	why := ""
	if r.Reason != "" {
		why = " (" + r.Reason + ")"
	}
	return fmt.Sprintf("%s: %s%s where %s answers %s", name, r.Outcome, why, other, decides.Outcome)
}

// dearer reports whether two single runs give reason to measure whether the second takes longer: by CPU time, or by what the solvers count as long
// as the time is not far from it.
func dearer(old, slow *Run, limit timing.Limit) bool {
	oldCPU, slowCPU := seconds(old.CPU), seconds(slow.CPU)
	if limit.Suspects(oldCPU, slowCPU) {
		return true
	}
	counts := timing.Counts{Old: old.Work, New: slow.Work}
	return counts.Ratio() > limit.Ratio && slowCPU-oldCPU > limit.Difference/2
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

func dear(name string, slow *Run, other string, old *Run) string {
	work := ""
	if slow.Work > 0 && old.Work > 0 {
		work = fmt.Sprintf("counts %d units of work where %s counts %d, and ", slow.Work, other, old.Work)
	}
	return fmt.Sprintf("%s %stakes %.2f s of CPU time where %s takes %.2f s", name, work, slow.CPU, other, old.CPU)
}
