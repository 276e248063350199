package oracle_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/judge/oracle"
)

// Findings about a baseline alone are taken out; findings for which another solver may be to blame are not.
func TestOfBaselines(t *testing.T) {
	pairs := []oracle.Pair{{Old: "old", New: "new"}, {Old: "older", New: "new"}}
	for _, tt := range []struct {
		name    string
		finding oracle.Finding
		kept    bool
	}{
		{"a crash of the baseline", oracle.Finding{Class: oracle.CrashClass, Solver: "old"}, false},
		{"a crash of the solver", oracle.Finding{Class: oracle.CrashClass, Solver: "new"}, true},
		{"a proven wrong answer", oracle.Finding{Class: oracle.RefutationSoundness, Solver: "older", Other: "new"}, false},
		{"a suspicion against a label", oracle.Finding{Class: oracle.RefutationSoundness, Solver: "old", Suspect: true}, false},
		{"two baselines against each other", oracle.Finding{Class: oracle.RefutationSoundness, Solver: "old", Other: "older", Suspect: true}, false},
		{"a suspicion that involves the solver", oracle.Finding{Class: oracle.RefutationSoundness, Solver: "old", Other: "new", Suspect: true}, true},
		{"a wrong answer of the solver", oracle.Finding{Class: oracle.SolutionSoundness, Solver: "new", Other: "old"}, true},
		{"what the comparison is for", oracle.Finding{Class: oracle.IncompletenessRegression, Solver: "new", Other: "old"}, true},
		{"our own fault", oracle.Finding{Class: oracle.Harness, Solver: "old"}, true},
	} {
		kept, counted := oracle.OfBaselines([]oracle.Finding{tt.finding}, pairs)
		want := [2][]oracle.Finding{nil, {tt.finding}}
		if tt.kept {
			want[0], want[1] = want[1], want[0]
		}
		if diff := cmp.Diff(want, [2][]oracle.Finding{kept, counted}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		if kept, counted := oracle.OfBaselines([]oracle.Finding{tt.finding}, nil); len(kept) != 1 || len(counted) != 0 {
			t.Errorf("%s, without baselines: %v, %v", tt.name, kept, counted)
		}
	}
}
