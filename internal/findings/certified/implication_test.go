package certified_test

import (
	"context"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/certified"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/solvertest"
	"github.com/assay-smt/assay/internal/testing/trialtest"
)

// Both scripts of an implication name a logic where the solver would warn of a script without one, and options that do not matter are not in
// the commands of the report.
func TestImplicationIsPlain(t *testing.T) {
	set, err := solver.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	if set, err = set.With("fake.toml", solvertest.Profile); err != nil {
		t.Fatal(err)
	}
	spec := solvertest.Binary(t) + ` '--when=never=>unsat' '--when=\A\(set-logic[\s\S]*xor p q=>unknown'` +
		` '--when=\A\(declare[\s\S]*xor p q=>unknown err "No set-logic command was given"' --answer=sat`
	const shared = "(set-logic QF_BV)\n(declare-const p Bool)\n(declare-const q Bool)\n(assert (=> p p))\n"
	store, err := findings.Open(t.TempDir(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	f := findings.Finding{
		Class: oracle.IncompletenessImplication, Solver: spec, Family: "fake", Version: "1.2.3", Signature: "s", Checks: 1, Repeated: findings.Repetition{Runs: 2, Shown: 2},
		Base: &findings.Base{Step: "or to xor", Run: findings.Run{Solver: spec, File: findings.BaseFile, Answers: []string{"sat"}}},
		Runs: []findings.Run{{Solver: spec, File: findings.BugFile, Answers: []string{"unknown"}}}, Limits: findings.Limits{Seconds: 20},
	}
	added, err := store.Add(findings.Hit{
		Finding: f, Bug: []byte(shared + "(assert (xor p q))\n(check-sat)\n"), Others: map[string][]byte{findings.BaseFile: []byte(shared + "(assert (or p q))\n(check-sat)\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	stored, err := findings.Load(added.Folder)
	if err != nil {
		t.Fatal(err)
	}
	folder := certified.Folder{
		Config:  certified.Config{Dir: trialtest.Scratch(t)},
		Resolve: func(ctx context.Context, spec string) (solver.Target, error) { return solver.Resolve(ctx, spec, set) },
	}
	if _, err := folder.Reduce(t.Context(), stored); err != nil {
		t.Fatal(err)
	}
	again, err := findings.Load(stored.Dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{findings.BugFile, findings.BaseFile} {
		if text := read(t, stored.Dir, name); !strings.HasPrefix(text, "(set-logic ALL)\n") || strings.Contains(text, "=>") {
			t.Errorf("%s:\n%s", name, text)
		}
	}
	r := again.Reduction
	if r == nil || r.Plain == nil || r.PlainBase == nil || len(r.Options) != 2 || len(r.Commands) > 0 || len(r.Idle) < 2 {
		t.Fatalf("%+v", r)
	}
	options := shell.Quote([]string{`--when=\A\(set-logic[\s\S]*xor p q=>unknown`, "--answer=sat"})
	report := read(t, stored.Dir, findings.ReportFile)
	if want := "$ fakesolver " + options + " base.smt2\nsat\n$ fakesolver " + options + " bug.smt2\nunknown\n"; !strings.Contains(report, want) || strings.Contains(report, "not reduced") {
		t.Errorf("%q is not in\n%s", want, report)
	}
	if again.Base.Run.File != findings.BaseFile || len(again.Base.Run.Answers) != 1 || again.Base.Run.Answers[0] != "sat" {
		t.Errorf("%+v", again.Base.Run)
	}
}
