package certified_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/certified"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/solvertest"
	"github.com/assay-smt/assay/internal/testing/trialtest"
)

const lively = `format = 1
name = "lively"
inherit = "fake"
binaries = ["fakesolver"]
dialect = "smtlib-2.6"
[version]
args = ["--version"]
pattern = 'fakesolver version (\S+)'
[call]
args = ["--quiet"]
[session]
args = ["-"]
reset = "(reset)"
push = true
`

// lasting is a finding of a process that answers in one way after it has read poison, and in another to formulas that say y 8 and y 99, unless they say false,
// which evaluation would decide.
type lasting struct {
	class       oracle.Class
	after, then string // what it answers after poison, and a fresh process to those formulas
	truth       findings.Truth
	last        string // the assertions of the last query
}

const poison = "(set-logic QF_LIA)\n(declare-const poison Int)\n(declare-const z Int)\n(assert (< poison z 7))\n(check-sat)\n"

func (l lasting) reduce(t *testing.T) (r certified.Result, stored, again findings.Stored, replayed triage.Replay) {
	t.Helper()
	set, err := solver.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	if set, err = set.With("fake.toml", solvertest.Profile); err != nil {
		t.Fatal(err)
	}
	if set, err = set.With("lively.toml", []byte(lively)); err != nil {
		t.Fatal(err)
	}
	spec := `lively "--stain=poison=>` + l.after + `" "--when=false=>` + l.after + `" "--when=(?s)y 8.*y 99=>` + l.then + `" --answer=` + l.after
	target := trialtest.Named(t, spec, solvertest.Binary(t), set)
	other := trialtest.Named(t, `lively --opt-b=1 --answer=`+l.then, solvertest.Binary(t), set)
	alone := "(set-logic QF_LIA)\n(declare-const y Int)\n" + l.last + "(check-sat)\n"
	text := poison + "(reset)\n" + alone
	disk, err := findings.Open(t.TempDir(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	command := slices.Concat([]string{"fakesolver"}, target.Profile().Living.Args,
		[]string{"--stain=poison=>" + l.after, "--when=false=>" + l.after, "--when=(?s)y 8.*y 99=>" + l.then, "--answer=" + l.after})
	added, err := disk.Add(findings.Hit{Bug: []byte(alone), Seed: []byte("seed"), Others: map[string][]byte{findings.SessionFile: []byte(text)}, Finding: findings.Finding{
		Class: l.class, Solver: target.String(), Family: "lively", Version: "1.2.3", Signature: "leaked-state/lively/reset/s", Checks: 1, Logic: "QF_LIA",
		Repeated: findings.Repetition{Runs: 2, Shown: 2}, Limits: findings.Limits{Seconds: 20}, Truths: []findings.Truth{l.truth},
		Runs: []findings.Run{
			{Solver: target.String(), File: findings.BugFile, Answers: []string{l.then}}, {Solver: other.String(), File: findings.BugFile, Answers: []string{l.then}},
		},
		Session: &findings.Session{Run: findings.Run{Mode: string(solver.Reset), Command: command}, Shows: l.class, Queries: 2, Found: 2, Last: strings.LastIndex(text, "(reset)\n")},
	}})
	if err != nil {
		t.Fatal(err)
	}
	if stored, err = findings.Load(added.Folder); err != nil {
		t.Fatal(err)
	}
	resolve := func(_ context.Context, name string) (solver.Target, error) {
		if name == other.String() {
			return other, nil
		}
		return target, nil
	}
	folder := certified.Folder{Config: certified.Config{Dir: trialtest.Scratch(t)}, Resolve: resolve}
	if r, err = folder.Reduce(t.Context(), stored); err != nil {
		t.Fatal(err)
	}
	if again, err = findings.Load(stored.Dir); err != nil {
		t.Fatal(err)
	}
	if replayed, err = (triage.Replayer{Resolve: resolve}).Replay(t.Context(), again); err != nil {
		t.Fatal(err)
	}
	return r, stored, again, replayed
}

// A wrong sat after other queries stays one of an unsat formula: that a fresh process says unsat does not show it, since that may be wrong in its turn.
func TestSessionKeepsUnsat(t *testing.T) {
	const contradiction = "(assert (> y 8))\n(assert (< y 7))\n"
	r, stored, again, replayed := lasting{
		oracle.SolutionSoundness, "sat", "unsat", findings.Truth{Status: "unsat", Reason: "it was made so"}, contradiction + "(assert (< y 99))\n",
	}.reduce(t)
	small := read(t, stored.Dir, findings.BugFile)
	if r.Best.Kind != certified.Derivation || again.Suspect || !strings.Contains(small, "(< y 7)") || !strings.Contains(small, "(> y 8)") {
		t.Errorf("%+v, suspect %v\n%s", r.Best.Certificate, again.Suspect, small)
	}
	if len(again.Truths) != 1 || again.Truths[0].Status != "unsat" || again.Truths[0].Reason == "" || len(again.Runs) != 2 {
		t.Errorf("recorded: %+v\n%+v", again.Truths, again.Runs)
	}
	if session := read(t, stored.Dir, findings.SessionFile); strings.Contains(session, "poison z") {
		t.Errorf("what comes before is not reduced:\n%s", session)
	}
	if replayed.State != triage.StillThere {
		t.Errorf("%+v", replayed)
	}
}

// A wrong unsat after other queries keeps a formula that is satisfiable, with the model that shows it.
func TestSessionKeepsSat(t *testing.T) {
	r, stored, again, replayed := lasting{
		oracle.RefutationSoundness, "unsat", "sat", findings.Truth{Status: "sat", Reason: "it was made so", Witness: "((define-fun y () Int 9))"},
		"(assert (or (= y 8) (> y 8)))\n(assert (< y 99))\n",
	}.reduce(t)
	if !slices.Contains([]certified.Kind{certified.Witness, certified.Ground}, r.Best.Kind) || again.Suspect ||
		len(again.Truths) != 1 || again.Truths[0].Status != "sat" || r.Best.Kind == certified.Witness && again.Truths[0].Witness == "" || len(again.Runs) != 2 {
		t.Errorf("%+v, suspect %v, recorded: %+v\n%+v\n%s", r.Best.Certificate, again.Suspect, again.Truths, again.Runs, read(t, stored.Dir, findings.BugFile))
	}
	if small := read(t, stored.Dir, findings.BugFile); len(small) >= len(read(t, stored.Dir, findings.OriginalFile)) {
		t.Errorf("not reduced:\n%s", small)
	}
	if replayed.State != triage.StillThere {
		t.Errorf("%+v", replayed)
	}
}

// Where nothing says which process is right, the last query stays as it was found, with what is known of it, and the finding is a suspicion.
func TestSessionUncertified(t *testing.T) {
	truth := findings.Truth{Status: "unsat", Reason: "a label says so", Label: true}
	r, stored, again, replayed := lasting{
		oracle.SolutionSoundness, "sat", "unsat", truth, "(assert (> y 8))\n(assert (< y 7))\n(assert (< y 99))\n",
	}.reduce(t)
	small, original := read(t, stored.Dir, findings.BugFile), read(t, stored.Dir, findings.OriginalFile)
	if r.Best.Kind != certified.Disagreement || !again.Suspect || small != original || len(again.Truths) != 1 || again.Truths[0] != truth {
		t.Errorf("%+v, suspect %v, recorded: %+v\n%s", r.Best.Certificate, again.Suspect, again.Truths, small)
	}
	if report, err := os.ReadFile(filepath.Join(stored.Dir, findings.ReportFile)); err != nil || strings.Contains(string(report), "is unsatisfiable") {
		t.Errorf("%v\n%s", err, report)
	}
	if session := read(t, stored.Dir, findings.SessionFile); strings.Contains(session, "poison z") {
		t.Errorf("what comes before is not reduced:\n%s", session)
	}
	if replayed.State != triage.StillThere {
		t.Errorf("%+v", replayed)
	}
}
