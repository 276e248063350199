package trial_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/question"
)

const twice = "(set-logic QF_LIA)(declare-const x Int)(push 1)(assert (< x x))(check-sat)(pop 1)(assert (< x 3))(check-sat)"

// A script that asks several times is run again for models only when there is something to ask, the solver has a way to be asked, and its
// first run counts.
func TestAskModelsOnlyWhereItHelps(t *testing.T) {
	z3, silent := trialtest.Printing(t, "z3", ""), trialtest.Fakes(t, "", "")[0]
	for _, tt := range []struct {
		name   string
		target solver.Target
		text   string
		first  solver.Verdict
		asked  int
	}{
		{"sat", z3, twice, solver.Verdict{Answers: []smt.Status{smt.Unsat, smt.Sat}}, 2},
		{"a solver that shows no models", silent, twice, solver.Verdict{Answers: []smt.Status{smt.Unsat, smt.Sat}}, 1},
		{"no sat", z3, twice, solver.Verdict{Answers: []smt.Status{smt.Unsat, smt.Unknown}}, 1},
		{"a crash", z3, twice, solver.Verdict{Answers: []smt.Status{smt.Sat}, Crash: &solver.Crash{Kind: "signal"}}, 1},
		{"answers that do not count", z3, twice, solver.Verdict{Answers: []smt.Status{smt.Unsat, smt.Sat}, Void: true}, 1},
		{"one check", z3, plain, solver.Verdict{Answers: []smt.Status{smt.Sat}}, 1},
	} {
		for _, later := range []bool{false, true} {
			runner := &scripted{stdout: func(trial.Request) solver.Verdict { return tt.first }}
			facts := trial.Facts{Plan: trial.AskNothing, EverySat: !later}
			one := (&trial.Bench{Runner: runner}).In(trialtest.Scratch(t)).New(read(t, tt.text), facts)
			run, err := one.Run(t.Context(), tt.target)
			if err == nil && later {
				run, err = one.AskModels(t.Context(), tt.target, run)
			}
			if err != nil || len(runner.asked) != tt.asked || !slices.Equal(run.Answers, tt.first.Answers) || len(one.Besides()) != tt.asked-1 {
				t.Errorf("%s, later %v: %d runs, %+v, %v", tt.name, later, len(runner.asked), run.Verdict, err)
			}
		}
	}
}

// When it is interrupted while the text with its questions is written, a target goes on as it was.
func TestAskModelsInterrupted(t *testing.T) {
	target := trialtest.Printing(t, "z3", "")
	runner := &scripted{stdout: func(trial.Request) solver.Verdict { return solver.Verdict{Answers: []smt.Status{smt.Sat, smt.Sat}} }}
	large := strings.Replace(twice, "(< x 3)", "(and"+strings.Repeat(" (< x 3) (> x 1)", 10_000)+")", 1)
	one := (&trial.Bench{Runner: runner}).In(trialtest.Scratch(t)).New(read(t, large), trial.Facts{})
	one.Present(target, solver.Plain)
	first := solver.Run{Target: target, Solver: target.String(), Verdict: solver.Verdict{Answers: []smt.Status{smt.Sat, smt.Sat}}}
	over := errors.New("the campaign is over")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(over)
	if run, err := one.AskModels(ctx, target, first); !errors.Is(err, over) || !slices.Equal(run.Answers, first.Answers) || len(runner.asked) != 0 {
		t.Errorf("%d runs, %+v, %v", len(runner.asked), run.Verdict, err)
	}
	if run, err := one.Run(t.Context(), target); err != nil || run.Presentation != solver.Plain {
		t.Errorf("later: presented %v, %v", run.Presentation, err)
	}
}

// A target whose new run does not take place goes on as it was.
func TestAskModelsFails(t *testing.T) {
	target := trialtest.Printing(t, "z3", "")
	full := errors.New("the disk is full")
	runner := &failing{err: full}
	one := (&trial.Bench{Runner: runner}).In(trialtest.Scratch(t)).New(read(t, twice), trial.Facts{})
	one.Present(target, solver.Plain)
	first := solver.Run{Target: target, Solver: target.String(), Verdict: solver.Verdict{Answers: []smt.Status{smt.Sat, smt.Sat}}}
	if run, err := one.AskModels(t.Context(), target, first); !errors.Is(err, full) || !slices.Equal(run.Answers, first.Answers) {
		t.Errorf("%+v, %v", run.Verdict, err)
	}
	runner.err = nil
	if run, err := one.Run(t.Context(), target); err != nil || run.Presentation != solver.Plain {
		t.Errorf("later: presented %v, %v", run.Presentation, err)
	}
}

// A target that took the script only without what it was asked for beyond answers is not asked for models again, nor are others.
func TestAskModelsOfOneThatRefusedThem(t *testing.T) {
	target := trialtest.Printing(t, "z3", "")
	runner := refusing(func(r trial.Request) bool { return r.Options.Models })
	one := (&trial.Bench{Runner: runner}).In(trialtest.Scratch(t)).New(read(t, twice), trial.Facts{Plan: trial.AskForModel})
	first := solver.Run{Target: target, Solver: target.String(), Without: "not that", Verdict: solver.Verdict{Answers: []smt.Status{smt.Sat, smt.Sat}}}
	if run, err := one.AskModels(t.Context(), target, first); err != nil || run.Without != first.Without || len(runner.asked) != 0 {
		t.Errorf("%d runs, %+v, %v", len(runner.asked), run, err)
	}
}

// failing is a runner that cannot run anything while it has an error.
type failing struct{ err error }

func (f *failing) Run(_ context.Context, r trial.Request) (solver.Run, error) {
	return solver.Run{Target: r.Target, Solver: r.Target.String(), Family: r.Target.Profile().Name, Verdict: solver.Verdict{Answers: []smt.Status{smt.Sat, smt.Sat}}}, f.err
}

// replying is a runner whose solvers were asked everything and say sat, with these responses.
type replying []solver.Return

func (r replying) Run(_ context.Context, q trial.Request) (solver.Run, error) {
	return solver.Run{
		Target: q.Target, Solver: q.Target.String(), Family: q.Target.Profile().Name, Questions: q.Text.Questions, Put: q.Text.Questions,
		Verdict: solver.Verdict{Answers: []smt.Status{smt.Sat}, Returns: r},
	}, nil
}

// A response that cannot be judged says why: nobody knows what it responds to, or the version writes strings in another way.
func TestUnreadResponses(t *testing.T) {
	target := trialtest.Printing(t, "z3", "Z3 version 4.8.10 - 64 bit\n")
	if target.Version() != "4.8.10" {
		t.Fatalf("version %s", target.Version())
	}
	further := func(*solver.Profile) []solver.Question {
		return []solver.Question{{Kind: question.Values, Command: "(get-value (s))"}}
	}
	model := solver.Return{Kind: question.Model, Text: "((define-fun s () String \"a\"))"}
	for _, tt := range []struct {
		name   string
		value  solver.Return
		want   string
		judged bool
	}{
		{"read", solver.Return{Kind: question.Values, Text: `((s "a"))`, Sure: true, Place: 1}, "", true},
		{"other escapes", solver.Return{Kind: question.Values, Text: `((s "\x0d"))`, Sure: true, Place: 1}, "this version writes characters in strings as in C", false},
		{"not sure", solver.Return{Kind: question.Values, Text: `((s "a"))`}, "not as many responses as questions", false},
		{"one too many", solver.Return{Kind: question.Values, Text: `((s "a"))`, Sure: true, Place: 2}, "not as many responses as questions", false},
		{"wrong", solver.Return{Kind: question.Values, Text: `((s "b"))`, Sure: true, Place: 1}, "", true},
	} {
		bench := (&trial.Bench{Runner: replying{model, tt.value}}).In(trialtest.Scratch(t))
		for _, glance := range []bool{false, true} {
			one := bench.New(read(t, `(set-logic QF_S)(declare-const s String)(assert (= (str.len s) 1))(check-sat)`), trial.Facts{Further: further})
			run, err := one.Run(t.Context(), target)
			if err != nil {
				t.Fatal(err)
			}
			var o []oracle.Observation
			if glance {
				o = one.QuickCheck(t.Context(), []solver.Run{run}, &certify.Sequence{})
			} else {
				o = one.ObserveAll(t.Context(), []solver.Run{run})
			}
			all := o[0].Responses
			switch {
			case !tt.judged && (len(all) != 1 || all[0].Summary != tt.want):
				t.Errorf("%s: %+v", tt.name, all)
			case tt.judged && (len(all) != 1 || all[0].Summary == "not as many responses as questions" || strings.Contains(all[0].Summary, "as in C")):
				t.Errorf("%s: %+v", tt.name, all)
			}
		}
	}
}

// A model of which more is printed than is kept was given: it is too large, and not refused.
func TestModelBeyondLimit(t *testing.T) {
	for name, tt := range map[string]struct {
		printed string
		want    oracle.ModelVerdict
	}{
		"too large": {"sat\n(\n  (define-fun x () Int " + strings.Repeat(" ", 5000) + "1)\n)\n", oracle.ModelTooLarge},
		"none":      {"sat\n", oracle.ModelRefused},
	} {
		bench := &trial.Bench{Limits: solver.Limits{Output: 1000}}
		one := bench.In(trialtest.Scratch(t)).New(read(t, "(set-logic QF_LIA)(declare-const x Int)(assert (< x 3))(check-sat)"), trial.Facts{Plan: trial.AskEverySat})
		run, err := one.Run(t.Context(), trialtest.Printing(t, "z3", tt.printed))
		if err != nil {
			t.Fatal(err)
		}
		o := one.Observe(t.Context(), run)
		if len(o.Models) != 1 || o.Models[0].Verdict != tt.want || (tt.want == oracle.ModelTooLarge) != strings.Contains(o.Models[0].Summary, "more than the 1000 bytes") {
			t.Errorf("%s: %+v", name, o.Models)
		}
	}
}

// What the script's own commands print behind a check is not taken for a part of the model.
func TestModelBeforeOwnCommands(t *testing.T) {
	const answer = "sat\n((define-fun x () Int 4))\n(goals (goal (not (<= x 3)) :precision precise :depth 1))\n5\n"
	target := trialtest.Printing(t, "z3", answer)
	for _, tt := range []struct {
		commands string
		want     int // questions after the check
	}{
		{"(apply simplify)", 2}, {"(labels)(eval x)", 3}, {"(display x)(exit)(eval x)", 2}, {"(dbg-sexpr x)", 1}, {"(get-value (x))(echo \"a\")(simplify x)", 1}, {"", 1},
	} {
		bench := (&trial.Bench{}).In(trialtest.Scratch(t))
		one := bench.New(read(t, `(apply simplify)(declare-const x Int)(assert (> x 3))(check-sat)`+tt.commands), trial.Facts{Plan: trial.AskForModel})
		run, err := one.Run(t.Context(), target)
		if err != nil {
			t.Fatal(err)
		}
		o := one.ObserveAll(t.Context(), []solver.Run{run})
		if len(run.Questions) != tt.want {
			t.Errorf("%s: %+v", tt.commands, run.Questions)
		}
		if holds := len(o[0].Models) == 1 && o[0].Models[0].Verdict == oracle.ModelHolds; holds != (tt.want > 1) {
			t.Errorf("%s: %+v", tt.commands, o[0].Models)
		}
	}
}
