package query_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/run/query"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
)

const arithmetic = "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (< x 3))\n(check-sat)\n"

func question(t *testing.T, text string) *script.Script {
	t.Helper()
	s, err := elab.Script(text, elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Votes come from every solver that decides, with its version; crashes and unknowns are no votes.
func TestVotes(t *testing.T) {
	targets := trialtest.Fakes(t, "", "--answer=sat", "--opt-b=1 --answer=unknown", "--opt-c=1 --do='crash SEGV'", "--opt-d=1 --answer=unsat")
	a := &query.Answers{Bench: &trial.Bench{}, Targets: targets, Scratch: trialtest.Scratch(t)}
	got := a.Ask(t.Context(), question(t, arithmetic), mutate.WantVotes)
	version := targets[0].Version()
	want := []mutate.Reply{{Solver: "fake " + version, Codebase: "fake", Status: smt.Sat}, {Solver: "fake " + version, Codebase: "fake", Status: smt.Unsat}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("replies (-want +got):\n%s", diff)
	}
	if s := a.Stats(); s.Asked != 4 || s.Known != 0 {
		t.Errorf("%+v", s)
	}
}

// A solver is asked a question once: workers wait for each other, and what is on disk is not asked again, unless it is damaged.
func TestAskedOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "answers")
	targets := trialtest.Fakes(t, "", "--answer=sat")
	s := question(t, arithmetic)
	a := &query.Answers{Bench: &trial.Bench{}, Targets: targets, Dir: dir, Scratch: trialtest.Scratch(t)}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if got := a.Ask(t.Context(), s, mutate.WantVotes); len(got) != 1 || got[0].Status != smt.Sat {
				t.Errorf("%+v", got)
			}
		})
	}
	wg.Wait()
	if n := a.Stats().Asked; n != 1 {
		t.Errorf("asked %d times", n)
	}
	// Another process, whose solver has changed its mind: the campaign's replies stay.
	ask := func() (smt.Status, query.AskStats) {
		t.Helper()
		b := &query.Answers{Bench: &trial.Bench{}, Targets: targets, Dir: dir, Scratch: trialtest.Scratch(t)}
		got := b.Ask(t.Context(), s, mutate.WantVotes)
		if len(got) != 1 {
			t.Fatalf("%+v", got)
		}
		return got[0].Status, b.Stats()
	}
	if _, stats := ask(); stats.Asked != 0 || stats.Known != 1 {
		t.Errorf("%+v", stats)
	}
	file := filepath.Join(dir, "replies.jsonl")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var kept struct{ Key string }
	if err := json.Unmarshal(text, &kept); err != nil || kept.Key == "" {
		t.Fatalf("%s: %v", text, err)
	}
	other := strings.Replace(string(text), kept.Key, "another", 1)
	for _, tt := range []struct {
		name, text string
		asked      int
	}{
		{"cut off", string(text[:len(text)/2]), 1},
		{"damaged, with another after it", strings.Replace(string(text), `"sat"`, `"uns`, 1) + other, 1},
		{"after a damaged one", "{\n" + other + string(text), 0},
		{"given later, which counts", strings.Replace(string(text), "sat", "unknown", 1) + string(text), 0},
	} {
		if err := os.WriteFile(file, []byte(tt.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if status, stats := ask(); status != smt.Sat || stats.Asked != tt.asked || stats.Known != 1-tt.asked {
			t.Errorf("a reply that is %s: %v %+v", tt.name, status, stats)
		}
		if status, stats := ask(); status != smt.Sat || stats.Known != 1 {
			t.Errorf("after a reply that is %s: %v %+v", tt.name, status, stats)
		}
	}
	// Older versions kept a file for each reply.
	if err := errors.Join(os.Remove(file), os.WriteFile(filepath.Join(dir, kept.Key+".json"), text, 0o600)); err != nil {
		t.Fatal(err)
	}
	if status, stats := ask(); status != smt.Sat || stats.Known != 1 {
		t.Errorf("a reply of an older version: %v %+v", status, stats)
	}
}

// Once it is closed, what answers questions touches its folder no more, and goes on from memory.
func TestClosed(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "answers")
	targets := trialtest.Fakes(t, "", "--answer=sat")
	a := &query.Answers{Bench: &trial.Bench{}, Targets: targets, Dir: dir, Scratch: trialtest.Scratch(t)}
	a.Close()
	for range 2 {
		if got := a.Ask(t.Context(), question(t, arithmetic), mutate.WantVotes); len(got) != 1 {
			t.Errorf("%+v", got)
		}
	}
	if s := a.Stats(); s.Asked != 1 {
		t.Errorf("%+v", s)
	}
	if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder: %v", err)
	}
}

// A question that was interrupted leaves nothing behind.
func TestAskCanceled(t *testing.T) {
	targets := trialtest.Fakes(t, "", "--answer=sat")
	a := &query.Answers{Bench: &trial.Bench{}, Targets: targets, Dir: t.TempDir(), Scratch: trialtest.Scratch(t)}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got := a.Ask(ctx, question(t, arithmetic), mutate.WantVotes); got != nil {
		t.Errorf("%+v", got)
	}
	if got := a.Ask(t.Context(), question(t, arithmetic), mutate.WantVotes); len(got) != 1 {
		t.Errorf("%+v", got)
	}
}

// A solver that says unsat when a model is wanted has answered: the others are not asked.
func TestModelOfUnsat(t *testing.T) {
	targets := trialtest.Fakes(t, "", "--answer=unsat", "--opt-b=1 --answer=unsat")
	for _, s := range targets {
		s.Profile().Show.Model = "(get-model)"
	}
	a := &query.Answers{Bench: &trial.Bench{}, Targets: targets, Scratch: trialtest.Scratch(t)}
	got := a.Ask(t.Context(), question(t, arithmetic), mutate.WantModel)
	if len(got) != 1 || got[0].Status != smt.Unsat || a.Stats().Asked != 1 {
		t.Errorf("%+v, %+v", got, a.Stats())
	}
}

// Models come from the runner for them. Nothing else does: a vote may become a truth.
func TestModels(t *testing.T) {
	targets := trialtest.Fakes(t, "evidence.model = \"(get-model)\"\n", `--do='sat out "((define-fun x () Int 1))"'`)
	for _, tt := range []struct {
		name  string
		want  mutate.Want
		spoil func(run *solver.Run)
		asked bool // of the bench
		model string
	}{
		{"a model", mutate.WantModel, func(run *solver.Run) { run.Returns[0].Text = "((define-fun x () Int 2))" }, false, "((define-fun x () Int 2))"},
		{"unsat", mutate.WantModels, func(run *solver.Run) { run.Answers = []smt.Status{smt.Unsat} }, true, "((define-fun x () Int 1))"},
		{"no model", mutate.WantModel, func(run *solver.Run) { run.Returns = nil }, true, "((define-fun x () Int 1))"},
		{"a crash", mutate.WantModel, func(run *solver.Run) { run.Crash = &solver.Crash{} }, true, "((define-fun x () Int 1))"},
		{"a vote", mutate.WantVotes, func(*solver.Run) { t.Error("a vote was asked of the runner for models") }, true, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			asked := false
			bench := &trial.Bench{Fresh: trialtest.Living{Mode: solver.Process, Change: func(trial.Request, *solver.Run) { asked = true }}}
			a := &query.Answers{
				Bench: bench, Targets: targets, Scratch: trialtest.Scratch(t),
				Models: trialtest.Living{Mode: solver.Snapshot, Change: func(_ trial.Request, run *solver.Run) { tt.spoil(run) }},
			}
			got := a.Ask(t.Context(), question(t, arithmetic), tt.want)
			if len(got) != 1 || got[0].Status != smt.Sat || strings.TrimSpace(got[0].Model) != tt.model || asked != tt.asked {
				t.Errorf("%+v, asked %v", got, asked)
			}
		})
	}
}

// A solver that answers without giving what is wanted (sat without a model, unsat without a core) leaves the question to the others. One
// that shows that there is none ends it.
func TestWhoIsAskedNext(t *testing.T) {
	const named = "(set-logic QF_LIA)\n(set-option :produce-unsat-cores true)\n(declare-const x Int)\n(assert (! (< x 3) :named a))\n(check-sat)\n"
	const model, core = `sat out "((define-fun x () Int 1))\n"`, `unsat out "(a)\n"`
	for _, tt := range []struct {
		want    mutate.Want
		answers []string
		asked   int
	}{
		{mutate.WantModel, []string{"sat", model, "sat"}, 2},
		{mutate.WantModel, []string{"unknown", "sat", "sat", model}, 4},
		{mutate.WantModel, []string{model, "sat"}, 1},
		{mutate.WantModel, []string{"unsat", model}, 1},
		{mutate.WantModel, []string{"sat", "unsat", model}, 2},
		{mutate.WantCore, []string{"unsat", core, "unsat"}, 2},
		{mutate.WantCore, []string{"unknown", "unsat", "unsat", core}, 4},
		{mutate.WantCore, []string{core, "unsat"}, 1},
		{mutate.WantCore, []string{"sat", core}, 1},
		{mutate.WantVotes, []string{"sat", "unsat", "sat"}, 3},
		{mutate.WantModels, []string{model, "unsat", "sat"}, 3},
	} {
		var options []string
		for i, answer := range tt.answers {
			options = append(options, fmt.Sprintf("--opt-a=%d --do='%s'", i, answer))
		}
		targets := trialtest.Fakes(t, "", options...)
		for _, s := range targets {
			s.Profile().Show.Model, s.Profile().Show.Core = "(get-model)", "(get-unsat-core)"
		}
		a := &query.Answers{Bench: &trial.Bench{}, Targets: targets, Scratch: trialtest.Scratch(t)}
		got := a.Ask(t.Context(), question(t, named), tt.want)
		if a.Stats().Asked != tt.asked {
			t.Errorf("%v of %q: %d are asked, want %d: %+v", tt.want, tt.answers, a.Stats().Asked, tt.asked, got)
		}
	}
}

// Solvers that cannot agree are not asked to: versions of one solver share its mistakes.
func TestAgreement(t *testing.T) {
	for _, tt := range []struct {
		codebases []string
		asked     int
	}{
		{[]string{"a"}, 0},
		{[]string{"a", "a"}, 0},
		{[]string{"a", "b"}, 2},
		{[]string{"a", "a", "b"}, 3},
	} {
		var targets []solver.Target
		for i, codebase := range tt.codebases {
			// Each has a profile of its own.
			target := trialtest.Fakes(t, "", fmt.Sprintf("--opt-a=%d --answer=unsat", i))[0]
			target.Profile().Codebase = codebase
			targets = append(targets, target)
		}
		a := &query.Answers{Bench: &trial.Bench{}, Targets: targets, Scratch: trialtest.Scratch(t)}
		got := a.Ask(t.Context(), question(t, arithmetic), mutate.WantAgreement)
		if len(got) != tt.asked || a.Stats().Asked != tt.asked || (mutate.Agreed(got) == smt.Unsat) != (tt.asked > 0) {
			t.Errorf("codebases %v: %d are asked, %+v", tt.codebases, a.Stats().Asked, got)
		}
	}
}

// All solvers are asked for votes with models, including those that have no models.
func TestModelsOfAll(t *testing.T) {
	targets := trialtest.Fakes(t, "", "--answer=unsat", `--opt-b=1 --do='sat out "((define-fun x () Int 1))\n"'`, "--opt-c=1 --answer=sat")
	for _, s := range targets[:2] {
		s.Profile().Show.Model = "(get-model)"
	}
	a := &query.Answers{Bench: &trial.Bench{}, Targets: targets, Scratch: trialtest.Scratch(t)}
	got := a.Ask(t.Context(), question(t, arithmetic), mutate.WantModels)
	if len(got) != 3 || got[0].Status != smt.Unsat || strings.TrimSpace(got[1].Model) != "((define-fun x () Int 1))" || got[2].Model != "" {
		t.Errorf("%+v", got)
	}
}

// Mutants rest on what fresh processes say: a reused one is not even asked.
func TestFreshAnswers(t *testing.T) {
	living := trialtest.Living{Mode: solver.Reset, Change: func(trial.Request, *solver.Run) { t.Error("a living process was asked") }}
	fresh := &trialtest.Spy{}
	a := &query.Answers{
		Bench: &trial.Bench{Runner: living, Fresh: fresh}, Targets: trialtest.Fakes(t, "", "--answer=unsat"), Scratch: trialtest.Scratch(t),
	}
	got := a.Ask(t.Context(), question(t, arithmetic), mutate.WantVotes)
	if len(got) != 1 || got[0].Status != smt.Unsat || len(fresh.Runs()) != 1 {
		t.Errorf("%+v, %d fresh runs", got, len(fresh.Runs()))
	}
}
