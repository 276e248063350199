package triage_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/bisect"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
)

// A finding about what an answer costs is measured again, against its baseline and by its own limit, in other versions as well.
func TestReplaySlower(t *testing.T) {
	targets := trialtest.Fakes(t, trialtest.WorkProfile, "--opt-new=1", "--opt-old=1", "--opt-version=3")
	slow, old, version := targets[0], targets[1], targets[2]
	s := findings.Stored{Dir: t.TempDir()}
	s.Class, s.Solver, s.Other, s.Family, s.Version, s.Logic, s.Checks = oracle.Performance, slow.String(), old.String(), "fake", slow.Version(), "QF_LIA", 1
	s.Evidence.Measured = &oracle.Measurement{Limit: 4, LimitSeconds: 1}
	s.Repeated, s.Limits.Seconds = findings.Repetition{Runs: 1, Shown: 1}, 10
	for _, target := range []solver.Target{slow, old} {
		s.Finding.Runs = append(s.Finding.Runs, findings.Run{Solver: target.String(), Version: target.Version(), File: findings.BugFile, Answers: []string{"unsat"}, Outcome: "unsat"})
	}
	if err := os.WriteFile(filepath.Join(s.Dir, findings.BugFile), []byte("(set-logic QF_LIA)\n(assert false)\n(check-sat)\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	unsat := func(seconds float64) trialtest.Cost {
		return trialtest.Cost{Answer: smt.Unsat, CPU: time.Duration(seconds * float64(time.Second)), Work: uint64(seconds * 1e6)}
	}
	for _, tt := range []struct {
		name    string
		cost    trialtest.Cost
		state   triage.ReplayState
		verdict bisect.Verdict
		reason  string
	}{
		{"as slow", unsat(6), triage.StillThere, bisect.Shows, "6.0 s of CPU time against 1.0 s, 6.0 times as long"},
		{"beyond three times the limit", unsat(40), triage.StillThere, bisect.Shows, "30 s of CPU time against 1.0 s"},
		{"more than half of it is left", unsat(3), triage.StillThere, bisect.Shows, "3.0 s of CPU time against 1.0 s, 3.0 times as long"},
		{"less than that", unsat(2), triage.Gone, bisect.Absent, "2.0 s of CPU time against 1.0 s, 2.0 times as long"},
		{"as fast", unsat(1), triage.Gone, bisect.Absent, "1.0 s of CPU time against 1.0 s"},
		{"unknown", trialtest.Cost{Answer: smt.Unknown, CPU: 6 * time.Second}, triage.Gone, bisect.Unclear, "the answers cannot be compared: the second one: unknown"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := triage.Replayer{
				Resolve: func(_ context.Context, spec string) (solver.Target, error) {
					for _, target := range targets {
						if target.String() == spec {
							return target, nil
						}
					}
					return solver.Target{}, errors.New("no such solver")
				},
				Runner: trialtest.Metered{Do: func(target solver.Target, _ string) trialtest.Cost {
					if target == old {
						return unsat(1)
					}
					return tt.cost
				}},
			}
			replay, err := r.Replay(t.Context(), s)
			if err != nil || replay.State != tt.state || len(replay.Last) != 2 {
				t.Fatalf("%+v, %v", replay, err)
			}
			if shows := tt.state == triage.StillThere; shows && (replay.Runs != 1 || replay.Shown != 1 || replay.Evidence.Measured == nil) || !shows && replay.Runs != 2 {
				t.Errorf("%+v", replay)
			}
			in, err := r.InVersion(t.Context(), s, version, triage.NeedOf(s))
			if err != nil || in.Verdict != tt.verdict || !strings.Contains(in.Reason, tt.reason) {
				t.Errorf("%q because of %q, %v", in.Verdict, in.Reason, err)
			}
			rate, err := r.Count(t.Context(), s, slow)
			if err != nil || rate.Runs != 1 {
				t.Errorf("%+v, %v", rate, err)
			}
		})
	}
}
