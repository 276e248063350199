package fuzzer_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/question"
)

// answering makes reused runs of a target give another answer.
func answering(t solver.Target, a smt.Status) trialtest.Living {
	return trialtest.Living{Mode: solver.Reset, Change: func(r trial.Request, run *solver.Run) {
		if r.Target == t {
			run.Answers = slices.Repeat([]smt.Status{a}, len(run.Answers))
		}
	}}
}

// What a reused process shows counts when fresh processes show it too; their runs are then the evidence.
func TestConfirmed(t *testing.T) {
	targets := trialtest.Fakes(t, "", "--answer=unsat", "--opt-b=1 --answer=sat")
	living := trialtest.Living{Mode: solver.Reset, Change: func(_ trial.Request, run *solver.Run) { run.Command = []string{"living"} }}
	f := &fuzzer.Fuzzer{Bench: &trial.Bench{Runner: living}, Targets: targets}
	r := runAll(t, f, arithmetic, list{operators: []string{">"}})[0]
	if len(r.Hits) != 1 || r.Hits[0].Finding.Class != oracle.RefutationSoundness {
		t.Fatalf("%+v", r.Hits)
	}
	found := r.Hits[0].Finding
	if found.Repeated != (findings.Repetition{Runs: 2, Shown: 2}) {
		t.Errorf("%+v", found.Repeated)
	}
	for _, run := range found.Runs {
		if slices.Contains(run.Command, "living") || !slices.Contains(run.Command, findings.BugFile) {
			t.Errorf("the command in the record: %q", run.Command)
		}
	}
	want := []event.Rechecked{{Solver: targets[0].String(), Class: oracle.RefutationSoundness, Mode: "reset", Result: event.Confirmed}}
	if diff := cmp.Diff(want, r.Rechecked); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, run := range r.Runs {
		if run.Mode != "reset" {
			t.Errorf("a first run: %+v", run)
		}
	}
	// Two to confirm, two to repeat, two on the seed.
	if len(r.Extra) != 6 || slices.ContainsFunc(r.Extra, func(run event.Run) bool { return run.Mode != "" }) {
		t.Errorf("%+v", r.Extra)
	}
}

// What fresh processes do not show does not become a finding of its class, whatever it is.
func TestNotConfirmed(t *testing.T) {
	for _, tt := range []struct {
		name    string
		options []string
		change  func(run *solver.Run)
		class   oracle.Class
	}{
		{"unsat", []string{"--answer=sat"}, func(run *solver.Run) { run.Answers = []smt.Status{smt.Unsat} }, oracle.RefutationSoundness},
		{"crash", nil, func(run *solver.Run) {
			run.Verdict = solver.Verdict{Crash: &solver.Crash{Kind: "signal", Signature: "s"}}
		}, oracle.CrashClass},
		{"model", []string{"--do='sat out \"((define-fun x () Int 0))\"'"}, func(run *solver.Run) {
			run.Returns = []solver.Return{{Kind: question.Model, Text: "((define-fun x () Int 3))"}}
		}, oracle.InvalidModel},
		{"self check", nil, func(run *solver.Run) { run.InvalidModel = "no" }, oracle.InvalidModel},
	} {
		t.Run(tt.name, func(t *testing.T) {
			targets := trialtest.Fakes(t, "evidence.model = \"(get-model)\"\n", append(tt.options, "")[0], "--opt-b=1 --answer=sat")
			living := trialtest.Living{Mode: solver.Push, Change: func(r trial.Request, run *solver.Run) {
				if r.Target == targets[0] {
					tt.change(run)
				}
			}}
			// The mutant is true of 0 and false of 3.
			f := &fuzzer.Fuzzer{Bench: &trial.Bench{Runner: living}, Targets: targets}
			r := runAll(t, f, arithmetic, list{operators: []string{"distinct"}})[0]
			if len(r.Hits) != 0 || len(r.Confirmations) != 0 || len(r.Classes) != 0 {
				t.Errorf("%+v", r)
			}
			if len(r.Rechecked) != 1 || r.Rechecked[0].Class != tt.class || r.Rechecked[0].Result != event.NotConfirmed || r.Rechecked[0].Mode != "push" {
				t.Errorf("%+v", r.Rechecked)
			}
		})
	}
}

// Where nothing is found, reused processes are trusted, and nothing is rerun.
func TestNothingToConfirm(t *testing.T) {
	targets := trialtest.Fakes(t, "", "--answer=sat")
	f := &fuzzer.Fuzzer{Bench: &trial.Bench{Runner: trialtest.Living{Mode: solver.Snapshot}}, Targets: targets}
	for _, r := range runAll(t, f, arithmetic, list{operators: []string{">", "<="}}) {
		if len(r.Extra) != 0 || len(r.Rechecked) != 0 || len(r.Runs) != 1 || r.Runs[0].Mode != "snapshot" {
			t.Errorf("%+v", r)
		}
	}
}

// A time-out that no finding names is not repeated, and a remembered time-out is that of the process that answered.
func TestNotRunAgain(t *testing.T) {
	targets := trialtest.Fakes(t, "", "--answer=unsat", "--opt-b=1 --answer=sat", "--opt-c=1 --answer=sat")
	living := trialtest.Living{Mode: solver.Reset, Change: func(r trial.Request, run *solver.Run) {
		if r.Target == targets[2] {
			run.Verdict = solver.Verdict{Limit: solver.LimitTime}
		}
	}}
	f := &fuzzer.Fuzzer{Bench: &trial.Bench{Runner: living}, Targets: targets}
	r := runAll(t, f, arithmetic, list{operators: []string{">"}})[0]
	for _, run := range r.Extra {
		if run.Solver == targets[2].String() {
			t.Errorf("run again: %+v", run)
		}
	}
	if len(r.Hits) != 1 || len(r.Hits[0].Finding.Runs) != 3 || r.Hits[0].Finding.Runs[2].Outcome != outcome.Timeout || r.Hits[0].Finding.Runs[2].Mode != "reset" {
		t.Errorf("%+v", r.Hits)
	}
}

// A target is given up only when a fresh process refuses the mutant and the seed.
func TestRefusedByLife(t *testing.T) {
	refuse := func(run *solver.Run) { run.Verdict = solver.Verdict{Rejected: true, Void: true, Reason: "left behind"} }
	living := trialtest.Living{Mode: solver.Reset, Change: func(_ trial.Request, run *solver.Run) { refuse(run) }}
	f := &fuzzer.Fuzzer{Bench: &trial.Bench{Runner: living}, Targets: trialtest.Fakes(t, "", "--answer=sat")}
	for _, r := range runAll(t, f, arithmetic, list{operators: []string{">", "<="}}) {
		if len(r.Skipped) != 0 || len(r.Runs) != 1 || r.Runs[0].Outcome != outcome.Sat || len(r.Extra) != 1 || r.Extra[0].Mode != "reset" {
			t.Errorf("%+v", r)
		}
	}
}

// An unknown one step after an answer counts when fresh processes give both.
func TestImplicationConfirmed(t *testing.T) {
	engine := implies([]string{">", "<="}, "first", "second")
	for _, tt := range []struct {
		name string
		when string // to what the reused process answers unknown, where the fresh one does not
		fate event.RecheckResult
		hits int
	}{
		{"of a fresh one as well", "none", event.Confirmed, 1},
		{"of a living one alone", "(<= x", event.Undecided, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rule := "--when='[(]<= x=>unknown'"
			if tt.hits == 0 {
				rule = ""
			}
			targets := trialtest.Fakes(t, "", "--answer=sat "+rule)
			living := trialtest.Living{Mode: solver.Reset, Change: func(r trial.Request, run *solver.Run) {
				if strings.Contains(string(r.Text.Bytes), tt.when) {
					run.Answers = []smt.Status{smt.Unknown}
				}
			}}
			f := &fuzzer.Fuzzer{Bench: &trial.Bench{Runner: living}, Targets: targets}
			r := runAll(t, f, arithmetic, engine)[1]
			if len(r.Hits) != tt.hits || len(r.Rechecked) != 1 || r.Rechecked[0].Result != tt.fate {
				t.Errorf("%d hits, %+v", len(r.Hits), r.Rechecked)
			}
		})
	}
	// The base was decided by a reused process alone.
	targets := trialtest.Fakes(t, "", "--answer=unknown")
	living := trialtest.Living{Mode: solver.Reset, Change: func(r trial.Request, run *solver.Run) {
		run.Mode = ""
		if strings.Contains(string(r.Text.Bytes), "(> x") {
			run.Mode, run.Answers = solver.Reset, []smt.Status{smt.Sat}
		}
	}}
	f := &fuzzer.Fuzzer{Bench: &trial.Bench{Runner: living}, Targets: targets}
	if r := runAll(t, f, arithmetic, engine)[1]; len(r.Hits) != 0 || len(r.Classes) != 0 {
		t.Errorf("%+v", r)
	}
}

// A disagreement that open operators excuse is counted as fresh processes show it.
func TestExcusedByLife(t *testing.T) {
	floats := seed("(set-logic QF_FP)\n(declare-const x Float32)\n(assert (fp.lt (fp.min x x) x))\n(check-sat)\n")
	targets := trialtest.Fakes(t, "", "--answer=sat", "--opt-b=1 --answer=sat")
	f := &fuzzer.Fuzzer{Bench: &trial.Bench{Runner: answering(targets[0], smt.Unsat)}, Targets: targets}
	r := runAll(t, f, floats, list{operators: []string{"fp.leq"}})[0]
	if r.Excused != 0 || len(r.Rechecked) != 1 || r.Rechecked[0].Result != event.NotConfirmed {
		t.Errorf("%+v", r)
	}
}
