package bisect

import (
	"context"
	"fmt"
)

// A Verdict says whether a defect shows in a version. The zero value says that the version was not asked.
type Verdict string

// The verdicts.
const (
	// Unasked: the version was not run.
	Unasked Verdict = ""
	// Shows: the defect is there.
	Shows Verdict = "shows"
	// Absent: the version did its work, and the defect does not show.
	Absent Verdict = "does not show"
	// Unclear: the version cannot say; it refuses the formula, runs out of time, is not there, does not build.
	Unclear Verdict = "cannot say"
	// MayBeGood: the version did its work in as many runs as are allowed, and the defect did not show, but it shows so rarely elsewhere that
	// this says too little.
	MayBeGood Verdict = "may be good"
)

// Decides reports whether a verdict says where the defect is.
func (v Verdict) Decides() bool { return v == Shows || v == Absent }

// An Ask says of one version, by its place in the line, whether the defect shows. Its error ends the search.
type Ask func(ctx context.Context, i int) (Verdict, error)

// DefaultProbes is how many versions are asked before the search begins, spread evenly over the line.
const DefaultProbes = 5

// A Search is a question to a line of versions, the oldest first.
type Search struct {
	// Known are verdicts from before, one for each version, so that their number is the length of the line. Only Unasked versions are asked.
	Known []Verdict
	// Likely is a version in which the defect probably shows, such as the one in which it was found; -1 for none.
	Likely int
	// Probes is the number of versions that are asked at first, 0 for DefaultProbes.
	Probes int
	// Whole asks all versions when the first ones contradict that the defect came once and went once. Without it, for where asking is
	// expensive because each version has to be built, only the changes that were seen are located.
	Whole bool
	// Ask asks a version.
	Ask Ask
}

// Run searches. The History is valid next to an error as far as the search came.
func (s Search) Run(ctx context.Context) (History, error) {
	if s.Likely >= len(s.Known) && len(s.Known) > 0 {
		return History{}, fmt.Errorf("bisect: version %d of %d", s.Likely, len(s.Known))
	}
	r := &running{Search: s, line: append([]Verdict(nil), s.Known...), asked: make([]bool, len(s.Known))}
	for i, v := range r.line {
		r.asked[i] = v != Unasked
	}
	err := r.run(ctx)
	return HistoryOf(r.line), err
}

// running is a Search under way.
type running struct {
	Search
	line  []Verdict
	asked []bool // by version: it was asked in this run, or known
}

func (r *running) run(ctx context.Context) error {
	if r.Likely >= 0 && len(r.line) > 0 {
		if err := r.ask(ctx, r.Likely); err != nil {
			return err
		}
	}
	probes := r.Probes
	if probes <= 0 {
		probes = DefaultProbes
	}
	for k := range min(probes, len(r.line)) {
		at := 0
		if n := min(probes, len(r.line)); n > 1 {
			at = k * (len(r.line) - 1) / (n - 1)
		}
		if err := r.ask(ctx, at); err != nil {
			return err
		}
	}
	// Where the ends of the line cannot say, the outermost versions that can take their place.
	for _, from := range [][2]int{{0, 1}, {len(r.line) - 1, -1}} {
		for i := from[0]; i >= 0 && i < len(r.line); i += from[1] {
			if err := r.ask(ctx, i); err != nil {
				return err
			}
			if r.line[i].Decides() {
				break
			}
		}
	}
	if err := r.narrow(ctx); err != nil {
		return err
	}
	if !r.Whole || HistoryOf(r.line).Monotone {
		return nil
	}
	for i := range r.line {
		if err := r.ask(ctx, i); err != nil {
			return err
		}
	}
	return nil
}

// narrow asks versions between neighbours that decide and differ, until no version that could be asked is left between them.
func (r *running) narrow(ctx context.Context) error {
	for {
		at := r.next()
		if at < 0 {
			return nil
		}
		if err := r.ask(ctx, at); err != nil {
			return err
		}
		if r.Whole && !HistoryOf(r.line).Monotone {
			return nil
		}
	}
}

// next returns the version to ask next: the one nearest to the middle of the first gap between two that differ, -1 when there is none.
func (r *running) next() int {
	before := -1
	for i, v := range r.line {
		if !v.Decides() {
			continue
		}
		if before >= 0 && r.line[before] != v {
			middle, best := (before+i)/2, -1
			for k := before + 1; k < i; k++ {
				if !r.asked[k] && (best < 0 || distance(k, middle) < distance(best, middle)) {
					best = k
				}
			}
			if best >= 0 {
				return best
			}
		}
		before = i
	}
	return -1
}

func distance(a, b int) int { return max(a-b, b-a) }

// ask asks a version that was not asked in this run.
func (r *running) ask(ctx context.Context, i int) error {
	if r.asked[i] {
		return nil
	}
	if err := ctx.Err(); err != nil {
		return context.Cause(ctx)
	}
	v, err := r.Ask(ctx, i)
	if err != nil {
		return err
	}
	r.line[i], r.asked[i] = v, true
	return nil
}
