package triage_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/bisect"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/solvertest"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
)

// What a version does with a finding, and what that says about the defect.
func TestInVersion(t *testing.T) {
	resolve := resolver(t)
	binary := solvertest.Binary(t)
	crash := []string{" --do='err \"ASSERTION VIOLATION\\nFile: /b/a.cpp\\nLine: 12\\nx > 0\\n\" exit 114'"}
	for _, tt := range []struct {
		finding []string
		version string
		want    bisect.Verdict
		reason  string
	}{
		{crash, crash[0], bisect.Shows, "crash"},
		// The line moves from version to version, the file and the assertion stay.
		{crash, " --do='err \"ASSERTION VIOLATION\\nFile: /c/a.cpp\\nLine: 14\\nx > 0\\n\" exit 114'", bisect.Shows, "crash"},
		{crash, " --do='err \"ASSERTION VIOLATION\\nFile: /c/b.cpp\\nLine: 12\\nx > 0\\n\" exit 114'", bisect.Unclear, "it crashes elsewhere: x > N at b.cpp:12"},
		{crash, " --do='crash SEGV'", bisect.Unclear, "it crashes elsewhere"},
		{crash, " --do=sat", bisect.Absent, "sat"},
		{crash, " --do=unknown", bisect.Absent, "unknown"},
		{crash, " --do='error \"no such symbol\"'", bisect.Unclear, "input rejected: no such symbol"},
		{crash, " --do='exit 102'", bisect.Unclear, "timeout"},
		{crash, " --do='exit 0'", bisect.Unclear, "0 answers"},
		{[]string{" --answer=unsat", " --opt-b=1 --answer=sat"}, " --do=unsat", bisect.Shows, "unsat"},
		{[]string{" --answer=unsat", " --opt-b=1 --answer=sat"}, " --do=sat", bisect.Absent, "sat"},
		{[]string{" --answer=unsat", " --opt-b=1 --answer=sat"}, " --do='crash SEGV'", bisect.Unclear, "crash: signal SEGV"},
		{[]string{" --do='sat invalid-model'"}, " --do='sat invalid-model'", bisect.Shows, "sat"},
		// A sat without a model says nothing about models.
		{[]string{" --do='sat invalid-model'"}, " --do=sat", bisect.Unclear, "sat, and whether its model is right is not known"},
		// An unsat that is wrong as well is not good; one that nothing refutes may be.
		{[]string{" --do='sat invalid-model'"}, " --do=unsat", bisect.Unclear, "unsat, which shows refutation-soundness instead"},
		{[]string{" --do='sat invalid-model'"}, " --do=unknown", bisect.Absent, "unknown"},
	} {
		t.Run(strings.Join(tt.finding, "")+" in"+tt.version, func(t *testing.T) {
			var specs []string
			for _, s := range tt.finding {
				specs = append(specs, binary+s)
			}
			s := stored(t, resolve, formula, specs...)
			version, err := resolve(t.Context(), binary+tt.version)
			if err != nil {
				t.Fatal(err)
			}
			in, err := triage.Replayer{Resolve: resolve}.InVersion(t.Context(), s, version, triage.Need{Absent: 4, Proves: true, Shown: 1})
			if err != nil || in.Verdict != tt.want || !strings.Contains(in.Reason, tt.reason) {
				t.Errorf("%q because of %q, %v", in.Verdict, in.Reason, err)
			}
		})
	}
}

// A version may need options that the report's command lacks, since the version in which the finding was found does without.
func TestInVersionNeedsOptions(t *testing.T) {
	resolve := resolver(t)
	for _, tt := range []struct {
		name, refuses string // the version refuses the formula unless its arguments match
		plain         []string
		options       findings.Options
		want          []string
	}{
		{"it reads what the other reads", "*", nil, findings.Options{Floats: true, Strings: true}, nil},
		{"one of several", "*--opt-floats=1*", nil, findings.Options{Floats: true, Strings: true, Models: true}, []string{"--opt-floats=1"}},
		{"all", "*--strings*--opt-floats=1*", nil, findings.Options{Floats: true, Strings: true}, []string{"--strings", "--opt-floats=1"}},
		{"the command has it", "*--strings*", []string{"--strings"}, findings.Options{Strings: true}, []string{}},
		{"none is known", "*--strings*", nil, findings.Options{}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := stored(t, resolve, formula, solvertest.Binary(t)+" --answer=unsat", solvertest.Binary(t)+" --opt-b=1 --answer=sat")
			for i := range s.Finding.Runs {
				s.Finding.Runs[i].Options = tt.options
			}
			s.Reduction = &findings.Reduction{Plain: &findings.Run{Command: append([]string{"fake"}, tt.plain...)}}
			file := filepath.Join(t.TempDir(), "fakesolver")
			text := "#!/bin/sh\ncase \"$*\" in\n*version*) echo fakesolver version 9.9 ;;\n" + tt.refuses + ") echo unsat ;;\n*) echo '(error \"too small\")' ;;\nesac\n"
			if tt.options == (findings.Options{}) {
				text = strings.Replace(text, tt.refuses, "*", 1)
			}
			if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
				t.Fatal(err)
			}
			version, err := resolve(t.Context(), file)
			if err != nil {
				t.Fatal(err)
			}
			in, err := triage.Replayer{Resolve: resolve}.InVersion(t.Context(), s, version, triage.Need{Absent: 4, Proves: true, Shown: 1})
			if err != nil || in.Verdict != bisect.Shows {
				t.Fatalf("%q because of %q, %v", in.Verdict, in.Reason, err)
			}
			if diff := cmp.Diff(tt.want, in.With); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// That a version cannot be run says that it is unclear there. Anything else that fails is not about the version, and no verdict.
func TestInVersionFails(t *testing.T) {
	resolve := resolver(t)
	s := stored(t, resolve, formula, solvertest.Binary(t)+" --answer=unsat", solvertest.Binary(t)+" --opt-b=1 --answer=sat")
	version := trialtest.Fakes(t, "", "--opt-c=1")[0]
	failed := errors.New("the disk is full")
	for _, tt := range []struct {
		name     string
		resolved error // for the other solver
		run      error // of the version
		want     bisect.Verdict
		reason   string
		err      error
	}{
		{"the version cannot be run", nil, &solver.UnusableError{Solver: version.String(), Problem: "no such library"}, bisect.Unclear, "no such library", nil},
		{"another solver cannot be run", nil, &solver.UnusableError{Solver: "cvc5", Problem: "gone"}, bisect.Unasked, "", &solver.UnusableError{}},
		{"another solver is not there", &solver.UnusableError{Solver: "cvc5", Problem: "gone"}, nil, bisect.Unasked, "", &solver.UnusableError{}},
		{"the disk", nil, failed, bisect.Unasked, "", failed},
		{"the record", failed, nil, bisect.Unasked, "", failed},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := triage.Replayer{
				Resolve: func(ctx context.Context, spec string) (solver.Target, error) {
					if tt.resolved != nil {
						return solver.Target{}, tt.resolved
					}
					return resolve(ctx, spec)
				},
				Runner: &answering{verdict: func(trial.Request) (solver.Verdict, error) { return answers(smt.Sat), tt.run }},
			}
			in, err := r.InVersion(t.Context(), s, version, triage.Need{Absent: 4, Proves: true, Shown: 1})
			var unusable *solver.UnusableError
			switch {
			case in.Verdict != tt.want || in.Reason != tt.reason:
				t.Errorf("%q because of %q", in.Verdict, in.Reason)
			case tt.err == nil:
				if err != nil {
					t.Error(err)
				}
			case !errors.Is(err, tt.err) && !(errors.As(tt.err, &unusable) && errors.As(err, &unusable)):
				t.Errorf("error %v", err)
			}
		})
	}
}

// What is said of versions is about the command in the report: a crash in a session whose report reads it as a file is run like that in other versions.
func TestInVersionReadsTheSessionAsAFile(t *testing.T) {
	resolve := resolver(t)
	s := stored(t, resolve, formula, solvertest.Binary(t)+" --do='crash SEGV'")
	session := "(declare-const x Int)\n(reset)\n" + formula
	if err := os.WriteFile(filepath.Join(s.Dir, findings.SessionFile), []byte(session), 0o600); err != nil {
		t.Fatal(err)
	}
	s.Session = &findings.Session{Queries: 2, Last: strings.Index(session, formula), Run: findings.Run{Mode: "reset"}}
	s.Reduction = &findings.Reduction{Plain: &findings.Run{Command: []string{"fake", findings.SessionFile}}}
	version, err := resolve(t.Context(), solvertest.Binary(t)+" --do='crash SEGV'")
	if err != nil {
		t.Fatal(err)
	}
	crash := &counting{every: 1}
	runner := &answering{verdict: crash.verdict}
	in, err := triage.Replayer{Resolve: resolve, Runner: runner}.InVersion(t.Context(), s, version, triage.Need{Absent: 4, Proves: true, Shown: 1})
	if err != nil || in.Verdict != bisect.Shows || len(runner.asked) == 0 {
		t.Fatalf("%+v, %v", in, err)
	}
	for _, r := range runner.asked {
		if string(r.Text.Bytes) != session || r.Options != (solver.Options{}) {
			t.Errorf("it was given %s with %+v", r.Text.Bytes, r.Options)
		}
	}
}
