package findings_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/findings"
)

// The section appears before the versions, once, however often it is written; what people wrote around it stays.
func TestLocatedSection(t *testing.T) {
	report := []byte("# A bug\n\nWords.\n\n## Versions\n\n- z3\n")
	l := findings.Located{
		Words: "step t42, rule ARITH: premises hold, conclusion does not", Conclusion: "(< x 0)", Why: "(< x 0) is false: x = 1",
		Premises: []findings.LocatedPremise{{Name: "t41", Text: "(> x 0)", Value: "true"}}, Assignment: []findings.LocatedConstant{{Name: "x", Value: "1"}, {Name: "k", Value: "2", Meaning: "which stands for (+ x 1)"}},
		Solver: "z3@1", Version: "1", Setting: ":smt.relevancy 0", Counts: "3 steps: 2 holds, 1 wrong",
	}
	once := l.WithSection(report)
	for _, want := range []string{"## Where it goes wrong", "step t42, rule ARITH: premises hold, conclusion does not.", "(< x 0)", "- `t41` (true): `(> x 0)`",
		"- `x` = `1`\n", "- `k` = `2`, which stands for (+ x 1)\n", "with `:smt.relevancy 0`; 3 steps: 2 holds, 1 wrong; "} {
		if !strings.Contains(string(once), want) {
			t.Errorf("%q is missing in\n%s", want, once)
		}
	}
	if !strings.HasPrefix(string(once), "# A bug\n\nWords.\n") || !strings.HasSuffix(string(once), "\n## Versions\n\n- z3\n") {
		t.Errorf("what stood there before is gone:\n%s", once)
	}
	l.Words = "something else"
	twice := string(l.WithSection(once))
	if strings.Count(twice, "## Where it goes wrong") != 1 || !strings.Contains(twice, "something else.") || strings.Contains(twice, "t42,") {
		t.Errorf("written again:\n%s", twice)
	}
	if end := string(l.WithSection([]byte("# A bug\n"))); !strings.HasPrefix(end, "# A bug\n\n## Where it goes wrong\n") {
		t.Errorf("without versions:\n%s", end)
	}
}

// A report that is rewritten keeps the section.
func TestRefreshKeepsLocated(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "f")
	f := findings.Finding{Class: "crash", Solver: "z3", Family: "z3", Version: "1", Signature: "s", Checks: 1, Reduction: &findings.Reduction{Bytes: 9, Reduced: 5}}
	if err := findings.Keep(dir, f, findings.Texts{Bug: []byte("(check-sat)\n"), Original: []byte("(check-sat)\n(exit)\n")}); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, findings.ReportFile)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	l := findings.Located{Words: "step t42 is wrong"}
	with := l.WithSection(before)
	for range 2 {
		if err := os.WriteFile(path, with, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := findings.Refresh(dir); err != nil {
			t.Fatal(err)
		}
		if after, err := os.ReadFile(path); err != nil || string(after) != string(with) || strings.Count(string(after), "step t42") != 1 {
			t.Fatalf("%v\n%s\nwant\n%s", err, after, with)
		}
	}
}
