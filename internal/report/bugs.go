package report

import (
	"bytes"
	"fmt"
	"html/template"
	"math"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/internal/bench/bugbench"
)

const (
	// lineColours is how many lines the style distinguishes.
	lineColours = 8
	// maxCurves is how many bugs have their own picture; --json has all.
	maxCurves = 100
)

// BugsPage returns what campaigns found as an HTML file that needs no other file, no script and no network: how many distinct bugs by CPU time, by what they
// need and by release where the report says so, and the survival curve of each bug.
func BugsPage(r *bugbench.Report) ([]byte, error) {
	style, err := assets.ReadFile("assets/style.css")
	if err != nil {
		return nil, err
	}
	v := bugsView{Report: r, Style: template.CSS(style), Growth: growthChart(r)}
	for i := range r.Bugs[:min(len(r.Bugs), maxCurves)] {
		v.Curves = append(v.Curves, survivalChart(fmt.Sprintf("bug%d", i+1), r, &r.Bugs[i]))
	}
	var b bytes.Buffer
	if err := page.ExecuteTemplate(&b, "bugs", v); err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	return b.Bytes(), nil
}

// A bugsView is a report with the methods that the template uses.
type bugsView struct {
	*bugbench.Report
	Style  template.CSS
	Growth *chart
	Curves []bugCurve
}

type bugCurve struct {
	ID, Bug string
	Chart   *chart
}

// Colour is the colour of an arm.
func (bugsView) Colour(i int) int { return i % lineColours }

// Test is a test in words.
func (bugsView) Test(t bugbench.Test) string { return t.String() }

// Words says what the figures are about.
func (v bugsView) Words() string { return v.About() }

// growthChart shows the mean number of distinct bugs of a run by CPU time.
func growthChart(r *bugbench.Report) *chart {
	c := &chart{ID: "growth", Title: "Distinct bugs of a run, mean, by CPU time", XLabel: "CPU time in minutes", YLabel: "distinct bugs"}
	high := 0.0
	var words []string
	for _, a := range r.Arms {
		last := 0.0
		for _, p := range a.Growth {
			last = p.Value
		}
		high = max(high, last)
		words = append(words, fmt.Sprintf("%s comes to %s", a.Name, decimal(last)))
	}
	c.Summary = strings.Join(words, ", ") + "."
	var y scale
	y, c.YTicks = valueAxis(max(high, 1), short)
	x := minutes(c, r.CPU)
	for i, a := range r.Arms {
		l := newSteps(a.Name, i, x, y, 0)
		for _, p := range a.Growth {
			l.to(p.At, p.Value)
		}
		c.Steps = append(c.Steps, l.end(r.CPU))
	}
	return c
}

// survivalChart shows the share of runs that have not found a bug by CPU time.
func survivalChart(id string, r *bugbench.Report, b *bugbench.BugReport) bugCurve {
	c := &chart{ID: id + "-curve", Title: "Runs that have not found " + b.Name + " (Kaplan and Meier)", XLabel: "CPU time in minutes", YLabel: "share of the runs"}
	var words []string
	for _, a := range b.Arms {
		words = append(words, fmt.Sprintf("%s: found by %d of %s", a.Arm, a.Found, plural(int64(len(a.Times)), "run")))
	}
	c.Summary = strings.Join(words, ", ") + "."
	var y scale
	y, c.YTicks = valueAxis(1, short)
	x := minutes(c, r.CPU)
	for i, a := range b.Arms {
		l := newSteps(a.Arm, i, x, y, 1)
		for _, s := range a.Curve {
			l.to(s.At, s.Left)
		}
		c.Steps = append(c.Steps, l.end(r.CPU))
	}
	return bugCurve{id, b.Name, c}
}

// minutes makes the axis of time.
func minutes(c *chart, seconds float64) scale {
	const minute, count = 60, 8
	x := horizontal(0, max(seconds, 1))
	d := step(max(seconds, 1)/minute, count)
	for i := 0; ; i++ {
		v := float64(i) * d
		if v*minute > max(seconds, 1)*(1+1e-9) {
			return x
		}
		c.XTicks = append(c.XTicks, tick{x.at(v * minute), strconv.FormatFloat(math.Round(v*1000)/1000, 'g', -1, 64)})
	}
}

// A stepWriter draws a line of steps.
type stepWriter struct {
	steps
	x, y scale
	last float64
	b    strings.Builder
}

func newSteps(name string, i int, x, y scale, first float64) *stepWriter {
	w := &stepWriter{steps: steps{Name: name, Colour: i % lineColours}, x: x, y: y, last: first}
	w.point(0, first)
	return w
}

func (w *stepWriter) point(at, value float64) { fmt.Fprintf(&w.b, "%g,%g ", w.x.at(at), w.y.at(value)) }

func (w *stepWriter) to(at, value float64) {
	w.point(at, w.last)
	w.point(at, value)
	w.last = value
}

func (w *stepWriter) end(at float64) steps {
	w.point(at, w.last)
	w.Points = strings.TrimSpace(w.b.String())
	return w.steps
}
