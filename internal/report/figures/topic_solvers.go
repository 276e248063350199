package figures

import (
	"cmp"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

func solversTables(c *Campaign) []*Table {
	runs := newTable("runs", "Runs on mutants, by outcome", "solver", "solver", "spec", "", "version", "", "runs", "runs",
		"answered", "answered", "unknown", "unknown", "time_out", "time-out", "memory", "memory", "refused", "refused", "crashed", "crashed", "no_answer", "no answer",
		"skipped", "skipped")
	outcomes := newTable("outcomes", "The same in detail", "solver", "solver", "result", "outcome", "detail", "detail", "outcome", "", "runs", "runs", "share", "share")
	skipped := newTable("skipped", "Mutants on which a solver was not run", "solver", "solver", "reason", "reason", "mutants", "mutants")
	baseline := newTable("baselines", "Faults of solvers as baselines, which are counted and not kept", "solver", "solver", "class", "class", "count", "count")
	for _, spec := range c.Solvers() {
		v, name := c.Stats.Solvers[spec], c.Name(spec)
		row := []any{name, spec, v.Version, v.Calls}
		fates := ResultsOf(v.Outcomes)
		for _, f := range Results() {
			row = append(row, fates[f])
		}
		var all int64
		for _, s := range skips(v) {
			if s.n > 0 {
				skipped.add(name, s.why, s.n)
				all += s.n
			}
		}
		runs.add(append(row, all)...)
		for _, o := range outcome.All() {
			if n := v.Outcomes[o]; n > 0 {
				fate, detail := ResultOf(o)
				outcomes.add(name, string(fate), detail, string(o), n, Portion(Share(n, v.Calls)))
			}
		}
		for _, class := range oracle.Classes() {
			if n := v.AsBaseline[class]; n > 0 {
				baseline.add(name, findings.SeverityOf(class).String(), n)
			}
		}
	}
	return []*Table{runs, outcomes, skipped, baseline}
}

type skip struct {
	why string
	n   int64
}

// skips says why a solver was not run on mutants.
func skips(v *campaign.SolverStats) []skip {
	return []skip{
		{"another solver's, or another version's", v.NotItsTurn},
		{"not in this version's language", v.NotAsked},
		{"it refuses the seed", v.SeedToo},
		{"too slow on the seed, or with the engine", v.TooSlow},
		{"too slow on the mutants before", v.GaveUp},
		{"over the time budget of the run of mutants", v.OverBudget},
		{"already seen in an earlier round", v.Repeats},
	}
}

func refusedTables(c *Campaign) []*Table {
	useless := newTable("useless", "Solvers without usable results: most of their runs, or all, yielded nothing that can be judged", "solver", "solver", "runs", "runs", "useless", "unusable", "share", "share", "reason", "most frequent reason")
	for _, w := range c.Warnings {
		var why Message
		if reasons := most(w.Reasons); len(reasons) > 0 {
			why = Message(reasons[0].Reason)
		}
		useless.add(w.Solver, w.Runs, w.Useless, Portion(Share(w.Useless, w.Runs)), why)
	}
	refused := newTable("refused", "Refused: the solver does not read the script, or does not take its options", "solver", "solver", "what", "what it refuses", "count", "count", "mutant", "first mutant", "reason", "in its words")
	rest := newTable("no-answer", "Other runs without an answer", "solver", "solver", "result", "outcome", "count", "runs", "mutant", "first mutant", "reason", "reason")
	language := newTable("language", "Mutants that were skipped because the solver's profile says that it does not read them", "solver", "solver", "count", "mutants", "mutant", "first mutant", "reason", "reason")
	for _, spec := range c.Solvers() {
		v, name := c.Stats.Solvers[spec], c.Name(spec)
		for _, r := range most(v.SeedReasons) {
			refused.add(name, "the seed", r.Count, r.Mutant, Message(r.Reason))
		}
		for _, o := range outcome.All() {
			fate, detail := ResultOf(o)
			for _, r := range most(v.Reasons[o]) {
				if fate == Refused {
					refused.add(name, detail, r.Count, r.Mutant, Message(r.Reason))
				} else {
					rest.add(name, string(fate), r.Count, r.Mutant, Message(r.Reason))
				}
			}
		}
		for _, r := range most(v.NotAskedReasons) {
			language.add(name, r.Count, r.Mutant, Message(r.Reason))
		}
	}
	return []*Table{useless, refused, rest, language}
}

// most returns reasons with the most frequent first, and those that are not kept separately last.
func most(reasons []campaign.Refusal) []campaign.Refusal {
	reasons = slices.Clone(reasons)
	slices.SortStableFunc(reasons, func(x, y campaign.Refusal) int {
		switch xOther, yOther := IsOther(x), IsOther(y); {
		case xOther && !yOther:
			return 1
		case yOther && !xOther:
			return -1
		}
		return cmp.Compare(y.Count, x.Count)
	})
	return reasons
}

// IsOther reports whether a reason stands for many that are not kept separately.
func IsOther(r campaign.Refusal) bool { return strings.HasSuffix(r.Reason, campaign.OtherReasons) }

func unknownsTables(c *Campaign) []*Table {
	t := newTable("unknowns", "Unknowns of each solver", "solver", "solver", "unknown", "runs with unknown", "own_accord", "without reaching a limit", "dropped", "no finding: operator not supported")
	operators := newTable("operators", "Operators that a solver does not support at all, by the unknowns that are no findings for that", "solver", "solver", "operator", "operator", "unknowns", "unknowns")
	for _, spec := range c.Solvers() {
		v, name := c.Stats.Solvers[spec], c.Name(spec)
		if n := v.Outcomes[outcome.Unknown]; n+v.Undecided+v.Filtered > 0 {
			t.add(name, n, v.Undecided, v.Filtered)
		}
		for _, op := range byCount(v.Unsupported) {
			operators.add(name, op, v.Unsupported[op])
		}
	}
	return []*Table{t, operators}
}

// byCount returns the keys of counts, the largest count first.
func byCount(counts map[string]int64) []string {
	var keys []string
	for k := range counts {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b string) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b)) })
	return keys
}
