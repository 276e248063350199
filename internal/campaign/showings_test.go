package campaign

import (
	"testing"

	"github.com/assay-smt/assay/internal/campaign/configspace"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/options"
	"github.com/assay-smt/assay/internal/testing/trialtest"
)

// Numbers of settings mean something in one space only: after a solver got other options, no pair counts as tried, also of slots that are not
// folded yet.
func TestPairsOfAnotherSpace(t *testing.T) {
	target := trialtest.Optioned(t, "solv", []string{"a", "b", "c"}, "echo sat")
	catalogue, err := options.Read(t.Context(), target, 1)
	if err != nil {
		t.Fatal(err)
	}
	showingsOf := func(names ...string) *showings {
		d := &fuzzer.Dimension{Catalogue: catalogue, Space: configspace.NewSpace(catalogue, names)}
		return newShowings(&fuzzer.Configurations{Search: &configspace.Strategy{}, Of: map[solver.Target]*fuzzer.Dimension{target: d}})
	}
	was := showingsOf("a", "b")
	name := target.String()
	tried := was.Base.Pairs[name].Tried([]options.Setting{{Name: "a", Value: "true"}, {Name: "b", Value: "true"}}, false)
	was.enter(5, &event.Explored{Solver: name, Tried: []string{string(tried)}, Shown: []event.Shown{{What: "crash"}}})
	covered := func(s *showings) int { return s.counts()[name].Covered }
	if covered(was) != 1 {
		t.Fatalf("%d pairs are covered", covered(was))
	}
	for _, tt := range []struct {
		names   []string
		covered int
		lost    int
	}{{[]string{"a", "b"}, 1, 0}, {[]string{"b", "c"}, 0, 1}} {
		var lost notes
		now := showingsOf(tt.names...)
		saved := was.save()
		saved.Later = map[uint64][]showingsOne{5: append([]showingsOne(nil), was.Later[5]...)}
		now.restore(saved, &lost)
		if covered(now) != tt.covered || len(lost) != tt.lost || len(now.Later[5][0].Shown) != 1 {
			t.Errorf("%v: %d pairs are covered, %q, %v", tt.names, covered(now), lost, now.Later)
		}
	}
}
