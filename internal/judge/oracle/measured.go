package oracle

import (
	"fmt"
	"math"

	"github.com/assay-smt/assay/smt"
)

// A Measurement is what a solver and its baseline spend on the same answer. Records of findings have it as it is.
type Measurement struct {
	// Pairs are the CPU seconds of runs, one of the baseline and one of the solver, right after each other.
	Pairs []TimedPair `json:"pairs"`
	// Old and New are the median CPU seconds of the baseline and of the solver.
	Old float64 `json:"old_seconds"`
	New float64 `json:"new_seconds"`
	// Ratio is how many times as long the solver takes, Difference how many seconds longer.
	Ratio      Bounds `json:"ratio"`
	Difference Bounds `json:"difference"`
	// Over: the solver reached the limit of time in some pair, so that it takes at least this long.
	Over bool `json:"over,omitempty"`
	// OldWork and NewWork are what the two count as their work, by the statistics named in Counted; 0 for what is not known.
	OldWork uint64   `json:"old_work,omitempty"`
	NewWork uint64   `json:"new_work,omitempty"`
	Counted []string `json:"counted,omitempty"`
	// Varies: the counts were others when it was counted again.
	Varies bool `json:"varies,omitempty"`
	// Asked is the command that makes the solver print these, "" where that takes something else.
	Asked string `json:"asked,omitempty"`
	// Limit is the ratio that the lower bound exceeds, LimitSeconds the difference.
	Limit        float64 `json:"limit"`
	LimitSeconds float64 `json:"limit_seconds"`
}

// A TimedPair is the CPU time of two runs, in seconds.
type TimedPair struct {
	Old float64 `json:"old"`
	New float64 `json:"new"`
}

// Bounds are an estimate with an interval around it.
type Bounds struct {
	Estimate float64 `json:"estimate"`
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
}

// Work is how many times as much the solver counts as its baseline, 0 where that is not known.
func (m *Measurement) Work() float64 {
	if m.OldWork == 0 || m.NewWork == 0 {
		return 0
	}
	return float64(m.NewWork) / float64(m.OldWork)
}

// Magnitude is the power of ten that the lower bound of the ratio reaches: 1, 10, 100 and so on. Two measurements of one slow-down mostly agree in it.
func (m *Measurement) Magnitude() int { return Magnitude(m.Ratio.Low) }

// Magnitude is the largest power of ten that a ratio reaches, at least 1.
func Magnitude(ratio float64) int {
	out := 1
	for out < math.MaxInt32/10 && ratio >= float64(10*out) {
		out *= 10
	}
	return out
}

// Slower returns the finding that a solver is much slower than its baseline where both give an answer. Whether it is, package timing has measured.
func Slower(slow, old Observation, answer smt.Status, logic string, m Measurement) Finding {
	f := slow.finding(Performance, 0, logic)
	f.Other = old.Solver
	most, least := "", ""
	if m.Over {
		most = ", where the limit ended it"
	}
	if m.Ratio.Low > 0 {
		least = ", at least " + Figure(m.Ratio.Low)
	}
	f.Evidence = Evidence{
		Kind: EvidenceMeasurement, Expected: answer, Observed: answer, Measured: &m,
		Summary: fmt.Sprintf("%s takes %s s of CPU time for %v%s, its baseline %s %s s: %s times as long%s (%d pairs of runs)%s",
			slow.Solver, Figure(m.New), answer, most, old.Solver, Figure(m.Old), Figure(m.Ratio.Estimate), least, len(m.Pairs), m.counts()),
	}
	return f
}

// counts says how the two count their work.
func (m *Measurement) counts() string {
	if m.Work() == 0 {
		return ""
	}
	about := ""
	if m.Varies {
		about = "about "
	}
	return fmt.Sprintf("; by their own counts %s%s against %s", about, Quantity(m.NewWork), Quantity(m.OldWork))
}

// Figure writes a positive number with two significant digits, or all of those in front of the point.
func Figure(x float64) string {
	switch {
	case x >= 10:
		return fmt.Sprintf("%.0f", x)
	case x >= 1:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.2g", x)
}

// Quantity writes a number in thousands, millions and so on, with two significant digits: 41M.
func Quantity(n uint64) string {
	units := [...]string{"k", "M", "G", "T", "P", "E"}
	if n < 1000 {
		return fmt.Sprint(n)
	}
	x := float64(n) / 1000
	i := 0
	for x >= 999.5 {
		x /= 1000
		i++
	}
	return Figure(x) + units[i]
}
