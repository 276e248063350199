package triage_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/bisect"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/solvertest"
	"github.com/assay-smt/assay/smt"
)

// counting is a solver that crashes in some of its runs, by a counter: in every run whose number is divisible.
type counting struct {
	every, runs int
	quiet       bool // it says nothing about bug.smt2 when it does not crash
}

func (c *counting) verdict(r trial.Request) (solver.Verdict, error) {
	c.runs++
	switch {
	case c.every > 0 && c.runs%c.every == 0:
		return solver.Verdict{Crash: &solver.Crash{Kind: "signal", Signature: "signal SEGV"}, Void: true}, nil
	case c.quiet && filepath.Base(r.Text.Path) == findings.BugFile:
		return solver.Verdict{Void: true, Reason: "0 answers"}, nil
	}
	return answers(smt.Sat), nil
}

// An old record says of each version only what one run did. What it calls good is run again, as often as it takes.
func TestOldVerdictsAreNoEvidence(t *testing.T) {
	resolve := resolver(t)
	s := stored(t, resolve, formula, solvertest.Binary(t)+" --do='crash SEGV'")
	file := filepath.Join(s.Dir, triage.BisectFile)
	target, err := resolve(t.Context(), solvertest.Binary(t)+" --do='crash SEGV'")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(s.Dir, findings.BugFile))
	if err != nil {
		t.Fatal(err)
	}
	old := fmt.Sprintf(`{"format": 1, "class": "crash", "solver": %q, "formula": %q, "versions": [
		{"name": "fake@1", "verdict": "does not show", "reason": "sat"}, {"name": "fake@2", "verdict": "shows", "reason": "crash"}], "monotone": true}`,
		s.Solver, findings.Checksum(text))
	if err := os.WriteFile(file, []byte(old), 0o600); err != nil {
		t.Fatal(err)
	}
	c := &counting{every: 1}
	var ran []string
	candidate := func(name string) triage.Candidate {
		return triage.Candidate{Name: name, Target: func(context.Context) (solver.Target, error) {
			ran = append(ran, name)
			return target, nil
		}}
	}
	b := triage.Bisector{Replayer: triage.Replayer{Resolve: resolve, Runner: &answering{verdict: c.verdict}}, Candidates: []triage.Candidate{candidate("fake@1"), candidate("fake@2")}}
	out, err := b.Run(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(ran, []string{"fake@1"}) || out.Versions[0].Verdict != bisect.Shows || out.Versions[1].Verdict != bisect.Shows {
		t.Errorf("%q were run again: %+v", ran, out.Versions)
	}
	if out.Rate == nil || *out.Rate != (findings.Repetition{Runs: 8, Shown: 8}) {
		t.Errorf("rate %+v", out.Rate)
	}
}

// However rarely a finding shows, and wherever the counter stands, a version that is as flaky is never called good.
func TestAsFlakyIsNeverGood(t *testing.T) {
	resolve := resolver(t)
	binary := solvertest.Binary(t)
	s := stored(t, resolve, formula, binary+" --do='crash SEGV'")
	target, err := resolve(t.Context(), binary+" --do='crash SEGV'")
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(rt *rapid.T) {
		every := rapid.IntRange(1, 70).Draw(rt, "every")
		found := &counting{every: every, runs: rapid.IntRange(0, every-1).Draw(rt, "found at")}
		rate, err := triage.Replayer{Resolve: resolve, Runner: &answering{verdict: found.verdict}}.Count(t.Context(), s, target)
		if err != nil {
			rt.Fatal(err)
		}
		if rate.Runs > bisect.MostRuns {
			rt.Fatalf("counted in %d runs", rate.Runs)
		}
		if rate.Shown == 0 {
			return // it is gone there, and nothing is said of others by that
		}
		next := &counting{every: every, runs: rapid.IntRange(0, every-1).Draw(rt, "next at")}
		in, err := triage.Replayer{Resolve: resolve, Runner: &answering{verdict: next.verdict}}.InVersion(t.Context(), s, target, triage.NeedFor(rate))
		if err != nil {
			rt.Fatal(err)
		}
		if in.Verdict == bisect.Absent {
			rt.Fatalf("every %d. run crashes, %d of %d were counted: it is called good after %d runs", every, rate.Shown, rate.Runs, in.Runs)
		}
		if in.Verdict == bisect.Shows && every > 1 && (in.Shown < 1 || in.Shown > in.Runs || in.Runs < 10 && in.Shown < in.Runs) {
			rt.Fatalf("%d of %d", in.Shown, in.Runs)
		}
		if in.Runs > bisect.MostRuns {
			rt.Fatalf("%d runs", in.Runs)
		}
	})
}

// On a busy machine some runs end at the limit. That makes no finding one that does not always show.
func TestRunsThatAreCutShort(t *testing.T) {
	resolve := resolver(t)
	binary := solvertest.Binary(t)
	s := stored(t, resolve, formula, binary+" --do='crash SEGV'")
	target, err := resolve(t.Context(), binary+" --do='crash SEGV'")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name string
		late func(run int) bool
		want findings.Repetition
	}{
		{"none", func(int) bool { return false }, findings.Repetition{Runs: 8, Shown: 8}},
		{"some", func(run int) bool { return run%4 == 2 }, findings.Repetition{Runs: 8, Shown: 8}},
		{"most", func(run int) bool { return run > 3 }, findings.Repetition{Runs: 3, Shown: 3}},
		{"all", func(int) bool { return true }, findings.Repetition{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			crash := &counting{every: 1}
			run := 0
			r := triage.Replayer{Resolve: resolve, Runner: &answering{verdict: func(q trial.Request) (solver.Verdict, error) {
				if run++; tt.late(run) {
					return solver.Verdict{Limit: solver.LimitTime}, nil
				}
				return crash.verdict(q)
			}}}
			rate, err := r.Count(t.Context(), s, target)
			if err != nil || rate != tt.want {
				t.Errorf("%+v, %v", rate, err)
			}
			if run = 0; tt.want.Shown == 0 {
				return
			}
			in, err := r.InVersion(t.Context(), s, target, triage.Need{Absent: 4, Proves: true, Shown: 3})
			if err != nil || in.Verdict != bisect.Shows || in.Shown != in.Runs {
				t.Errorf("%+v, %v", in, err)
			}
		})
	}
}

// A reduced crash that asks nothing says nothing where it does not crash: then the formula as it was found is run, with what that needs.
func TestOriginalDecides(t *testing.T) {
	resolve := resolver(t)
	binary := solvertest.Binary(t)
	for _, tt := range []struct {
		name         string
		found, other counting
		original     string // "" for none
		want         bisect.Verdict
		byOriginal   bool
	}{
		{"the version is good", counting{every: 1}, counting{quiet: true}, formula, bisect.Absent, true},
		{"there is no original", counting{every: 1}, counting{quiet: true}, "", bisect.Unclear, false},
		{"it answers", counting{every: 1}, counting{}, formula, bisect.Absent, false},
		{"it crashes", counting{every: 1}, counting{every: 1, quiet: true}, formula, bisect.Shows, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := stored(t, resolve, formula, binary+" --do='crash SEGV'")
			s.Reduction = &findings.Reduction{}
			if tt.original == "" {
				if err := os.Remove(filepath.Join(s.Dir, findings.OriginalFile)); err != nil {
					t.Fatal(err)
				}
			}
			target, err := resolve(t.Context(), binary+" --do='crash SEGV'")
			if err != nil {
				t.Fatal(err)
			}
			other, err := resolve(t.Context(), binary+" --opt-b=1")
			if err != nil {
				t.Fatal(err)
			}
			found, version := tt.found, tt.other
			run := &answering{verdict: func(r trial.Request) (solver.Verdict, error) {
				if strings.Contains(r.Target.String(), "--opt-b") {
					return version.verdict(r)
				}
				return found.verdict(r)
			}}
			b := triage.Bisector{Replayer: triage.Replayer{Resolve: resolve, Runner: run}, Candidates: []triage.Candidate{
				{Name: "fake@1", Found: true, Target: func(context.Context) (solver.Target, error) { return target, nil }},
				{Name: "fake@2", Target: func(context.Context) (solver.Target, error) { return other, nil }},
			}}
			out, err := b.Run(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			if got := out.Versions[1]; got.Verdict != tt.want || got.Original != tt.byOriginal {
				t.Errorf("%+v", got)
			}
			if got := out.Versions[0]; got.Verdict != bisect.Shows || got.Shown != 8 || got.Runs != 8 {
				t.Errorf("where it was found: %+v", got)
			}
		})
	}
}
