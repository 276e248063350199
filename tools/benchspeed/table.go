package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/assay-smt/assay/internal/solver"
)

// A Report is everything that was measured; what was not measured is nil.
type Report struct {
	Cells     []Cell
	Engines   []EngineCost
	Campaigns []CampaignCost
}

// String writes the report as tables.
func (r Report) String() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	cellTable(w, r.Cells)
	if len(r.Engines) > 0 {
		fmt.Fprintln(w, "\nENGINE\tOWN CPU us/MUTANT\t(min-max)\tONCE ms\t(min-max)\tMUTANTS\tANSWERS OF\tREMARKS")
		for _, e := range r.Engines {
			remark := e.Failure
			if e.Missed > 0 {
				remark = fmt.Sprintf("%d queries were new and ran", e.Missed)
			}
			fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%s\t%s\n", e.Engine, shown(e.Micros, e.Failure), shown(e.Once, e.Failure), e.Mutants, e.Solver, remark)
		}
	}
	if len(r.Campaigns) > 0 {
		fmt.Fprintln(w, "\nCAMPAIGN\tMUTANTS/s\t(min-max)\tMUTANTS/CPU s\t(min-max)\tSOLVERS' SHARE OF CPU\tMUTANTS\tCALLS\tREMARKS")
		for _, c := range r.Campaigns {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d\t%d\t%s\n", c.Mode, shown(c.PerSecond, c.Failure), shown(c.PerCPU, c.Failure),
				percent(c.SolverShare, c.Failure), c.Mutants, c.Calls, c.Failure)
		}
	}
	_ = w.Flush() // into memory
	return b.String()
}

func cellTable(w *tabwriter.Writer, cells []Cell) {
	if len(cells) == 0 {
		return
	}
	fmt.Fprintln(w, "SOLVER\tVERSION\tSEEDS\tMODE\tCPU ms/QUERY\t(min-max)\tTIMES PROCESS\tQUERIES/s\t(min-max)\tFORMULAS\tQUERIES\tREMARKS")
	for _, c := range cells {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%d\t%d\t%s\n", c.Solver, c.Version, c.Sample, c.Mode, shown(c.CPU, c.Failure),
			gain(cells, c), shown(c.PerSecond, c.Failure), c.Formulas, c.Queries, remarks(c))
	}
}

// gain is how many times less CPU time a mode takes than processes do.
func gain(cells []Cell, c Cell) string {
	i := slices.IndexFunc(cells, func(o Cell) bool {
		return o.Solver == c.Solver && o.Sample == c.Sample && o.Mode == solver.Process
	})
	if i < 0 || c.CPU.Median == 0 || c.Failure != "" {
		return "-"
	}
	return fmt.Sprintf("%.1f", cells[i].CPU.Median/c.CPU.Median)
}

func shown(s Spread, failure string) string {
	if failure != "" {
		return "-\t"
	}
	return fmt.Sprintf("%s\t(%s-%s)", digits(s.Median), digits(s.Min), digits(s.Max))
}

func percent(s Spread, failure string) string {
	if failure != "" {
		return "-"
	}
	return fmt.Sprintf("%.0f %% (%.0f-%.0f)", 100*s.Median, 100*s.Min, 100*s.Max)
}

// digits writes a number with about three significant digits.
func digits(v float64) string {
	switch {
	case v >= 100:
		return fmt.Sprintf("%.0f", v)
	case v >= 10:
		return fmt.Sprintf("%.1f", v)
	case v >= 1:
		return fmt.Sprintf("%.2f", v)
	}
	return fmt.Sprintf("%.3f", v)
}

func remarks(c Cell) string {
	var out []string
	if c.Failure != "" {
		out = append(out, c.Failure)
	}
	out = append(out, Counts(c.Odd, "odd: ")...)
	// What was left out is the same in all modes, so it is written once.
	if c.Mode == solver.Process {
		out = append(out, Counts(c.Left, "left out: ")...)
	}
	return strings.Join(out, "; ")
}

// Counts lists counts, the largest first, each after the word what.
func Counts(m map[string]int, what string) []string {
	keys := slices.SortedFunc(maps.Keys(m), func(a, b string) int {
		if m[a] != m[b] {
			return m[b] - m[a]
		}
		return strings.Compare(a, b)
	})
	var out []string
	for _, k := range keys {
		out = append(out, fmt.Sprintf("%s%d %s", what, m[k], k))
	}
	return out
}
