package trial_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
)

const declared = "(declare-fun x () Int)\n"

// A text says what keeps it out of a process that reads others.
func TestShape(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		plan       trial.Plan
		want       trial.Shape // without offsets
		head, end  string      // what comes before the body, and what the body ends with
		asks       []string
	}{
		{"plain", plain, trial.AskForModel, trial.Shape{Logic: "QF_LIA", Checks: 1}, "(set-logic QF_LIA)\n", "(get-model)\n", []string{"(get-model)"}},
		{"nothing asked", plain, trial.AskNothing, trial.Shape{Logic: "QF_LIA", Checks: 1}, "(set-logic QF_LIA)\n", "(check-sat)\n", nil},
		{"exit", plain + "(exit)\n(set-info :a b)\n", trial.AskForModel, trial.Shape{Logic: "QF_LIA", Checks: 1}, "(set-logic QF_LIA)\n", "(get-model)\n", []string{"(get-model)"}},
		{"options", "(set-option :produce-models true)\n(set-info :status sat)\n(set-logic QF_LIA)\n(set-option :produce-unsat-cores true)\n" + declared + "(check-sat)",
			trial.AskNothing, trial.Shape{Logic: "QF_LIA", Checks: 1, Options: "(set-option :produce-models true)\n(set-option :produce-unsat-cores true)\n"},
			"(set-option :produce-models true)\n(set-logic QF_LIA)\n(set-option :produce-unsat-cores true)\n", "(check-sat)\n", nil},
		{"several checks", "(set-option :produce-unsat-cores true)\n(set-logic QF_LIA)\n" + declared + "(assert (! (< x 0) :named a))\n(check-sat)\n(push 1)\n(assert (! (> x 0) :named b))\n(check-sat)\n(pop 1)",
			trial.AskForModel, trial.Shape{Logic: "QF_LIA", Checks: 2, Options: "(set-option :produce-unsat-cores true)\n"},
			"(set-option :produce-unsat-cores true)\n(set-logic QF_LIA)\n", "(pop 1)\n", []string{"(get-unsat-core)"}},
		{"no logic", declared + "(check-sat)", trial.AskNothing, trial.Shape{Checks: 1}, "", "(check-sat)\n", nil},

		{"own option", "(set-option :random-seed 3)\n(check-sat)", trial.AskNothing, trial.Shape{Alone: "the option :random-seed"}, "", "", nil},
		{"channel is silent", "(set-option :regular-output-channel \"/dev/null\")\n(check-sat)", trial.AskNothing, trial.Shape{Checks: 1}, "", "(check-sat)\n", nil},
		{"late option", declared + "(set-option :produce-models true)\n(check-sat)", trial.AskNothing, trial.Shape{Alone: "options or a logic after other commands"}, "", "", nil},
		{"reset", "(check-sat)\n(reset)\n(check-sat)", trial.AskNothing, trial.Shape{Alone: "a reset in the script", Checks: 1}, "", "", nil},
		{"global declarations", "(set-option :global-declarations true)\n(check-sat)", trial.AskNothing, trial.Shape{Alone: "the option :global-declarations"}, "", "", nil},

		{"reset-assertions", "(check-sat)\n(reset-assertions)\n(check-sat)", trial.AskNothing, trial.Shape{Unstacked: "reset-assertions", Checks: 2}, "", "(check-sat)\n", nil},
		{"open push", "(push 2)\n(check-sat)\n(pop 1)", trial.AskNothing, trial.Shape{Unstacked: "push and pop are not balanced", Checks: 1}, "", "(pop 1)\n", nil},
		{"recursive", "(set-logic ALL)\n(define-fun-rec f ((x Int)) Int (ite (< x 0) 0 (f (- x 1))))\n(check-sat)", trial.AskNothing, trial.Shape{Unstacked: "recursive functions", Logic: "ALL", Checks: 1}, "(set-logic ALL)\n", "(check-sat)\n", nil},
		{"optimization", "(set-logic QF_LIA)\n" + declared + "(minimize x)\n(check-sat)", trial.AskNothing, trial.Shape{Unstacked: "optimization", Logic: "QF_LIA", Checks: 1}, "(set-logic QF_LIA)\n", "(check-sat)\n", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := printed(t, tt.text, tt.plan)
			got := *text.Shape()
			var asks []string
			for _, a := range got.Asks {
				asks = append(asks, string(text.Bytes[a.Begin:a.End]))
			}
			if got.Alone == "" {
				if head := string(text.Bytes[:got.Head]); head != tt.head {
					t.Errorf("head %q, want %q", head, tt.head)
				}
				if diff := cmp.Diff(tt.asks, asks); diff != "" {
					t.Errorf("asks (-want +got):\n%s", diff)
				}
				if body := string(text.Bytes[:got.End]); len(body) < len(tt.end) || body[len(body)-len(tt.end):] != tt.end {
					t.Errorf("it ends with %q", body)
				}
			}
			got.Head, got.End, got.Asks = 0, 0, nil
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("shape (-want +got):\n%s", diff)
			}
		})
	}
}

// printed returns the text for a solver that supports all questions.
func printed(t *testing.T, text string, plan trial.Plan) *trial.Text {
	t.Helper()
	target := trialtest.Fakes(t, "evidence = {model = \"(get-model)\", core = \"(get-unsat-core)\"}\n", "--do=sat")[0]
	keep := &keeper{}
	truths := []oracle.Truth{{Status: smt.Sat}, {Status: smt.Unsat}}
	bench := (&trial.Bench{Runner: keep}).In(trialtest.Scratch(t))
	if _, err := bench.New(read(t, text), trial.Facts{Plan: plan, Truths: truths}).Run(t.Context(), target); err != nil {
		t.Fatal(err)
	}
	return keep.text
}

// keeper keeps the text of a request.
type keeper struct{ text *trial.Text }

func (k *keeper) Run(_ context.Context, r trial.Request) (solver.Run, error) {
	k.text = r.Text
	return solver.Run{}, nil
}

// A text that Assay did not print needs a separate process.
func TestShapeOfRawText(t *testing.T) {
	bench := (&trial.Bench{}).In(trialtest.Scratch(t))
	if got := bench.RawText("x.smt2", []byte(plain)).Shape(); got.Alone == "" {
		t.Errorf("shape %+v", got)
	}
}
