package findings

import (
	"testing"

	"github.com/assay-smt/assay/internal/judge/oracle"
)

// A report does not say which answer is expected where it is not known which side of a disagreement is wrong.
func TestExpectedAnswer(t *testing.T) {
	for class, want := range map[oracle.Class][2]string{
		oracle.RefutationSoundness: {"`sat`.", "`sat`, if this answer is the wrong one."},
		oracle.SolutionSoundness:   {"`unsat`.", "`unsat`, if this answer is the wrong one."},
	} {
		for i, suspect := range []bool{false, true} {
			r := &tracked{Finding: &Finding{Class: class, Suspect: suspect}}
			if got := r.row().expected(r); got != want[i] {
				t.Errorf("%s, suspected %v: %q, want %q", class, suspect, got, want[i])
			}
		}
	}
}
