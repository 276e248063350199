package fuzzer_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
)

// costs is what both of a pair of targets do with a text.
type costs func(text string) (old, slow trialtest.Cost)

func costing(a smt.Status, old, slow float64) (trialtest.Cost, trialtest.Cost) {
	cost := func(seconds float64) trialtest.Cost {
		return trialtest.Cost{Answer: a, CPU: time.Duration(seconds * float64(time.Second)), Work: uint64(seconds * 1e6)}
	}
	return cost(old), cost(slow)
}

// against returns a fuzzer of a solver and its baseline, with the costs that reused processes and fresh ones have.
func against(t *testing.T, living, fresh costs) *fuzzer.Fuzzer {
	t.Helper()
	targets := trialtest.Fakes(t, trialtest.WorkProfile, "--opt-new=1", "--opt-old=1")
	of := func(c costs) trialtest.Metered {
		return trialtest.Metered{Do: func(target solver.Target, text string) trialtest.Cost {
			old, slow := c(text)
			if target == targets[1] {
				return old
			}
			return slow
		}}
	}
	return &fuzzer.Fuzzer{
		Bench: &trial.Bench{
			Runner: trialtest.Living{Runner: of(living), Mode: solver.Reset}, Fresh: of(fresh), Limits: solver.Limits{Time: 20 * time.Second},
			Baselines: []oracle.Pair{{Old: targets[1].String(), New: targets[0].String()}},
		},
		Targets: targets, Plan: fuzzer.Plan{Slower: 2, GiveUp: -1},
	}
}

// timed are the events about measuring, by mutant, and the findings.
func timed(t *testing.T, f *fuzzer.Fuzzer, operators ...string) (all []string, hits []findings.Hit) {
	t.Helper()
	c, err := f.Chain(t.Context(), arithmetic, list{operators: operators}, 0, fuzzer.Place{Slot: 9, Dir: trialtest.Scratch(t)})
	if err != nil {
		t.Fatal(err)
	}
	for i := range c.Len() {
		res, err := c.Run(t.Context(), i)
		if err != nil {
			t.Fatal(err)
		}
		var words []string
		for _, ev := range res.Events {
			switch ev := ev.(type) {
			case event.Timed:
				words = append(words, string(ev.Result))
			case event.Dearer:
				words = append(words, "dearer")
			}
		}
		all = append(all, strings.Join(words, " "))
		hits = append(hits, res.Hits...)
		// A chain that goes on after a kill knows what it knew.
		next, err := f.Chain(t.Context(), arithmetic, list{operators: operators}, 0, fuzzer.Place{Slot: 9, Dir: trialtest.Scratch(t)})
		if err != nil {
			t.Fatal(err)
		}
		next.Recall(c.Memory(i), i)
		if diff := cmp.Diff(c.Memory(i), next.Memory(i)); diff != "" {
			t.Errorf("memory (-saved +recalled):\n%s", diff)
		}
		c = next
	}
	return all, hits
}

func TestSlower(t *testing.T) {
	f := against(t, always(0.1, 3), func(text string) (trialtest.Cost, trialtest.Cost) {
		if strings.Contains(text, "distinct") {
			return costing(smt.Sat, 0.1, 3)
		}
		return costing(smt.Sat, 0.1, 0.2) // only reused processes are slow
	})
	got, hits := timed(t, f, ">", "distinct", "<=")
	if diff := cmp.Diff([]string{"not-slower", "slower", "not-slower"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(hits) != 1 {
		t.Fatalf("%d findings", len(hits))
	}
	h := hits[0]
	m := h.Finding.Evidence.Measured
	if !h.Finding.Class.Measured() || h.Finding.Other != "fakesolver --opt-old=1" || h.Finding.Signature != "performance/fake/operator/>/distinct/10x" || h.Finding.Provenance.SeedShows || h.Finding.Flaky() {
		t.Errorf("%+v", h.Finding)
	}
	if m == nil || len(m.Pairs) != 7 || m.OldWork != 100_000 || m.NewWork != 3_000_000 || m.Limit != 2 {
		t.Errorf("measured %+v", m)
	}
	if strings.Contains(string(h.Bug), "get-model") || strings.Contains(string(h.Bug), "get-info") || len(h.Finding.Runs) != 2 || h.Finding.Runs[0].Mode != "" || len(h.Others) != 0 {
		t.Errorf("it was not measured as users run it: %q, %+v", h.Bug, h.Finding.Runs)
	}
}

func always(old, slow float64) costs {
	return func(string) (trialtest.Cost, trialtest.Cost) { return costing(smt.Sat, old, slow) }
}

func TestSlowerBounds(t *testing.T) {
	for _, tt := range []struct {
		name          string
		living, fresh costs
		off           bool
		want          []string
	}{
		{"nothing is looked for", always(0.1, 3), always(0.1, 3), true, []string{"", ""}},
		{"nothing is suspected", always(1, 1.5), always(0.1, 3), false, []string{"", ""}},
		{"the seed shows it", always(0.1, 3), always(0.1, 3), false, []string{"slower", "slower"}},
		{"beyond the limit", always(0.1, 60), always(0.1, 60), false, []string{"slower", "slower"}},
		{"the baseline is beyond the limit", always(60, 90), always(60, 90), false, []string{"", ""}},
		{"another answer", func(string) (trialtest.Cost, trialtest.Cost) {
			_, slow := costing(smt.Unsat, 0, 3)
			return trialtest.Cost{Answer: smt.Sat}, slow
		}, always(0.1, 3), false, []string{"", ""}},
		{"unknown", func(string) (trialtest.Cost, trialtest.Cost) { return costing(smt.Unknown, 0.1, 3) }, always(0.1, 3), false, []string{"", ""}},
		{"answers that change", always(0.1, 3), func(string) (trialtest.Cost, trialtest.Cost) { return costing(smt.Unknown, 0.1, 3) }, false, []string{"changed", "changed"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := against(t, tt.living, tt.fresh)
			if tt.off {
				f.Slower = 0
			}
			got, hits := timed(t, f, ">", "<=")
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			for _, h := range hits {
				if h.Finding.Class.Measured() && (!h.Finding.Provenance.SeedShows || !strings.HasPrefix(h.Finding.Signature, "performance/fake/seed "+arithmetic.Hash+"/")) {
					t.Errorf("%+v", h.Finding)
				}
			}
		})
	}
}

// Races in vain end, and so do those of a chain that has cost enough.
func TestSlowerGivesUp(t *testing.T) {
	got, _ := timed(t, against(t, always(0.1, 3), always(1, 1)), ">", "<=", "distinct", ">=")
	if diff := cmp.Diff([]string{"not-slower", "not-slower", "not-slower", "given-up"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	// 9 runs of 19 s on each mutant, and as many on the seed once: the fourth is above 40 times 20 s.
	got, _ = timed(t, against(t, always(0.1, 19), always(0.1, 19)), ">", "<=", "distinct", ">=", ">")
	if diff := cmp.Diff([]string{"slower", "slower", "slower", "slower", "given-up"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// known wants nothing but what it has not seen.
type knownSignatures map[string]bool

func (k knownSignatures) Wants(signature string, _ int, _ uint64, _ int) bool { return !k[signature] }

func TestSlowerIsKnown(t *testing.T) {
	f := against(t, always(0.1, 3), always(0.1, 3))
	f.Known = knownSignatures{"performance/fake/seed " + arithmetic.Hash + "/10x": true}
	if got, hits := timed(t, f, ">", "<="); got[0] != "known" || got[1] != "known" || len(hits) != 0 {
		t.Errorf("%q, %d findings", got, len(hits))
	}
	f.Known = knownSignatures{"performance/fake/seed " + arithmetic.Hash + "/1x": true} // this one is ten times as much
	if got, hits := timed(t, f, ">"); got[0] != "slower" || len(hits) != 1 {
		t.Errorf("%q, %d findings", got, len(hits))
	}
}

// Records of a chain by the solvers' own counts are news; times are not.
func TestDearer(t *testing.T) {
	work := func(text string) (trialtest.Cost, trialtest.Cost) {
		old, slow := trialtest.Cost{Answer: smt.Sat, Work: 1_000_000}, trialtest.Cost{Answer: smt.Sat, Work: 1_000_000}
		switch {
		case strings.Contains(text, "distinct"):
			slow.Work = 30_000_000
		case strings.Contains(text, "<="):
			slow.Work = 4_000_000
		case strings.Contains(text, ">="):
			old.Work, slow.Work = 1000, 9000 // too little to say anything
		}
		return old, slow
	}
	f := against(t, work, always(1, 1))
	f.Bench.Statistics, f.SlowerSearch = true, true
	got, _ := timed(t, f, ">", "<=", "distinct", ">=", "<=")
	if diff := cmp.Diff([]string{"", "dearer", "dearer", "", ""}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	f.SlowerSearch = false
	if got, _ = timed(t, f, "<="); got[0] != "" {
		t.Errorf("%q", got)
	}
}
