package figures

import (
	"maps"
	"slices"

	"github.com/assay-smt/assay/internal/campaign/event"
)

// slowerTables says what came of suspicions that a solver is slower than a baseline.
func slowerTables(c *Campaign) []*Table {
	t := newTable("slower", "Mutants on which a solver seemed slower than a baseline", "solver", "solver", "baseline", "baseline", "measured", "measured", "slower", "slower",
		"not_slower", "not slower", "changed", "other answers", "known", "known already", "given_up", "given up",
		"most", "most times", "mutant", "its mutant", "dearer", "dearer than before", "cpu_seconds", "CPU time")
	for _, spec := range c.Solvers() {
		v := c.Stats.Solvers[spec]
		for _, baseline := range slices.Sorted(maps.Keys(v.Timed)) {
			of := v.Timed[baseline]
			row := []any{c.Name(spec), c.Name(baseline), of.Measured()}
			for _, result := range event.TimedResults() {
				row = append(row, of.Results[result])
			}
			t.add(append(row, Rate(of.Most), of.Mutant, of.Dearer, Seconds(of.CPU))...)
		}
	}
	return []*Table{t}
}
