package triage_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
)

// A record names the formula by its place in the finding's folder, and keeps the beginning of a flood.
func TestRecord(t *testing.T) {
	r := solver.Run{
		Solver: "z3 -q", Family: "z3", Version: "4.8.12", Command: []string{"z3", "-q", "-T:5", "/scratch/m.smt2"},
		Verdict: solver.Verdict{Answers: make([]smt.Status, 150), Reason: "cannot open /scratch/m.smt2"},
	}
	for i := range r.Answers {
		r.Answers[i] = smt.Sat
	}
	r.Answers[1] = smt.Unsat
	r.Raw.Stdout = []byte(strings.Repeat("x", 1<<20) + "end")
	got := triage.Record(r, solver.Options{Strings: true}, "/scratch/m.smt2", findings.BugFile)
	if diff := cmp.Diff([]string{"z3", "-q", "-T:5", findings.BugFile}, got.Command); diff != "" {
		t.Errorf("command (-want +got):\n%s", diff)
	}
	if got.Solver != "z3 -q" || got.Family != "z3" || got.Version != "4.8.12" || got.File != findings.BugFile || got.Reason != "cannot open "+findings.BugFile || !got.Options.Strings {
		t.Errorf("%+v", got)
	}
	if len(got.Answers) != 100 || got.Answers[0] != "sat" || got.Answers[1] != "unsat" {
		t.Errorf("%d answers: %q", len(got.Answers), got.Answers[:2])
	}
	if len(got.Stdout) > 5000 || !strings.HasSuffix(got.Stdout, "[...]\n") {
		t.Errorf("%d bytes of output", len(got.Stdout))
	}
}

// A run on another form of the script, in the same folder, has the formula's name too, whether the campaign's folder was absolute or not.
func TestRecordBeside(t *testing.T) {
	for _, folder := range []string{"/scratch/0", "out/scratch/0", "bin/hunt/x/scratch/0"} {
		r := solver.Run{Solver: "yices2", Command: []string{"yices-smt2", "--mcsat", folder + "/m2.smt2"}}
		got := triage.Record(r, solver.Options{}, folder+"/m1.smt2", findings.BugFile)
		if diff := cmp.Diff([]string{"yices-smt2", "--mcsat", findings.BugFile}, got.Command); diff != "" {
			t.Errorf("%s: command (-want +got):\n%s", folder, diff)
		}
	}
	r := solver.Run{Command: []string{"z3", "other/m.smt2"}}
	if got := triage.Record(r, solver.Options{}, "out/m.smt2", findings.BugFile); got.Command[1] != "other/m.smt2" {
		t.Errorf("a script elsewhere: %q", got.Command)
	}
}

// What a solver prints about its file names it as the finding's folder does, with and without the scratch folder.
func TestRecordOutput(t *testing.T) {
	r := solver.Run{Solver: "cvc5", Command: []string{"cvc5", "/scratch/bug0.smt2"}}
	r.Raw.Stdout, r.Raw.Stderr = []byte("(error \"/scratch/bug0.smt2:1.2\")\n"), []byte("bug0.smt2:1.2: no logic\n")
	got := triage.Record(r, solver.Options{}, "/scratch/bug0.smt2", findings.BugFile)
	if got.Stdout != "(error \"bug.smt2:1.2\")\n" || got.Stderr != "bug.smt2:1.2: no logic\n" {
		t.Errorf("%q, %q", got.Stdout, got.Stderr)
	}
}

// The operator table of a finding has the built-in operators and those of its recorded theory files.
func TestTable(t *testing.T) {
	f := &findings.Finding{}
	builtin, err := triage.Table(f)
	if err != nil || builtin == nil || len(builtin.Extensions()) != 0 {
		t.Fatalf("%v, %v", builtin, err)
	}
	f.Theories = []findings.Source{{Name: "mine", Text: "(mine Int Int :in (z3 cvc5))"}, {Name: "yours", Text: "(yours Int Int :in (z3))"}}
	table, err := triage.Table(f)
	if err != nil || table == nil || len(table.Extensions()) != 2 || table.Extensions()[1].File != "yours" {
		t.Fatalf("%v, %v", table, err)
	}
	f.Theories[1].Text = "(yours"
	if _, err := triage.Table(f); err == nil || !strings.Contains(err.Error(), "yours") {
		t.Errorf("a broken theory file: %v", err)
	}
}
