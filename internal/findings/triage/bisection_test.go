package triage

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/bisect"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
)

// A search whose verdicts are all known from an earlier one says what follows from them, and runs nothing.
func TestBisectionConcludes(t *testing.T) {
	for _, tt := range []struct {
		verdicts string // x shows, . absent, ? unclear
		monotone bool
		ends     bisect.Ends
		history  map[string]bisect.Verdict
	}{
		{"..xx", true, bisect.Ends{LastGood: "b", FirstBad: "c", LastBad: "d"}, map[string]bisect.Verdict{"a": bisect.Absent, "b": bisect.Absent, "c": bisect.Shows, "d": bisect.Shows}},
		{".xx.", true, bisect.Ends{LastGood: "a", FirstBad: "b", LastBad: "c", FirstFixed: "d"}, map[string]bisect.Verdict{"a": bisect.Absent, "b": bisect.Shows, "c": bisect.Shows, "d": bisect.Absent}},
		{"x.x.", false, bisect.Ends{}, map[string]bisect.Verdict{"a": bisect.Shows, "b": bisect.Absent, "c": bisect.Shows, "d": bisect.Absent}},
		{".?x", true, bisect.Ends{LastGood: "a", FirstBad: "c", LastBad: "c"}, map[string]bisect.Verdict{"a": bisect.Absent, "c": bisect.Shows}},
	} {
		t.Run(tt.verdicts, func(t *testing.T) {
			s := findings.Stored{Dir: t.TempDir(), Finding: findings.Finding{Class: oracle.CrashClass, Solver: "z3"}}
			if err := os.WriteFile(filepath.Join(s.Dir, findings.BugFile), []byte("(check-sat)\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			before := Bisection{Format: bisectFormat, Class: s.Class, Solver: s.Solver, Formula: formulaSum(s), Rate: &findings.Repetition{Runs: 8, Shown: 8}}
			var b Bisector
			for i, c := range tt.verdicts {
				name := string(rune('a' + i))
				v := VersionVerdict{Name: name, Program: "p" + name, Verdict: map[rune]bisect.Verdict{'x': bisect.Shows, '.': bisect.Absent, '?': bisect.Unclear}[c], Runs: 4}
				before.Versions = append(before.Versions, v)
				b.Candidates = append(b.Candidates, Candidate{Name: name, Program: v.Program, Target: func(context.Context) (solver.Target, error) {
					t.Errorf("version %s is run", name)
					return solver.Target{}, errors.New("not to be run")
				}})
			}
			data, err := findings.JSON(before)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(s.Dir, BisectFile), data, 0o600); err != nil {
				t.Fatal(err)
			}
			got, err := b.Run(t.Context(), s)
			if err != nil || !got.Complete || got.Monotone != tt.monotone || tt.monotone && got.Ends != tt.ends {
				t.Errorf("%+v, %v", got, err)
			}
			if diff := cmp.Diff(tt.history, got.Verdicts()); diff != "" {
				t.Errorf("history (-want +got):\n%s", diff)
			}
			if written := LoadBisection(s.Dir); written == nil || !written.Of(s) || written.Monotone != tt.monotone {
				t.Errorf("written: %+v", written)
			}
		})
	}
	if got := (*Bisection)(nil).Verdicts(); got != nil {
		t.Errorf("no bisection: %v", got)
	}
}

// TestConcludedOfOthers: what the versions that were asked suggest is entered for those that were not, and only for those.
func TestConcludedOfOthers(t *testing.T) {
	r := &bisecting{}
	line := []bisect.Verdict{bisect.Absent, bisect.Unasked, bisect.Absent, bisect.Unclear, bisect.Shows, bisect.Unasked, bisect.Shows}
	for i, v := range line {
		r.out.Versions = append(r.out.Versions, VersionVerdict{Name: string(rune('a' + i)), Verdict: v})
	}
	r.conclude(bisect.History{Line: line, Monotone: true})
	want := []bisect.Verdict{"", bisect.Absent, "", "", "", bisect.Shows, ""}
	for i, v := range r.out.Versions {
		if v.Assumed != want[i] || v.Verdict != line[i] {
			t.Errorf("%s: %q, %q is assumed", v.Name, v.Verdict, v.Assumed)
		}
	}
}

// TestInVersionThatShows: where a finding still shows, a crash has to be the recorded one, and a wrong answer stays one if the solver crashes as well.
func TestInVersionThatShows(t *testing.T) {
	crash := &oracle.Crash{Kind: "signal", Signature: "a.cpp:1"}
	for _, tt := range []struct {
		name      string
		class     oracle.Class
		crash     *oracle.Crash
		recorded  string
		verdict   bisect.Verdict
		signature string
	}{
		{"the same crash", oracle.CrashClass, crash, "a.cpp:1", bisect.Shows, "a.cpp:1"},
		{"another crash", oracle.CrashClass, crash, "b.cpp:7", bisect.Unclear, "a.cpp:1"},
		{"a crash without signature", oracle.CrashClass, nil, "a.cpp:1", bisect.Shows, ""},
		{"a wrong answer, and a crash", oracle.RefutationSoundness, crash, "s", bisect.Shows, ""},
	} {
		s := findings.Stored{Dir: t.TempDir(), Finding: findings.Finding{Class: tt.class, Solver: "z3", Family: "z3", Signature: tt.recorded, Runs: []findings.Run{{Solver: "z3"}}}}
		s.Evidence.Detail = tt.recorded
		out := inRun(s, &replaying{Stored: s, out: Replay{Last: s.Runs, Observed: oracle.Observation{Crash: tt.crash}}}, true)
		if out.Verdict != tt.verdict || out.Signature != tt.signature {
			t.Errorf("%s: %s, signature %q, %s", tt.name, out.Verdict, out.Signature, out.Reason)
		}
	}
}
