package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/internal/campaign"
)

// The size of charts with axes, in units of the picture. The page scales them to its width.
const (
	chartWidth  = 640.0
	chartHeight = 260.0

	marginLeft   = 74.0
	marginRight  = 12.0
	marginTop    = 12.0
	marginBottom = 44.0
)

// A chart is the geometry of a picture with two axes; chart.tmpl draws it. Values are never negative.
type chart struct {
	ID             string // unique in the page
	Title, Summary string // for readers who cannot see it
	XLabel, YLabel string
	XTicks, YTicks []tick
	// Line is the points of a line, "" for none; Dots mark its points. Bars stand side by side.
	Line string
	Dots []mark
	Bars []mark
	// Steps are several lines that a legend distinguishes by their colours.
	Steps []steps
	// Areas are filled; their colours are those of the outcomes.
	Areas []steps
}

// steps is a line that stays level until its next point.
type steps struct {
	Name   string
	Colour int
	Points string
}

// A tick is a mark on an axis.
type tick struct {
	At    float64
	Label string
}

// A mark is a point, or a bar with its upper left corner, and the text that is shown when it is pointed at.
type mark struct {
	X, Y, Width, Height float64
	Words               string
}

// The corners of the plot, for the template.
func (*chart) Width() float64  { return chartWidth }
func (*chart) Height() float64 { return chartHeight }
func (*chart) Left() float64   { return marginLeft }
func (*chart) Right() float64  { return chartWidth - marginRight }
func (*chart) Top() float64    { return marginTop }
func (*chart) Bottom() float64 { return chartHeight - marginBottom }
func (*chart) Middle() float64 { return (marginLeft + chartWidth - marginRight) / 2 }
func (*chart) Center() float64 { return (marginTop + chartHeight - marginBottom) / 2 }

// A scale maps values from low to high to positions in the picture.
type scale struct{ low, high, from, to float64 }

// at returns the position of a value, rounded so that pages stay small.
func (s scale) at(v float64) float64 {
	if s.high <= s.low {
		return round((s.from + s.to) / 2)
	}
	return round(s.from + (v-s.low)/(s.high-s.low)*(s.to-s.from))
}

func round(v float64) float64 { return math.Round(100*v) / 100 }

func horizontal(low, high float64) scale {
	return scale{low: low, high: high, from: marginLeft, to: chartWidth - marginRight}
}

func vertical(high float64) scale {
	return scale{high: high, from: chartHeight - marginBottom, to: marginTop}
}

// step is the distance between round values of which about count lie between 0 and high: 1, 2 or 5 times a power of ten.
func step(high float64, count int) float64 {
	if high <= 0 {
		return 1
	}
	rough := high / float64(count)
	power := math.Pow(10, math.Floor(math.Log10(rough)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= rough {
			return m * power
		}
	}
	return 10 * power
}

// valueAxis returns a scale for values from 0 to high or a little more, and its ticks.
func valueAxis(high float64, label func(float64) string) (scale, []tick) {
	const count = 5
	d := step(high, count)
	n := max(int(math.Ceil(high/d-1e-9)), 1)
	s := vertical(float64(n) * d)
	var ticks []tick
	for i := range n + 1 {
		v := float64(i) * d
		ticks = append(ticks, tick{s.at(v), label(v)})
	}
	return s, ticks
}

// countTicks returns ticks for whole numbers: first, round ones, and last.
func countTicks(first, last int, at func(int) float64) []tick {
	const count = 10
	d := max(int(step(float64(last-first+1), count)), 1)
	ticks := []tick{{at(first), strconv.Itoa(first)}}
	for v := (first/d + 1) * d; v < last; v += d {
		// Labels need room.
		if v-first >= (d+1)/2 && last-v >= (d+1)/2 {
			ticks = append(ticks, tick{at(v), strconv.Itoa(v)})
		}
	}
	if last > first {
		ticks = append(ticks, tick{at(last), strconv.Itoa(last)})
	}
	return ticks
}

// short writes a value of an axis.
func short(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }

// applicableChart shows how many rules could be applied in each step: Fig. 6 of Bringolf's thesis.
func applicableChart(id string, e *Engine) *chart {
	if len(e.Applicable) == 0 {
		return nil
	}
	first, last := e.Applicable[0], e.Applicable[len(e.Applicable)-1]
	high := 0.0
	for _, a := range e.Applicable {
		high = max(high, a.Mean)
	}
	c := &chart{
		ID: id, Title: "Applicable rules by step, engine " + e.Name, XLabel: "steps since the seed", YLabel: "applicable rules, average",
		Summary: fmt.Sprintf("From %s rules in step %d to %s in step %d; %s on average over all steps.",
			decimal(first.Mean), first.Step, decimal(last.Mean), last.Step, decimal(e.MeanApplicable)),
	}
	x := horizontal(float64(first.Step), float64(last.Step))
	var y scale
	y, c.YTicks = valueAxis(high, short)
	c.XTicks = countTicks(first.Step, last.Step, func(n int) float64 { return x.at(float64(n)) })
	if last.Step == campaign.MaxSteps {
		c.XTicks[len(c.XTicks)-1].Label += "+"
	}
	var line strings.Builder
	for _, a := range e.Applicable {
		p := mark{X: x.at(float64(a.Step)), Y: y.at(a.Mean)}
		p.Words = fmt.Sprintf("step %d: %s rules on average in %s", a.Step, decimal(a.Mean), plural(a.Mutants, "mutant"))
		c.Dots = append(c.Dots, p)
		fmt.Fprintf(&line, "%g,%g ", p.X, p.Y)
	}
	c.Line = strings.TrimSpace(line.String())
	return c
}

// sharesChart shows how often each rule was applied, the most frequent first: Fig. 7 of Bringolf's thesis. It is nil where all
// rules can be named.
func sharesChart(id string, e *Engine) *chart {
	n := len(e.Rules)
	if n <= topRules {
		return nil
	}
	high := 0.0
	for _, r := range e.Rules {
		high = max(high, r.Share)
	}
	c := &chart{
		ID: id, Title: "Share of each rule in the mutants, engine " + e.Name, XLabel: "rules, the most frequent first", YLabel: "share of the mutants",
		Summary: fmt.Sprintf("%s; the first has a share of %s, the one in the middle %s, the last %s.",
			plural(int64(n), "rule"), percent(e.Rules[0].Share), percent(e.Rules[n/2].Share), percent(e.Rules[n-1].Share)),
	}
	var y scale
	y, c.YTicks = valueAxis(100*high, func(v float64) string { return short(v) + "\u00a0%" })
	x := horizontal(0, float64(n))
	c.XTicks = countTicks(1, n, func(i int) float64 { return x.at(float64(i) - .5) })
	gap := 0.0
	if wide := x.at(1) - x.at(0); wide > 3 {
		gap = min(wide/5, 4)
	}
	for i, r := range e.Rules {
		from, to, top := x.at(float64(i)), x.at(float64(i+1)), y.at(100*r.Share)
		c.Bars = append(c.Bars, mark{
			X: from, Y: top, Width: round(max(to-from-gap, .2)), Height: round(c.Bottom() - top), Words: ruleWords(r),
		})
	}
	return c
}

func ruleWords(r campaign.RuleShare) string {
	return fmt.Sprintf("%s: %s, %s", r.Rule, percent(r.Share), plural(r.Mutants, "mutant"))
}
