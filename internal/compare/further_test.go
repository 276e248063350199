package compare

import (
	"context"
	"errors"
	"path/filepath"
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

// The script that is named as one about which nothing further was asked is one, whichever of several jobs ended first.
func TestNotAsked(t *testing.T) {
	all := sides(sidesOf(t, on(), on()))
	config := configOf(t, all, scripts(2, 4))
	ctx, cancel := context.WithCancel(t.Context())
	other := make(chan struct{})
	read := config.Scripts[0].Read
	config.Scripts[0].Read = func() (string, error) { // it is begun first, and is not done when the time is over
		<-other
		cancel()
		return read()
	}
	config.Progress = func(p Progress) {
		if p.Done == 1 {
			close(other)
		}
	}
	c := &comparison{Config: &config, looker: &looker{sides: all, limits: config.Limits, dir: trialtest.Scratch(t)}, records: map[string]*entry{}}
	var err error
	if c.journal, err = openJournal(filepath.Join(t.TempDir(), JournalFile), c.identity(), c.enter); err != nil {
		t.Fatal(err)
	}
	for _, s := range config.Scripts {
		c.enter(entry{Settled: true, Record: Record{Source: FromSeeds, Name: s.Name, Logic: s.Logic}})
	}
	if err := c.ask(ctx); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"on 1 of 2 scripts, such as 002.smt2, nothing was asked but answers and models"}, c.leftover()); d != "" {
		t.Error(d)
	}
}
