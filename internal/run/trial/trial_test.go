package trial_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/experiment"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/theory"
)

const plain = "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (< x 3))\n(check-sat)\n"

// Questions are found in any text of commands, as far as it can be read.
func TestQuestions(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []solver.Question
	}{
		{plain, nil},
		{"(get-model)(check-sat)(get-model)(get-value (x))", []solver.Question{{Check: 0, Kind: question.Model}, {Check: 0, Kind: question.Values}}},
		{"(check-sat)(check-sat-assuming (p))(get-unsat-assumptions)(check-sat)(get-unsat-core)(get-info :reason-unknown)(get-info :all-statistics)(get-proof)",
			[]solver.Question{{Check: 1, Kind: question.Assumptions}, {Check: 2, Kind: question.Core}, {Check: 2, Kind: question.Reason}, {Check: 2, Kind: question.Statistics}, {Check: 2, Kind: question.Proof}}},
		{"(check-sat)(exit)(get-model)", nil},
		{"(check-sat)(get-model)(assert (", []solver.Question{{Check: 0, Kind: question.Model}}},
		{"junk (check-sat) ) (get-model)", nil},
		{"", nil},
	} {
		got := trial.Questions(tt.text)
		if len(got) == 0 && len(tt.want) == 0 {
			continue
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.text, diff)
		}
	}
}

// scripted is a Runner that answers without any process.
type scripted struct {
	stdout func(r trial.Request) solver.Verdict
	asked  []trial.Request
}

func (s *scripted) Run(_ context.Context, r trial.Request) (solver.Run, error) {
	s.asked = append(s.asked, r)
	return solver.Run{
		Target: r.Target, Solver: r.Target.String(), Family: r.Target.Profile().Name, Questions: r.Text.Questions, Limits: r.Limits,
		Verdict: s.stdout(r),
	}, nil
}

// A trial needs no process: it works with any Runner, and certifies and judges what that returns.
func TestOnce(t *testing.T) {
	targets := []solver.Target{trialtest.Printing(t, "z3", ""), trialtest.Printing(t, "cvc5", "")}
	runner := &scripted{stdout: func(r trial.Request) solver.Verdict {
		if r.Target == targets[1] {
			return solver.Verdict{Answers: []smt.Status{smt.Unsat}}
		}
		return solver.Verdict{Answers: []smt.Status{smt.Sat}, Returns: []solver.Return{{Check: 0, Kind: question.Model, Text: "((define-fun x () Int 1))"}}}
	}}
	bench := (&trial.Bench{Runner: runner, Limits: solver.Limits{Time: time.Second}}).In(trialtest.Scratch(t))
	report, err := experiment.Of(bench.New(read(t, plain), trial.Facts{}), targets...).Once(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Found) != 1 || report.Found[0].Class != oracle.RefutationSoundness || report.Found[0].Suspect || report.Found[0].Solver != targets[1].String() {
		t.Errorf("found %+v", report.Found)
	}
	if len(report.Runs) != 2 || len(report.Observed) != 2 || report.Observed[0].Models[0].Verdict != oracle.ModelHolds {
		t.Errorf("observed %+v", report.Observed)
	}
	for i, r := range runner.asked {
		if r.Limits.Time != time.Second || r.Checks != 1 || !r.Options.Models || !strings.HasSuffix(string(r.Text.Bytes), "(check-sat)\n(get-model)\n") {
			t.Errorf("request %d: %+v\n%s", i, r, r.Text.Bytes)
		}
	}
	if entries, _ := os.ReadDir(bench.Dir.Path("")); len(entries) != 0 {
		t.Error("a file was written although no process reads it")
	}
}

// Questions that no target needs are not asked: models of scripts with several checks come in a second run, only after sat.
func TestAskEverySat(t *testing.T) {
	target := trialtest.Printing(t, "z3", "")
	runner := &scripted{stdout: func(r trial.Request) solver.Verdict {
		v := solver.Verdict{Answers: []smt.Status{smt.Unsat, smt.Sat}}
		if len(r.Text.Questions) > 0 {
			v.Returns = []solver.Return{{Check: 1, Kind: question.Model, Text: "((define-fun x () Int 7))"}}
		}
		return v
	}}
	bench := (&trial.Bench{Runner: runner}).In(trialtest.Scratch(t))
	script := read(t, "(set-logic QF_LIA)(declare-const x Int)(push 1)(assert (< x x))(check-sat)(pop 1)(assert (< x 3))(check-sat)")
	report, err := experiment.Of(bench.New(script, trial.Facts{Plan: trial.AskEverySat}), target).Once(t.Context())
	if err != nil || len(runner.asked) != 2 {
		t.Fatalf("%d runs, %v", len(runner.asked), err)
	}
	if diff := cmp.Diff([]solver.Question{{Check: 1, Kind: question.Model}}, runner.asked[1].Text.Questions); diff != "" {
		t.Errorf("questions (-want +got):\n%s", diff)
	}
	if len(report.Found) != 1 || report.Found[0].Class != oracle.InvalidModel || report.Found[0].Check != 1 {
		t.Errorf("found %+v", report.Found)
	}
}

// TestAskedAgain: whichever of two runs counts, its answers and the text that the solver read stay together.
func TestAskedAgain(t *testing.T) {
	target := trialtest.Printing(t, "z3", "")
	const script = "(set-logic QF_LIA)(declare-const x Int)(push 1)(assert (< x x))(check-sat)(pop 1)(assert (< x 3))(check-sat)"
	first := []smt.Status{smt.Unsat, smt.Sat}
	for _, tt := range []struct {
		name   string
		again  solver.Verdict
		counts bool
	}{
		{"the same answers", solver.Verdict{Answers: first}, true},
		{"other answers", solver.Verdict{Answers: []smt.Status{smt.Unsat, smt.Unknown}}, false},
		{"a crash", solver.Verdict{Answers: first[:1], Crash: &solver.Crash{Kind: "signal", Signature: "signal SEGV"}}, true},
		{"one answer less", solver.Verdict{Answers: first[:1], Limit: solver.LimitTime}, false},
		{"no answer", solver.Verdict{Limit: solver.LimitTime}, false},
		{"void answers", solver.Verdict{Answers: first, Void: true}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			runner := &scripted{stdout: func(r trial.Request) solver.Verdict {
				if len(r.Text.Questions) > 0 {
					return tt.again
				}
				return solver.Verdict{Answers: first}
			}}
			one := (&trial.Bench{Runner: runner}).In(trialtest.Scratch(t)).New(read(t, script), trial.Facts{Plan: trial.AskEverySat})
			run, err := one.Run(t.Context(), target)
			if err != nil || len(runner.asked) != 2 {
				t.Fatalf("%d runs, %v", len(runner.asked), err)
			}
			if counts := len(run.Questions) > 0; counts != tt.counts {
				t.Errorf("the second run counts: %v", counts)
			}
			if diff := cmp.Diff(run.Questions, one.Text(target).Questions); diff != "" {
				t.Errorf("the run that counts and the text differ in their questions (-run +text):\n%s", diff)
			}
			if besides := one.Besides(); len(besides) != 1 || (len(besides[0].Questions) == 0) != tt.counts {
				t.Errorf("besides: %+v", besides)
			}
			// A target that then gives other answers is not asked for models again.
			runner.asked = nil
			if _, err := one.Run(t.Context(), target); err != nil || len(runner.asked) != map[bool]int{true: 2, false: 1}[tt.counts] {
				t.Errorf("%d runs the next time, %v", len(runner.asked), err)
			}
		})
	}
}

// It is recorded when a solver was asked for a model and gave none, but not when it gave up or was not asked.
func TestRefusedModel(t *testing.T) {
	target := trialtest.Printing(t, "z3", "")
	for _, tt := range []struct {
		plan  trial.Plan
		limit solver.Limit
		want  []oracle.ModelReport
	}{
		{trial.AskForModel, solver.LimitNone, []oracle.ModelReport{{Verdict: oracle.ModelRefused}}},
		{trial.AskForModel, solver.LimitTime, []oracle.ModelReport{{}}},
		{trial.AskNothing, solver.LimitNone, nil},
	} {
		runner := &scripted{stdout: func(trial.Request) solver.Verdict {
			return solver.Verdict{Answers: []smt.Status{smt.Sat}, Limit: tt.limit}
		}}
		bench := (&trial.Bench{Runner: runner}).In(trialtest.Scratch(t))
		report, err := experiment.Of(bench.New(read(t, plain), trial.Facts{Plan: tt.plan}), target).Once(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, report.Observed[0].Models); diff != "" {
			t.Errorf("plan %d, %v (-want +got):\n%s", tt.plan, tt.limit, diff)
		}
	}
}

// Texts are read with the bench's table: without it, a model of a user's operator says nothing.
func TestTable(t *testing.T) {
	table, _, err := theory.Builtin().Extend("own.theory", "(theory Own)\n(abs2 Int Int)\n")
	if err != nil {
		t.Fatal(err)
	}
	text := &trial.Text{Bytes: []byte("(declare-const x Int)(assert (or (= (abs2 x) 1) (< x 2)))(assert (< x 0))(check-sat)(get-model)")}
	text.Questions = trial.Questions(string(text.Bytes))
	runner := &scripted{stdout: func(trial.Request) solver.Verdict {
		return solver.Verdict{Answers: []smt.Status{smt.Sat}, Returns: []solver.Return{{Check: 0, Kind: question.Model, Text: "((define-fun x () Int 1))"}}}
	}}
	for _, tt := range []struct {
		table *theory.Table
		want  int
	}{{table, 1}, {nil, 0}} {
		bench := (&trial.Bench{Runner: runner, Table: tt.table}).In(trialtest.Scratch(t))
		tr := bench.Recorded("", 1, trial.Facts{})
		copied := *text
		target := trialtest.Printing(t, "z3", "")
		run, err := tr.RunText(t.Context(), target, "z3", &copied, solver.Options{Models: true})
		if err != nil {
			t.Fatal(err)
		}
		if v, err := tr.Judge(t.Context(), tr.ObserveAll(t.Context(), []solver.Run{run})); err != nil || len(v.Found) != tt.want {
			t.Errorf("with the table %v: found %+v, %v", tt.table != nil, v.Found, err)
		}
	}
}

// Whatever is left to evaluate when the context ends counts as too large, and there is no verdict then.
func TestInterruptedObservation(t *testing.T) {
	text := &trial.Text{Bytes: []byte("(declare-const x Int)(assert (< x 2))(assert (< x 0))(check-sat)(get-model)")}
	text.Questions = trial.Questions(string(text.Bytes))
	runner := &scripted{stdout: func(trial.Request) solver.Verdict {
		return solver.Verdict{Answers: []smt.Status{smt.Sat}, Returns: []solver.Return{{Check: 0, Kind: question.Model, Text: "((define-fun x () Int 1))"}}}
	}}
	tr := (&trial.Bench{Runner: runner}).In(trialtest.Scratch(t)).Recorded("", 1, trial.Facts{})
	run, err := tr.RunText(t.Context(), trialtest.Printing(t, "z3", ""), "z3", text, solver.Options{Models: true})
	if err != nil {
		t.Fatal(err)
	}
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	for _, tt := range []struct {
		ctx  context.Context
		want oracle.ModelVerdict
		err  error
	}{{t.Context(), oracle.ModelFails, nil}, {ctx, oracle.ModelTooLarge, why}} {
		o := tr.Observe(tt.ctx, run)
		if got := o.Models[0].Verdict; got != tt.want {
			t.Errorf("the model is %s: %s", got, o.Models[0].Summary)
		}
		if v, err := tr.Judge(tt.ctx, []oracle.Observation{o}); !errors.Is(err, tt.err) || (len(v.Found) > 0) != (err == nil) {
			t.Errorf("found %+v, %v", v.Found, err)
		}
	}
}

// Files are written once, when a process reads them, and closing a trial removes them.
func TestFiles(t *testing.T) {
	targets := trialtest.Fakes(t, "", "--answer=sat", "--answer=unsat")
	bench := (&trial.Bench{}).In(trialtest.Scratch(t))
	tr := bench.New(read(t, plain), trial.Facts{Name: "x"})
	if _, err := experiment.Of(tr, targets...).Once(t.Context()); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(bench.Dir.Path("*"))
	if err != nil || len(files) != 1 || filepath.Base(files[0]) != "x0.smt2" {
		t.Errorf("%v, %v", files, err)
	}
	tr.Close()
	if files, _ := filepath.Glob(bench.Dir.Path("*")); len(files) != 0 {
		t.Errorf("left: %v", files)
	}
}

// A solver that replaces its file by a link gets nothing overwritten, and the next solver still reads our text. One that replaces the
// folder ends the trial.
func TestSwappedFiles(t *testing.T) {
	foreign := t.TempDir()
	file := filepath.Join(foreign, "x0.smt2")
	if err := os.WriteFile(file, []byte("; precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	for what, target := range map[string]string{"file": file, "folder": foreign} {
		t.Run(what, func(t *testing.T) {
			targets := trialtest.Fakes(t, "", "--do='swap "+what+" "+target+" sat'", "--when='check-sat=>sat' --do=unsat")
			dir, err := trialtest.Scratch(t).Sub("0")
			if err != nil {
				t.Fatal(err)
			}
			tr := (&trial.Bench{}).In(dir).New(read(t, plain), trial.Facts{Name: "x", Plan: trial.AskNothing})
			report, err := experiment.Of(tr, targets...).Once(t.Context())
			var output *disk.OutputError
			switch {
			case what == "folder" && !errors.As(err, &output):
				t.Errorf("error %v", err)
			case what == "file" && (err != nil || report.Runs[1].Answer() != smt.Sat):
				t.Errorf("error %v, answer %v", err, report.Runs[1].Answers)
			}
			tr.Close()
			if text, err := os.ReadFile(file); err != nil || string(text) != "; precious" {
				t.Errorf("the foreign file is %q, %v", text, err)
			}
		})
	}
}

// A program that somebody is still writing, as an installation does, starts when that has ended; what stands in the way for good is not waited for.
func TestStartsLater(t *testing.T) {
	target := trialtest.Printing(t, "z3", "sat\n")
	program, err := os.OpenFile(target.Path(), os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = program.Close() }()
	if err := exec.CommandContext(t.Context(), target.Path()).Run(); !errors.Is(err, syscall.ETXTBSY) {
		t.Skipf("this system runs programs that are being written: %v", err)
	}
	time.AfterFunc(300*time.Millisecond, func() { _ = program.Close() })
	bench := (&trial.Bench{}).In(trialtest.Scratch(t))
	run, err := bench.New(read(t, plain), trial.Facts{Plan: trial.AskNothing}).Run(t.Context(), target)
	if err != nil || run.Answer() != smt.Sat {
		t.Fatalf("%v, %v", run.Answer(), err)
	}
	if err := os.Remove(target.Path()); err != nil {
		t.Fatal(err)
	}
	_, err = bench.New(read(t, plain), trial.Facts{Plan: trial.AskNothing}).Run(t.Context(), target)
	var unusable *solver.UnusableError
	if !errors.As(err, &unusable) || unusable.Passing {
		t.Errorf("a program that is gone: %+v", err)
	}
}

// What a file has a solver say is not the solver's answer, when the file is handed over as it is.
func TestEchoedAnswers(t *testing.T) {
	target := trialtest.Printing(t, "z3", "unsat\n")
	for said, void := range map[string]bool{
		`(echo "unsat")`: true, "( echo\n\"first\nsat\" )": true, `(echo "now unsat")`: false, `(echo "a ""sat""")`: false, `(set-info :notes "unsat")`: false,
	} {
		text := said + "\n" + plain
		for what, known := range map[string]*script.Script{"readable": read(t, text), "unreadable": nil} {
			bench := (&trial.Bench{}).In(trialtest.Scratch(t))
			tr := bench.Raw(bench.RawText("raw.smt2", []byte(text)), known, trial.Facts{Truths: []oracle.Truth{{Status: smt.Sat}}})
			out, err := experiment.Of(tr, target).Once(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if out.Runs[0].Void != void || (len(out.Found) == 0) != void {
				t.Errorf("%s, %s: void %t, %+v", said, what, out.Runs[0].Void, out.Found)
			}
		}
	}
}
