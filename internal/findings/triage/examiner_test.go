package triage_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/run/experiment"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/script"
)

const (
	subjectSeed   = "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (< x 5))\n(check-sat)\n"
	subjectMutant = "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (or (< x 5) false))\n(check-sat)\n"
)

// answering is a Runner without processes. It gives each request the verdict that a function has for it.
type answering struct {
	verdict func(r trial.Request) (solver.Verdict, error)
	asked   []trial.Request
}

func (a *answering) Run(_ context.Context, r trial.Request) (solver.Run, error) {
	a.asked = append(a.asked, r)
	v, err := a.verdict(r)
	return solver.Run{
		Target: r.Target, Solver: r.Target.String(), Family: r.Target.Profile().Name, Questions: r.Text.Questions, Limits: r.Limits, Verdict: v,
	}, err
}

// times counts the requests for a target whose text is or is not the mutant's.
func (a *answering) times(target solver.Target, mutant bool) int {
	n := 0
	for _, r := range a.asked {
		if r.Target == target && isMutant(r) == mutant {
			n++
		}
	}
	return n
}

func isMutant(r trial.Request) bool { return strings.Contains(string(r.Text.Bytes), "false") }

func answers(all ...smt.Status) solver.Verdict { return solver.Verdict{Answers: all} }

func elaborated(t *testing.T, text string) *script.Script {
	t.Helper()
	s, err := elab.Script(text, elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// subject is a mutant that z3, cvc5 and cvc4 were run on. The mutant is satisfiable, which a witness shows.
func subject(t *testing.T, runner *answering, step *oracle.Step) (*triage.Examiner, triage.Subject, []oracle.Finding) {
	t.Helper()
	targets := []solver.Target{trialtest.Printing(t, "z3", ""), trialtest.Printing(t, "cvc5", ""), trialtest.Printing(t, "cvc4", "")}
	bench := (&trial.Bench{Runner: runner}).In(trialtest.Scratch(t))
	seed, mutant := elaborated(t, subjectSeed), elaborated(t, subjectMutant)
	facts := trial.Facts{Plan: trial.AskNothing, Truths: []oracle.Truth{{Status: smt.Sat, Witness: "((define-fun x () Int 1))"}}}
	if step != nil {
		facts.Truths = nil
	}
	one := bench.New(mutant, facts).After(step)
	report, err := experiment.Of(one, targets...).Once(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	before, after := seed.Commands[2].Terms[0], mutant.Commands[2].Terms[0]
	s := triage.Subject{
		Name:   mutate.Name{SeedHash: "abc", Engine: "weaken", Index: 3},
		Mutant: &mutate.Mutant{Script: mutant, Base: seed, Steps: []mutate.Step{{Engine: "weaken", Rule: "or-intro", Before: before, After: after}}},
		Trial:  one, Base: bench.New(seed, trial.Facts{Name: "base", Plan: trial.AskNothing}), Runs: report.Runs,
	}
	x := &triage.Examiner{Bench: bench, Targets: targets, Seed: seeds.Seed{Name: "s.smt2", Hash: "abc", Text: subjectSeed}, Script: seed, Job: 7}
	return x, s, report.Found
}

// known is a Known that wants everything, or nothing.
type known bool

func (k known) Wants(string, int, uint64, int) bool { return bool(k) }

// What was found is run once more, in the solvers that it is about, and counts as shown as often as it did. A hit that only changes a
// counter is not run again.
func TestExamineRepeats(t *testing.T) {
	for _, tt := range []struct {
		name        string
		known       triage.Known
		again       smt.Status // what z3 says the second time
		seed        smt.Status // and what it says to the seed
		runs, shown int
		seedShows   bool
	}{
		{"it shows again", nil, smt.Unsat, smt.Sat, 2, 2, false},
		{"it does not show again", nil, smt.Sat, smt.Sat, 2, 1, false},
		{"its time is up when it is run again", nil, 0, smt.Sat, 1, 1, false},
		{"it is wanted", known(true), smt.Unsat, smt.Sat, 2, 2, false},
		{"it is not wanted", known(false), smt.Unsat, smt.Sat, 0, 0, false},
		{"the seed shows it", nil, smt.Unsat, smt.Unsat, 2, 2, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			said := 0
			runner := &answering{verdict: func(r trial.Request) (solver.Verdict, error) {
				switch name := r.Target.Profile().Name; {
				case name == "cvc5":
					return answers(smt.Sat), nil
				case name == "cvc4":
					return answers(smt.Unknown), nil
				case !isMutant(r):
					return answers(tt.seed), nil
				}
				if said++; said > 1 && tt.again == 0 {
					return solver.Verdict{Limit: solver.LimitTime}, nil
				}
				if said > 1 {
					return answers(tt.again), nil
				}
				return answers(smt.Unsat), nil
			}}
			x, s, found := subject(t, runner, nil)
			if len(found) != 1 || found[0].Class != oracle.RefutationSoundness {
				t.Fatalf("%+v", found)
			}
			x.Known = tt.known
			runner.asked = nil
			e, err := x.Examine(t.Context(), s, found)
			if err != nil || len(e.Hits) != 1 {
				t.Fatalf("%d hits, %v", len(e.Hits), err)
			}
			f := e.Hits[0].Finding
			if f.Solver != x.Targets[0].String() || f.Repeated.Runs != tt.runs || f.Repeated.Shown != tt.shown || f.Provenance.SeedShows != tt.seedShows {
				t.Errorf("%s of %s: %+v, seed shows it: %v", f.Class, f.Solver, f.Repeated, f.Provenance.SeedShows)
			}
			if strings.Contains(f.Signature, "seed abc") != tt.seedShows {
				t.Errorf("signature %q", f.Signature)
			}
			if n := runner.times(x.Targets[0], true); n != min(tt.runs, 1) {
				t.Errorf("z3 was run %d more times", n)
			}
			if n := runner.times(x.Targets[2], true) + runner.times(x.Targets[2], false); n != 0 {
				t.Errorf("a solver that has nothing to do with it was run %d times", n)
			}
			if len(e.Extra) != len(runner.asked) {
				t.Errorf("%d more runs, of which %d are reported", len(runner.asked), len(e.Extra))
			}
		})
	}
}

// Without the runs that confirm it, nothing is a finding: an error is handed on.
func TestExamineFails(t *testing.T) {
	failed := errors.New("the disk is full")
	for _, where := range []string{"mutant", "seed"} {
		first := true
		runner := &answering{verdict: func(r trial.Request) (solver.Verdict, error) {
			if !first && isMutant(r) == (where == "mutant") {
				return solver.Verdict{}, failed
			}
			return answers(map[string]smt.Status{"z3": smt.Unsat}[r.Target.Profile().Name]), nil
		}}
		x, s, found := subject(t, runner, nil)
		first = false
		if e, err := x.Examine(t.Context(), s, found); !errors.Is(err, failed) || len(e.Hits) != 0 {
			t.Errorf("%s: %d hits, %v", where, len(e.Hits), err)
		}
	}
}

// An unknown that a step brought is repeated on both sides of the step and says the reason that the solver gives. A limit that the solver
// set itself is no reason to blame the step.
func TestExamineUnknown(t *testing.T) {
	for reason, want := range map[string]string{
		"(:reason-unknown (incomplete quantifiers))\n":                   "(incomplete quantifiers)",
		"(:reason-unknown smt tactic failed)\n":                          "smt tactic failed",
		"(:reason-unknown " + strings.Repeat("long ", 200) + "reason)\n": strings.Repeat("long ", 60),
		"unsupported\n":               "",
		"(:reason-unknown timeout)\n": "-",
		"(:reason-unknown memout)\n":  "-",
	} {
		runner := &answering{verdict: func(r trial.Request) (solver.Verdict, error) {
			if r.Target.Profile().Name != "z3" || !isMutant(r) {
				return answers(smt.Sat), nil
			}
			v := answers(smt.Unknown)
			if slices.ContainsFunc(r.Text.Questions, func(q solver.Question) bool { return q.Kind == question.Reason }) {
				v.Returns = []solver.Return{{Kind: question.Reason, Text: reason}}
			}
			return v, nil
		}}
		step := &oracle.Step{Summary: "weaken or-intro", Answers: map[string]smt.Status{}}
		x, s, _ := subject(t, runner, step)
		z3 := x.Targets[0].String()
		step.Answers[z3] = smt.Sat
		v, err := s.Trial.Judge(t.Context(), s.Trial.ObserveAll(t.Context(), s.Runs))
		if err != nil {
			t.Fatal(err)
		}
		found := v.Found
		if len(found) != 1 || found[0].Class != oracle.IncompletenessImplication {
			t.Fatalf("%+v", found)
		}
		e, err := x.Examine(t.Context(), s, found)
		if err != nil {
			t.Fatal(err)
		}
		if want == "-" {
			if len(e.Hits) != 0 {
				t.Errorf("%q: %+v", reason, e.Hits[0].Finding)
			}
			continue
		}
		if len(e.Hits) != 1 {
			t.Fatalf("%q: %d hits", reason, len(e.Hits))
		}
		f := e.Hits[0].Finding
		if got := f.Evidence.Detail; !strings.HasPrefix(got, want) || want == "" && got != "" || len(got) > 600 {
			t.Errorf("%q: detail %q", reason, got)
		}
		if f.Repeated.Shown != 2 || f.Base == nil || !slices.Equal(f.Base.Run.Answers, []string{"sat"}) || !strings.Contains(f.Signature, "or-intro") {
			t.Errorf("%q: %+v, base %+v, signature %s", reason, f.Repeated, f.Base, f.Signature)
		}
	}
}
