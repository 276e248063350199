package verify_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/verify"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver/sandbox"
	"github.com/assay-smt/assay/internal/testing/solvertest"
)

const (
	formula = "(declare-const x Int)\n(assert (< x 5))\n(check-sat)\n"
	base    = "(declare-const x Int)\n(assert (< x 6))\n(check-sat)\n"
	session = "(declare-const poison Int)\n(check-sat)\n(reset)\n" + formula
)

// stage has the fake solver, and runs it as a person would: in a folder with the file.
type stage struct {
	*testing.T
	binary string
	temp   *disk.Temp
}

func newStage(t *testing.T) *stage {
	t.Helper()
	temp, err := disk.NewTemp("verify-test")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(temp.Remove)
	return &stage{t, solvertest.Binary(t), temp}
}

// run records a run of the fake solver.
func (s *stage) run(file, text string, words ...string) findings.Run {
	s.Helper()
	dir, err := s.temp.Sub("recorded")
	if err != nil {
		s.Fatal(err)
	}
	defer dir.Close()
	if _, err := dir.Write(file, []byte(text)); err != nil {
		s.Fatal(err)
	}
	r := findings.Run{Solver: "fake@1.2.3", Family: "fake", Version: "1.2.3", File: file, Command: append([]string{s.binary}, words...)}
	c := sandbox.Command{Dir: s.temp.Path("recorded")}
	if words[len(words)-1] == "-" {
		r.Stdin, c.Stdin = true, []byte(text)
	} else {
		r.Command = append(r.Command, file)
	}
	c.Argv = r.Command
	res, err := sandbox.Run(s.Context(), c)
	if err != nil {
		s.Fatal(err)
	}
	r.Stdout, r.Stderr, r.Exit, r.Signal = string(res.Stdout), string(res.Stderr), res.ExitCode, int(res.Signal)
	r.Answers = strings.Fields(r.Stdout)[:min(1, len(strings.Fields(r.Stdout)))]
	return r
}

// check runs what a report says. Programs other than the fake solver are not there.
func (s *stage) check(report []byte) []verify.Statement {
	s.Helper()
	c := verify.Checker{Dir: s.temp.Scratch, Name: "empty", Program: func(_ context.Context, name string) string {
		if strings.HasPrefix(name, "fake@") {
			return s.binary
		}
		return ""
	}}
	all, err := c.Report(s.Context(), report)
	if err != nil {
		s.Fatal(err)
	}
	if left, err := filepath.Glob(s.temp.Path("empty")); err != nil || len(left) > 0 {
		s.Errorf("%v is left, %v", left, err)
	}
	return all
}

// shows is what the fake solver does to show a class, and what it answers once the definitions are there, "" where nobody is asked.
func shows(class oracle.Class) (actions, replaced string) {
	switch class {
	case oracle.RefutationSoundness:
		return "unsat", "sat"
	case oracle.SolutionSoundness:
		return "sat", "unsat"
	case oracle.InvalidModel:
		return `out "sat\n((define-fun x () Int 9))\n"`, "unsat"
	case oracle.InvalidSelfCheck:
		return `sat invalid-model`, "sat"
	case oracle.CrashClass:
		return `out "half a line" err "Fatal failure at 0x7ffd12345678\n" crash SEGV`, ""
	case oracle.IncompletenessRegression, oracle.IncompletenessImplication:
		return `unknown err "(incomplete)\n"`, ""
	case oracle.Harness:
		return `err "odd\n" exit 3`, ""
	}
	return `out "sat\n(((+ x 1) 3))\n\x1b[1m"`, ""
}

// found is a finding of a class as the fake solver shows it.
func (s *stage) found(class oracle.Class, family string) findings.Finding {
	s.Helper()
	actions, replaced := shows(class)
	words := []string{"--when=define-fun=>" + replaced, "--when=< x 6=>sat", "--when=it's \"quoted\"=>sat", "--do=" + actions}
	f := findings.Finding{
		Class: class, Solver: "fake@1.2.3", Family: family, Version: "1.2.3", Logic: "QF_LIA", Signature: "s", Checks: 1,
		Evidence: findings.Evidence{Summary: "fake@1.2.3 is wrong", Detail: "the question", Model: "((define-fun x () Int 1))"},
		Repeated: findings.Repetition{Runs: 2, Shown: 2},
	}
	plain := s.run(findings.BugFile, formula, words...)
	f.Runs = []findings.Run{plain}
	f.Reduction = &findings.Reduction{Bytes: 100, Reduced: len(formula), Operators: []string{"<"}, Plain: &plain, Build: "fakesolver 1.2.3", System: "Linux"}
	f.Reduction.Options = []findings.UsedOption{{Option: findings.Option{Name: "--do", Value: actions}}}
	if replaced != "" {
		f.Reduction.Replaced = &findings.Replacement{Solver: "fake@1.2.3", Answer: replaced, Command: append([]string{"fakesolver"}, append(words, findings.BugFile)...)}
	}
	if class == oracle.IncompletenessImplication {
		f.Base = &findings.Base{Step: "weaken", Run: s.run(findings.BaseFile, base, words...)}
	}
	return f
}

// inSession makes a finding one that needs what the process read before.
func (s *stage) inSession(f findings.Finding) findings.Finding {
	s.Helper()
	actions, _ := shows(f.Class)
	run := s.run(findings.SessionFile, session, "--stain=poison=>"+actions, "--answer=sat", "-")
	f.Session = &findings.Session{Run: run, Shows: f.Class, Queries: 2, Found: 9, Last: strings.Index(session, "(reset)")}
	f.Reduction = nil
	return f
}

func texts() map[string][]byte {
	return map[string][]byte{findings.BaseFile: []byte(base), findings.SessionFile: []byte(session)}
}

// The report of every class, in the layout of every tracker, reproduces from its own text; and so do those of sessions.
func TestEveryClass(t *testing.T) {
	s := newStage(t)
	for _, class := range oracle.Classes() {
		for _, family := range []string{"fake", "z3", "cvc5"} {
			for _, lasting := range []bool{false, true} {
				f := s.found(class, "fake")
				if lasting {
					f = s.inSession(f)
				}
				f.Family = family
				report := string(findings.Report(&f, []byte(formula), texts()))
				report = strings.ReplaceAll(report, "`"+family+"@1.2.3`", "`fake@1.2.3`")
				all := s.check([]byte(report))
				want := 1
				if f.Base != nil {
					want++
				}
				if f.Reduction != nil && f.Reduction.Replaced != nil {
					want++
				}
				if r := verify.Of(all); !r.Verified || r.Checked != want || len(r.NotHeld) > 0 {
					t.Errorf("%s of %s, session %v: %+v\n%s", class, family, lasting, all, report)
				}
				if family != "fake" {
					continue
				}
				if strings.Contains(report, s.binary) {
					t.Errorf("%s: the path of the program is in\n%s", class, report)
				}
				// The same report does not hold of a solver that does something else.
				actions, _ := shows(class)
				option := "--do="
				if lasting {
					option = "--stain=poison=>"
				}
				wrong := strings.ReplaceAll(report, option+actions, option+`'out "something else\n"'`)
				if r := verify.Of(s.check([]byte(wrong))); r.Verified || wrong == report {
					t.Errorf("%s, session %v: of another solver it holds too: %+v\n%s", class, lasting, r, wrong)
				}
			}
		}
	}
}

// What a report says falsely is found, and what cannot be run is no error.
func TestFalseStatements(t *testing.T) {
	s := newStage(t)
	f := s.found(oracle.RefutationSoundness, "fake")
	report := string(findings.Report(&f, []byte(formula), texts()))
	implication := s.found(oracle.IncompletenessImplication, "fake")
	based := string(findings.Report(&implication, []byte(formula), texts()))
	for _, tt := range []struct {
		name, report, old, new string
		want                   []verify.State
	}{
		{"as it is", report, "", "", []verify.State{verify.Holds, verify.Holds}},
		{"another output", report, "bug.smt2\nunsat\n", "bug.smt2\nsat\n", []verify.State{verify.False, verify.Holds}},
		{"more output", report, "bug.smt2\nunsat\n", "bug.smt2\nunsat\nunsat\n", []verify.State{verify.False, verify.Holds}},
		{"another answer", report, "then answers `sat`", "then answers `unsat`", []verify.State{verify.Holds, verify.False}},
		{"no such definition", report, "(define-fun x () Int 1)", "(define-fun y () Int 1)", []verify.State{verify.Holds, verify.NotCheckable}},
		{"a script that does not show it", report, "(assert (< x 5))", "(assert (< x 6))", []verify.State{verify.False, verify.Holds}},
		{"no script", report, "```smt2\n(declare", "```text\n(declare", []verify.State{verify.NotCheckable, verify.NotCheckable}},
		{"no such program", report, "- Program: `fake@1.2.3`", "- Program: `other@1`", []verify.State{verify.NotCheckable, verify.Holds}},
		{"a signal that is none", report, "bug.smt2\nunsat\n", "bug.smt2\nunsat\nSegmentation fault\n", []verify.State{verify.False, verify.Holds}},
		{"a cut script", report, "\n```console", "\n(cut here; bug.smt2 next to this report has the rest)\n\n```console", []verify.State{verify.NotCheckable, verify.NotCheckable}},
		{"an open quote", report, "--do=unsat bug.smt2\n", "--do=unsat 'bug.smt2\n", []verify.State{verify.NotCheckable, verify.NotCheckable}},
		{"two scripts", based, "", "", []verify.State{verify.Holds, verify.Holds}},
		{"the other one", based, "(assert (< x 6))", "(assert (< x 5))", []verify.State{verify.False, verify.Holds}},
		{"a cut output", report, "bug.smt2\nunsat\n", "bug.smt2\nun\n[...]\n", []verify.State{verify.Holds, verify.Holds}},
		{"a cut output with another end", report, "bug.smt2\nunsat\n", "bug.smt2\nun\n[...]\nsit\n", []verify.State{verify.False, verify.Holds}},
		{"a cut output that begins otherwise", report, "bug.smt2\nunsat\n", "bug.smt2\nsa\n[...]\nsat\n", []verify.State{verify.False, verify.Holds}},
	} {
		text := tt.report
		if tt.old != "" {
			if text = strings.Replace(text, tt.old, tt.new, 1); text == tt.report {
				t.Errorf("%s: %q is not in\n%s", tt.name, tt.old, text)
			}
		}
		var got []verify.State
		all := s.check([]byte(text))
		for _, one := range all {
			got = append(got, one.State)
			if (one.State == verify.Holds) != (one.Instead == "") {
				t.Errorf("%s: %+v", tt.name, one)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %+v, want %v\n%s", tt.name, all, tt.want, text)
		}
		if r := verify.Of(all); r.Verified != (slices.Contains(got, verify.Holds) && !slices.Contains(got, verify.False)) {
			t.Errorf("%s: %+v", tt.name, r)
		}
	}
}

// What shows in 24 of 30 runs may hide in four of them: a statement is run as often as the least likely rate demands, and no more.
func TestFlakyStatements(t *testing.T) {
	s := newStage(t)
	f := s.found(oracle.RefutationSoundness, "fake")
	report := strings.Replace(string(findings.Report(&f, []byte(formula), texts())), "shows in 2 of 2 runs", "flaky: shows in 24 of 30 runs", 1)
	dir := t.TempDir()
	program, count := filepath.Join(dir, "fakesolver"), filepath.Join(dir, "count")
	for _, tt := range []struct {
		hides, runs int
		want        verify.State
	}{{0, 1, verify.Holds}, {4, 5, verify.Holds}, {5, 5, verify.False}} {
		text := fmt.Sprintf("#!/bin/sh\necho >>%[1]s\n[ $(wc -l <%[1]s) -gt %[2]d ] && exec %[3]s \"$@\"\nexec %[3]s --do=unknown\n", count, tt.hides, s.binary)
		if err := errors.Join(os.WriteFile(program, []byte(text), 0o700), os.WriteFile(count, nil, 0o600)); err != nil {
			t.Fatal(err)
		}
		c := verify.Checker{Dir: s.temp.Scratch, Name: "empty", Program: func(context.Context, string) string { return program }}
		all, err := c.Report(t.Context(), []byte(report[:strings.Index(report, "To check without")]+report[strings.Index(report, "- Program"):]))
		if err != nil {
			t.Fatal(err)
		}
		lines, err := os.ReadFile(count)
		if err != nil {
			t.Fatal(err)
		}
		if len(all) != 1 || all[0].State != tt.want || len(lines) != tt.runs {
			t.Errorf("hidden %d times: %+v in %d runs", tt.hides, all, len(lines))
		}
	}
}
