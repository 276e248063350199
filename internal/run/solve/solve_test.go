package solve_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/run/solve"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
)

func read(t *testing.T, text string) *script.Script {
	t.Helper()
	s, err := elab.Script(text, elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A label counts for the next check-sat that is executed.
func TestLabels(t *testing.T) {
	s := read(t, `(set-info :status sat)(check-sat)(check-sat)(set-info :status unsat)(set-info :status unknown)
		(check-sat)(set-info :status unsat)(check-sat-assuming ())(exit)(check-sat)`)
	var got []string
	for _, truth := range solve.Labels(s) {
		got = append(got, truth.Status.String())
	}
	if diff := cmp.Diff([]string{"sat", "unknown", "unknown", "unsat"}, got); diff != "" {
		t.Error(diff)
	}
	if labels := solve.Labels(read(t, "(check-sat)")); len(labels) != 1 || labels[0].Status != smt.Unknown {
		t.Errorf("labels %v", labels)
	}
}
