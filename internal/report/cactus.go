package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/compare"
	"github.com/assay-smt/assay/internal/report/comparison"
	"github.com/assay-smt/assay/internal/report/figures"
)

// Cactus shows how many scripts each side decides within which CPU time, nil where there is nothing to show. Only scripts count that all of these
// sides were run on.
func (v *comparisonView) Cactus() *chart {
	sides := v.lines()
	times := make([][]float64, len(sides))
	n := 0
	for i := range v.Records {
		r := &v.Records[i]
		if r.Error != "" || r.Source == compare.FromMutants {
			continue
		}
		runs := make([]*compare.Run, len(sides))
		for k, side := range sides {
			runs[k] = runOf(r, side)
		}
		if len(runs) == 0 || slices.Contains(runs, nil) {
			continue
		}
		n++
		for k, run := range runs {
			if run.Decides() {
				times[k] = append(times[k], run.CPU)
			}
		}
	}
	if n == 0 {
		return nil
	}
	high := v.timeLimit()
	c := &chart{ID: "cactus", Title: "Scripts decided by CPU time", XLabel: "scripts decided, the quickest first", YLabel: "CPU seconds"}
	const room = 16 // for the half of the last label
	x, y := horizontal(0, float64(n)), newLogScale(leastTime, high, chartHeight-marginBottom, marginTop)
	x.to -= room
	c.YTicks = y.ticks()
	c.XTicks = countTicks(0, n, func(i int) float64 { return x.at(float64(i)) })
	var words []string
	for k, all := range times {
		slices.Sort(all)
		words = append(words, fmt.Sprintf("%s decides %s of %s", v.Name(sides[k]), figures.Count(int64(len(all))), figures.Number(int64(n), "script")))
		c.Steps = append(c.Steps, steps{Name: v.Name(sides[k]), Colour: k % lineColours, Points: cactusLine(all, x, y)})
	}
	c.Summary = strings.Join(words, ", ") + ". A line that lies to the right and below another is better."
	return c
}

// cactusLine goes through the times, in order. Points that lie on the last one add nothing.
func cactusLine(times []float64, x scale, y logScale) string {
	var b strings.Builder
	lastX, lastY := -1.0, -1.0
	for i, t := range times {
		px, py := x.at(float64(i+1)), y.at(t)
		last := i == len(times)-1
		if near(px, lastX) && near(py, lastY) && !last {
			continue
		}
		fmt.Fprintf(&b, "%g,%g ", px, py)
		lastX, lastY = px, py
	}
	return strings.TrimSpace(b.String())
}

// near reports whether two positions look the same.
func near(a, b float64) bool { return a-b < 1 && b-a < 1 }

// Lines are the names of the sides in pictures, by colour, and what each of them decides.
func (v *comparisonView) Lines() []string {
	var out []string
	for _, i := range v.lines() {
		out = append(out, v.Name(i))
	}
	return out
}

// TallyRow is a row of the table of what changed.
func (v *comparisonView) TallyRow(t comparison.Tally) []string {
	var out []string
	for _, s := range []compare.Standing{compare.Regression, compare.Improved, compare.Both, compare.Unsure} {
		cell := "\u2013"
		if n := t.By[s]; n > 0 {
			cell = figures.Count(int64(n))
		}
		if s == compare.Regression && t.Uncounted > 0 {
			cell += fmt.Sprintf(" (%s not counted)", figures.Count(int64(t.Uncounted)))
		}
		out = append(out, cell)
	}
	return out
}
