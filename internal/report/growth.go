package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/report/figures"
)

// maxMoments is how many points a line of the history has.
const maxMoments = 160

// AddHistory adds how the campaign grew, and what options brought.
func (d *Data) AddHistory(c *figures.Campaign) {
	d.History = c.History(maxMoments)
	known, err := campaign.LoadSearched(c.Out)
	if err != nil {
		d.Notes = append(d.Notes, "what options brought cannot be read")
		return
	}
	d.Options = figures.HeatMaps(c, known)
}

// A grown is a picture of the history with its legend.
type grown struct {
	Chart *chart
	Lines []legendLine
}

// A legendLine names a line or an area, and says where it came to.
type legendLine struct {
	Name, Last string
	Colour     int
}

// A line is a figure over time.
type line struct {
	name   string
	values []int64
}

// Growth are the pictures of the history.
func (v view) Growth() []grown {
	h := v.History
	if h == nil || len(h.Seconds) < 2 {
		return nil
	}
	bugs := line{"distinct bugs", h.Bugs}
	if h.Bugs == nil {
		bugs = line{"findings", h.Findings}
	}
	of := func(values func(*figures.EngineHistory) []int64) (out []line) {
		for i := range h.Engines {
			if e := &h.Engines[i]; last(values(e)) > 0 {
				out = append(out, line{e.Name, values(e)})
			}
		}
		slices.SortStableFunc(out, func(a, b line) int { return cmp.Compare(last(b.values), last(a.values)) })
		return out
	}
	out := []grown{grownChart("grown-runs", "Runs of solvers", h, []line{{"runs", h.Runs}, {"decided", h.Decided}}), grownChart("grown-bugs", "What was found", h, []line{bugs})}
	if h.SeesBehaviour() {
		out = append(out, grownChart("grown-behaviour", "New behaviour inside solvers, by engine", h, of(func(e *figures.EngineHistory) []int64 { return e.NewBehaviour })))
	} else {
		out = append(out, grownChart("grown-mutants", "Mutants, by engine", h, of(func(e *figures.EngineHistory) []int64 { return e.Mutants })))
	}
	if last(h.Findings) > 0 {
		out = append(out, grownChart("grown-findings", "Findings, by engine", h, of(func(e *figures.EngineHistory) []int64 { return e.Findings })))
	}
	return append(out, cpuChart(h))
}

func last(values []int64) int64 { return values[len(values)-1] }

// grownChart draws counts over the time of the campaign.
func grownChart(id, title string, h *figures.History, lines []line) grown {
	c := &chart{ID: id, Title: title, XLabel: "time of the campaign", YLabel: "since its beginning"}
	high := int64(1)
	for _, l := range lines {
		high = max(high, last(l.values))
	}
	var y scale
	y, c.YTicks = valueAxis(float64(high), thousands)
	if high < 5 { // there is no half a bug
		y = vertical(float64(high))
		c.YTicks = nil
		for n := range high + 1 {
			c.YTicks = append(c.YTicks, tick{y.at(float64(n)), strconv.FormatInt(n, 10)})
		}
	}
	x := timeAxis(c, h)
	out := grown{Chart: c}
	var words []string
	for i, l := range lines {
		var points strings.Builder
		for k, at := range h.Seconds {
			fmt.Fprintf(&points, "%g,%g ", x.at(at), y.at(float64(l.values[k])))
		}
		c.Steps = append(c.Steps, steps{Name: l.name, Colour: i % lineColours, Points: strings.TrimSpace(points.String())})
		out.Lines = append(out.Lines, legendLine{l.name, count(last(l.values)), i % lineColours})
		words = append(words, fmt.Sprintf("%s %s", count(last(l.values)), l.name))
	}
	c.Summary = fmt.Sprintf("After %s: %s.", duration(h.Seconds[len(h.Seconds)-1]), strings.Join(words, ", "))
	return out
}

// cpuChart draws the shares of the CPU time between each two moments.
func cpuChart(h *figures.History) grown {
	c := &chart{ID: "grown-cpu", Title: "CPU time by purpose", XLabel: "time of the campaign", YLabel: "share of the CPU time"}
	y := vertical(1)
	for _, v := range []float64{0, .25, .5, .75, 1} {
		c.YTicks = append(c.YTicks, tick{y.at(v), strconv.Itoa(int(100*v)) + "\u00a0%"})
	}
	x := timeAxis(c, h)
	h = wider(h)
	out := grown{Chart: c}
	// below is the sum of the shares so far, in each step.
	below, all := make([]float64, len(h.Seconds)), 0.0
	for _, p := range h.CPU {
		all += p.Seconds[len(p.Seconds)-1]
	}
	var words []string
	for i, p := range h.CPU {
		var lower, upper []string
		for k := 1; k < len(h.Seconds); k++ {
			whole := 0.0
			for _, q := range h.CPU {
				whole += max(0, q.Seconds[k]-q.Seconds[k-1])
			}
			if whole <= 0 {
				continue
			}
			from := below[k]
			below[k] = min(1, from+max(0, p.Seconds[k]-p.Seconds[k-1])/whole)
			for _, at := range []float64{h.Seconds[k-1], h.Seconds[k]} {
				lower = append(lower, fmt.Sprintf("%g,%g", x.at(at), y.at(from)))
				upper = append(upper, fmt.Sprintf("%g,%g", x.at(at), y.at(below[k])))
			}
		}
		slices.Reverse(upper)
		part := percent(share(int64(1000*p.Seconds[len(p.Seconds)-1]), int64(1000*all)))
		c.Areas = append(c.Areas, steps{Name: p.Name, Colour: i % colours, Points: strings.Join(append(lower, upper...), " ")})
		out.Lines = append(out.Lines, legendLine{p.Name, part, i % colours})
		words = append(words, p.Name+" "+part)
	}
	c.Summary = "Over the whole time: " + strings.Join(words, ", ") + "."
	return out
}

// maxSteps is how many steps shares have: in shorter ones they jump about.
const maxSteps = 40

// wider returns the CPU time of a history in fewer moments.
func wider(h *figures.History) *figures.History {
	n := len(h.Seconds)
	every := max(1, (n-1+maxSteps-1)/maxSteps)
	var at []int
	for k := n - 1; k > 0; k -= every {
		at = append(at, k)
	}
	at = append(at, 0)
	slices.Reverse(at)
	pick := func(all []float64) (out []float64) {
		for _, k := range at {
			out = append(out, all[k])
		}
		return out
	}
	out := &figures.History{Seconds: pick(h.Seconds)}
	for _, p := range h.CPU {
		out.CPU = append(out.CPU, figures.CPUHistory{Name: p.Name, Seconds: pick(p.Seconds)})
	}
	return out
}

// timeAxis makes an axis of the time of a campaign, in the unit that suits it.
func timeAxis(c *chart, h *figures.History) scale {
	const ticks = 8
	end := max(h.Seconds[len(h.Seconds)-1], 1)
	unit, name := 1.0, " s"
	for _, u := range []struct {
		seconds float64
		name    string
	}{{60, " min"}, {3600, " h"}, {86400, " d"}} {
		if end >= 3*u.seconds {
			unit, name = u.seconds, u.name
		}
	}
	x, d := horizontal(0, end), step(end/unit, ticks)
	for i := 0; float64(i)*d*unit <= end*(1+1e-9); i++ {
		c.XTicks = append(c.XTicks, tick{x.at(float64(i) * d * unit), short(math.Round(float64(i)*d*1000)/1000) + name})
	}
	return x
}

// thousands writes a count of an axis.
func thousands(v float64) string { return count(int64(math.Round(v))) }

// Heat is the class of a cell of a heat map, from 0 for nothing to 9.
func (view) Heat(brought, most float64) int {
	if brought <= 0 || most <= 0 {
		return 0
	}
	return max(1, int(math.Round(9*math.Sqrt(brought/most))))
}

// Brought writes a cell of a heat map.
func (view) Brought(v float64) string {
	switch {
	case v <= 0:
		return ""
	case v < 0.05:
		return "<\u00a00.1"
	}
	return decimal(v)
}
