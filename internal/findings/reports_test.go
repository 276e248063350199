package findings

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/oracle"
	"github.com/assay-smt/assay/internal/outcome"
)

var update = flag.Bool("update", false, "write the reports below testdata anew")

// wrongUnsat is a finding with everything that a report shows.
func wrongUnsat(family string) Finding {
	return Finding{
		Class: oracle.RefutationSoundness, Solver: family + " -q", Family: family, Version: "1.2", Other: "yices2", Logic: "QF_LIA", Signature: "s",
		Evidence: Evidence{
			Kind: oracle.EvidenceDifferential, Summary: family + " -q answers unsat. yices2 has a model.", Expected: "sat", Observed: "unsat",
			Reason: "a model.", Model: "((define-fun x () Int 1))", Sat: []string{"yices2"}, Unsat: []string{family + " -q"}, Unknown: []string{"cvc4"}, Detail: "x = 1",
		},
		Repeated: Repetition{Runs: 3, Shown: 2}, Checks: 1, Truths: []Truth{{Status: "sat", Witness: "((define-fun x () Int 1))"}},
		Runs: []Run{
			{Solver: family + " -q", Family: family, Version: "1.2", Command: []string{family, "-q", BugFile}, File: BugFile, Answers: []string{"unsat"}, Outcome: outcome.Unsat, Stdout: "unsat\n"},
			{Solver: "yices2", Family: "yices2", Command: []string{"yices-smt2", BugFile}, File: BugFile, Answers: []string{"sat"}, Outcome: outcome.Sat, Mode: "push"},
			{Solver: "cvc4", Family: "cvc4", Version: "1.8", Command: []string{"cvc4", BugFile}, File: BugFile, Answers: []string{"sat"}, Void: true, Outcome: outcome.Nothing, Reason: "0 answers"},
			{Solver: "opensmt", Family: "opensmt", Version: "2", Command: []string{"opensmt", BugFile}, File: BugFile, Outcome: outcome.Timeout},
		},
		Provenance: Provenance{CampaignSeed: 7, Mutant: "abc/weaken/0/3", SeedName: "s.smt2", SeedHash: "abc", SeedShows: true, Steps: []string{"one", "two"}},
	}
}

// reduced is the same finding, reduced.
func reduced(family string) Finding {
	f := wrongUnsat(family)
	f.Reduction = &Reduction{
		Operators: []string{"<", "and", "bvadd", "ite"}, How: []string{"(< x 5) is true"}, Words: "Evaluation confirms it.", Certificate: "witness",
		Plain:   &Run{Command: []string{family, "--opt", BugFile}, File: BugFile, Stdout: "unsat"},
		Options: []UsedOption{{Option: Option{Name: "--opt", Value: "on"}, Level: "expert", Default: "off"}, {Option: Option{Name: ":produce-models", Value: "true"}, Script: true}},
		Build:   family + " version 1.2 - 64 bit", System: "linux/amd64",
	}
	return f
}

func inSession(f Finding) Finding {
	f.Class, f.Other = oracle.StateLeftBehind, ""
	f.Session = &Session{
		Run:   Run{Solver: f.Solver, Command: []string{f.Family, "-in"}, File: SessionFile, Stdin: true, Mode: "reset", Answers: []string{"unsat"}, Stdout: "sat\nunsat\n"},
		Shows: oracle.RefutationSoundness, Queries: 2, Found: 5, Last: 12,
	}
	return f
}

func withBase(f Finding) Finding {
	f.Class, f.Evidence.Observed, f.Other = oracle.IncompletenessImplication, "unknown", ""
	f.Base = &Base{Step: "weaken or-intro", Run: Run{Solver: f.Solver, Command: []string{f.Family, "-q", BaseFile}, File: BaseFile, Answers: []string{"sat"}}}
	return f
}

// Reports are read by people who have nothing else: the ones below testdata hold their wording, and a change of it shows in the diff.
func TestReports(t *testing.T) {
	suspect := wrongUnsat("z3")
	suspect.Suspect, suspect.Open, suspect.Lost, suspect.Logic = true, []string{"seq.nth"}, []string{"str.rev"}, ""
	crash := wrongUnsat("z3")
	crash.Class, crash.Evidence = oracle.CrashClass, Evidence{Kind: oracle.EvidenceCrash, Summary: "z3 crashed (assertion): a.cpp:1", Detail: "a.cpp:1"}
	plain := reduced("z3")
	plain.Reduction.Plain, plain.Reduction.Options, plain.Reduction.Build, plain.Reduction.Ground = nil, nil, "", true
	bare := reduced("cvc5")
	bare.Reduction.Plain.Command, bare.Reduction.Options = []string{"cvc5", BugFile}, nil
	set := reduced("cvc5") // the script sets what matters, and the command line has nothing
	set.Reduction.Plain.Command, set.Reduction.Options = []string{"cvc5", BugFile}, set.Reduction.Options[1:]
	history := historyFrom(oracle.RefutationSoundness, "z3", ".xx.")
	others := map[string][]byte{SessionFile: []byte("(check-sat)\n(check-sat)\n"), BaseFile: []byte("(assert true)\n(check-sat)\n")}
	for name, tt := range map[string]struct {
		f       Finding
		history *History
	}{
		"found": {f: wrongUnsat("z3")}, "found-suspect": {f: suspect}, "found-crash": {f: crash},
		"found-session": {f: inSession(wrongUnsat("z3"))}, "found-base": {f: withBase(wrongUnsat("z3"))},
		"reduced-z3": {reduced("z3"), history}, "reduced-z3-plain": {f: plain}, "reduced-cvc5": {f: reduced("cvc5")}, "reduced-cvc5-bare": {f: bare},
		"reduced-cvc5-set": {f: set}, "reduced-cvc4": {reduced("cvc4"), historyFrom(oracle.RefutationSoundness, "cvc4", ".xx")},
		"reduced-session": {f: inSession(reduced("cvc4"))}, "reduced-base": {f: withBase(reduced("cvc4"))},
	} {
		t.Run(name, func(t *testing.T) {
			bug := []byte("(declare-const x Int)\n(assert (< x 5))\n(check-sat)\n")
			got := Report(&tt.f, bug, others)
			if tt.history != nil {
				got = tracker(&tt.f, bug, others, tt.history)
			}
			file := filepath.Join("testdata", "reports", name+".md")
			if *update {
				if err := os.WriteFile(file, got, 0o644); err != nil { //nolint:gosec // for everybody to read
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// The title says what is wrong in the words of the class, and what a session showed in those of its own.
func TestTitles(t *testing.T) {
	for _, tt := range []struct {
		class, shows oracle.Class
		want         string
	}{
		{oracle.RefutationSoundness, "", "z3 1.2: wrong unsat (QF_LIA)"},
		{oracle.SolutionSoundness, "", "z3 1.2: wrong sat (QF_LIA)"},
		{oracle.InvalidModel, "", "z3 1.2: invalid model (QF_LIA)"},
		{oracle.InvalidCore, "", "z3 1.2: unsat core that is satisfiable (QF_LIA)"},
		{oracle.InvalidValue, "", "z3 1.2: wrong value of a term (QF_LIA)"},
		{oracle.InvalidSelfCheck, "", "z3 1.2: the check of models rejects a right one (QF_LIA)"},
		{oracle.CrashClass, "", "z3 1.2: crash: a.cpp:1"},
		{oracle.IncompletenessRegression, "", "z3 1.2: unknown for a formula that yices2 decides (QF_LIA)"},
		{oracle.IncompletenessImplication, "", "z3 1.2: unknown one step after a formula that it decides (QF_LIA)"},
		{oracle.StateLeftBehind, oracle.RefutationSoundness, "z3 1.2: wrong unsat after other queries, and not alone (QF_LIA)"},
		{oracle.StateLeftBehind, oracle.SolutionSoundness, "z3 1.2: wrong sat after other queries, and not alone (QF_LIA)"},
		{oracle.StateLeftBehind, oracle.InvalidModel, "z3 1.2: invalid model after other queries, and not alone (QF_LIA)"},
		{oracle.StateLeftBehind, oracle.CrashClass, "z3 1.2: crash after other queries, and not alone (QF_LIA)"},
		{oracle.StateLeftBehind, "", "z3 1.2: something wrong after other queries, and not alone (QF_LIA)"},
	} {
		f := Finding{Class: tt.class, Family: "z3", Version: "1.2", Other: "yices2", Logic: "QF_LIA", Evidence: Evidence{Summary: "z3 crashed (assertion): a.cpp:1"}}
		if tt.shows != "" {
			f.Session = &Session{Shows: tt.shows}
		}
		if got := title(&f); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.class, got, tt.want)
		}
	}
}

// A finding that is judged anew gets a report on what its folder has now: the formula, the base, the versions.
func TestRefresh(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "kept")
	bug := []byte("(assert (< x 5))\n(check-sat)\n")
	f := withBase(reduced("z3"))
	if err := Keep(dir, f, bug, bug); err != nil {
		t.Fatal(err)
	}
	record, err := JSON(History{Formula: Checksum(bug), Class: f.Class, Versions: historyFrom(f.Class, "z3", ".x").Versions})
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{BaseFile: []byte("(assert (= x 1))\n"), historyFile: record} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := Refresh(dir); err != nil {
		t.Fatal(err)
	}
	report := read(t, dir, ReportFile)
	for _, want := range []string{"(assert (< x 5))", "(assert (= x 1))", "1.0 is good, 1.1 answers unknown"} {
		if !strings.Contains(report, want) {
			t.Errorf("%q is not in\n%s", want, report)
		}
	}
	// What is known about another formula says nothing about this one.
	if err := os.WriteFile(filepath.Join(dir, BugFile), []byte("(check-sat)\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Refresh(dir); err != nil {
		t.Fatal(err)
	}
	if report = read(t, dir, ReportFile); strings.Contains(report, "is good") || strings.Contains(report, "(assert (< x 5))") {
		t.Errorf("of another formula:\n%s", report)
	}
	f.Reduction = nil
	if err := Keep(dir, f, bug, bug); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, ReportFile), []byte("mine\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Refresh(dir); err != nil || read(t, dir, ReportFile) != "mine\n" {
		t.Errorf("a finding that is not reduced: %v, %s", err, read(t, dir, ReportFile))
	}
}
