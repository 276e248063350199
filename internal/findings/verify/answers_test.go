package verify_test

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/verify"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// What another program answers is said with the command that was run, wherever a report says it, and both programs run it: the solver itself
// may be that other program, with other options.
func TestAnswersOfOthers(t *testing.T) {
	s := newStage(t)
	for _, tt := range []struct {
		class         oracle.Class
		answer, wrong string
		suspect       bool
	}{
		{oracle.SolutionSoundness, "unsat", "sat", false}, {oracle.SolutionSoundness, "unsat", "sat", true},
		{oracle.RefutationSoundness, "sat", "unsat", true}, {oracle.IncompletenessRegression, "sat", "unsat", false},
	} {
		f := s.found(tt.class, "fake")
		f.Suspect, f.Other, f.Reduction.Replaced = tt.suspect, "other", nil
		other := s.run(findings.BugFile, formula, "--do="+tt.answer)
		other.Solver = "other"
		f.Runs = append(f.Runs, other)
		sentence := "`fake@1.2.3` answers `" + tt.answer + "` to `fakesolver --do=" + tt.answer + " bug.smt2`"
		report := string(findings.Report(&f, []byte(formula), texts()))
		if strings.Count(report, sentence) != 1 || strings.Count(report, "answers `"+tt.answer+"`") != 1 {
			t.Errorf("%s: %q is not the only one in\n%s", tt.class, sentence, report)
			continue
		}
		check := func(report string, want verify.State) {
			all := s.check([]byte(report))
			if len(all) != 2 || all[0].State != verify.Holds || all[1].State != want {
				t.Errorf("%s: %+v\n%s", tt.class, all, report)
			}
			needPython(t)
			status, out := s.checkReport(report)
			if says := "fake@1.2.3 answers "; (status == 0) != (want == verify.Holds) || !strings.Contains(out, map[verify.State]string{verify.Holds: ": ok: ", verify.False: ": FALSE: "}[want]+says) {
				t.Errorf("%s: status %d\n%s\n%s", tt.class, status, out, report)
			}
		}
		check(report, verify.Holds)
		check(strings.Replace(report, sentence, strings.Replace(sentence, "answers `"+tt.answer, "answers `"+tt.wrong, 1), 1), verify.False)
		// A reason behind the answer does not make it another one, and a word that begins like it is none.
		prints := func(text string) string {
			return strings.Replace(report, "--do="+tt.answer+" bug.smt2", `'--do=out "`+text+`\n"' bug.smt2`, 1)
		}
		check(prints(tt.answer+" (INCOMPLETE)"), verify.Holds)
		check(prints(tt.answer+"isfied"), verify.False)
	}
}
