package verify_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// checkReport runs scripts/check-report on reports, with the fake solver as fake@1.2.3 and, by another name, as fake@2.
func (s *stage) checkReport(reports ...string) (status int, out string) {
	s.Helper()
	dir, err := s.temp.Sub("reports")
	if err != nil {
		s.Fatal(err)
	}
	defer dir.Close()
	argv := []string{"python3", "../../../scripts/check-report", "--program", "fake@1.2.3=" + s.binary, "--program", "fake@2=" + s.binary}
	for i, text := range reports {
		name := string(rune('a'+i%26)) + strings.Repeat("x", i/26) + ".md"
		if _, err := dir.Write(name, []byte(text)); err != nil {
			s.Fatal(err)
		}
		argv = append(argv, filepath.Join(s.temp.Path("reports"), name))
	}
	res, err := sandbox.Run(s.Context(), sandbox.Command{Argv: argv})
	if err != nil {
		s.Fatal(err)
	}
	return res.ExitCode, string(res.Stdout) + string(res.Stderr)
}

// needPython skips where there is no Python, which only scripts/check-report needs.
func needPython(t *testing.T) {
	t.Helper()
	if _, err := sandbox.LookPath("python3"); err != nil {
		t.Skip("there is no python3 on PATH")
	}
}

// The independent program finds the reports of all classes true.
func TestCheckReport(t *testing.T) {
	needPython(t)
	s := newStage(t)
	var reports []string
	for _, class := range oracle.Classes() {
		f := s.found(class, "fake")
		living := s.inSession(f)
		for _, one := range []findings.Finding{f, living} {
			if class == oracle.Harness {
				one.Reduction = nil
			}
			reports = append(reports, string(findings.Report(&one, []byte(formula), texts())))
		}
	}
	if status, out := s.checkReport(reports...); status != 0 || !strings.Contains(out, " 0 FALSE, ") || strings.Count(out, ": ok: $ ") < len(reports) {
		t.Errorf("status %d\n%s", status, out)
	}
}

// It finds what a report says falsely, statement by statement.
func TestCheckReportFalse(t *testing.T) {
	needPython(t)
	s := newStage(t)
	f := s.found(oracle.RefutationSoundness, "fake")
	sum, err := sandbox.Run(t.Context(), sandbox.Command{Argv: []string{"python3", "-c", "import hashlib,sys; print(hashlib.sha256(open(sys.argv[1],'rb').read()).hexdigest())", s.binary}})
	if err != nil {
		t.Fatal(err)
	}
	f.Runs[0].Program = &findings.Program{Path: s.binary, SHA256: strings.TrimSpace(string(sum.Stdout))}
	report := string(findings.Report(&f, []byte(formula), texts()))
	report = strings.Replace(report, "- Configuration:", "- Versions: wrong in both versions tried, 1.2.3 and 2 (none older was tried)\n- `fake@2` answers `unsat` to `fakesolver --do=unsat bug.smt2`\n- Configuration:", 1)
	if status, out := s.checkReport(report); status != 0 || !strings.Contains(out, "8 statements: 8 ok, 0 FALSE") {
		t.Fatalf("as it is: status %d\n%s\n%s", status, out, report)
	}
	flaky := strings.Replace(report, "shows in 2 of 2 runs", "flaky: shows in 3 of 30 runs", 1)
	good := strings.Replace(report, "wrong in both versions tried, 1.2.3 and 2 (none older was tried)", "1.2.3 is good, 2 is wrong (nothing between was tried)", 1)
	for _, tt := range []struct{ name, report, old, new, want string }{
		{"the output", report, "bug.smt2\nunsat\n", "bug.smt2\nsat\n", "FALSE: $ fakesolver"},
		{"the signal", report, "bug.smt2\nunsat\n", "bug.smt2\nunsat\nAborted\n", "FALSE: $ fakesolver"},
		{"the script", report, "(assert (< x 5))", "(assert (< x 6))", "FALSE: $ fakesolver"},
		{"the definitions", report, "then answers `sat`", "then answers `unknown`", "FALSE: with the definitions, fake@1.2.3 answers unknown"},
		{"another program", report, "`fake@2` answers `unsat`", "`fake@2` answers `sat`", "FALSE: fake@2 answers sat"},
		{"an option that does not matter", report, "`--do unsat`", "`--when define-fun=>sat`", "FALSE: it does not show without"},
		{"an option that is not there", report, "`--do unsat`", "`--other unsat`", "FALSE: the option --other unsat"},
		{"the default configuration", report, "- Configuration: ", "- Configuration: default; ", "FALSE: the configuration is the default one"},
		{"the checksum", report, "sha256 `", "sha256 `000000000000", "FALSE: the program's sha256 begins with 000000000000"},
		{"a good version", good, "x", "x", "FALSE: 1.2.3 does not show it"},
		{"what a version is called with", report, "(none older was tried)\n", "(none older was tried)\n- Versions: called with --nonsense: 2\n", "FALSE: 2 shows it"},
		{"the rate", flaky, "x", "x", "FALSE: it shows in 3 of 30 runs"},
		{"no such version", report, "1.2.3 and 2 ", "1.2.3 and 3 ", "not checkable: 3 shows it (fake@3 is not installed)"},
		{"no program", report, "- Program: ", "- Made by: ", "not checkable: the report's program"},
	} {
		text := strings.Replace(tt.report, tt.old, tt.new, 1)
		if text == tt.report && tt.old != tt.new {
			t.Errorf("%s: %q is not in\n%s", tt.name, tt.old, text)
		}
		status, out := s.checkReport(text)
		if wrong := strings.HasPrefix(tt.want, "FALSE"); !strings.Contains(out, ": "+tt.want) || status == 1 != wrong {
			t.Errorf("%s: status %d, %q is not in\n%s", tt.name, status, tt.want, out)
		}
	}
	if status, out := s.checkReport(); status != 2 || !strings.Contains(out, "REPORT.md") {
		t.Errorf("no report: %d, %s", status, out)
	}
}
