package living_test

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/run/living"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
)

// scripted makes the script set --opt-a=X, and undoes it afterwards.
func scripted(t solver.Target) (base solver.Target, set, undo string) {
	value, ok := t.Config.Value("--opt-a")
	if !ok {
		return t, "", ""
	}
	return t.With(t.Config.Without("--opt-a")), "(set-option :a " + value + ")\n", "(set-option :a none)\n"
}

// Targets that differ in an option that scripts can set share a process of mode reset. Each sees its own value, and a fresh process gets
// it on its command line.
func TestSettings(t *testing.T) {
	target := trialtest.Fakes(t, extra, `'--live=:a yes[)]=>sat' '--live=:a no[)]=>unsat' '--live=:a odd[)]=>error "odd"' --do=unknown`)[0]
	with := func(value string) solver.Target {
		words := []string{"--opt-a=" + value}
		for _, o := range target.Config.Options() {
			words = append(words, o.Words()...)
		}
		return target.With(solver.Configure(words...))
	}
	runner := living.New(living.Config{Mode: solver.Reset, Settings: scripted, Patience: patient})
	defer runner.Close()
	run := func(target solver.Target) solver.Run {
		t.Helper()
		bench := (&trial.Bench{Runner: runner}).In(trialtest.Scratch(t))
		run, err := bench.New(step{n: 7}.script(t), trial.Facts{Plan: trial.AskNothing}).Run(t.Context(), target)
		if err != nil {
			t.Fatal(err)
		}
		return run
	}
	for _, tt := range []struct {
		target solver.Target
		want   smt.Status
	}{{with("yes"), smt.Sat}, {with("no"), smt.Unsat}, {target, smt.Unknown}, {with("yes"), smt.Sat}, {target, smt.Unknown}} {
		r := run(tt.target)
		if r.Answer() != tt.want || r.Mode != solver.Reset || r.Solver != tt.target.String() {
			t.Errorf("%s: %v in mode %s as %s", tt.target, r.Answers, r.Mode, r.Solver)
		}
		value, set := tt.target.Config.Value("--opt-a")
		text := string(r.Session.Texts[len(r.Session.Texts)-1])
		if begins := strings.HasPrefix(text, "(set-option :a "+value+")\n"); begins != set || strings.HasSuffix(text, "(set-option :a none)\n") != set {
			t.Errorf("%s has read %s", tt.target, text)
		}
	}
	if starts := runner.Report().Starts; len(starts) != 1 || starts[0].N != 1 {
		t.Errorf("starts %+v, want one", starts)
	}
	odd := run(with("odd")) // where the answer is that of --do
	if odd.Mode != solver.Process || odd.Answer() != smt.Unknown || !strings.Contains(strings.Join(odd.Command, " "), "--opt-a=odd") {
		t.Errorf("an odd value: %v in mode %s by %q", odd.Answers, odd.Mode, odd.Command)
	}
}

// Between push and pop options are the process's own.
func TestSettingsInPush(t *testing.T) {
	target := trialtest.Fakes(t, extra, `'--live=:a yes[)]=>sat' --do=unknown --opt-a=yes`)[0]
	runner := living.New(living.Config{Mode: solver.Push, Settings: scripted, Patience: patient})
	defer runner.Close()
	bench := (&trial.Bench{Runner: runner}).In(trialtest.Scratch(t))
	r, err := bench.New(step{n: 7}.script(t), trial.Facts{Plan: trial.AskNothing}).Run(t.Context(), target)
	if err != nil {
		t.Fatal(err)
	}
	if r.Mode != solver.Push || r.Answer() != smt.Sat || !strings.Contains(strings.Join(r.Command, " "), "--opt-a=yes") {
		t.Errorf("%v in mode %s by %q", r.Answers, r.Mode, r.Command)
	}
}
