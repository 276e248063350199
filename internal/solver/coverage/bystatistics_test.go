package coverage_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/run/living"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/coverage"
	"github.com/assay-smt/assay/internal/solver/feedback"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/script"
)

// Profiles of fake solvers that report statistics: by a command, also in reused processes, and by arguments.
const (
	byCommand = "session = {args = [\"-\"], reset = \"(reset)\"}\nevidence = {model = \"(get-model)\"}\nstatistics = {command = \"(get-info :all-statistics)\", noise = [\"^seed$\"]}\n"
	byArgs    = "statistics = {args = [\"--opt-stats=1\"], noise = [\"^seed$\"]}\n"
)

func read(t *testing.T, text string) *script.Script {
	t.Helper()
	s, err := elab.Script(text, elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const query = "(set-logic QF_LIA)\n(declare-const n Int)\n(assert (= n 4))\n(check-sat)\n"

// observed runs a target on a text and observes it.
func observed(t *testing.T, r trial.Runner, target solver.Target, text string) (solver.Run, feedback.Signature, error) {
	t.Helper()
	f, err := coverage.NewByStatistics(target.Solver)
	if err != nil {
		t.Fatal(err)
	}
	if want := "statistics fake 1.2.3"; f.Subject() != want {
		t.Errorf("the subject is %q, want %q", f.Subject(), want)
	}
	bench := (&trial.Bench{Runner: r, Statistics: true}).In(trialtest.Scratch(t))
	run, err := bench.New(read(t, text), trial.Facts{}).Run(t.Context(), target)
	if err != nil {
		t.Fatal(err)
	}
	s, err := f.Observe(t.Context(), &run)
	return run, s, err
}

func entries(s feedback.Signature) string {
	var out []string
	for e := range s.All() {
		out = append(out, e.Key+" "+e.Bucket.String())
	}
	return strings.Join(out, ", ")
}

func TestPlantedStatistics(t *testing.T) {
	const told, want = `(:conflicts 5 :pivots 130 :seed 77 :time 0.3)`, "conflicts 4-7, pivots 128+"
	target := trialtest.Fakes(t, byCommand, `'--do=sat witness' '--info==>out "`+told+`\n"'`)[0]
	run, s, err := observed(t, nil, target, query)
	if err != nil || entries(s) != want || run.Void {
		t.Errorf("a fresh process: %q, %v, %s", entries(s), err, run.Reason)
	}
	// The model that is also asked for is a separate answer.
	if run.Return(0, question.Model) == "" || strings.Contains(run.Return(0, question.Model), "conflicts") {
		t.Errorf("the model is %q", run.Return(0, question.Model))
	}
	target = trialtest.Fakes(t, byCommand, `--do=right '--info==>out "`+told+`\n"'`)[0]
	runner := living.New(living.Config{Mode: solver.Reset})
	defer runner.Close()
	run, s, err = observed(t, runner, target, query)
	if err != nil || entries(s) != want || run.Mode != solver.Reset {
		t.Errorf("a living process: %q, %v, mode %s", entries(s), err, run.Mode)
	}

	target = trialtest.Fakes(t, byArgs, `'--do=sat out "conflicts = 5\nseed = 77\n" err "pivots = 130\n"'`)[0]
	run, s, err = observed(t, nil, target, query)
	if err != nil || entries(s) != want || !strings.Contains(strings.Join(run.Command, " "), "--opt-stats=1") {
		t.Errorf("by arguments: %q, %v, %q", entries(s), err, run.Command)
	}
}

func TestSilentRuns(t *testing.T) {
	for _, does := range []string{"sat crash SEGV", "hang", "sat", `sat error "unsupported"`, `sat out "unsupported\n"`, "binary", `sat out "(:time 0.1)\n"`} {
		target := trialtest.Fakes(t, byCommand, `'--do=`+does+`'`)[0]
		if does == "hang" {
			target.Config.Limits.Time = 300e6
		}
		if _, s, err := observed(t, nil, target, query); !errors.Is(err, coverage.ErrSilent) || s.Len() > 0 {
			t.Errorf("%s shows %q: %v", does, entries(s), err)
		}
	}
	mute := trialtest.Fakes(t, "", "--answer=sat")[0]
	if _, err := coverage.NewByStatistics(mute.Solver); !errors.Is(err, coverage.ErrMute) {
		t.Errorf("a solver without statistics: %v", err)
	}
}

// With several checks, the statistics after the last one count, and they are asked for once.
func TestStatisticsOfSeveralChecks(t *testing.T) {
	target := trialtest.Fakes(t, byCommand, `'--do=sat unsat out "(:conflicts 2)\n"'`)[0]
	run, s, err := observed(t, nil, target, query+"(push 1)\n(assert (< n 1))\n(check-sat)\n(pop 1)\n")
	if err != nil || entries(s) != "conflicts 2" {
		t.Errorf("%q, %v", entries(s), err)
	}
	want := []solver.Question{{Check: 1, Kind: question.Statistics}}
	if diff := cmp.Diff(want, run.Questions); diff != "" {
		t.Error(diff)
	}
}
