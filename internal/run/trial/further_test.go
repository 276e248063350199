package trial_test

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/experiment"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/script"
)

// Further questions come after those of the plan, and the responses are judged where it is certain which response belongs to which
// question. The text alone is enough to judge them again.
func TestFurtherQuestions(t *testing.T) {
	const script = "(declare-fun x () Int)\n(assert (> x 3))\n(check-sat)\n"
	further := func(p *solver.Profile) []solver.Question {
		if p.Show.Further.Simplify == "" {
			return nil
		}
		return []solver.Question{
			{Kind: question.Values, Command: "(get-value (x (+ x 1)))"}, {Kind: question.Simplified, Command: "(simplify (+ x x))"},
			{Kind: question.Evaluated, Command: "(eval (= x 4))"},
		}
	}
	const m = "sat\n((define-fun x () Int 4))\n"
	for _, tt := range []struct {
		name, stdout string
		want         oracle.Class // "" for nothing
		open         bool         // some response is not judged
	}{
		{"right", m + "((x 4) ((+ x 1) 5))\n(* 2 x)\ntrue\n", "", false},
		{"a wrong value", m + "((x 4) ((+ x 1) 6))\n(* 2 x)\ntrue\n", oracle.InvalidValue, false},
		{"a wrong simplification", m + "((x 4) ((+ x 1) 5))\n(* 3 x)\ntrue\n", oracle.InvalidSimplification, false},
		{"a wrong word", m + "((x 4) ((+ x 1) 5))\n(* 2 x)\nfalse\n", oracle.InvalidValue, false},
		{"one is missing", m + "((x 4) ((+ x 1) 5))\ntrue\n", "", true},
		{"one too many", m + "((x 4) ((+ x 1) 6))\n(* 3 x)\ntrue\nfalse\n", "", true},
		{"after unsat", "unsat\n(error \"line 4 column 10: model is not available\")\n(error \"line 5 column 10: model is not available\")\n(* 3 x)\n(error \"line 6 column 10: model is not available\")\n",
			oracle.InvalidSimplification, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			bench := (&trial.Bench{}).In(trialtest.Scratch(t))
			target := trialtest.Printing(t, "z3", tt.stdout)
			tr := bench.New(read(t, script), trial.Facts{Further: further})
			raw := bench.RawText("raw.smt2", tr.Text(target).Bytes)
			for what, tr := range map[string]*trial.Trial{"trial": tr, "text": bench.Raw(raw, read(t, script), trial.Facts{})} {
				out, err := experiment.Of(tr, target).Once(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				var got []oracle.Class
				for _, f := range out.Found {
					got = append(got, f.Class)
				}
				if tt.want == "" && len(got) > 0 || tt.want != "" && (len(got) != 1 || got[0] != tt.want) {
					t.Errorf("%s: %v, want %q: %+v", what, got, tt.want, out.Runs[0].Returns)
				}
				open := false
				for _, r := range out.Observed[0].Responses {
					open = open || r.Verdict == oracle.ResponseUnread
				}
				if open != tt.open {
					t.Errorf("%s: %+v", what, out.Observed[0].Responses)
				}
			}
		})
	}
	text := (&trial.Bench{}).In(trialtest.Scratch(t)).New(read(t, script), trial.Facts{Further: further}).Text(trialtest.Printing(t, "boolector", ""))
	if strings.Contains(string(text.Bytes), "get-value") {
		t.Errorf("asked of a solver that has no such commands:\n%s", text.Bytes)
	}
}

// A solver that refuses a further question is asked about the script without any.
func TestFurtherQuestionsRefused(t *testing.T) {
	bench := (&trial.Bench{}).In(trialtest.Scratch(t))
	target := trialtest.Fakes(t, "", `--when="frobnicate=>error \"what is that?\"" --answer=sat`)[0]
	tr := bench.New(read(t, "(declare-fun x () Int)\n(assert (> x 3))\n(check-sat)\n"), trial.Facts{Further: func(*solver.Profile) []solver.Question {
		return []solver.Question{{Kind: question.Simplified, Command: "(frobnicate x)"}}
	}})
	run, err := tr.Run(t.Context(), target)
	if err != nil {
		t.Fatal(err)
	}
	if run.Void || run.Presentation != solver.Brief || !strings.Contains(run.Without, "what is that?") || len(tr.Besides()) != 1 {
		t.Errorf("%+v", run)
	}
}

// For a solver that can optimize, the objectives come before the check-sat, and a better model that it gives itself is the evidence.
func TestObjectives(t *testing.T) {
	text := "(declare-fun r () Real)\n(assert (< r 0.0))\n(check-sat)\n"
	front := func(*solver.Profile) []*script.Command {
		s := read(t, text)
		return []*script.Command{{Kind: script.Maximize, Terms: s.Commands[1].Terms[0].Args()[:1]}}
	}
	for name, tt := range map[string]struct {
		best, better string
		want         bool
	}{
		"not the best":    {"(- 1)", "(- (/ 1 2))", true},
		"the best":        {"(- 1)", "(- 2)", false},
		"no model":        {"(- 1)", "3.0", false},
		"not the model's": {"(- 3)", "(- 4)", true},
	} {
		t.Run(name, func(t *testing.T) {
			leavesNoFolder(t)
			target := trialtest.Fakes(t, "evidence.model = \"(get-model)\"\nevidence.further.objectives = \"(get-objectives)\"\n",
				`--when="maximize=>sat out \"((define-fun r () Real (- 1.0)))\n\" out \"(objectives (r `+tt.best+`))\n\"" --do="sat out \"((define-fun r () Real `+tt.better+`))\n\""`)[0]
			bench := (&trial.Bench{}).In(trialtest.Scratch(t))
			tr := bench.New(read(t, text), trial.Facts{Front: front, Further: func(*solver.Profile) []solver.Question {
				return []solver.Question{{Kind: question.Objectives, Command: "(get-objectives)"}}
			}})
			if before, _, checks := strings.Cut(string(tr.Text(target).Bytes), "(check-sat)"); !checks || !strings.Contains(before, "(maximize r)") {
				t.Fatalf("%s", tr.Text(target).Bytes)
			}
			out, err := experiment.Of(tr, target).Once(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			found := len(out.Found) == 1 && out.Found[0].Class == oracle.InvalidObjective
			if found != tt.want || !found && len(out.Found) > 0 {
				t.Errorf("%+v of %+v", out.Found, out.Observed)
			}
			// The text with its question shows the same, as in a replay.
			raw := bench.RawText("raw.smt2", tr.Text(target).Bytes)
			bench.Dir = nil
			again, err := experiment.Of(bench.Raw(raw, read(t, text), trial.Facts{}), target).Once(t.Context())
			if err != nil || len(again.Found) != len(out.Found) {
				t.Errorf("%v, %+v of %+v", err, again.Found, again.Observed)
			}
		})
	}
}
