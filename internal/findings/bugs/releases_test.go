package bugs_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/findings/bugs"
)

func TestReleases(t *testing.T) {
	got := bugs.Releases([]*bugs.Bug{
		{Name: "old", Solver: "z3", First: "z3@4.8.12", Shows: "z3@4.8.12", Behaves: "z3@4.16.0"},
		{Name: "still there", Solver: "z3", First: "z3@4.16.0", Shows: "z3@5.4.0"},
		{Name: "still there, again", Solver: "z3", First: "z3@5.4.0", Shows: "z3@5.4.0", SameAs: "still there"},
		{Name: "a trigger of a trigger", Solver: "z3", First: "z3@5.4.0", Shows: "z3@5.4.0", SameAs: "still there, again"},
		{Name: "another solver behaves", Solver: "cvc4", First: "cvc4@1.8", Shows: "cvc4@1.8", Behaves: "cvc5@1.0.3"},
	})
	want := []bugs.Release{
		{Solver: "cvc4", Version: "1.8", Bugs: []string{"another solver behaves"}},
		{Solver: "z3", Version: "4.8.12", Bugs: []string{"old"}},
		{Solver: "z3", Version: "4.16.0", Bugs: []string{"still there"}},
		{Solver: "z3", Version: "5.4.0", Bugs: []string{"still there"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
