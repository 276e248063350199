package findings

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/findings/bisect"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// A report quotes what the solver printed, not the signature, which has N for every number.
func TestMessageAsPrinted(t *testing.T) {
	for _, tt := range []struct{ what, stdout, want string }{
		{"Failed to verify: bNi at a.cpp:514", "ASSERTION VIOLATION\nLine: 514\nFailed to verify: b2i\n", "Failed to verify: b2i at a.cpp:514"},
		{"NOT IMPLEMENTED YET! at b.cpp:7", "NOT IMPLEMENTED YET!\n", "NOT IMPLEMENTED YET! at b.cpp:7"},
		{"x > N", "no such line", "x > N"},
		{"x > N", "assert x > 17", "x > 17"},
		{"x (N) at c.cpp:1", "x (3) and more", "x (3) at c.cpp:1"},
		{"signal SEGV", "", "signal SEGV"},
	} {
		r := newTracked(&Finding{Reduction: &Reduction{Plain: &Run{Stdout: tt.stdout}}}, nil, nil, nil)
		if got := r.asPrinted(tt.what); got != tt.want {
			t.Errorf("%q with %q: %q, want %q", tt.what, tt.stdout, got, tt.want)
		}
	}
	if got := newTracked(&Finding{}, nil, nil, nil).asPrinted("x > N"); got != "x > N" {
		t.Errorf("without a run: %q", got)
	}
}

// Sources of a solver that Assay compiled are named from their root, not from where this machine has them; other paths stay.
func TestPrintedSources(t *testing.T) {
	for text, want := range map[string]string{
		"File: /root/.local/share/assay/solvers/z3/.build-5.4.1+assertions/sources/core/src/ast/x.cpp\nLine: 3\n": "File: src/ast/x.cpp\nLine: 3\n",
		"at /home/a/.build-1.2.0+asan/sources/libpoly/src/poly.c:7 and /usr/include/c++/12/vector:9":              "at libpoly/src/poly.c:7 and /usr/include/c++/12/vector:9",
		"(error \"/srv/sources/core/x\")": "(error \"/srv/sources/core/x\")",
	} {
		if got := Printed(text, 0); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// Where a solver contradicts itself, the report says with which configuration, and does not call wrong what is only suspected.
func TestContradictsItself(t *testing.T) {
	f := &Finding{
		Class: oracle.SolutionSoundness, Solver: "z3@5 sat.smt=true", Family: "z3", Version: "5", Other: "z3@5", Suspect: true, Check: 0, Checks: 1,
		Evidence: Evidence{Observed: "sat", Expected: "unsat"},
		Runs: []Run{
			{Solver: "z3@5 sat.smt=true", Family: "z3", Version: "5", Answers: []string{"sat"}, File: BugFile, Configuration: []Option{{Name: "sat.smt", Value: "true"}}},
			{Solver: "z3@5", Family: "z3", Version: "5", Answers: []string{"unsat"}, File: BugFile, Command: []string{"z3", BugFile}},
			{Solver: "z3@5 x=1", Family: "z3", Version: "5", Answers: []string{"unsat"}, File: BugFile, Command: []string{"z3", "x=1", BugFile}, Configuration: []Option{{Name: "x", Value: "1"}}},
			{Solver: "cvc5", Family: "cvc5", Version: "1", Answers: []string{"unsat"}, File: BugFile, Command: []string{"cvc5", BugFile}},
		},
	}
	h := &History{Class: f.Class, Versions: []VersionVerdict{{Name: "z3@4", Verdict: bisect.Absent, Runs: 4}, {Name: "z3@5", Verdict: bisect.Shows, Runs: 1, Shown: 1}}}
	report := string(tracker(f, []byte("(check-sat)\n"), nil, h))
	for _, want := range []string{
		"z3 answers `sat`, and `z3@5` answers `unsat` to `z3 bug.smt2`. It is not proven which side is wrong",
		"`z3@5` answers `unsat` to `z3 x=1 bug.smt2`",
		"`cvc5@1` answers `unsat` to `cvc5 bug.smt2`",
		"- Versions: 4 is good, 5 shows it (nothing between was tried)\n",
	} {
		if !strings.Contains(report, want) {
			t.Errorf("%q is not in\n%s", want, report)
		}
	}
}

// TestTyped: the script has its name in the folder, wherever it was while it was run.
func TestTyped(t *testing.T) {
	for path, want := range map[string]string{
		"/scratch/0/m2.smt2": "z3 --dump=/x/y.smt2 bug.smt2", "out/scratch/0/m2.smt2": "z3 --dump=/x/y.smt2 bug.smt2", "bug.smt2": "z3 --dump=/x/y.smt2 bug.smt2",
	} {
		if got := typed(&Run{File: BugFile, Command: []string{"/opt/bin/z3", "--dump=/x/y.smt2", path}}); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}
