package report

import (
	"fmt"
	"math"
	"strings"

	"github.com/assay-smt/assay/internal/compare"
	"github.com/assay-smt/assay/internal/report/comparison"
	"github.com/assay-smt/assay/internal/report/figures"
)

// The size of a scatter plot in units of the picture. Beyond the ends of the axes there is a band for scripts that a side did not decide.
const (
	scatterSize  = 560.0
	scatterLeft  = 66.0
	scatterTop   = 10.0
	scatterRight = scatterSize - 10
	scatterLow   = scatterSize - 48
	band         = 26.0
)

// leastTime is where axes begin, in seconds: below, runs are the start of a process.
const leastTime = 0.01

// A scatter is the geometry of a scatter plot: the baseline's CPU time to the right, the candidate's upwards, both logarithmic. comparison.tmpl draws
// it.
type scatter struct {
	ID, Title, Summary string
	XLabel, YLabel     string
	Ticks              []tick // of the horizontal axis
	YTicks             []tick
	// Equal is the diagonal, Slower the line above which the candidate counts as slower, "" for none: points.
	Equal, Slower string
	Groups        []dotGroup
}

// A dotGroup are the dots of one outcome.
type dotGroup struct {
	Name  string
	Class string // of the style
	Shape string
	Count int
	Dots  []mark
}

// The corners, for the template.
func (*scatter) Size() float64   { return scatterSize }
func (*scatter) Left() float64   { return scatterLeft }
func (*scatter) Right() float64  { return scatterRight }
func (*scatter) Top() float64    { return scatterTop }
func (*scatter) Bottom() float64 { return scatterLow }
func (*scatter) Band() float64   { return band }
func (*scatter) BandX() float64  { return scatterRight - band }
func (*scatter) Middle() float64 { return (scatterLeft + scatterRight - band) / 2 }
func (*scatter) Center() float64 { return (scatterTop + band + scatterLow) / 2 }
func (*scatter) PlotX() float64  { return scatterRight - scatterLeft }
func (*scatter) Plot() float64   { return scatterLow - scatterTop }

// The outcomes that a scatter plot tells apart, in the order in which they are drawn: what is rare lies above. Besides colours they have shapes.
var outcomes = []dotGroup{
	{Name: "no difference", Class: "o-same", Shape: "circle"},
	{Name: "neither decides", Class: "o-none", Shape: "circle"},
	{Name: "gained", Class: "o-gained", Shape: "square"},
	{Name: "faster", Class: "o-gained", Shape: "down"},
	{Name: "slower", Class: "o-slower", Shape: "up"},
	{Name: "lost", Class: "o-lost", Shape: "square"},
	{Name: "contradiction, or another regression", Class: "o-wrong", Shape: "diamond"},
}

// The places in outcomes.
const (
	dotSame = iota
	dotNone
	dotGained
	dotFaster
	dotSlower
	dotLost
	dotWrong
)

// outcomeOf returns the place of a script in outcomes.
func outcomeOf(r *compare.Record, d *compare.Duel, old, slow *compare.Run) int {
	at := dotSame
	switch {
	case old.Decides() && slow.Decides() && old.Outcome != slow.Outcome:
		at = dotWrong
	case old.Decides() && !slow.Decides():
		at = dotLost
	case slow.Decides() && !old.Decides():
		at = dotGained
	case !old.Decides():
		at = dotNone
	}
	for i := range r.Changes {
		c := &r.Changes[i]
		if c.Candidate != d.Candidate || !has(c.Against, d.Baseline) {
			continue
		}
		switch {
		case c.Kind == compare.Slower && c.Standing == compare.Regression && at == dotSame:
			at = dotSlower
		case c.Kind == compare.Slower && c.Standing == compare.Improved && at == dotSame:
			at = dotFaster
		case c.Standing == compare.Regression && (c.Kind == compare.Wrong || c.Kind == compare.Crash || c.Kind == compare.Error):
			at = dotWrong
		}
	}
	return at
}

func has(all []int, one int) bool {
	for _, n := range all {
		if n == one {
			return true
		}
	}
	return false
}

// runOf is what a side did on a script, nil where it was not run.
func runOf(r *compare.Record, side int) *compare.Run {
	for i := range r.Runs {
		if run := &r.Runs[i]; run.Side == side && run.Unable == "" {
			return run
		}
	}
	return nil
}

// A logScale maps positive values to positions by their logarithm. Values beyond its ends are at the ends.
type logScale struct{ scale }

func newLogScale(low, high, from, to float64) logScale {
	return logScale{scale{low: math.Log10(low), high: math.Log10(high), from: from, to: to}}
}

func (s logScale) at(v float64) float64 {
	v = math.Log10(max(v, 1e-9))
	return s.scale.at(min(max(v, s.low), s.high))
}

// ticks are round values: powers of ten, and 2 and 5 times these on a short axis.
func (s logScale) ticks() []tick {
	steps := []float64{1}
	if s.high-s.low < 2.5 {
		steps = []float64{1, 2, 5}
	}
	var out []tick
	for e := math.Floor(s.low); e <= s.high; e++ {
		for _, m := range steps {
			v := m * math.Pow(10, e)
			if l := math.Log10(v); l >= s.low-1e-9 && l <= s.high+1e-9 {
				out = append(out, tick{s.at(v), short(v)})
			}
		}
	}
	return out
}

// timeLimit is the end of axes of time: the limit of runs, or the longest run.
func (v *comparisonView) timeLimit() float64 {
	high := v.Timeout
	if high <= 0 {
		for i := range v.Records {
			for k := range v.Records[i].Runs {
				high = max(high, v.Records[i].Runs[k].CPU)
			}
		}
	}
	return max(high, 10*leastTime)
}

// scatter returns the plot of a pair, nil where there is nothing to show. Dots of one outcome that lie on the same point are one, and points are as
// coarse as they must be for at most a number of dots.
func (v *comparisonView) scatter(id string, d *compare.Duel, most int) *scatter {
	high := v.timeLimit()
	s := &scatter{
		ID: id + "-scatter", Title: "CPU time of each script: " + v.Name(d.Candidate) + " against " + v.Name(d.Baseline),
		XLabel: "CPU seconds of " + shortName(v.Name(d.Baseline)), YLabel: "CPU seconds of " + shortName(v.Name(d.Candidate)),
	}
	x, y := newLogScale(leastTime, high, scatterLeft, scatterRight-band-4), newLogScale(leastTime, high, scatterLow, scatterTop+band+4)
	s.Ticks, s.YTicks = x.ticks(), y.ticks()
	place := func(scale logScale, r *compare.Run, undecided float64) float64 {
		if !r.Decides() {
			return undecided
		}
		return scale.at(r.CPU)
	}
	type point struct {
		at    mark
		names int
	}
	var all [][]mark
	for range outcomes {
		all = append(all, nil)
	}
	n := 0
	for i := range v.Records {
		r := &v.Records[i]
		old, slow := runOf(r, d.Baseline), runOf(r, d.Candidate)
		if r.Error != "" || r.Source == compare.FromMutants || old == nil || slow == nil {
			continue
		}
		n++
		at := outcomeOf(r, d, old, slow)
		all[at] = append(all[at], mark{X: place(x, old, scatterRight-band/2), Y: place(y, slow, scatterTop+band/2), Words: dotWords(r, old, slow)})
	}
	if n == 0 {
		return nil
	}
	for grid := 1.0; ; grid++ {
		dots := 0
		s.Groups = nil
		for at, marks := range all {
			if len(marks) == 0 {
				continue
			}
			g := outcomes[at]
			g.Count = len(marks)
			where := map[[2]float64]int{}
			var points []point
			for _, m := range marks {
				key := [2]float64{math.Round(m.X / grid), math.Round(m.Y / grid)}
				k, there := where[key]
				if !there {
					k = len(points)
					where[key] = k
					points = append(points, point{at: m})
				}
				points[k].names++
			}
			for _, p := range points {
				if p.names > 1 {
					p.at.Words += fmt.Sprintf("; and %s more here", figures.Count(int64(p.names-1)))
				}
				p.at.X, p.at.Y = math.Round(p.at.X*10)/10, math.Round(p.at.Y*10)/10
				g.Dots = append(g.Dots, p.at)
			}
			dots += len(g.Dots)
			s.Groups = append(s.Groups, g)
		}
		if dots <= most || grid > scatterSize {
			break
		}
	}
	s.Equal = fmt.Sprintf("%g,%g %g,%g", x.at(leastTime), y.at(leastTime), x.at(high), y.at(high))
	s.Slower = slowerLine(v.Slower.Ratio, v.Slower.Difference.Seconds(), high, x, y)
	var words []string
	for _, g := range s.Groups {
		words = append(words, g.Name+" "+figures.Count(int64(g.Count)))
	}
	s.Summary = strings.Join(words, ", ") + "."
	return s
}

// dotWords are shown when a dot is pointed at.
func dotWords(r *compare.Record, old, slow *compare.Run) string {
	words := fmt.Sprintf("%s: %s in %s, %s in %s", shortName(r.Name), shortName(string(old.Outcome)), comparison.Seconds(old.CPU), shortName(string(slow.Outcome)), comparison.Seconds(slow.CPU))
	if old.Work > 0 && slow.Work > 0 {
		words += fmt.Sprintf(", work x%.2f", float64(slow.Work)/float64(old.Work))
	}
	return words
}

// slowerLine is the line above which a candidate counts as slower: by a ratio and by a difference. It is "" where there is no such line in the picture.
func slowerLine(ratio, difference, high float64, x, y logScale) string {
	if ratio <= 0 {
		return ""
	}
	const points = 60
	var line []string
	for i := range points + 1 {
		v := leastTime * math.Pow(high/leastTime, float64(i)/points)
		w := max(ratio*v, v+difference)
		if w > high {
			// The last point is where the line leaves the picture.
			end := min(high/ratio, high-difference)
			if end > leastTime {
				line = append(line, fmt.Sprintf("%g,%g", x.at(end), y.at(high)))
			}
			break
		}
		line = append(line, fmt.Sprintf("%g,%g", x.at(v), y.at(w)))
	}
	if len(line) < 2 {
		return ""
	}
	return strings.Join(line, " ")
}
