package compare

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/bisect"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/solver"
)

// A replays runs findings that are kept in folders on all sides of their solver. Safe for concurrent use.
type replays struct {
	sides []Side
	// replayer returns what runs a finding again.
	replayer func(context.Context, findings.Stored) (triage.Replayer, error)
}

// unjudged reports whether an error is about one finding alone, which cannot be judged here: its record is damaged, or says what this version of Assay does
// not read, or a solver is missing.
func unjudged(err error) bool {
	var record *triage.RecordError
	var unusable *solver.UnusableError
	var profile *solver.ProfileError
	var spec *solver.SpecError
	return errors.As(err, &record) || errors.As(err, &unusable) || errors.As(err, &profile) || errors.As(err, &spec)
}

// storedKind returns in which way a finding in a folder is bad.
func storedKind(f *findings.Finding) (Kind, bool) {
	switch {
	case f.Class.Incompleteness():
		return Lost, true
	case f.Class.Measured():
		return Slower, true
	}
	return kindOf(f.Class)
}

// about reports whether a finding can be run on a side: one of another solver cannot.
func (s *Side) about(f *findings.Finding) bool {
	return s.Role != Witness && s.Target.Profile().Name == f.Family
}

// extra are the options that a finding needs beyond those of the sides. The side on which it was found has the longest list of words with which the
// finding's begins.
func (r *replays) extra(f *findings.Finding) ([]string, error) {
	spec, err := solver.ParseSpec(f.Solver)
	if err != nil {
		return nil, err
	}
	shared := 0
	for i := range r.sides {
		words := r.sides[i].Target.Config.Words()
		if n := len(words); r.sides[i].about(f) && n <= len(spec.Args) && slices.Equal(words, spec.Args[:n]) {
			shared = max(shared, n)
		}
	}
	return spec.Args[shared:], nil
}

// with is the side's target with further options.
func (s *Side) with(extra []string) solver.Target {
	return s.Target.With(solver.Configure(slices.Concat(s.Target.Config.Words(), extra)...))
}

// A played is what one side did with a finding, in all repetitions.
type played struct {
	shows, of int
	cut       int    // runs that a limit ended without showing it
	why       string // why it cannot say, "" when it can
}

func (p *played) count(side int) Count {
	return Count{Side: side, Shows: p.shows, Of: p.of, Cut: p.cut}
}

// run runs a finding once on a side.
func (r *replays) run(ctx context.Context, s findings.Stored, side int, p *played) error {
	replayer, err := r.replayer(ctx, s)
	if err != nil {
		return err
	}
	replayer.Revisions = true // a side speaks for itself, whatever version it says it is
	extra, err := r.extra(&s.Finding)
	if err != nil {
		return err
	}
	in, err := replayer.InVersion(ctx, s, r.sides[side].with(extra), triage.Need{Absent: 1, Shown: 1})
	if err != nil {
		return err
	}
	switch {
	case in.Verdict == bisect.Shows:
		p.shows++
	case in.Verdict == bisect.Unclear && !in.CutShort:
		p.why = in.Reason
		return nil
	case in.Verdict == bisect.Unclear:
		p.cut++
	}
	p.of++
	return nil
}

// changes runs a finding on all sides that it is about, in turns, and returns what that comes to: for each candidate, against the baselines.
func (r *replays) changes(ctx context.Context, s findings.Stored) ([]Change, error) {
	kind, ok := storedKind(&s.Finding)
	if !ok {
		return nil, nil
	}
	all := make([]played, len(r.sides))
	var about []int
	for i := range r.sides {
		if r.sides[i].about(&s.Finding) {
			about = append(about, i)
		}
	}
	most := mostRepeats
	if s.Class.Measured() {
		most = 1 // one time is many pairs of runs
	}
	for n := 1; n <= most; n++ {
		for k := range about {
			if n%2 == 0 {
				k = len(about) - 1 - k
			}
			if i := about[k]; all[i].why == "" {
				if err := r.run(ctx, s, i, &all[i]); err != nil {
					return nil, err
				}
			}
		}
		if r.settled(about, all, n) {
			break
		}
	}
	var out []Change
	for _, c := range about {
		if r.sides[c].Role == Candidate {
			out = append(out, r.settle(s, kind, c, about, all)...)
		}
	}
	return out, nil
}

// measured returns what a finding of the campaign comes to that is about CPU time. It was measured on both sides when it was found, in turns, so that
// there is nothing to repeat.
func (r *replays) measured(s findings.Stored) []Change {
	// A configuration that was found by searching has further words, and so may another side.
	side := func(name string) int {
		best := -1
		for i := range r.sides {
			own := r.sides[i].Name
			if (name == own || strings.HasPrefix(name, own+" ")) && (best < 0 || len(own) > len(r.sides[best].Name)) {
				best = i
			}
		}
		return best
	}
	slow, old := side(s.Solver), side(s.Other)
	if slow < 0 || old < 0 || r.sides[slow].Role != Candidate || r.sides[old].Role != Baseline {
		return nil
	}
	return []Change{{
		Kind: Slower, Standing: Regression, Shown: Candidate, Candidate: slow, Against: []int{old}, Class: s.Class, Summary: s.Evidence.Summary,
	}}
}

// settled reports whether more repetitions can change nothing.
func (r *replays) settled(about []int, all []played, n int) bool {
	always, never := true, true // all that can say show it each time, or none does
	for _, i := range about {
		always = always && all[i].shows == all[i].of
		never = never && all[i].shows == 0
	}
	if always || never {
		return true
	}
	if n < fewRepeats {
		return false
	}
	for _, i := range about {
		if p := &all[i]; p.shows > 0 && p.shows < p.of && !apart(p.shows, p.of, p.of) {
			return false
		}
	}
	return true
}

// settle says what the repetitions come to for one candidate.
func (r *replays) settle(s findings.Stored, kind Kind, c int, about []int, all []played) []Change {
	change := Change{
		Kind: kind, Candidate: c, Shown: Candidate, Class: s.Class, Suspect: s.Suspect, Summary: s.Evidence.Summary,
		Counts: []Count{all[c].count(c)},
	}
	var good, bad []int
	for _, b := range about {
		if r.sides[b].Role != Baseline {
			continue
		}
		change.Counts = append(change.Counts, all[b].count(b))
		switch {
		case all[b].why != "":
			change.Summary += fmt.Sprintf("; %s cannot say: %s", r.sides[b].Name, all[b].why)
		case all[b].shows > 0:
			bad = append(bad, b)
		default:
			good = append(good, b)
		}
	}
	mine := &all[c]
	switch {
	case mine.why != "":
		change.Summary += fmt.Sprintf("; %s cannot say: %s", r.sides[c].Name, mine.why)
		change.Standing = Unsure
		change.Against = bad
		if len(bad) == 0 {
			return nil // nobody shows it
		}
	case mine.shows > 0 && len(good) > 0:
		change.Standing, change.Against = Unsure, good
		if s.Class.Measured() || apart(mine.shows, mine.of, mine.of) {
			change.Standing = Regression
		}
	case mine.shows > 0 && len(bad) > 0:
		change.Standing, change.Against = Both, bad
	case mine.shows > 0:
		change.Standing = Unsure
	case len(bad) > 0:
		change.Standing, change.Against, change.Shown = Unsure, bad, Baseline
		for _, b := range bad {
			if s.Class.Measured() || apart(all[b].shows, all[b].of, mine.of-mine.cut) {
				change.Standing = Improved
			}
		}
	default:
		return nil
	}
	return []Change{change}
}
