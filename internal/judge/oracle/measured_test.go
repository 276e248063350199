package oracle

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/smt"
)

func TestSlower(t *testing.T) {
	m := Measurement{
		Pairs: make([]TimedPair, 7), Old: 0.118, New: 3.94, Ratio: Bounds{33.4, 31.2, 35}, Difference: Bounds{3.8, 3.7, 3.9}, OldWork: 1_200_000, NewWork: 41_000_000,
	}
	slow, old := Observation{Solver: "z3@5.4.1", Family: "z3"}, Observation{Solver: "z3@4.8.12", Family: "z3"}
	f := Slower(slow, old, smt.Unsat, "QF_LIA", m)
	if f.Class != Performance || f.Solver != slow.Solver || f.Other != old.Solver || f.Check != 0 || f.Suspect || f.Located() || f.Signature != "performance/z3/QF_LIA" {
		t.Errorf("%+v", f)
	}
	const want = "z3@5.4.1 takes 3.9 s of CPU time for unsat, its baseline z3@4.8.12 0.12 s: 33 times as long, at least 31 (7 pairs of runs); by their own counts 41M against 1.2M"
	if f.Evidence.Summary != want || f.Evidence.Measured == nil || f.Evidence.Expected != smt.Unsat || f.Evidence.Observed != smt.Unsat {
		t.Errorf("%+v", f.Evidence)
	}
	m.Over, m.NewWork = true, 0
	if f = Slower(slow, old, smt.Unsat, "QF_LIA", m); !strings.Contains(f.Evidence.Summary, "for unsat, where the limit ended it, its baseline") || strings.Contains(f.Evidence.Summary, "counts") {
		t.Error(f.Evidence.Summary)
	}
	if !Performance.Measured() || !Performance.AgainstBaseline() || Performance.Incompleteness() || Performance.Answer() != smt.NoStatus {
		t.Error("it is another kind of class")
	}
}

func TestMagnitude(t *testing.T) {
	for ratio, want := range map[float64]int{0: 1, 2: 1, 9.99: 1, 10: 10, 99: 10, 100: 100, 12_345: 10_000, 1e300: 1_000_000_000} {
		if got := Magnitude(ratio); got != want {
			t.Errorf("%g: %d, want %d", ratio, got, want)
		}
	}
}

func TestFigures(t *testing.T) {
	for x, want := range map[float64]string{0.0123: "0.012", 0.5: "0.5", 1.25: "1.2", 9.94: "9.9", 33.4: "33", 1234: "1234"} {
		if got := Figure(x); got != want {
			t.Errorf("%g: %s, want %s", x, got, want)
		}
	}
	for n, want := range map[uint64]string{0: "0", 999: "999", 1200: "1.2k", 41_000_000: "41M", 999_600: "1M", 1 << 63: "9.2E"} {
		if got := Quantity(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}
