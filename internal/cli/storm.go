package cli

import (
	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/mutate/storm"
	"github.com/assay-smt/assay/smt/theory"
)

// stormFlags configure the engine storm.
type stormFlags struct {
	MaxDepth, MaxAsserts, Enrichment, Initial int
	Assignments, Partners, Unsat              int
	Connectives                               string
	Incremental                               bool
}

// incrementalShare is how many of storm's scripts ask many times under --incremental, in percent, as in the paper.
const incrementalShare = 50

func (f *stormFlags) bind(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.IntVar(&f.MaxDepth, "storm-depth", storm.DefaultMaxDepth, "storm: how deeply connectives nest at most")
	flags.IntVar(&f.MaxAsserts, "storm-asserts", storm.DefaultMaxAsserts, "storm: most assertions of an instance")
	flags.IntVar(&f.Enrichment, "storm-enrichment", storm.DefaultEnrichment, "storm: formulas built for each chain of mutants")
	flags.IntVar(&f.Initial, "storm-fragments", storm.DefaultInitial, "storm: percentage of assertions that are fragments of the seed as they are")
	flags.StringVar(&f.Connectives, "storm-connectives", "all", "storm: all, or paper for and, not alone")
	flags.IntVar(&f.Assignments, "storm-assignments", storm.DefaultAssignments, "storm: different assignments for each chain")
	flags.IntVar(&f.Partners, "storm-partners", storm.DefaultPartners, "storm: percentage of chains that combine two seeds")
	flags.IntVar(&f.Unsat, "storm-unsat", storm.DefaultUnsat, "storm: percentage of instances built around an unsat core, where the seed has one")
	flags.BoolVar(&f.Incremental, "incremental", false, "half of storm's scripts ask many times, with push, pop, assumptions and resets")
}

// options checks the flags.
func (f *stormFlags) options(table *theory.Table) (storm.Options, error) {
	o := storm.Options{
		Table: table, MaxDepth: f.MaxDepth, MaxAsserts: f.MaxAsserts, Enrichment: orNone(f.Enrichment), Initial: orNone(f.Initial),
		Assignments: f.Assignments, Partners: orNone(f.Partners), Unsat: orNone(f.Unsat),
	}
	for _, c := range []struct {
		flag              string
		value, from, most int
	}{
		{"depth", f.MaxDepth, 1, 1000}, {"asserts", f.MaxAsserts, 1, 10_000}, {"enrichment", f.Enrichment, 0, 1_000_000},
		{"fragments", f.Initial, 0, 100}, {"assignments", f.Assignments, 1, storm.MaxAssignments},
		{"partners", f.Partners, 0, 100}, {"unsat", f.Unsat, 0, 100},
	} {
		if c.value < c.from || c.value > c.most {
			return o, usagef("--storm-%s %d: give a number from %d to %d", c.flag, c.value, c.from, c.most)
		}
	}
	switch f.Connectives {
	case "all":
	case "paper":
		o.Connectives = storm.PaperConnectives
	default:
		return o, usagef("--storm-connectives %s: give all or paper", f.Connectives)
	}
	if f.Incremental {
		o.Incremental = incrementalShare
	}
	return o, nil
}

// orNone writes 0 as the number that stands for none: 0 itself stands for a default.
func orNone(n int) int {
	if n == 0 {
		return -1
	}
	return n
}
