package campaign

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/mutate"
)

// counting is the engine of numbers that also says how many rules it had: ten more than steps.
type counting struct{ numbers }

func (e counting) Prepare(ctx context.Context, seed *mutate.Seed, env mutate.Env) (mutate.Source, error) {
	s, err := e.numbers.Prepare(ctx, seed, env)
	return countingSource{s}, err
}

type countingSource struct{ mutate.Source }

func (s countingSource) Next(r *rng.Rand) (mutate.Mutant, error) {
	m, err := s.Source.Next(r)
	if n := len(m.Steps); err == nil {
		m.Steps[n-1].Applicable = 10 + n
		m.Steps[n-1].Rule = fmt.Sprintf("number of %d digits", len(m.Steps[n-1].Before.Text()))
	}
	return m, err
}

// The statistics of rules match the mutants, however many workers there are and however often the campaign is
// stopped and resumed.
func TestRuleStatsOfCampaign(t *testing.T) {
	run := func(jobs int, limits ...int64) RuleStats {
		c := config(t, fake(t, "--answer=sat")...)
		c.Engines, c.Jobs = []mutate.Engine{counting{numbers{name: "counting"}}}, jobs
		for _, c.Mutants = range limits {
			sum := mustRun(t, c)
			if e := sum.Stats.Engines["counting"]; len(e.Shares()) == 0 || !strings.HasPrefix(e.Shares()[0].Rule, "number of ") || e.MeanApplicable() < 1 {
				t.Errorf("rules %+v, %.1f applicable", e.Shares(), e.MeanApplicable())
			}
			if data, err := json.Marshal(sum); err != nil || strings.Contains(string(data), "distinct_sample") {
				t.Errorf("the summary holds the sample: %s, %v", data, err)
			}
		}
		st, err := LoadState(c.Out)
		if err != nil {
			t.Fatal(err)
		}
		return st.Stats.Engines["counting"].RuleStats
	}
	want := run(1, 60)
	var mutants, sum int64
	for i, a := range want.Applicable {
		mutants += a.Mutants
		sum += a.Sum
		if got := a.Mean(); got != float64(11+i) {
			t.Errorf("step %d: %v rules applicable on average, want %d", i+1, got, 11+i)
		}
	}
	if mutants != 60 || want.MeanApplicable() != float64(sum)/60 || len(want.Applicable) != 4 {
		t.Errorf("applicable %+v", want.Applicable)
	}
	if n := want.Rules["number of 1 digits"] + want.Rules["number of 3 digits"]; n != 60 || len(want.Rules) != 2 {
		t.Errorf("rules %v", want.Rules)
	}
	if u := want.Unique; u.Seen != 60 || u.Level != 0 || u.Kept < 30 {
		t.Errorf("unique %+v", u)
	}
	same := cmp.AllowUnexported(DistinctSample{})
	if diff := cmp.Diff(want, run(3, 60), same); diff != "" {
		t.Errorf("(-one worker +three):\n%s", diff)
	}
	if diff := cmp.Diff(want, run(2, 7, 7, 31, 60), same); diff != "" {
		t.Errorf("(-in one go +resumed):\n%s", diff)
	}
}

// Engines that do not count applicable rules have none.
func TestSummaryWithoutRules(t *testing.T) {
	c := config(t, fake(t, "--answer=sat")...)
	c.Mutants = 5
	for name, e := range mustRun(t, c).Stats.Engines {
		if len(e.Applicable) > 0 {
			t.Errorf("%s: %v", name, e.Applicable)
		}
	}
}

func TestRuleStatsBounds(t *testing.T) {
	made := func(order []int) *RuleStats {
		r := &RuleStats{}
		for _, i := range order {
			r.made(event.Mutant{Rule: fmt.Sprintf("rule %04d", i), Steps: i, Applicable: 3, Text: uint64(i)})
		}
		return r
	}
	const rules = 3000
	order := make([]int, 0, 2*rules)
	for i := 1; i <= rules; i++ {
		order = append(order, i, i)
	}
	want := made(order)
	if len(want.Rules) != maxRules+1 || want.Rules[OtherRules] != 2*(rules-maxRules) || want.Rules["rule 2000"] != 2 {
		t.Errorf("%d rules, %d mutants of other ones", len(want.Rules), want.Rules[OtherRules])
	}
	if len(want.Applicable) != MaxSteps || want.Applicable[MaxSteps-1].Mutants != 2*(rules-MaxSteps+1) {
		t.Errorf("%d steps, the last %+v", len(want.Applicable), want.Applicable[len(want.Applicable)-1])
	}
	shares := want.Shares()
	if last := shares[len(shares)-1]; last.Rule != OtherRules || last.Share != 1.0/3 {
		t.Errorf("last share %+v", last)
	}
	r := rng.New(1)
	for i := len(order) - 1; i > 0; i-- {
		k := r.IntN(i + 1)
		order[i], order[k] = order[k], order[i]
	}
	same := cmp.AllowUnexported(DistinctSample{})
	if diff := cmp.Diff(want, made(order), same); diff != "" {
		t.Errorf("(-sorted +shuffled):\n%s", diff)
	}
	long := &RuleStats{}
	long.made(event.Mutant{Rule: strings.Repeat("x", 1<<20), Steps: 1})
	for name := range long.Rules {
		if len(name) > 2*maxRuleName {
			t.Errorf("a name of %d bytes is kept", len(name))
		}
	}
}

// spread turns a small number into a hash.
func spread(i int) uint64 { return rng.New(uint64(i)).Uint64() }

// The sample is the same whatever the order; while it is small, it is exact.
func TestDistinctSample(t *testing.T) {
	same := cmp.AllowUnexported(DistinctSample{})
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(rapid.IntRange(0, 300), 0, 500).Draw(t, "texts")
		exact := make(map[uint64]int64)
		var whole, other DistinctSample
		for _, i := range texts {
			exact[spread(i)]++
			whole.Add(spread(i), 1)
		}
		if u := whole.Uniqueness(); u != (Uniqueness{Seen: int64(len(texts)), Kept: int64(len(exact))}) {
			t.Fatalf("%+v of %d texts, %d different", u, len(texts), len(exact))
		}
		// Raised by hand, it keeps what belongs to the level, in any order.
		level := rapid.IntRange(0, 9).Draw(t, "level")
		early := rapid.IntRange(0, len(texts)).Draw(t, "early")
		for n, i := range rapid.Permutation(texts).Draw(t, "order") {
			if n == early {
				other.raise(level)
			}
			other.Add(spread(i), 1)
		}
		if other.level == 0 {
			other.raise(level)
		}
		whole.raise(level)
		if diff := cmp.Diff(whole, other, same, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("(-in order +permuted):\n%s", diff)
		}
		data, err := json.Marshal(&whole)
		if err != nil {
			t.Fatal(err)
		}
		var back DistinctSample
		if err := json.Unmarshal(data, &back); err != nil || !maps.Equal(back.counts, whole.counts) ||
			back.Uniqueness() != whole.Uniqueness() {
			t.Fatalf("%s is read as %+v, %v", data, back, err)
		}
	})
}

// A large sample stays within its bound and near the truth.
func TestDistinctSampleBound(t *testing.T) {
	var forth, back DistinctSample
	const texts, twice = 100_000, 20_000
	for i := range texts {
		forth.Add(spread(i), 1)
		back.Add(spread(texts-1-i), 1)
	}
	for i := range twice {
		forth.Add(spread(i), 1)
		back.Add(spread(i), 1)
	}
	if diff := cmp.Diff(forth, back, cmp.AllowUnexported(DistinctSample{})); diff != "" {
		t.Errorf("(-forth +back):\n%s", diff)
	}
	u := forth.Uniqueness()
	if u.Kept > maxDistinct || u.Kept < maxDistinct/3 || u.Level == 0 {
		t.Errorf("%+v", u)
	}
	if want := float64(texts) / (texts + twice); u.Share() < want-.02 || u.Share() > want+.02 {
		t.Errorf("share %v, want about %v", u.Share(), want)
	}
}

func TestDistinctSampleDamaged(t *testing.T) {
	for _, text := range []string{
		`{"level":65}`, `{"level":-1}`, `{"hashes":"AAAA"}`, `{"hashes":"AAAAAAAAAAA="}`, `{"hashes":"AAAAAAAAAAAA"}`,
		`{"hashes":"AAAAAAAAAAD/////////////AQ=="}`,
	} {
		var s DistinctSample
		if err := json.Unmarshal([]byte(text), &s); !errors.Is(err, errSample) {
			t.Errorf("%s: error %v", text, err)
		}
	}
	var s DistinctSample
	if err := json.Unmarshal([]byte(`{"hashes":7}`), &s); err == nil {
		t.Error("a number was read as hashes")
	}
}
