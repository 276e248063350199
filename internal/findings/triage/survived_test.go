package triage

import (
	"testing"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/bisect"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// TestSurvived: a version that gets to the end of a crash's script does not have the crash, although it answers nothing.
func TestSurvived(t *testing.T) {
	crash := findings.Stored{Finding: findings.Finding{Class: oracle.CrashClass, Solver: "a"}}
	wrong := findings.Stored{Finding: findings.Finding{Class: oracle.InvalidModel, Solver: "a"}}
	for _, tt := range []struct {
		name string
		of   findings.Stored
		run  findings.Run
		want bisect.Verdict
	}{
		{"it prints the word", crash, findings.Run{Stdout: "(error-free)\nsurvived\n"}, bisect.Absent},
		{"in quotes, as a string literal", crash, findings.Run{Stdout: "\"survived\"\n"}, bisect.Absent},
		{"on lines of another system", crash, findings.Run{Stdout: "survived\r\n"}, bisect.Absent},
		{"within a line", crash, findings.Run{Stdout: "nobody survived\n"}, bisect.Unclear},
		{"and ends badly", crash, findings.Run{Stdout: "survived\n", Exit: 1}, bisect.Unclear},
		{"and is killed", crash, findings.Run{Stdout: "survived\n", Exit: -1, Signal: 9}, bisect.Unclear},
		{"it prints nothing", crash, findings.Run{}, bisect.Unclear},
		{"it has to answer", wrong, findings.Run{Stdout: "survived\n"}, bisect.Unclear},
	} {
		tt.run.Solver, tt.run.Outcome = "a", outcome.Nothing
		got := inRun(tt.of, &replaying{out: Replay{Last: []findings.Run{tt.run}}}, false)
		if got.Verdict != tt.want {
			t.Errorf("%s: %s (%s)", tt.name, got.Verdict, got.Reason)
		}
	}
}
