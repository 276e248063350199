package asking_test

import (
	"context"
	"slices"
	"testing"

	"github.com/assay-smt/assay/internal/run/asking"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
)

// asks is what the profile of a solver with many questions has.
const asks = `evidence.model = "(get-model)"
evidence.core = "(get-unsat-core)"
evidence.further.values = "(get-value ({terms}))"
evidence.further.simplify = "(simplify {term})"
evidence.further.abduct = "(get-abduct X {term})"
`

// A reader is a runner that answers every check-sat alike, and keeps what it was given.
type reader struct {
	answer smt.Status
	texts  []string
}

func (r *reader) Run(_ context.Context, q trial.Request) (solver.Run, error) {
	r.texts = append(r.texts, string(q.Text.Bytes))
	v := solver.Verdict{Answers: slices.Repeat([]smt.Status{r.answer}, q.Checks)}
	return solver.Run{Target: q.Target, Solver: q.Target.String(), Family: "fake", Verdict: v, Questions: q.Text.Questions}, nil
}

// A script's own questions are put where they make sense after the answers; those that need none get a check-sat, and those that need one and do not
// follow it are counted.
func TestOwn(t *testing.T) {
	const head = "(declare-fun n () Int)\n(assert (= n 4))\n"
	for _, tt := range []struct {
		name, text, answer string
		none               bool // nothing is asked
		want               string
		unplaced           int
	}{
		{"a value after sat", head + "(check-sat)\n(get-value (n))\n", "sat", false,
			"(declare-fun n () Int)\n(assert (= n 4))\n(check-sat)\n(get-model)\n(get-value (n))\n", 0},
		{"a value after unsat", head + "(check-sat)\n(get-value (n))\n", "unsat", true, "", 0},
		{"a core after unsat", head + "(check-sat)\n(get-value (n))\n(get-unsat-core)\n", "unsat", false,
			"(declare-fun n () Int)\n(assert (= n 4))\n(check-sat)\n(get-unsat-core)\n", 0},
		{"a simplification", head + "(simplify (+ n 1))\n(check-sat)\n", "sat", false,
			"(declare-fun n () Int)\n(assert (= n 4))\n(check-sat)\n(simplify (+ n 1))\n(check-sat)\n", 0},
		{"an abduct after another assertion", head + "(check-sat)\n(echo \"x\")\n(assert (> n 0))\n(get-abduct A (> n 1))\n", "sat", false,
			"(declare-fun n () Int)\n(assert (= n 4))\n(check-sat)\n(assert (> n 0))\n(check-sat)\n(get-abduct A (> n 1))\n", 0},
		{"what the solver has no command for", head + "(check-sat)\n(get-assignment)\n(get-objectives)\n", "sat", true, "", 0},
		{"a value that follows nothing", head + "(get-value (n))\n(check-sat)\n", "sat", true, "", 1},
		{"behind the end", head + "(check-sat)\n(exit)\n(get-value (n))\n", "sat", true, "", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, err := elab.Script(tt.text, elab.Options{})
			if err != nil {
				t.Fatal(err)
			}
			target := trialtest.Fakes(t, asks, "")[0]
			status, err := smt.ParseStatus(tt.answer)
			if err != nil {
				t.Fatal(err)
			}
			on := &reader{answer: status}
			bench := (&trial.Bench{Runner: on}).In(trialtest.Scratch(t))
			tr := bench.New(s, trial.Facts{Plan: trial.AskEverySat})
			run, err := tr.Run(t.Context(), target)
			if err != nil {
				t.Fatal(err)
			}
			own := asking.OwnOf(s)
			if own == nil {
				if !tt.none || tt.unplaced > 0 {
					t.Fatal("no questions")
				}
				return
			}
			base := &asking.Base{Bench: bench, Name: "x", Script: s, Runs: []solver.Run{run}, Observed: tr.ObserveAll(t.Context(), []solver.Run{run})}
			asked, err := own.Ask(t.Context(), base)
			if err != nil || own.Unplaced != tt.unplaced {
				t.Fatalf("%d unplaced, %v", own.Unplaced, err)
			}
			if asked == nil {
				if !tt.none {
					t.Fatal("nothing is asked")
				}
				return
			}
			if got := on.texts[len(on.texts)-1]; tt.none || got != tt.want {
				t.Errorf("%s\nwant %s", got, tt.want)
			}
		})
	}
}
