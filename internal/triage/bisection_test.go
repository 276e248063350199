package triage

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/bisect"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/oracle"
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
			before := Bisection{Format: bisectFormat, Class: s.Class, Solver: s.Solver, Formula: formulaSum(s)}
			var b Bisector
			for i, c := range tt.verdicts {
				name := string(rune('a' + i))
				v := VersionVerdict{Name: name, Program: "p" + name, Verdict: map[rune]bisect.Verdict{'x': bisect.Shows, '.': bisect.Absent, '?': bisect.Unclear}[c]}
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
			if diff := cmp.Diff(tt.history, got.History()); diff != "" {
				t.Errorf("history (-want +got):\n%s", diff)
			}
			if written := LoadBisection(s.Dir); written == nil || !written.Of(s) || written.Monotone != tt.monotone {
				t.Errorf("written: %+v", written)
			}
		})
	}
	if got := (*Bisection)(nil).History(); got != nil {
		t.Errorf("no bisection: %v", got)
	}
}
