package cli

import (
	"fmt"
	"strings"

	"github.com/assay-smt/assay/internal/mutate/kit/termspace"
	"github.com/assay-smt/assay/internal/run/enumerate"
)

// enumerated is what the command says about a solver and a topic.
type enumerated struct {
	Solver  string                            `json:"solver"`
	Version string                            `json:"version,omitempty"`
	Topic   string                            `json:"topic"`
	Leaves  string                            `json:"leaves"`
	Sizes   []enumerate.Row                   `json:"sizes"`
	Rows    []enumerate.Row                   `json:"rows"`
	By      map[enumerate.Ask]enumerate.Tally `json:"by"`
	Why     map[string]int64                  `json:"why,omitempty"`
	Found   []*enumerate.Finding              `json:"found,omitempty"`
	CPU     float64                           `json:"cpu_seconds"`
}

// sum says what came of a course.
func (opts *enumerateOptions) sum(job *enumerate.Job, c *enumerate.Course) error {
	e := enumerated{
		Solver: job.Target.String(), Version: job.Target.Version(), Topic: job.Topic.Name, Leaves: c.Leaves(), Sizes: c.Sizes(), Rows: c.Rows(), By: c.By(), Why: c.Why(), Found: c.Found(),
		CPU: c.Spent.Seconds(),
	}
	if opts.JSON {
		return opts.printJSON(e)
	}
	return opts.say("%s", e.text())
}

func (e *enumerated) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-24s %4s %15s %6s %9s %9s %7s %7s %6s %7s %6s %6s %7s\n", "operator", "size", "terms", "share", "asked", "agreed", "open", "unknown", "late", "refused", "unread", "wrong", "suspect")
	for _, r := range e.Rows {
		fmt.Fprintf(&b, "%-24s %4d %15s %6s %9d %9d %7d %7d %6d %7d %6d %6d %7d\n",
			r.Operator, r.Size, termCount(r.Space), shareOf(&r), r.Asked, r.Agreed, r.Open, r.Unknown, r.Late, r.Refused, r.Unread, r.Wrong, r.Suspicious())
	}
	for _, a := range enumerate.Asks() {
		if t, asked := e.By[a]; asked {
			fmt.Fprintf(&b, "%s: %d asked, %d agreed, %d unknown, %d late, %d refused, %d unread, %d wrong", a, t.Asked, t.Agreed, t.Unknown, t.Late, t.Refused, t.Unread, t.Wrong)
			b.WriteString(suspicions(&t, ", ") + "\n")
		}
	}
	for _, line := range mostOf(e.Why, "not decided") {
		b.WriteString(line)
	}
	for _, f := range e.Found {
		operators := "no operator"
		if len(f.Operators) > 0 {
			operators = strings.Join(f.Operators, " ")
		}
		fmt.Fprintf(&b, "%s of %s: %s", f.Kind(), operators, f.Ask)
		if f.Together > 0 {
			fmt.Fprintf(&b, ", %d together", f.Together)
		}
		if f.Also > 0 {
			fmt.Fprintf(&b, ", and %d more that are or look the same", f.Also)
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "%s, %s, over %s:\n", strings.TrimSpace(e.Solver+" "+e.Version), e.Topic, e.Leaves)
	for _, r := range e.Sizes {
		fmt.Fprintf(&b, "  %s of %s: %s\n", coveredBy(&r), plural(r.Size, "operator"), verdictOn(&r))
	}
	fmt.Fprintf(&b, "  %.1f s of CPU time of the solver\n", e.CPU)
	return b.String()
}

// coveredBy says which terms of a size were looked at.
func coveredBy(r *enumerate.Row) string {
	if r.Whole {
		return "all " + termCount(r.Space) + " terms"
	}
	return shareOf(r) + " of the " + termCount(r.Space) + " terms"
}

// verdictOn says what is known about them. Only what was decided counts for the solver.
func verdictOn(r *enumerate.Row) string {
	out := "no wrong answer"
	switch {
	case r.Wrong > 0:
		out = plural(int(r.Wrong), "wrong answer")
	case r.Suspicious() > 0:
		out = "none shown to be wrong of the answers"
	}
	if rest := r.Asked - r.Agreed - r.Wrong - r.Suspicious() - r.Unconfirmed; rest > 0 {
		out += fmt.Sprintf(" to %d questions, of which %d have none that says anything", r.Asked, rest)
	} else {
		out += fmt.Sprintf(" to %d questions", r.Asked)
	}
	out += suspicions(&r.Tally, "; ")
	if r.Open > 0 {
		out += fmt.Sprintf("; %d terms have no value", r.Open)
	}
	return out
}

// suspicions says what looked wrong and does not count as such, each with a separator in front.
func suspicions(t *enumerate.Tally, separator string) string {
	out := ""
	for _, s := range []struct {
		n    int64
		text string
	}{
		{t.Alike, "like a finding and not asked again"},
		{t.Suspected, "suspected and not proven"},
		{t.Unasked, "that looked wrong and were not asked again, after others in vain"},
		{t.Unconfirmed, "that looked wrong and did not when asked again"},
	} {
		if s.n > 0 {
			out += fmt.Sprintf("%s%d %s", separator, s.n, s.text)
		}
	}
	return out
}

// shareOf is how much of a row was looked at.
func shareOf(r *enumerate.Row) string {
	switch {
	case r.Whole:
		return "all"
	case r.Share < 0.0001:
		return fmt.Sprintf("%.0e", r.Share)
	case r.Share < 0.1:
		return fmt.Sprintf("%.2f%%", 100*r.Share)
	}
	return fmt.Sprintf("%d%%", int(100*r.Share)) // not rounded up: what is not whole is not 100%
}

func termCount(n uint64) string {
	if n >= termspace.Many {
		return "4e18 or more"
	}
	return fmt.Sprint(n)
}
