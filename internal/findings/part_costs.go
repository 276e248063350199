package findings

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/smt/theory"
)

// measured is what was measured, an empty measurement where the record has none.
func (r *tracked) measured() *oracle.Measurement {
	if m := r.Evidence.Measured; m != nil {
		return m
	}
	return &oracle.Measurement{}
}

// baselineKind says in words what the baseline is: titles have no version.
func (r *tracked) baselineKind() string {
	other := r.opposite()
	switch {
	case other == nil:
		return "its baseline"
	case other.Family != r.Family:
		return "a relative"
	case other.Version == r.Version:
		return "another configuration"
	case theory.CompareVersions(other.Version, r.Version) > 0:
		return "a later version"
	}
	return "a former version"
}

// slower says how long both sides take, with their commands.
func (r *tracked) slower() string {
	m := r.measured()
	takes := "takes"
	if m.Over {
		takes = "does not end within"
	}
	command := ""
	if run := r.shownBy(); run != nil {
		command = " for " + code(typed(run))
	}
	answer := code(cmp.Or(r.Evidence.Expected, "an answer"))
	text := fmt.Sprintf("%s %s %s of CPU time%s", code(r.Family+"@"+r.Version), takes, secondsOf(m.New), command)
	other := r.opposite()
	if other == nil {
		return fmt.Sprintf("%s; %s takes %s to answer %s.", text, plainText(r.named(r.Other)), secondsOf(m.Old), answer)
	}
	text += fmt.Sprintf("; %s takes %s for %s", code(other.Family+"@"+other.Version), secondsOf(m.Old), code(typed(other)))
	if other.File != BugFile {
		text += ", the same formula in its own spelling"
	}
	if m.Over {
		return text + ", and answers " + answer + "."
	}
	return text + ". Both answer " + answer + "."
}

// asFast is how long it should take.
func (r *tracked) asFast() string {
	return fmt.Sprintf("%s in about the time of %s: %s.", code(cmp.Or(r.Evidence.Expected, "an answer")), r.baselineKind(), secondsOf(r.measured().Old))
}

// costs are the solvers' own counts, and then the CPU times.
func (r *tracked) costs() []string {
	m := r.measured()
	var out []string
	if m.Work() > 0 {
		same := "which is the same in each run"
		if m.Varies {
			same = "which was another when it was counted again"
		}
		text := fmt.Sprintf("By the solver's own count (%s), %s: %s against %s, %s times as much.",
			codes(m.Counted), same, oracle.Quantity(m.NewWork), oracle.Quantity(m.OldWork), oracle.Figure(m.Work()))
		if m.Asked != "" {
			text += " " + code(m.Asked) + " prints it."
		}
		out = append(out, text)
	}
	if len(m.Pairs) == 0 {
		return out
	}
	least := ""
	if m.Over {
		least = " A limit of time ended runs, so that it is at least this much."
	}
	if m.Ratio.Low <= 0 {
		return append(out, fmt.Sprintf("CPU time: %s against %s, the medians of %d pairs of runs, which are too few for bounds.", secondsOf(m.New), secondsOf(m.Old), len(m.Pairs)))
	}
	return append(out, fmt.Sprintf("CPU time: %s against %s, the medians of %d pairs of runs, one run right after the other and in turns. "+
		"That is %s times as long; the median of all such pairs lies between %s and %s, where each bound is wrong with a chance of at most 1 %%.%s",
		secondsOf(m.New), secondsOf(m.Old), len(m.Pairs), oracle.Figure(m.Ratio.Estimate), oracle.Figure(m.Ratio.Low), oracle.Figure(m.Ratio.High), least))
}

func secondsOf(x float64) string { return oracle.Figure(x) + " s" }

// asPerformanceForm uses the headings of z3's form for performance issues.
func (r *tracked) asPerformanceForm() []part {
	regression, kind, last := "I don't know", "Slow solving (takes too long)", ""
	if other := r.opposite(); other != nil && other.Version != r.Version {
		regression, kind = "Yes, this is slower than a previous version", "Regression (was faster in previous version)"
		last = plainText(other.Family + " " + other.Version)
	}
	configuration := "default"
	if a := r.arguments(); a != "" {
		configuration = code(a)
	}
	return []part{
		{"Performance Issue Type", kind},
		{"Issue Description", together(r.says(), r.head())},
		{"Input Formula", r.scripts()},
		{"Performance Measurements", together(r.costs()...)},
		{"Z3 Version", plainText(r.build())},
		{"Is this a regression?", regression},
		{"Last Working Version", last},
		{"Solver Configuration", configuration},
		{"Additional Context", together(r.output(), strings.TrimRight(r.facts(), "\n"))},
	}
}
