package triage

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
)

// What a fresh process answers contradicts the session by itself, so the blame is as doubtful as before only where it does not answer.
func TestLeftoverFinding(t *testing.T) {
	for _, tt := range []struct {
		name               string
		fresh              []smt.Status
		suspect            bool // what the session showed was
		check              int
		wantSuspect        bool
		expected, observed smt.Status
		summary            string
	}{
		{"fresh decides", []smt.Status{smt.Sat}, true, 0, false, smt.Sat, smt.Unsat, "z3 answers unsat to check-sat 1 in a process that has read other scripts before; a fresh one: sat"},
		{"fresh does not know", []smt.Status{smt.Unknown}, true, 0, true, smt.Unknown, smt.Unsat, "a fresh one: unknown"},
		{"fresh gives no answer", nil, true, 0, true, smt.Unknown, smt.Unsat, "a fresh one: "},
		{"fresh answers less", []smt.Status{smt.Sat}, true, 1, true, smt.Unknown, smt.Unsat, "to check-sat 2"},
		{"fresh decides the second", []smt.Status{smt.Unknown, smt.Sat}, true, 1, false, smt.Sat, smt.Unsat, "a fresh one: sat"},
		{"proven, fresh does not know", []smt.Status{smt.Unknown}, false, 0, false, smt.Unknown, smt.Unsat, "a fresh one: unknown"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := &leakTest{
				examination: &examination{Subject: Subject{Runs: []solver.Run{{Solver: "cvc5"}, {Solver: "z3", Verdict: solver.Verdict{Answers: tt.fresh}}}}},
				Leak: Leak{Solver: "z3", Finding: oracle.Finding{
					Class: oracle.RefutationSoundness, Solver: "z3", Check: tt.check, Suspect: tt.suspect,
					Evidence: oracle.Evidence{Summary: "it is sat", Expected: smt.Unknown},
				}},
				fresh: 1, shown: solver.Run{Verdict: solver.Verdict{Answers: []smt.Status{smt.Unsat, smt.Unsat}}},
			}
			got := w.finding()
			if got.Class != oracle.RefutationSoundness || got.Suspect != tt.wantSuspect || got.Evidence.Expected != tt.expected || got.Evidence.Observed != tt.observed || !strings.Contains(got.Evidence.Summary, tt.summary) {
				t.Errorf("%+v", got)
			}
		})
	}
}
