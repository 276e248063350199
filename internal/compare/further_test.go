package compare

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/testing/trialtest"
)

// What further questions show is news unless the same side is known to do the same: neither what did not show again nor what the baseline does hides it.
func TestFurther(t *testing.T) {
	plainly := `'--when=get-model=>right witness' --answer=unsat` // wrong when nobody asks for a model
	all := sides(sidesOf(t, on(), plainly))
	config := configOf(t, all, scripts(2))
	change := func(kind Kind, standing Standing, by Role, class oracle.Class) Change {
		return Change{Kind: kind, Standing: standing, Shown: by, Candidate: 1, Against: []int{0}, Class: class, Counts: []Count{{Side: 1, Of: 5}}}
	}
	for _, tt := range []struct {
		name  string
		known []Change
		news  bool
	}{
		{"nothing is known", nil, true},
		{"a model that was wrong once", []Change{change(Wrong, Gone, Candidate, oracle.InvalidModel)}, true},
		{"a wrong model of the baseline", []Change{change(Wrong, Improved, Baseline, oracle.InvalidModel)}, true},
		{"a crash", []Change{change(Crash, Regression, Candidate, oracle.CrashClass)}, true},
		{"a model that is wrong too seldom to tell", []Change{change(Wrong, Unsure, Candidate, oracle.InvalidModel)}, true},
		{"a wrong model", []Change{change(Wrong, Regression, Candidate, oracle.InvalidModel)}, false},
		{"a wrong model of both", []Change{change(Wrong, Both, Candidate, oracle.InvalidModel)}, false},
	} {
		c := &comparison{Config: &config, looker: &looker{sides: all, limits: config.Limits, dir: trialtest.Scratch(t)}}
		r := Record{Source: FromSeeds, Name: "002.smt2", Changes: tt.known}
		if err := c.further(t.Context(), &config.Scripts[0], &r); err != nil {
			t.Fatal(err)
		}
		var got []oracle.Class
		for _, n := range r.open(Kinds()...) {
			got = append(got, n.Class)
		}
		var want []oracle.Class
		if tt.news {
			want = []oracle.Class{oracle.RefutationSoundness}
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: %s", tt.name, d)
		}
	}
}
