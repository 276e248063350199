package figures

import (
	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/campaign/configspace"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
)

// endings are the words for why a search ended.
var endings = map[string]string{
	string(configspace.NothingNew):      "nothing new came any more",
	string(configspace.EnoughOffspring): "it had as many configurations as a search may have",
	string(configspace.ExhaustedSpace):  "no configuration was left to try",
	string(fuzzer.ExhaustingRuns):       "too many runs had used up their time or memory",
}

func optionsTables(c *Campaign) []*Table {
	searches := newTable("searches", "Searches of other configurations", "solver", "solver", "mutants", "mutants", "thorough", "long searches", "runs", "runs", "options", "options on average", "cpu_seconds", "CPU",
		"new_behaviour", "new behaviour", "seconds", "")
	what := newTable("results", "What became of configurations", "solver", "solver", "result", "result", "key", "", "count", "count")
	outcomes := newTable("outcomes", "Runs in other configurations, by outcome", "solver", "solver", "result", "outcome", "detail", "detail", "outcome", "", "runs", "runs", "share", "share")
	ended := newTable("ended", "Why searches ended", "solver", "solver", "reason", "reason", "key", "", "searches", "searches")
	pairs := newTable("pairs", "Pairs of settings that came together in a run", "solver", "solver", "covered", "covered", "possible", "possible", "share", "share", "refused", "refused each time")
	for _, spec := range c.Solvers() {
		if p, ok := c.Pairs[spec]; ok && p.Possible > 0 {
			pairs.add(c.Name(spec), int64(p.Covered), int64(p.Possible), Portion(Share(int64(p.Covered), int64(p.Possible))), int64(p.Refused))
		}
		v, name := c.Stats.Solvers[spec].Configurations, c.Name(spec)
		if v == nil {
			continue
		}
		mean := 0.0
		if v.Searches > 0 {
			mean = float64(v.Options) / float64(v.Searches)
		}
		searches.add(name, v.Searches, v.Thorough, v.Runs, Rate(mean), Seconds(v.CPU), v.NewBehaviour, Seconds(v.Seconds))
		for _, r := range []struct {
			what, key string
			n         int64
		}{
			{"refused: options that conflict", "refused", v.Refused},
			{"showed again what their settings are known for", "again", v.Again},
			{"skipped: their settings have shown something before", "avoided", v.Avoided},
			{"showed something that no fresh process shows", "unconfirmed", v.Unconfirmed},
			{"kept with settings that may not all be needed", "unreduced", v.Unreduced},
			{"told nothing about what they did inside", "silent", v.Silent},
		} {
			if r.n > 0 {
				what.add(name, r.what, r.key, r.n)
			}
		}
		for _, o := range outcome.All() {
			if n := v.Outcomes[o]; n > 0 {
				fate, detail := ResultOf(o)
				outcomes.add(name, string(fate), detail, string(o), n, Portion(Share(n, v.Runs)))
			}
		}
		for _, why := range byCount(v.Ended) {
			words := endings[why]
			if words == "" {
				words = why
			}
			ended.add(name, words, why, v.Ended[why])
		}
	}
	return []*Table{searches, what, outcomes, ended, pairs}
}
