package campaign

import (
	"cmp"
	"maps"
	"slices"

	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/smt/syntax"
)

const (
	// maxRules is how many names of rules are counted separately: engines that name what they exchange, as in "< -> <=", have
	// many.
	maxRules = 2000
	// maxRuleName bounds the bytes of a name: symbols of seeds may be part of it.
	maxRuleName = 120
)

// MaxSteps is the number of steps from which RuleStats.Applicable counts mutants together.
const MaxSteps = 100

// OtherRules is the entry in RuleStats.Rules for rules that are not counted separately.
const OtherRules = "other rules"

// RuleStats says by which rules an engine made its mutants, which is what section 6.2 of Bringolf's thesis (2021) asks
// about rules that weaken and strengthen. Its contents depend on the mutants alone, not on the order in which they were
// counted. The zero value counts nothing yet. Not safe for concurrent use.
type RuleStats struct {
	// Rules counts mutants by the rule of their last step. If there are more than 2000 rules, those with the least names are
	// counted separately, so that the order in which they come does not matter; OtherRules has the rest.
	Rules map[string]int64 `json:"rules,omitempty"`
	// Applicable says how many rules the engine could have applied. Element i is about the mutants with i+1 steps since
	// their seed; the hundredth also covers those with more steps. It is empty for engines that do not count.
	Applicable []ApplicableStats `json:"applicable,omitempty"`
	// Unique says how many mutants differ. Sample is the sample that it is computed from, nil in statistics for people.
	Unique Uniqueness      `json:"unique,omitzero"`
	Sample *DistinctSample `json:"distinct_sample,omitempty"`
}

// ApplicableStats sums up how many rules could be applied in a step.
type ApplicableStats struct {
	Mutants int64 `json:"mutants"`
	Sum     int64 `json:"sum"`
}

// Mean is the average number of rules, 0 when there is none.
func (a ApplicableStats) Mean() float64 {
	if a.Mutants <= 0 {
		return 0
	}
	return float64(a.Sum) / float64(a.Mutants)
}

// made counts a mutant.
func (r *RuleStats) made(m event.Mutant) {
	if m.Rule != "" {
		r.rule(syntax.Clip(m.Rule, maxRuleName), 1)
	}
	if m.Applicable > 0 && m.Steps > 0 {
		r.applicable(min(m.Steps, MaxSteps)-1, ApplicableStats{Mutants: 1, Sum: int64(m.Applicable)})
	}
	if r.Sample == nil {
		r.Sample = &DistinctSample{}
	}
	r.Sample.Add(m.Text, 1)
	r.Unique = r.Sample.Uniqueness()
}

// rule counts n mutants of a rule. A name that is dropped never comes back: there are maxRules lesser ones, and those
// stay or are displaced by still lesser ones.
func (r *RuleStats) rule(name string, n int64) {
	if r.Rules == nil {
		r.Rules = make(map[string]int64)
	}
	r.Rules[name] += n
	kept := len(r.Rules)
	if _, some := r.Rules[OtherRules]; some {
		kept--
	}
	if kept <= maxRules {
		return
	}
	last := ""
	for name := range r.Rules {
		if name != OtherRules {
			last = max(last, name)
		}
	}
	r.Rules[OtherRules] += r.Rules[last]
	delete(r.Rules, last)
}

func (r *RuleStats) applicable(i int, a ApplicableStats) {
	if missing := i + 1 - len(r.Applicable); missing > 0 {
		r.Applicable = append(r.Applicable, make([]ApplicableStats, missing)...)
	}
	r.Applicable[i].Mutants += a.Mutants
	r.Applicable[i].Sum += a.Sum
}

// MeanApplicable is the average of Applicable over all steps, 0 for engines that do not count.
func (r *RuleStats) MeanApplicable() float64 {
	var all ApplicableStats
	for _, a := range r.Applicable {
		all.Mutants += a.Mutants
		all.Sum += a.Sum
	}
	return all.Mean()
}

// A RuleShare is the share that a rule has in an engine's mutants.
type RuleShare struct {
	Rule    string  `json:"rule"`
	Mutants int64   `json:"mutants"`
	Share   float64 `json:"share"` // from 0 to 1
}

// Shares returns the rules that made a mutant, the most frequent first, OtherRules last.
func (r *RuleStats) Shares() []RuleShare {
	var all int64
	var out []RuleShare
	for _, name := range slices.Sorted(maps.Keys(r.Rules)) {
		if n := r.Rules[name]; n > 0 {
			out = append(out, RuleShare{Rule: name, Mutants: n})
			all += n
		}
	}
	for i := range out {
		out[i].Share = float64(out[i].Mutants) / float64(all)
	}
	last := map[bool]int{true: 1}
	slices.SortStableFunc(out, func(a, b RuleShare) int {
		return cmp.Or(cmp.Compare(last[a.Rule == OtherRules], last[b.Rule == OtherRules]), cmp.Compare(b.Mutants, a.Mutants))
	})
	return out
}
