package triage_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/solvertest"
)

const (
	baseText   = "(set-logic QF_LIA)\n(assert (> 2 1))\n(check-sat)\n"
	mutantText = "(set-logic QF_LIA)\n(assert (or (> 2 1) false))\n(check-sat)\n"
)

// incomplete writes a finding about an unknown of blamed: for what other decides, or, when other is "", for a step from the base.
func incomplete(t *testing.T, resolve triage.Resolve, blamed, other string) findings.Stored {
	t.Helper()
	for _, spec := range []*string{&blamed, &other} {
		if *spec != "" {
			target, err := resolve(t.Context(), *spec)
			if err != nil {
				t.Fatal(err)
			}
			*spec = target.String()
		}
	}
	run := func(spec, text, name string) findings.Run {
		file := filepath.Join(t.TempDir(), "m.smt2")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		s, err := resolve(t.Context(), spec)
		if err != nil {
			t.Fatal(err)
		}
		r, err := s.Run(t.Context(), solver.Query{File: file, Checks: 1})
		if err != nil {
			t.Fatal(err)
		}
		return triage.Record(r, solver.Options{}, file, name)
	}
	f := findings.Finding{
		Class: oracle.IncompletenessRegression, Solver: blamed, Other: other, Family: "fake", Logic: "QF_LIA", Signature: "s", Checks: 1,
		Evidence: findings.Evidence{Kind: oracle.EvidenceRegression, Summary: "it gives up", Expected: "sat", Observed: "unknown"},
		Repeated: findings.Repetition{Runs: 2, Shown: 2}, Runs: []findings.Run{run(blamed, mutantText, findings.BugFile)},
	}
	h := findings.Hit{Bug: []byte(mutantText), Finding: f}
	if other != "" {
		h.Finding.Lost = []string{"str.replace_all"}
		h.Finding.Runs = append(h.Finding.Runs, run(other, mutantText, findings.BugFile))
	} else {
		h.Finding.Class = oracle.IncompletenessImplication
		h.Finding.Base = &findings.Base{Step: "weaken or-intro: (> 2 1) -> (or (> 2 1) false)", Run: run(blamed, baseText, findings.BaseFile)}
		h.Others = map[string][]byte{findings.BaseFile: []byte(baseText)}
	}
	dir := t.TempDir()
	store, err := findings.Open(dir, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.Add(h); err != nil {
		t.Fatal(err)
	}
	s, err := findings.Load(store.List()[0].Dir)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Findings about unknowns are gone when the unknown is, and when nothing contradicts it any more.
func TestReplayIncompleteness(t *testing.T) {
	resolve := resolver(t)
	binary := solvertest.Binary(t)
	gives, decides := binary+" --answer=sat --when='[(]or=>unknown'", binary+" --opt-b=1 --answer=sat"
	for _, tt := range []struct {
		name, other, file, fixed string
		runs                     int
		words                    string
	}{
		{"implication", "", findings.BugFile, "; fake: sat\n" + mutantText, 2, "sat to the base"},
		{"implication, base lost too", "", findings.BaseFile, "; fake: unknown\n" + baseText, 2, "or-intro"},
		{"regression", decides, findings.BugFile, "; fake: sat\n" + mutantText, 2, "answers unknown, its baseline"},
		{"regression, baseline lost too", decides, findings.BugFile, "; fake: unknown\n" + mutantText, 2, "its baseline"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := incomplete(t, resolve, gives, tt.other)
			r, err := replay(t, resolve, s)
			if err != nil || r.State != triage.StillThere || len(r.Last) != tt.runs || !strings.Contains(r.Evidence.Summary, tt.words) {
				t.Errorf("first: %+v, %v", r, err)
			}
			if err := os.WriteFile(filepath.Join(s.Dir, tt.file), []byte(tt.fixed), 0o644); err != nil {
				t.Fatal(err)
			}
			if r, err = replay(t, resolve, s); err != nil || r.State != triage.Gone {
				t.Errorf("changed: %+v, %v", r, err)
			}
		})
	}
	s := incomplete(t, resolve, gives, "")
	if err := os.Remove(filepath.Join(s.Dir, findings.BaseFile)); err != nil {
		t.Fatal(err)
	}
	if _, err := replay(t, resolve, s); err == nil || !strings.Contains(err.Error(), findings.BaseFile) {
		t.Errorf("without its base: %v", err)
	}
}

// The report shows the base, the step and both answers, or the operators that were lost.
func TestReportIncompleteness(t *testing.T) {
	resolve := resolver(t)
	binary := solvertest.Binary(t)
	gives, decides := binary+" --answer=sat --when='[(]or=>unknown'", binary+" --opt-b=1 --answer=sat"
	for _, tt := range []struct {
		name, other string
		want        []string
	}{
		{"implication", "", []string{
			"# Unknown one step after what it decides in QF_LIA\n", "(assert (> 2 1))", "`base.smt2`, the script one step before (`weaken or-intro: (> 2 1) -> (or (> 2 1) false)`)",
			"base.smt2\nsat\n", "bug.smt2\nunknown\n",
		}},
		{"regression", decides, []string{"# Unknown where a former version decides in QF_LIA\n", "simplest uses of `str.replace_all`", "`fake@1.2.3` answers `sat`"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := incomplete(t, resolve, gives, tt.other)
			report, err := os.ReadFile(filepath.Join(s.Dir, findings.ReportFile))
			if err != nil {
				t.Fatal(err)
			}
			for _, part := range tt.want {
				if !strings.Contains(string(report), part) {
					t.Errorf("%q is not in\n%s", part, report)
				}
			}
			if strings.Contains(string(report), "`base.smt2`") != (tt.other == "") {
				t.Errorf("base or none:\n%s", report)
			}
		})
	}
}
