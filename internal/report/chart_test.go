package report

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/campaign"
)

func TestStep(t *testing.T) {
	for _, c := range []struct {
		high float64
		want float64
	}{{0, 1}, {1, .2}, {13, 5}, {47, 10}, {100, 20}, {3.9, 1}, {.004, .001}, {7e18, 2e18}} {
		if got := step(c.high, 5); math.Abs(got/c.want-1) > 1e-9 {
			t.Errorf("step(%v) = %v, want %v", c.high, got, c.want)
		}
	}
}

func labels(ticks []tick) (all []string) {
	for _, t := range ticks {
		all = append(all, t.Label)
	}
	return all
}

func TestTicks(t *testing.T) {
	same := func(n int) float64 { return float64(n) }
	for _, c := range []struct {
		first, last int
		want        []string
	}{
		{1, 1, []string{"1"}},
		{1, 3, []string{"1", "2", "3"}},
		{1, 20, []string{"1", "2", "4", "6", "8", "10", "12", "14", "16", "18", "20"}},
		{1, 100, []string{"1", "10", "20", "30", "40", "50", "60", "70", "80", "90", "100"}},
		{1, 301, []string{"1", "50", "100", "150", "200", "250", "301"}},
		{1, 2001, []string{"1", "500", "1000", "1500", "2001"}},
	} {
		if diff := cmp.Diff(c.want, labels(countTicks(c.first, c.last, same))); diff != "" {
			t.Errorf("%d to %d (-want +got):\n%s", c.first, c.last, diff)
		}
	}
	_, ticks := valueAxis(13.2, short)
	if diff := cmp.Diff([]string{"0", "5", "10", "15"}, labels(ticks)); diff != "" {
		t.Errorf("values (-want +got):\n%s", diff)
	}
}

// inside reports whether a coordinate lies between two others, in either order.
func inside(v, a, b float64) bool { return v >= min(a, b)-.01 && v <= max(a, b)+.01 }

// Whatever the numbers are, pictures stay within their frame.
func TestChartsStayInside(t *testing.T) {
	mean := rapid.OneOf(rapid.Float64Range(0, 100), rapid.Float64Range(0, 1e19), rapid.Just(0.0))
	rapid.Check(t, func(t *rapid.T) {
		e := &Engine{Name: "e"}
		at := 0
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			at += rapid.IntRange(1, 3).Draw(t, "step")
			e.Applicable = append(e.Applicable, StepMean{Step: at, Mutants: 1, Mean: mean.Draw(t, "mean")})
		}
		s := campaign.RuleStats{Rules: map[string]int64{}}
		for range rapid.IntRange(topRules+1, 60).Draw(t, "rules") {
			s.Rules[rapid.StringN(5, 20, 20).Draw(t, "rule")] = rapid.Int64Range(1, 1<<40).Draw(t, "mutants")
		}
		e.Rules = s.Shares()
		for _, c := range []*chart{applicableChart("a", e), sharesChart("b", e)} {
			if c == nil {
				continue
			}
			for _, m := range append(c.Dots, c.Bars...) {
				if !inside(m.X, c.Left(), c.Right()) || !inside(m.X+m.Width, c.Left(), c.Right()+.2) || !inside(m.Y, c.Top(), c.Bottom()) ||
					m.Height < 0 || !inside(m.Y+m.Height, c.Top(), c.Bottom()) {
					t.Fatalf("%s: %+v", c.Title, m)
				}
			}
			for _, k := range c.XTicks {
				if !inside(k.At, c.Left(), c.Right()) {
					t.Fatalf("%s: tick %+v", c.Title, k)
				}
			}
			if len(c.YTicks) < 2 || len(c.YTicks) > 8 {
				t.Fatalf("%s: ticks %v", c.Title, c.YTicks)
			}
		}
	})
}

func TestFormat(t *testing.T) {
	for got, want := range map[string]string{
		count(0): "0", count(1234567): "1\u202f234\u202f567", count(-1234): "-1\u202f234", decimal(13.24): "13.2", decimal(1234.5): "1\u202f235",
		percent(0): "0\u00a0%", percent(.0005): "<\u00a00.1\u00a0%", percent(.9996): ">\u00a099.9\u00a0%", percent(.996): "99.6\u00a0%", percent(1): "100\u00a0%",
		duration(14): "14 s", duration(61): "1 min 1 s", duration(3723): "1 h 2 min", duration(200000): "2 d 7 h", duration(-1): "0 s",
		plural(1, "rule"): "1 rule", plural(2, "rule"): "2 rules",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
