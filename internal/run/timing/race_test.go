package timing_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/run/timing"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
)

const script = "(declare-const x Int)\n(assert (< x 5))\n(check-sat)\n"

// race races two targets that cost something each, and returns the texts that they were given as well.
func race(t *testing.T, text string, old, slow trialtest.Cost) (timing.Finish, []string) {
	t.Helper()
	targets := trialtest.Fakes(t, trialtest.WorkProfile, "--opt-a=1", "--opt-a=2")
	var texts []string
	runner := trialtest.Metered{Do: func(target solver.Target, text string) trialtest.Cost {
		texts = append(texts, text)
		if target == targets[0] {
			return old
		}
		return slow
	}}
	bench := (&trial.Bench{Runner: runner, Limits: solver.Limits{Time: 20 * time.Second}}).In(trialtest.Scratch(t))
	read := bench.RawText("race.smt2", []byte(text))
	r := timing.Race{Limit: timing.Default, Bench: bench, Old: timing.Side{Target: targets[0], Text: read}, New: timing.Side{Target: targets[1], Text: read}}
	f, err := r.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return f, texts
}

func TestRace(t *testing.T) {
	sat := func(seconds float64, work uint64) trialtest.Cost {
		return trialtest.Cost{Answer: smt.Sat, CPU: time.Duration(seconds * float64(time.Second)), Work: work}
	}
	for _, tt := range []struct {
		name      string
		old, slow trialtest.Cost
		want      timing.Verdict
		runs      int
	}{
		{"slower", sat(0.1, 1000), sat(3, 30_000), timing.Slower, 2 + 14 + 2},
		{"no reason to measure", sat(1, 1000), sat(1.2, 1200), timing.NotSlower, 2},
		{"nearly twice as long by nearly half a second", sat(0.45, 1000), sat(0.9, 1900), timing.NotSlower, 2 + 14},
		{"ten times the work in half of the difference", sat(0.4, 1000), sat(0.7, 10_000), timing.NotSlower, 2 + 6},
		{"beyond the limit of time", sat(0.1, 1000), sat(60, 1_000_000), timing.Slower, 2 + 14},
		{"the first one is over it", sat(60, 1000), sat(60, 1_000_000), timing.Changed, 1},
		{"another answer", sat(0.1, 1000), trialtest.Cost{Answer: smt.Unsat, CPU: 3 * time.Second}, timing.Changed, 2},
		{"unknown", trialtest.Cost{Answer: smt.Unknown}, trialtest.Cost{Answer: smt.Unknown, CPU: 3 * time.Second}, timing.Changed, 1},
		{"without counts", sat(0.1, 0), sat(3, 0), timing.Slower, 2 + 14},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f, texts := race(t, script, tt.old, tt.slow)
			if f.Verdict != tt.want || len(texts) != tt.runs || len(f.All) != tt.runs {
				t.Fatalf("%s (%s) after %d runs, want %s after %d", f.Verdict, f.Why, len(texts), tt.want, tt.runs)
			}
			glance := min(2, tt.runs)
			if strings.Count(strings.Join(texts[:glance], ""), "(get-info :all-statistics)") != glance {
				t.Errorf("no statistics were asked for: %q", texts[:glance])
			}
			measured := texts[glance:min(len(texts), glance+2*timing.MostPairs)]
			if tt.name == "slower" {
				measured = texts[glance : len(texts)-2] // after which it counts again
			}
			for _, text := range measured {
				if text != script {
					t.Errorf("measured on %q", text)
				}
			}
			found := f.Finding("QF_LIA")
			if (found != nil) != (tt.want == timing.Slower) {
				t.Fatalf("%s, and the finding is %+v", f.Verdict, found)
			}
			if found == nil {
				return
			}
			m := found.Evidence.Measured
			if len(m.Pairs) != 7 || m.Limit != 2 || m.LimitSeconds != 0.5 || m.Old != tt.old.CPU.Seconds() || m.Ratio.Low < 2 || m.Over != (tt.slow.CPU > 20*time.Second) {
				t.Errorf("%+v", m)
			}
			if counted := tt.old.Work > 0 && !m.Over; counted && (m.OldWork != tt.old.Work || m.NewWork != tt.slow.Work || len(m.Counted) != 1) || !counted && m.Work() != 0 {
				t.Errorf("%+v", m)
			}
		})
	}
}

// The question for statistics stands where it is answered.
func TestRaceAsksBeforeTheEnd(t *testing.T) {
	same := trialtest.Cost{Answer: smt.Sat}
	for text, want := range map[string]string{
		script + "(exit)\n(check-sat)":           script[:len(script)-1] + "\n(get-info :all-statistics)\n\n(exit)\n(check-sat)",
		"(check-sat)":                            "(check-sat)\n(get-info :all-statistics)\n",
		"(check-sat) (echo \"(exit)\") ; (exit)": "(check-sat) (echo \"(exit)\") ; (exit)\n(get-info :all-statistics)\n",
		"(check-sat) (":                          "(check-sat) (\n(get-info :all-statistics)\n",
	} {
		_, texts := race(t, text, same, same)
		if diff := cmp.Diff(want, texts[0]); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

// On a busy machine the limit of wall time is a smaller one of CPU time, which must not look like the limit of the solver.
func TestRaceOnABusyMachine(t *testing.T) {
	old := trialtest.Cost{Answer: smt.Sat, CPU: time.Second / 2, Work: 1000}
	for busy, over := range map[int]bool{1: false, 3: false, 40: true} {
		slow := trialtest.Cost{Answer: smt.Sat, CPU: 15 * time.Second, Work: 9000, Busy: busy}
		f, _ := race(t, script, old, slow) // the limit is 20 s
		if f.Verdict != timing.Slower || f.Over != over || (f.Work.New == 9000) == over {
			t.Errorf("%d times as busy: %s, over %v, %+v", busy, f.Verdict, f.Over, f.Work)
		}
	}
}

// Counts that are others each time are said to be so.
func TestRaceCountsAgain(t *testing.T) {
	for _, varies := range []bool{false, true} {
		targets := trialtest.Fakes(t, trialtest.WorkProfile, "--opt-a=1", "--opt-a=2")
		work := uint64(5000)
		bench := (&trial.Bench{Runner: trialtest.Metered{Do: func(target solver.Target, text string) trialtest.Cost {
			if target == targets[0] {
				return trialtest.Cost{Answer: smt.Sat, CPU: time.Second, Work: 1000}
			}
			if varies {
				work++
			}
			return trialtest.Cost{Answer: smt.Sat, CPU: 5 * time.Second, Work: work}
		}}}).In(trialtest.Scratch(t))
		read := bench.RawText("race.smt2", []byte(script))
		r := timing.Race{Limit: timing.Default, Bench: bench, Old: timing.Side{Target: targets[0], Text: read}, New: timing.Side{Target: targets[1], Text: read}}
		f, err := r.Run(t.Context())
		if m := f.Measurement(); err != nil || m.Varies != varies || m.Work() == 0 {
			t.Errorf("%v: %+v, %v", varies, m, err)
		}
	}
}
