package fuzzer_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/question"
)

// forgetful is a solver that answers sat, and after a script with the word poison what it is told to, whatever comes between them. It
// exits at the first request for a model after another answer.
func forgetful(t *testing.T, wrong string) solver.Target {
	t.Helper()
	return shell(t, `[ "$f" = -in ] && f=/dev/stdin
exec awk -v wrong='`+wrong+`' '
/^\(echo/ { gsub(/^\(echo "|"\)$/, ""); print; next }
/poison/ { poisoned = 1 }
/^\((reset|pop)/ { mine = 0; if (poisoned) spoilt = 1 }
/distinct/ { mine = 1 }
/^\(check-sat\)/ { answer = "sat"; if (spoilt && wrong != "crash") answer = wrong; if (spoilt && wrong == "crash" && mine) exit 134; print answer }
/^\(get-model\)/ { if (answer != "sat") { print "(error \"no model\")"; exit 1 } print "((define-fun x () Int 0))" }
' "$f"
`)
}

// sessionsOf makes reused runs of a target report something wrong, with a session of scripts before the current one.
func sessionsOf(t solver.Target, mode solver.Mode, change func(run *solver.Run), before ...string) trialtest.Living {
	return trialtest.Living{Mode: mode, Change: func(r trial.Request, run *solver.Run) {
		if r.Target != t {
			return
		}
		s := &solver.Session{Mode: mode, Command: []string{"elsewhere", "-in"}}
		for _, text := range before {
			s.Texts = append(s.Texts, []byte(text))
		}
		s.Texts = append(s.Texts, r.Text.Bytes)
		run.Session = s
		change(run)
	}}
}

func answers(a smt.Status) func(run *solver.Run) {
	return func(run *solver.Run) { run.Answers = []smt.Status{a} }
}

// history is a long session in which one command matters.
func history() []string {
	var out []string
	for i := range 40 {
		name := "y"
		if i == 20 {
			name = "poison"
		}
		out = append(out, fmt.Sprintf("(set-logic QF_LIA)\n(declare-const %s Int)\n(declare-const z%d Int)\n(assert (> z%d 3))\n(check-sat)\n(get-model)\n", name, i, i))
	}
	return out
}

// What only a reused process shows becomes a separate finding when another process that reads the same input shows it too. Its
// session is as short as possible.
func TestSessionFindings(t *testing.T) {
	for _, tt := range []struct {
		name    string
		mode    solver.Mode
		wrong   string
		change  func(run *solver.Run)
		session string // up to the last query
		what    string // in the signature
		class   oracle.Class
	}{
		{"an answer", solver.Reset, "unsat", answers(smt.Unsat), "(declare-const poison Int)\n(reset)\n", "refutation-soundness", oracle.RefutationSoundness},
		{"between push and pop", solver.Push, "unsat", answers(smt.Unsat), "(push 1)\n(declare-const poison Int)\n(pop 1)\n(push 1)\n", "refutation-soundness", oracle.RefutationSoundness},
		{"death", solver.Reset, "crash", func(run *solver.Run) {
			run.Mode, run.Session.Anomaly = solver.Process, "it ended with status 134"
		}, "(declare-const poison Int)\n(reset)\n", "signal ABRT", oracle.CrashClass},
	} {
		t.Run(tt.name, func(t *testing.T) {
			target := forgetful(t, tt.wrong)
			sat := trialtest.Fakes(t, "", "--answer=sat")[0]
			f := &fuzzer.Fuzzer{
				Bench:   &trial.Bench{Runner: sessionsOf(target, tt.mode, tt.change, history()...)},
				Targets: []solver.Target{target, sat},
			}
			r := runAll(t, f, arithmetic, list{operators: []string{"distinct"}})[0]
			want := []event.Rechecked{{Solver: target.String(), Class: tt.class, Mode: string(tt.mode), Result: event.LeakedState}}
			if diff := cmp.Diff(want, r.Rechecked); diff != "" {
				t.Fatalf("(-want +got):\n%s", diff)
			}
			if len(r.Hits) != 1 {
				t.Fatalf("%+v", r.Hits)
			}
			h := r.Hits[0]
			g := h.Finding
			if g.Class != tt.class || g.Suspect || g.Repeated != (findings.Repetition{Runs: 2, Shown: 2}) ||
				g.Session.Queries != 2 || g.Session.Found != 41 || g.Session.Shows != tt.class {
				t.Errorf("%+v\n%+v", g, g.Session)
			}
			if !strings.HasPrefix(g.Signature, "state-left-behind/generic/"+string(tt.mode)+"/") || !strings.Contains(g.Signature, tt.what) {
				t.Errorf("signature %s", g.Signature)
			}
			session := string(h.Others[findings.SessionFile])
			before, last := session[:g.Session.Last], session[g.Session.Last:]
			lead := before
			if i := strings.Index(tt.session, "(reset)"); i >= 0 {
				lead += "(reset)\n"
			} else {
				lead += "(pop 1)\n(push 1)\n"
			}
			if lead != tt.session || !strings.Contains(last, "(distinct x 3)") || strings.Contains(session, "echo") {
				t.Errorf("the session:\n%s", session)
			}
			if line := g.Session.Run.CommandLine(); !strings.HasSuffix(line, "-in < session.smt2") || !strings.Contains(line, "shellsolver") {
				t.Errorf("the command: %s", line)
			}
			replaySession(t, h, target, sat)
			// The fresh process's answer is there for comparison.
			if i := slices.IndexFunc(g.Runs, func(run findings.Run) bool { return run.Solver == g.Solver }); i < 0 || g.Runs[i].Answers[0] != "sat" {
				t.Errorf("%+v", g.Runs)
			}
		})
	}
}

// replaySession stores a finding and reruns it: unchanged, without the part that mattered, and with a record that no longer matches.
func replaySession(t *testing.T, h findings.Hit, targets ...solver.Target) {
	t.Helper()
	store, err := findings.Open(t.TempDir(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	added, err := store.Add(h)
	if err != nil {
		t.Fatal(err)
	}
	report, err := os.ReadFile(filepath.Join(added.Folder, findings.ReportFile))
	if err != nil || !strings.Contains(string(report), "-in < session.smt2\n") || !strings.Contains(string(report), " behind other queries") {
		t.Errorf("%v\n%s", err, report)
	}
	replay := func(edited bool) (triage.Replay, error) {
		load := findings.Load
		if edited {
			load = findings.LoadRecord
		}
		s, err := load(added.Folder)
		if err != nil {
			t.Fatal(err)
		}
		return triage.Replayer{Resolve: func(_ context.Context, spec string) (solver.Target, error) {
			return targets[slices.IndexFunc(targets, func(t solver.Target) bool { return t.String() == spec })], nil
		}}.Replay(t.Context(), s)
	}
	r, err := replay(false)
	if err != nil || r.State != triage.StillThere || len(r.Notes) != 0 || len(r.Last) != 3 || !r.Last[2].Stdin || r.Last[2].Mode == "" {
		t.Errorf("%+v, %v", r, err)
	}
	path := filepath.Join(added.Folder, findings.SessionFile)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.ReplaceAll(string(text), "poison", "remedy")), 0o600); err != nil {
		t.Fatal(err)
	}
	if r, err = replay(true); err != nil || r.State != triage.Gone {
		t.Errorf("without what mattered: %+v, %v", r, err)
	}
	if err := os.WriteFile(path, text[1:], 0o600); err != nil {
		t.Fatal(err)
	}
	var record *triage.RecordError
	if _, err = replay(true); !errors.As(err, &record) {
		t.Errorf("a record that does not match: %v", err)
	}
}

// noSessions is a triage.Sessions in which nothing shows.
type noSessions struct{ count *int }

func (s noSessions) Replay(_ context.Context, t solver.Target, r *solver.Reading, q solver.Query) (solver.Run, [][]smt.Status, error) {
	*s.count++
	return solver.Run{Target: t, Solver: t.String(), Mode: r.Mode, Verdict: solver.Verdict{Answers: []smt.Status{smt.Sat}}, Questions: q.Questions}, nil, nil
}

// What does not show again is counted, up to a limit per chain, also after a restart.
func TestNotRepeatable(t *testing.T) {
	count := 0
	target := forgetful(t, "sat")
	f := &fuzzer.Fuzzer{
		Bench:   &trial.Bench{Runner: sessionsOf(target, solver.Reset, answers(smt.Unsat), "(check-sat)\n")},
		Targets: []solver.Target{target, trialtest.Fakes(t, "", "--answer=sat")[0]}, Sessions: noSessions{&count},
	}
	want := []event.RecheckResult{event.NotRepeatable, event.NotRepeatable, event.NotRepeatable, event.NotTried, event.NotTried}
	engine := list{operators: []string{"distinct", "<=", "distinct", "<=", "distinct"}}
	var got []event.RecheckResult
	for _, r := range runAll(t, f, arithmetic, engine) {
		if len(r.Hits) != 0 || len(r.Rechecked) != 1 {
			t.Fatalf("%+v", r)
		}
		got = append(got, r.Rechecked[0].Result)
	}
	if diff := cmp.Diff(want, got); diff != "" || count != 9 {
		t.Errorf("%d sessions (-want +got):\n%s", count, diff)
	}
	chain := func() *fuzzer.Chain {
		c, err := f.Chain(t.Context(), arithmetic, engine, 0, fuzzer.Place{Dir: trialtest.Scratch(t)})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	first := chain()
	for i := range 2 {
		if _, err := first.Run(t.Context(), i); err != nil {
			t.Fatal(err)
		}
	}
	second := chain()
	second.Recall(first.Memory(1), 1)
	for i := 2; i < 4; i++ {
		res, err := second.Run(t.Context(), i)
		if err != nil {
			t.Fatal(err)
		}
		if r := resultOf(t, res); r.Rechecked[0].Result != want[i] {
			t.Errorf("mutant %d after a restart: %v", i, r.Rechecked)
		}
	}
}

// An unknown or a time-out that differs is not a finding, and is not repeated.
func TestUndecidedByLife(t *testing.T) {
	count := 0
	for _, tt := range []struct {
		name  string
		fresh string
		life  smt.Status
		want  []event.RecheckResult
	}{
		{"the living one", "--answer=sat", smt.Unknown, nil},
		{"the fresh one", "--answer=unknown", smt.Unsat, []event.RecheckResult{event.Undecided}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			targets := trialtest.Fakes(t, "", tt.fresh, "--opt-b=1 --answer=sat")
			f := &fuzzer.Fuzzer{
				Bench:   &trial.Bench{Runner: sessionsOf(targets[0], solver.Reset, answers(tt.life), "(check-sat)\n")},
				Targets: targets, Sessions: noSessions{&count},
			}
			r := runAll(t, f, seed("(set-logic QF_NIA)\n(declare-const x Int)\n(assert (< (* x x x) 1092727))\n(check-sat)\n"), list{operators: []string{"="}})[0]
			var got []event.RecheckResult
			for _, c := range r.Rechecked {
				got = append(got, c.Result)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" || len(r.Hits) != 0 || count != 0 {
				t.Errorf("%+v (-want +got):\n%s", r, diff)
			}
		})
	}
}

// A solver that is wrong between push and pop is wrong on a script that anybody can run: that is a finding of its class, and no state
// was left behind. This is not so for a solver that is wrong only on standard input.
func TestWrongBetweenPushAndPop(t *testing.T) {
	for _, tt := range []struct {
		name, where string
		alone       bool
		fate        event.RecheckResult
	}{
		{"anywhere", ".", true, event.Confirmed},
		{"on standard input", "stdin", false, event.LeakedState},
	} {
		t.Run(tt.name, func(t *testing.T) {
			target := shell(t, `[ "$f" = -in ] && f=/dev/stdin
exec awk -v file="$f" '
/^\(echo/ { gsub(/^\(echo "|"\)$/, ""); print; next }
/^\(push/ && file ~ /`+tt.where+`/ { pushed = 1 }
/^\(check-sat\)/ { print "sat" }
/^\(get-model\)/ { print pushed ? "((define-fun x () Int 3))" : "((define-fun x () Int 0))" }
' "$f"
`)
			target.Profile().Show.Model = "(get-model)"
			life := sessionsOf(target, solver.Push, func(run *solver.Run) {
				run.Returns = []solver.Return{{Kind: question.Model, Text: "((define-fun x () Int 3))"}}
			}, history()[:3]...)
			f := &fuzzer.Fuzzer{Bench: &trial.Bench{Runner: life}, Targets: []solver.Target{target}}
			// The mutant is true of 0 and false of 3.
			r := runAll(t, f, arithmetic, list{operators: []string{"distinct"}})[0]
			want := []event.Rechecked{{Solver: target.String(), Class: oracle.InvalidModel, Mode: "push", Result: tt.fate}}
			if diff := cmp.Diff(want, r.Rechecked); diff != "" || len(r.Hits) != 1 {
				t.Fatalf("%d hits, (-want +got):\n%s", len(r.Hits), diff)
			}
			h := r.Hits[0]
			if h.Finding.Class != oracle.InvalidModel || h.Finding.Repeated != (findings.Repetition{Runs: 2, Shown: 2}) {
				t.Errorf("%+v", h.Finding)
			}
			if tt.alone != strings.Contains(string(h.Bug), "(push 1)") || tt.alone != (h.Finding.Session == nil) {
				t.Errorf("session %+v, formula:\n%s", h.Finding.Session, h.Bug)
			}
		})
	}
}
