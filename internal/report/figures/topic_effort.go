package figures

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/campaign/effort"
)

// whys are the words for why effort goes elsewhere.
var whys = map[effort.Why]string{
	effort.LateOnSeed:     "all solvers run out of time on the seed",
	effort.LateWithEngine: "solvers run out of time with the engine",
	effort.NothingNew:     "an engine yields nothing new on the seed",
	effort.LittleNew:      "others show more new behaviour inside solvers",
}

func effortTables(c *Campaign) []*Table {
	mode := newTable("mode", "How effort is divided", "figure", "figure", "value", "value")
	if c.Effort.Mode != "" {
		mode.add("--set campaign.effort", string(c.Effort.Mode))
	}
	if n := c.Stats.SkippedSlots; n > 0 {
		mode.add("slots skipped while solvers were run on the seed", n)
	}
	if n := c.Stats.Continued; n > 0 {
		mode.add("times that a visit went on because it brought news", n)
	}
	waits := newTable("waits", "What was skipped because it does not pay", "reason", "reason", "key", "", "seeds_waiting", "seeds waiting now", "slots_skipped", "slots skipped")
	for _, why := range effort.Whys() {
		seeds, slots := int64(c.Effort.Seeds[why]), c.Effort.Passed[why]
		if seeds+slots > 0 {
			waits.add(whys[why], string(why), seeds, slots)
		}
	}
	limits := newTable("limits", "Runs by their time limit, at most", "limit", "limit", "runs", "runs", "share", "share")
	for _, l := range limitsOf(c.Effort.Limits) {
		limits.add(l, c.Effort.Limits[l], Portion(Share(c.Effort.Limits[l], c.Stats.Calls)))
	}
	pairs := newTable("pairs", "New behaviour inside solvers, by engine and logic", "engine", "engine", "logic", "logic", "rate", "new per CPU second, lately", "slots", "slots", "skipped", "skipped for others", "share", "share")
	pairs.Shown = 20
	seen := make(map[campaign.ArmSummary]bool)
	for _, a := range slices.Concat(c.Effort.NewBehaviour, c.Effort.Skipped) {
		if !seen[a] {
			seen[a] = true
			pairs.add(a.Engine, a.Logic, Rate(a.Rate), a.Turns, a.Passed, Portion(Share(a.Passed, a.Turns)))
		}
	}
	if n := c.Effort.Pairs; n > 0 {
		mode.add("pairs of engine and logic with known new behaviour", int64(n))
	}
	behaviour := newTable("behaviour", "Behaviour inside solvers that feedback has shown", "solver", "solver", "new_on_mutants", "first shown on mutants", "entries", "entries", "counters", "counters", "lost", "without room", "subject", "what it is", "file", "")
	for _, spec := range slices.Sorted(maps.Keys(c.Behaviours)) {
		b := c.Behaviours[spec]
		var news int64
		if v := c.Stats.Solvers[spec]; v != nil {
			news = v.NewBehaviour
		}
		behaviour.add(c.Name(spec), news, int64(b.Entries), int64(b.Keys), b.Lost, b.Subject, b.File)
	}
	return []*Table{mode, waits, limits, pairs, behaviour}
}

// limitsOf returns the names of limits in ascending order, the campaign's own last.
func limitsOf(all map[string]int64) []string {
	value := func(name string) time.Duration {
		d, err := time.ParseDuration(name)
		if err != nil {
			return math.MaxInt64
		}
		return d
	}
	return slices.SortedFunc(maps.Keys(all), func(x, y string) int { return cmp.Compare(value(x), value(y)) })
}

// parts are the words for the parts of the time.
var parts = map[string]string{
	campaign.PartStartUp:        "starting solvers",
	campaign.PartSolving:        "runs on mutants",
	campaign.PartTimeouts:       "runs on mutants that ran out of time",
	campaign.PartSeeds:          "runs on seeds",
	campaign.PartAsking:         "questions of engines",
	campaign.PartConfirming:     "repeating findings",
	campaign.PartConfigurations: "other configurations",
	campaign.PartInferring:      "what solvers infer",
	campaign.PartOwn:            "Assay itself, and waiting",
}

func timeTables(c *Campaign) []*Table {
	s := &c.Stats
	whole := newTable("campaign", "The campaign", "figure", "figure", "key", "", "value", "value")
	whole.add("state", "state", c.State())
	whole.add("continued an earlier run", "resumed", c.Resumed)
	whole.add("time, all runs of the campaign together", "seconds", Seconds(s.Seconds))
	whole.add("time of the last run", "last_run_seconds", Seconds(c.Elapsed.Seconds()))
	whole.add("jobs", "jobs", int64(c.Jobs))
	whole.add("mutants", "mutants", s.Mutants)
	whole.add("mutants on which no solver was run", "idle_mutants", s.Idle)
	whole.add("mutants run per second", "mutants_per_second", Rate(PerSecond(s.Mutants-s.Idle, s.Seconds)))
	whole.add("runs on mutants", "runs", s.Calls)
	whole.add("runs on mutants per second", "runs_per_second", Rate(PerSecond(s.Calls, s.Seconds)))
	whole.add("runs that repeated findings", "repeating_runs", s.Extra)
	whole.add("slots of the schedule", "slots", s.Jobs)
	whole.add("CPU time of solvers", "solver_cpu_seconds", Seconds(s.SolverSeconds))
	whole.add("CPU time of Assay", "own_cpu_seconds", Seconds(s.OwnSeconds))
	whole.add("share of CPU time in solvers", "solver_share", Portion(s.SolverShare()))
	spent := newTable("parts", "Where the time of the workers went, and that of processors (starts are estimated by the shortest runs where they are not known)",
		"part", "part", "key", "", "runs", "runs", "seconds", "time", "share", "share", "cpu_seconds", "CPU", "cpu_share", "share of CPU")
	for _, p := range c.Time {
		if p.Seconds > 0 || p.CPUSeconds > 0 {
			words := parts[p.Part]
			if words == "" {
				words = p.Part
			}
			var runs any
			if p.Runs > 0 {
				runs = p.Runs
			}
			spent.add(words, p.Part, runs, Seconds(p.Seconds), Portion(p.Share), Seconds(p.CPUSeconds), Portion(p.CPUShare))
		}
	}
	solvers := newTable("solvers", "Runs on mutants", "solver", "solver", "runs", "runs", "seconds", "time", "cpu_seconds", "CPU", "shortest", "shortest answer")
	for _, spec := range c.Solvers() {
		v := s.Solvers[spec]
		solvers.add(c.Name(spec), v.Calls, Seconds(v.Seconds), Seconds(v.CPU), Seconds(v.Least.Wall))
	}
	return []*Table{whole, spent, solvers}
}

// PerSecond is a rate, 0 when no time has passed.
func PerSecond(n int64, seconds float64) float64 {
	if seconds <= 0 {
		return 0
	}
	return float64(n) / seconds
}

// State says in a few words whether the campaign has ended, and how.
func (c *Campaign) State() string { return c.Ended.Summary() }
