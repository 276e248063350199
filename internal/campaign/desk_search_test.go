package campaign

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/campaign/effort"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/solver/feedback"
)

// searchedElsewhere has the slots of a campaign that searches configurations filled by two labs, which do not know what the other has seen.
func searchedElsewhere(t *testing.T, c Config, search func() *fuzzer.Configurations, atOnce int) Config {
	t.Helper()
	out := elsewhereBy(t, func() Config {
		own := c
		own.Configurations = search()
		return own
	}, c, atOnce)
	out.Configurations = search()
	return out
}

// What labs elsewhere find when they search configurations is what the campaign's own workers find: the same searches, the same findings with the same
// settings, and the same new behaviour, though each lab knows only what it has seen itself.
func TestElsewhereSearches(t *testing.T) {
	target, search := searched(t)
	told := func(atOnce int) map[string]any {
		c := searchConfig(t, target)
		c.Mutants, c.Jobs, c.Effort = 48, 1, effort.Even
		c.Configurations = search()
		explored := map[string]any{}
		if atOnce > 0 {
			c = searchedElsewhere(t, c, search, atOnce)
		}
		c.Events = sinkFunc(func(e event.Event) {
			if e, ok := e.(event.Explored); ok {
				if atOnce > 1 { // what is new depends on the order
					e.NewBehaviour, e.Best = 0, ""
				}
				e.Seconds, e.CPU, e.Tried = 0, 0, nil // pairs of settings are not counted elsewhere
				explored[e.Mutant] = e
			}
		})
		s := mustRun(t, c)
		b := s.Behaviours[target.String()]
		explored["behaviour"] = []int{b.Keys, b.Entries}
		var news int64
		for _, sv := range s.Stats.Solvers {
			news += sv.NewBehaviour + sv.Configurations.NewBehaviour
		}
		if explored["news"] = news; int(news) != b.Entries {
			t.Errorf("%d entries are new of %d", news, b.Entries)
		}
		all, err := findings.LoadAll(c.Out)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range all {
			explored["finding "+f.Signature] = []string{f.Solver, f.Provenance.Mutant, strings.Join(f.Runs[0].Command[1:], " ")}
		}
		if len(all) == 0 || b.Entries < 3 {
			t.Fatalf("too little happens for a test: %d findings, %+v", len(all), b)
		}
		return explored
	}
	here := told(0)
	if diff := cmp.Diff(here, told(1)); diff != "" {
		t.Errorf("one slot after the other (-here +elsewhere):\n%s", diff)
	}
	for name, e := range here {
		if e, ok := e.(event.Explored); ok {
			e.NewBehaviour, e.Best = 0, ""
			here[name] = e
		}
	}
	if diff := cmp.Diff(here, told(5)); diff != "" {
		t.Errorf("five at a time (-here +elsewhere):\n%s", diff)
	}
}

// Where effort is adaptive, searches elsewhere begin with what was good elsewhere.
func TestElsewhereElites(t *testing.T) {
	target, search := searched(t)
	c := searchConfig(t, target)
	c.Duration, c.Jobs, c.Effort = time.Hour, 1, effort.Adaptive
	c = searchedElsewhere(t, c, search, 2)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	starts := map[string]bool{}
	seen := 0
	c.Events = sinkFunc(func(e event.Event) {
		if e, ok := e.(event.Explored); ok {
			for _, s := range e.Starts {
				starts[s] = true
			}
			if seen++; seen == 60 {
				cancel()
			}
		}
	})
	if _, err := Run(ctx, c); err != nil {
		t.Fatal(err)
	}
	if len(starts) == 0 {
		t.Errorf("in %d searches, none began with a configuration that had been good", seen)
	}
}

// What a worker elsewhere says about configurations reaches other workers and people, so that nothing but settings that the campaign searches passes.
func TestDeskChecksSearches(t *testing.T) {
	target, search := searched(t)
	c := searchConfig(t, target)
	c.Mutants, c.Jobs, c.Effort = 48, 1, effort.Even
	enough := errors.New("enough")
	own := c
	own.Out, own.Configurations = t.TempDir(), search()
	lab, err := NewLab(own, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer lab.Close()
	c.Configurations = search()
	c.Elsewhere = func(ctx context.Context, d *Desk) error {
		var good *Results
		at := -1
		for at < 0 {
			lease, ok, err := d.Take()
			if err != nil || !ok {
				t.Fatalf("no slot: %v", err)
			}
			if good, err = lab.Fill(ctx, 0, lease); err != nil {
				t.Fatal(err)
			}
			if err := d.Check(good); err != nil {
				t.Fatal(err)
			}
			at = slices.IndexFunc(good.Done, func(d Done) bool {
				return len(d.Hits) > 0 && len(d.Observed) > 0 && slices.ContainsFunc(d.Events, func(e event.Event) bool { return e.Kind() == event.Explored{}.Kind() })
			})
		}
		explored := func(change func(*event.Explored)) func(*Done) {
			return func(d *Done) {
				for i, e := range d.Events {
					if e, ok := e.(event.Explored); ok {
						change(&e)
						d.Events[i] = e
					}
				}
			}
		}
		name := target.String()
		for what, change := range map[string]func(*Done){
			"an option that is not searched": func(d *Done) { d.Observed[0].Target = name + " --opt-model=true" },
			"an option behind one that is":   func(d *Done) { d.Observed[0].Target = name + " --opt-bug=true -o /etc/passwd" },
			"a path in a value":              func(d *Done) { d.Observed[0].Target = name + " --opt-bug=/etc/passwd" },
			"another program":                func(d *Done) { d.Observed[0].Target = "sh -c --opt-bug=true" },
			"another form of a name":         func(d *Done) { d.Observed[0].Target = name + " --opt-deep=true  --opt-bug=true" },
			"another solver":                 func(d *Done) { d.Observed[0].Solver = "z3" },
			"a long subject":                 func(d *Done) { d.Observed[0].Subject = strings.Repeat("x", 1<<20) },
			"many observations":              func(d *Done) { d.Observed = make([]fuzzer.Observation, 1<<14) },
			"a start":                        explored(func(e *event.Explored) { e.Starts = []string{"sh -c id"} }),
			"a search in another solver":     explored(func(e *event.Explored) { e.Solver = "z3" }),
			"a search by another engine":     explored(func(e *event.Explored) { e.Engine = "storm" }),
			"negative runs":                  explored(func(e *event.Explored) { e.Runs = -1 }),
			"pairs":                          explored(func(e *event.Explored) { e.Tried = []string{"x"} }),
			"nothing that shows something":   explored(func(e *event.Explored) { e.Shown = []event.Shown{{What: "x"}} }),
			"a long setting": explored(func(e *event.Explored) {
				e.Shown = []event.Shown{{What: "x", Settings: []string{strings.Repeat("x", 4096)}}}
			}),
			"a finding in another program": func(d *Done) { d.Hits[0].Finding.Solver = "sh --opt-bug=true" },
			"a run with another option":    func(d *Done) { d.Hits[0].Finding.Runs[0].Solver = name + " --opt-x=y" },
		} {
			r := clone(t, good)
			for i := range r.Done {
				r.Done[i].Observed = slices.Clone(good.Done[i].Observed)
			}
			change(&r.Done[at])
			if err := d.Check(r); err == nil {
				t.Errorf("%s: it is believed", what)
			}
		}
		// What is said about new behaviour does not count: what was seen does.
		r := clone(t, good)
		for i := range r.Done {
			r.Done[i].Observed = slices.Clone(good.Done[i].Observed)
		}
		explored(func(e *event.Explored) { e.NewBehaviour, e.Best = 1000, "sh -c id" })(&r.Done[at])
		if err := d.Check(r); err != nil {
			t.Error(err)
		}
		for _, e := range d.credits.give(&r.Done[at]) {
			if e, ok := e.(event.Explored); ok && (e.NewBehaviour >= 1000 || strings.HasPrefix(e.Best, "sh ")) {
				t.Errorf("%+v is believed", e)
			}
		}
		return enough
	}
	if _, err := Run(t.Context(), c); !errors.Is(err, enough) {
		t.Error(err)
	}
}

// Two builds of a solver do not share what is new: a counter of one may mean something else in the other.
func TestCreditsBySubject(t *testing.T) {
	target, search := searched(t)
	c := searchConfig(t, target)
	c.Configurations = search()
	k := newCredits(&c)
	name, sign := target.String(), feedback.Of(maps.All(map[string]uint64{"a": 1, "b": 2}))
	see := func(subject string) int {
		return k.news(&fuzzer.Observation{Solver: name, Target: name, Subject: subject, News: sign})
	}
	mine := c.Configurations.Of[target].Seen.Subject()
	for i, want := range []int{2, 2, 0, 0} {
		if got := see([]string{mine, "another build", mine, "another build"}[i]); got != want {
			t.Errorf("%d: %d entries are new, not %d", i, got, want)
		}
	}
	for i := range 1000 {
		see(strings.Repeat("x", i))
	}
	if len(k.others) > mostSubjects {
		t.Errorf("%d subjects are remembered", len(k.others))
	}
}
