package screen_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/known"
	"github.com/assay-smt/assay/internal/findings/review"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/report/figures"
	"github.com/assay-smt/assay/internal/report/screen"
)

// bug is one that was found in z3@5.4.1.
func bug(name string, class oracle.Class, needs ...string) review.Cluster {
	return review.Cluster{
		Name: name, Class: class, Solver: "z3", Versions: []string{"5.4.1"}, Needs: needs, Bytes: 1234, Span: "all 3 tried", Rate: findings.Repetition{Runs: 8, Shown: 8},
	}
}

func TestBugs(t *testing.T) {
	flaky := bug("crash-z3-3", oracle.CrashClass)
	flaky.Rate.Shown, flaky.Span = 5, "5.4.1, the only one tried"
	suspect := bug("solution-soundness-z3-2", oracle.SolutionSoundness, "an option")
	suspect.Suspect = true
	old := bug("crash-z3-4", oracle.CrashClass)
	old.Known = &review.KnownBug{Bug: "z3-5.4.0-a-known-bug-with-a-name-that-says-much-of-what-is-wrong", Status: known.Known}
	filed := bug("crash-z3-5", oracle.CrashClass)
	filed.Known = &review.KnownBug{Bug: "crash-z3-5", Status: known.Filed, Link: "https://example.org/7\x1b[2J"}
	declined := bug("crash-z3-6", oracle.CrashClass, "an option")
	declined.Unwelcome = "nobody wants it"
	apart := bug("incompleteness-z3-7", oracle.IncompletenessImplication)
	apart.Apart = true
	got := screen.Bugs([]review.Cluster{old, bug("refutation-soundness-z3-1", oracle.RefutationSoundness, "an option", "a tactic", "threads"), suspect, filed, flaky, declined, apart})
	want := `  NEW          SOLVER    NEEDS                      VERSIONS        SIZE  FOLDER
  wrong unsat  z3@5.4.1  an option, a tactic, t...  all 3 tried  1,234 B  refutation-soundness-z3-1
  crash        z3@5.4.1  default                    5.4.1        1,234 B  crash-z3-3, in 5 of 8 runs
  NOT PROVEN
  wrong sat    z3@5.4.1  an option                  all 3 tried  1,234 B  solution-soundness-z3-2
  KNOWN                                                                   KNOWN AS
  crash        z3@5.4.1  default                    all 3 tried  1,234 B  z3-5.4.0-a-known-bug-wi...
  crash        z3@5.4.1  default                    all 3 tried  1,234 B  crash-z3-5 filed https://example.org/7␛[2J
  DECLINED                                                                FOLDER
  crash        z3@5.4.1  an option                  all 3 tried  1,234 B  crash-z3-6: nobody wants it
  NOT COUNTED
  lost answer  z3@5.4.1  default                    all 3 tried  1,234 B  incompleteness-z3-7
`
	if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for line := range strings.Lines(got) {
		if figures.Columns(strings.TrimSuffix(line, "\n")) > screen.Columns && !strings.Contains(line, "example.org") && !strings.Contains(line, "nobody") {
			t.Errorf("a wide line: %q", line)
		}
	}
	if screen.Bugs(nil) != "" {
		t.Error("something without bugs")
	}
}

// Findings that do not show, or cannot be judged, are there.
func TestBugsTitle(t *testing.T) {
	for _, tt := range []struct {
		findings, others int
		want             string
	}{
		{0, 0, "nothing to triage: there are no findings in out"},
		{0, 1, "no bugs: the only finding in out was not seen to show"},
		{0, 3, "no bugs: none of the 3 findings in out was seen to show"},
	} {
		if got := screen.BugsTitle("out", tt.findings, tt.others, nil); got != tt.want {
			t.Errorf("%+v: %s", tt, got)
		}
	}
}
