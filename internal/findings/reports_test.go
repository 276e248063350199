package findings

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

var update = flag.Bool("update", false, "write the reports below testdata anew")

// formula is what the findings below are about.
const formula = "(declare-const x Int)\n(assert (< x 5))\n(check-sat)\n"

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
			{Solver: family + " -q", Family: family, Version: "1.2", Command: []string{"/home/me/bin/" + family, "-q", "/tmp/assay-7/w0.smt2"}, File: BugFile, Answers: []string{"unsat"}, Outcome: outcome.Unsat, Stdout: "unsat\n", Program: program()},
			{Solver: "yices2", Family: "yices2", Version: "2.6", Command: []string{"/opt/yices/yices-smt2", BugFile}, File: BugFile, Answers: []string{"sat"}, Outcome: outcome.Sat},
			{Solver: "mathsat", Family: "mathsat", Version: "5", Command: []string{"mathsat"}, File: BugFile, Answers: []string{"sat"}, Outcome: outcome.Sat, Mode: "push"},
			{Solver: "cvc4", Family: "cvc4", Version: "1.8", Command: []string{"cvc4", BugFile}, File: BugFile, Answers: []string{"sat"}, Void: true, Outcome: outcome.Nothing, Reason: "0 answers"},
			{Solver: "opensmt", Family: "opensmt", Version: "2", Command: []string{"opensmt", BugFile}, File: BugFile, Outcome: outcome.Timeout},
		},
		Provenance: Provenance{CampaignSeed: 7, Assay: "0.9.0", Mutant: "abc/weaken/0/3", Engine: "weaken", SeedName: "/home/me/s.smt2", SeedHash: "abc", SeedShows: true, Steps: []string{"one", "two"}},
	}
}

// program is one of a wheel: a front end of a library.
func program() *Program {
	return &Program{
		Path: "/home/me/bin/z3", SHA256: strings.Repeat("1f", 32), Package: "z3-solver 1.2.0.0",
		Parts: []Part{{Path: "/home/me/lib/libz3.so", SHA256: strings.Repeat("2e", 32)}},
	}
}

// reduced is the same finding, reduced.
func reduced(family string) Finding {
	f := wrongUnsat(family)
	f.Repeated = Repetition{Runs: 2, Shown: 2}
	f.Reduction = &Reduction{
		Bytes: 1204, Reduced: 50, Confirmed: Repetition{Runs: 2, Shown: 2},
		Operators: []string{"*", "+", "<", "bvadd"}, How: []string{"assertion 1, (< x 5), is true"}, Words: "Evaluation confirms it.", Certificate: "witness",
		Plain:    &Run{Command: []string{family, "--opt", BugFile}, File: BugFile, Stdout: "unsat\n"},
		Options:  []UsedOption{{Option: Option{Name: "--opt", Value: "on"}, Level: "expert", Default: "off"}, {Option: Option{Name: ":random-seed", Value: "3"}, Script: true}},
		Replaced: &Replacement{Solver: family + "@1.2", Answer: "sat", Command: []string{family, "--opt", BugFile}},
		Build:    family + " version 1.2 - 64 bit", System: "Linux x86_64",
	}
	return f
}

// ofClass is a reduced finding of a class, without options.
func ofClass(class oracle.Class, family string) Finding {
	f := reduced(family)
	f.Class, f.Other, f.Reduction.Options = class, "", nil
	f.Reduction.Plain = &Run{Command: []string{family, BugFile}, File: BugFile, Stdout: "unsat\n"}
	f.Reduction.Replaced.Command = []string{family, BugFile}
	switch class {
	case oracle.SolutionSoundness:
		f.Evidence.Expected, f.Evidence.Observed, f.Evidence.Model = "unsat", "sat", ""
		f.Truths, f.Reduction.How, f.Reduction.Replaced, f.Reduction.By = nil, nil, nil, []string{"yices2"}
		f.Runs[1].Answers, f.Reduction.Plain.Stdout = []string{"unsat"}, "sat\n"
	case oracle.InvalidModel:
		f.Evidence.Expected, f.Evidence.Observed, f.Evidence.Model = "", "", "((define-fun x () Int 9))"
		f.Reduction.How, f.Reduction.Replaced.Answer = []string{"assertion 1, (< x 5), is false: x = 9"}, "unsat"
		f.Reduction.Plain.Stdout = "sat\n((define-fun x () Int 9))\n"
	case oracle.CrashClass:
		f.Signature = "crash/" + family + "/signal SEGV"
		f.Evidence = Evidence{Kind: oracle.EvidenceCrash, Summary: family + " -q crashed (signal): signal SEGV"}
		f.Reduction.Replaced, f.Reduction.How = nil, nil
		f.Reduction.Plain.Stdout, f.Reduction.Plain.Stderr, f.Reduction.Plain.Exit, f.Reduction.Plain.Signal = "", "/home/me/bin/z3: line 3: 991 Segmentation fault      /home/me/lib/z3.real \"$@\"\n", 139, 0
	case oracle.IncompletenessRegression:
		f.Other, f.Evidence.Expected, f.Evidence.Observed, f.Evidence.Reason = "yices2", "sat", "unknown", "(incomplete quantifiers)"
		f.Reduction.Replaced, f.Reduction.Plain.Stdout = nil, "unknown\n"
	case oracle.IncompletenessImplication:
		f = withBase(f)
		f.Reduction.Replaced, f.Reduction.Plain.Stdout = nil, "unknown\n"
	case oracle.InvalidSelfCheck:
		f.Reduction.Plain.Stdout, f.Reduction.Plain.Stderr = "sat\n", "an invalid model was generated\n"
	case oracle.Performance:
		f.Other, f.Evidence = "yices2", Evidence{
			Kind: oracle.EvidenceMeasurement, Expected: "sat", Observed: "sat", Measured: &oracle.Measurement{
				Pairs: make([]oracle.TimedPair, 7), Old: 0.118, New: 3.94, Ratio: oracle.Bounds{Estimate: 33.4, Low: 31.2, High: 35}, Limit: 2, LimitSeconds: 0.5,
				OldWork: 1_200_000, NewWork: 41_000_000, Counted: []string{"rlimit-count"}, Asked: "(get-info :all-statistics)",
			},
		}
		f.Reduction.Replaced, f.Reduction.How, f.Reduction.Plain.Stdout, f.Truths = nil, nil, "sat\n", nil
	case oracle.InvalidInference:
		f.Evidence = Evidence{Kind: oracle.EvidenceStatement, Model: "((define-fun x () Int 0))", Statement: &oracle.Statement{
			From: oracle.FromOutput, Rule: "ARITH_SPLIT", Text: "(or (> x 0) (< x 0))", Why: "(or (> x 0) (< x 0)) is false: (> x 0) = false, (< x 0) = false",
			Assignment: []oracle.Assigned{{Name: "x", Value: "0"}}, Script: "(declare-fun x () Int)\n(assert (not (or (> x 0) (< x 0))))\n(check-sat)\n", Answer: "sat",
		}}
		f.Reduction.Replaced, f.Reduction.Plain.Stdout = nil, "(lemma (or (> x 0) (< x 0)) :source ARITH_SPLIT)\nsat\n"
	case oracle.RefutationSoundness:
	default:
		f.Evidence = Evidence{
			Kind: oracle.EvidenceEvaluation, Summary: family + " -q answers get-value after check-sat 1 wrongly: under its model (+ x 1) is 2, not 3",
			Detail: "the term: (+ x 1)\nwhat was said: 3\nvalue of the term: 2", Model: "((define-fun x () Int 1))",
		}
		f.Reduction.Replaced = nil
		f.Reduction.Plain.Stdout = "sat\n(((+ x 1) 3))\n"
	}
	return f
}

// inSession is a finding that needs what a process read before.
func inSession(f Finding) Finding {
	f.Other = ""
	f.Session = &Session{
		Run:   Run{Solver: f.Solver, Command: []string{"/home/me/bin/" + f.Family, "-in"}, File: SessionFile, Stdin: true, Mode: "reset", Answers: []string{"unsat"}, Stdout: "sat\nunsat\n"},
		Shows: f.Class, Queries: 2, Found: 5, Last: 12,
	}
	return f
}

func withBase(f Finding) Finding {
	f.Class, f.Evidence.Expected, f.Evidence.Observed, f.Other = oracle.IncompletenessImplication, "sat", "unknown", ""
	f.Base = &Base{Step: "weaken or-intro", Run: Run{Solver: f.Solver, Command: []string{f.Family, "-q", BaseFile}, File: BaseFile, Answers: []string{"sat"}, Stdout: "sat\n"}}
	return f
}

// Reports are read by people who have nothing else: the ones below testdata hold their wording, and a change of it shows in the diff.
func TestReports(t *testing.T) {
	type report struct {
		f       Finding
		history *History
		frames  []string
	}
	suspect := wrongUnsat("cvc5@1.4.2")
	suspect.Family, suspect.Version = "cvc5", "1.4.2"
	suspect.Suspect, suspect.Open, suspect.Lost, suspect.Logic = true, []string{"seq.nth"}, []string{"str.rev"}, ""
	ground := reduced("z3")
	ground.Reduction.Plain, ground.Reduction.Options, ground.Reduction.Build, ground.Reduction.Ground, ground.Reduction.Replaced = nil, nil, "", true, nil
	ground.Reduction.How = []string{"assertion 1, (< 3 5), is true"}
	crash := inSession(ofClass(oracle.CrashClass, "z3"))
	crash.Signature = "state-left-behind/z3/reset/crash/z3/signal SEGV"
	crash.Evidence.Summary = "z3 -q crashes in a process that has read other scripts before (signal SEGV), and a fresh one does not"
	crash.Session.Run.Stdout, crash.Session.Run.Signal, crash.Session.Run.Exit = "sat\n", 11, -1
	tan := ofClass(oracle.InvalidModel, "z3")
	tan.Reduction.Operators = []string{">", "tan"}
	tan.Reduction.Tolerance = &Tolerance{Command: []string{"z3", "smt.tolerance=0.1", BugFile}, Answer: "sat", Shows: true}
	exact := ofClass(oracle.InvalidModel, "z3")
	exact.Reduction.Operators, exact.Reduction.Tolerance = []string{"sin"}, &Tolerance{Command: []string{"z3", "smt.tolerance=0.1", BugFile}, Answer: "unsat"}
	silent := ofClass(oracle.CrashClass, "cvc4")
	silent.Reduction.Plain.Stderr, silent.Reduction.Plain.Exit = "", 134
	tactic := ofClass(oracle.RefutationSoundness, "z3")
	tactic.Reduction.Commands = []string{"(check-sat-using (then simplify smt))", "(push 1)"}
	typed := inSession(reduced("cvc5")) // the file as an argument shows it as well
	typed.Reduction.Plain = &Run{Command: []string{"cvc5", SessionFile}, File: SessionFile, Stdout: "sat\nunsat\n"}
	limited := ofClass(oracle.CrashClass, "bitwuzla")
	limited.Reduction.Plain.Stderr, limited.Reduction.Plain.Exit, limited.Reduction.Plain.Reason = "", -1, "timeout"
	history := historyFrom(oracle.RefutationSoundness, "z3", ".xx.")
	slower := ofClass(oracle.Performance, "z3")
	slower.Other, slower.Runs[1].Solver, slower.Runs[1].Family, slower.Runs[1].Version, slower.Runs[1].Command = "z3@1.1", "z3@1.1", "z3", "1.1", []string{"/opt/z3", BugFile}
	over := ofClass(oracle.Performance, "bitwuzla")
	over.Evidence.Measured.Over, over.Evidence.Measured.NewWork, over.Evidence.Measured.New = true, 0, 5
	over.Other, over.Runs[1].Solver, over.Runs[1].Family, over.Runs[1].Version = "bitwuzla --bv-solver=prop", "bitwuzla --bv-solver=prop", "bitwuzla", "1.2"
	over.Runs[1].Command = []string{"/opt/bitwuzla", "--bv-solver=prop", BugFile}
	all := map[string]report{
		"slower": {f: slower}, "slower-over": {f: over},
		"found-z3": {f: wrongUnsat("z3")}, "found-other": {f: wrongUnsat("bitwuzla")}, "found-suspect": {f: suspect},
		"found-session": {f: inSession(wrongUnsat("bitwuzla"))}, "found-base": {f: withBase(wrongUnsat("bitwuzla"))},
		"z3": {f: reduced("z3"), history: history}, "cvc5": {f: reduced("cvc5")}, "other": {f: reduced("bitwuzla")}, "ground": {f: ground},
		"session": {f: inSession(reduced("bitwuzla"))}, "session-file": {f: typed}, "session-crash": {f: crash}, "tolerance": {f: tan}, "tolerance-explains": {f: exact}, "silent": {f: silent},
		"tactic": {f: tactic}, "limit": {f: limited},
		"stack": {f: ofClass(oracle.CrashClass, "z3"), frames: []string{"a", "b(int)", "c", "d", "e", "f"}},
	}
	for _, class := range oracle.Classes() {
		all["class-"+string(class)] = report{f: ofClass(class, "bitwuzla")}
	}
	others := map[string][]byte{SessionFile: []byte("(check-sat)\n(reset)\n" + formula), BaseFile: []byte("(assert true)\n(check-sat)\n")}
	for name, tt := range all {
		t.Run(name, func(t *testing.T) {
			bug := formula
			if name == "tactic" {
				bug = strings.Replace(formula, "(check-sat)", "(push 1)\n(check-sat-using (then simplify smt))", 1)
			}
			r := newTracked(&tt.f, []byte(bug), others, tt.history)
			r.note.Frames = tt.frames
			got := r.write()
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
			for _, private := range []string{"/home/", "/tmp/", "\uff20", "w0.smt2"} {
				if strings.Contains(string(got), private) {
					t.Errorf("%q is in\n%s", private, got)
				}
			}
		})
	}
}

// Titles begin with the kind, and name the operators in the order of the text and what is special, and never a version.
func TestTitles(t *testing.T) {
	for _, tt := range []struct {
		name, bug string
		change    func(f *Finding)
		want      string
	}{
		{"operators", "(assert (str.contains (str.from_ubv x) \"1\"))", func(f *Finding) { f.Reduction.Operators = []string{"str.++", "str.contains", "str.from_ubv"} },
			"Wrong unsat: `str.contains`, `str.from_ubv`, `str.++`"},
		{"three of four", "(assert (< (+ x 1) (* x 2)))", func(f *Finding) {}, "Wrong unsat: `<`, `+`, `*`"},
		{"a width", "(declare-const x (_ BitVec 1))(assert (bvadd x))", func(f *Finding) { f.Reduction.Operators = []string{"bvadd"} }, "Wrong unsat: `bvadd`, 1-bit vectors"},
		{"two widths", "(declare-const x (_ BitVec 1))(declare-const y (_ BitVec 2))(assert (bvadd x))", func(f *Finding) { f.Reduction.Operators = []string{"bvadd"} }, "Wrong unsat: `bvadd`"},
		{"a format", "(declare-const x Float16)(assert (fp.isNaN x))", func(f *Finding) { f.Reduction.Operators = []string{"fp.isNaN"} }, "Wrong unsat: `fp.isNaN`, `Float16`"},
		{"a tactic", "(assert (< x y))(check-sat-using nla2bv)", func(f *Finding) { f.Reduction.Operators = []string{"<"} }, "Wrong unsat: `<`, tactic `nla2bv`"},
		{"no operators", "(check-sat)", func(f *Finding) { f.Reduction = nil }, "Wrong unsat in QF_LIA"},
		{"nothing", "(check-sat)", func(f *Finding) { f.Reduction, f.Logic = nil, "ALL" }, "Wrong unsat"},
		{"a suspicion", "(check-sat)", func(f *Finding) { f.Reduction, f.Suspect = nil, true }, "Possibly wrong unsat in QF_LIA"},
		{"a crash", "(check-sat)", func(f *Finding) {
			f.Class, f.Reduction, f.Evidence.Summary = oracle.CrashClass, nil, "z3@5.4 crashed (assertion): a.cpp:1"
		}, "Crash (a.cpp:1)"},
		{"a session", "(check-sat)", func(f *Finding) { f.Reduction = nil; *f = inSession(*f) }, "Wrong unsat behind other queries in QF_LIA"},
	} {
		f := reduced("z3")
		tt.change(&f)
		if got := newTracked(&f, []byte(tt.bug), nil, nil).title(); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// Without a run of the blamed solver, or without its command line, nobody knows of any options.
func TestOptionsOfNoRun(t *testing.T) {
	for name, change := range map[string]func(f *Finding){
		"no run":                   func(f *Finding) { f.Runs = nil },
		"a run without a command":  func(f *Finding) { f.Runs = []Run{{Solver: f.Solver}} },
		"a run of another solver":  func(f *Finding) { f.Runs = []Run{{Solver: "other", Command: []string{"other", "--opt"}}} },
		"a command and no options": func(f *Finding) { f.Runs = []Run{{Solver: f.Solver, Command: []string{"z3", "/tmp/a.smt2"}}} },
	} {
		f := reduced("z3")
		f.Reduction.Plain, f.Session = nil, nil
		change(&f)
		if got := newTracked(&f, []byte("(check-sat)"), nil, nil).arguments(); got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
	f := reduced("z3")
	f.Reduction.Plain, f.Session = nil, nil
	f.Runs = []Run{{Solver: f.Solver, Command: []string{"z3", "-in", "a b", "/tmp/a.smt2"}}}
	if got := newTracked(&f, []byte("(check-sat)"), nil, nil).arguments(); got != "-in 'a b'" {
		t.Errorf("options %q", got)
	}
}

// A finding that is judged anew gets a report on what its folder has now: the formula, the base, the versions.
func TestRefresh(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "kept")
	bug := []byte("(assert (< x 5))\n(check-sat)\n")
	f := withBase(reduced("z3"))
	if err := Keep(dir, f, Texts{Bug: bug, Original: bug}); err != nil {
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
	if err := Keep(dir, f, Texts{Bug: bug, Original: bug}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, ReportFile), []byte("mine\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Refresh(dir); err != nil || !strings.Contains(read(t, dir, ReportFile), "(assert (< x 5))") {
		t.Errorf("a finding that is not reduced: %v, %s", err, read(t, dir, ReportFile))
	}
}
