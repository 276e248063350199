package compare

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/assay-smt/assay/internal/run/timing"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
)

// How often a difference is repeated. What shows each time on one side and never on the other is settled after fewRepeats: for a defect that shows in
// half of the runs of both, that has a chance of one in a thousand.
const (
	fewRepeats  = 5
	mostRepeats = 12
	// answerRepeats are those of answers that are lost. They count only when the side that lost has twice the time, all times.
	answerRepeats = 3
)

// confirm repeats what a look showed, and settles the changes of a record.
func (l *looker) confirm(ctx context.Context, s *loaded, r *Record, slower timing.Limit) error {
	if err := l.confirmShown(ctx, s, r); err != nil {
		return err
	}
	for i := range r.Changes {
		c := &r.Changes[i]
		if c.Standing != Unsure || c.Alike || len(c.Counts) > 0 {
			continue
		}
		var err error
		switch c.Kind {
		case Error, Lost:
			err = l.confirmAnswer(ctx, s, r, c)
		case Slower:
			err = l.confirmSlower(ctx, s, r, c, slower)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// open are the changes of kinds that are still to be repeated.
func (r *Record) open(kinds ...Kind) (out []*Change) {
	for i := range r.Changes {
		if c := &r.Changes[i]; c.Standing == Unsure && !c.Alike && len(c.Counts) == 0 && c.Timing == nil && slices.Contains(kinds, c.Kind) {
			out = append(out, c)
		}
	}
	return out
}

// confirmShown repeats looks until they say which sides do something wrong.
func (l *looker) confirmShown(ctx context.Context, s *loaded, r *Record) error {
	open := r.open(Wrong, Crash)
	if len(open) == 0 {
		return nil
	}
	tallies := map[Kind][]Count{Wrong: make([]Count, len(l.sides)), Crash: make([]Count, len(l.sides))}
	differ := make([]int, len(open)) // how often answers contradicted each other that nothing decides
	for n := 1; n <= mostRepeats; n++ {
		seen, err := l.once(ctx, s, r.depth(), nil)
		if err != nil {
			return err
		}
		for kind, of := range tallies {
			for side := range of {
				t := &of[side]
				t.Side, t.Of = side, n
				switch {
				case seen.shows(side, kind) != nil:
					t.Shows++
				case seen.runs[side].Outcome.CutShort():
					t.Cut++
				}
			}
		}
		for i, c := range open {
			if c.Class == "" && contradict(&seen, c) {
				differ[i]++
			}
		}
		if n < fewRepeats {
			continue
		}
		unsettled := false
		for i, c := range open {
			if c.Class == "" {
				c.settleDispute(differ[i], n)
			} else {
				c.settle(tallies[c.Kind])
			}
			unsettled = unsettled || c.Standing == Unsure && !c.cut()
		}
		if !unsettled {
			break
		}
	}
	return nil
}

// contradict reports whether the sides of a change give contradictory answers.
func contradict(l *look, c *Change) bool {
	a, b := &l.runs[c.Candidate], &l.runs[c.Against[0]]
	return a.Decides() && b.Decides() && a.Outcome != b.Outcome
}

// settleDispute says what a contradiction that nothing decides comes to.
func (c *Change) settleDispute(shows, of int) {
	c.Counts = []Count{{Side: c.Candidate, Shows: shows, Of: of}}
	c.Standing = Unsure
	switch shows {
	case of:
		c.Standing = Regression
	case 0:
		c.Standing = Gone
	}
}

// settle says what the repetitions come to, given those of each side.
func (c *Change) settle(sides []Count) {
	mine := sides[c.Candidate]
	c.Counts = []Count{mine}
	worst, best := Count{}, Count{Shows: mine.Of}
	for _, b := range c.Against {
		c.Counts = append(c.Counts, sides[b])
		if sides[b].Shows >= worst.Shows {
			worst = sides[b]
		}
		if sides[b].Shows <= best.Shows {
			best = sides[b]
		}
	}
	bad, good, standing := mine, best, Regression
	if c.Shown == Baseline {
		bad, good, standing = worst, mine, Improved
	}
	switch {
	case bad.Shows == 0:
		c.Standing = Gone
	case good.Shows > 0:
		c.Standing = Both
	case standing == Regression && apart(bad.Shows, bad.Of, good.Of) || standing == Improved && apart(bad.Shows, bad.Of, good.Of-good.Cut):
		c.Standing = standing
	default:
		c.Standing = Unsure
	}
	if c.Standing == Regression || c.Standing == Improved {
		c.Against = slices.DeleteFunc(c.Against, func(b int) bool {
			return c.Standing == Regression && sides[b].Shows > 0 || c.Standing == Improved && sides[b].Shows == 0
		})
	}
}

// cut reports whether it stays open what the candidate does, since a limit ended all its runs. Further runs would end like these.
func (c *Change) cut() bool {
	return c.Standing == Unsure && c.Shown == Baseline && len(c.Counts) > 0 && c.Counts[0].Of > 0 && c.Counts[0].Cut == c.Counts[0].Of
}

// risk is the chance with which a defect that both sides have alike may be taken for one of one side.
const risk = 0.01

// apart reports whether a defect that showed in k of n runs of one side, and in none of m of the other, differs between them: by Fisher's exact test,
// one-sided, the chance that all k fall on one side is that of choosing k of its n runs among all n+m. Runs that a limit ended do not count among the m that
// say that a defect is mended: a candidate that has become slower has mended nothing. They do where they are the baseline's: what the candidate does wrong
// is wrong, and the counts say why it may be no news.
func apart(k, n, m int) bool {
	chance := 1.0
	for i := range k {
		chance *= float64(n-i) / float64(n+m-i)
	}
	return chance <= risk
}

// measure returns what runs a side on the script as a user would: it asks for nothing but what the script itself asks for. The text is the user's own
// where the side reads that, and Assay's otherwise. A run has the given number of limits of time.
func (l *looker) measure(s *loaded, side, times int) timing.Measure {
	own := s.script != nil // whether Assay's own text may be tried
	return func(ctx context.Context) (solver.Run, error) {
		run, err := l.run(ctx, s, side, times, true)
		if err != nil || !own || !run.Refused() {
			return run, err
		}
		return l.run(ctx, s, side, times, false)
	}
}

// run runs a side once, on the text as it is or as Assay writes it.
func (l *looker) run(ctx context.Context, s *loaded, side, times int, asIs bool) (solver.Run, error) {
	number := l.number.Add(1)
	name := fmt.Sprintf("%06d-", number)
	limits := l.limits
	limits.Time *= time.Duration(times)
	b := (&trial.Bench{Table: l.table, Dir: l.dir, Limits: limits}).In(l.dir)
	facts := trial.Facts{Name: name, Plan: trial.AskNothing}
	var t *trial.Trial
	if asIs {
		t = b.Raw(b.RawText(name+"raw.smt2", []byte(s.text)), s.script, facts)
	} else {
		t = b.New(s.script, facts)
	}
	defer t.Close()
	return t.Run(ctx, l.sides[side].Target)
}

// confirmAnswer repeats runs of which one side decided and the other did not. The other one has twice the time.
func (l *looker) confirmAnswer(ctx context.Context, s *loaded, r *Record, c *Change) error {
	decided, lost := c.Against[0], c.Candidate
	standing := Regression
	if c.Shown == Baseline {
		decided, lost, standing = lost, decided, Improved
	}
	decides, loses := l.measure(s, decided, 1), l.measure(s, lost, 2)
	counts := [2]Count{{Side: decided}, {Side: lost}}
	c.Standing = standing
	for n := range answerRepeats {
		for i := range 2 {
			k := (i + n) % 2
			run, err := []timing.Measure{decides, loses}[k](ctx)
			if err != nil {
				return err
			}
			counts[k].Of++
			if run.Outcome().Answers() == (k == 0) {
				counts[k].Shows++
			} else {
				c.Standing = Gone
			}
		}
		if c.Standing == Gone {
			break
		}
	}
	c.Counts = counts[:]
	return nil
}

// confirmSlower measures in pairs.
func (l *looker) confirmSlower(ctx context.Context, s *loaded, r *Record, c *Change, slower timing.Limit) error {
	old, slow := c.Against[0], c.Candidate
	standing := Regression
	if c.Shown == Baseline {
		old, slow, standing = slow, old, Improved
	}
	contest := timing.Contest{
		Limit: slower, Answer: status(r.run(old)), Same: l.sides[old].same(&l.sides[slow]),
		Old: l.measure(s, old, 2), New: l.measure(s, slow, 2),
	}
	result, err := contest.Run(ctx)
	if err != nil {
		return err
	}
	result.Work = timing.Counts{Old: r.run(old).Work, New: r.run(slow).Work}
	c.Timing = &result
	switch result.Verdict {
	case timing.Slower:
		c.Standing = standing
	case timing.NotSlower:
		c.Standing = Gone
	}
	return nil
}

// status is the answer to the first check-sat that a run's outcome says, NoStatus where there are several.
func status(r *Run) smt.Status {
	s, err := smt.ParseStatus(string(r.Outcome))
	if err != nil {
		return smt.NoStatus
	}
	return s
}
