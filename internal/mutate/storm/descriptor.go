package storm

import (
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/smt/theory"
)

// The options.
const (
	optDepth       = "storm-depth"
	optAsserts     = "storm-asserts"
	optEnrichment  = "storm-enrichment"
	optFragments   = "storm-fragments"
	optConnectives = "storm-connectives"
	optAssignments = "storm-assignments"
	optPartners    = "storm-partners"
	optGenerated   = "storm-generated"
	optHistory     = "storm-history"
	optUnsat       = "storm-unsat"
	optTactics     = "storm-tactics"
	optCores       = "storm-cores"
	optIncremental = "incremental"
)

// incrementalShare is the percentage of scripts that ask many times where that is requested, as in the paper.
const incrementalShare = 50

// Descriptor describes the engine.
func Descriptor() mutate.Descriptor {
	o := DefaultOptions()
	return mutate.Descriptor{
		Name: Name,
		Doc:  "asserts formulas that are built from the seed's Boolean parts and that a known assignment satisfies, or that contain an unsat core",
		Options: []mutate.Option{
			{Name: optDepth, Kind: mutate.Integer, Int: o.MaxDepth, Min: 1, Max: 1000, Doc: "storm: maximum nesting depth of connectives"},
			{Name: optAsserts, Kind: mutate.Integer, Int: o.MaxAsserts, Min: 1, Max: 10_000, Doc: "storm: maximum number of assertions in an instance"},
			{Name: optEnrichment, Kind: mutate.Integer, Int: o.Enrichment, Max: 1_000_000, Doc: "storm: formulas built for each chain of mutants"},
			{Name: optFragments, Kind: mutate.Integer, Int: o.Initial, Max: 100, Doc: "storm: percentage of assertions that are unchanged fragments of the seed"},
			{Name: optConnectives, Kind: mutate.Choice, Words: []string{AllConnectives.String(), PaperConnectives.String()}, Doc: "storm: all, or paper for and, not alone"},
			{Name: optAssignments, Kind: mutate.Integer, Int: o.Assignments, Min: 1, Max: MaxAssignments, Doc: "storm: different assignments for each chain"},
			{Name: optPartners, Kind: mutate.Integer, Int: o.Partners, Max: 100, WithPartner: 100, Doc: "storm: percentage of chains that combine two seeds"},
			{Name: optGenerated, Kind: mutate.Integer, Int: o.Generated, Max: 100, Doc: "storm: percentage of chains that combine the seed with a generated script of its logic"},
			{Name: optHistory, Kind: mutate.Integer, Int: o.History, Max: 100, Doc: "storm: percentage of chains that take in formulas of known bugs, with terms of the seed for their constants"},
			{Name: optUnsat, Kind: mutate.Integer, Int: o.Unsat, Max: 100, Doc: "storm: percentage of instances built around an unsat core, where the seed has one"},
			{Name: optTactics, Kind: mutate.Integer, Int: o.Tactics, Max: 100, Doc: "storm: percentage of scripts decided by tactics, where a solver has some"},
			{Name: optCores, Kind: mutate.Integer, Int: o.Cores, Max: 100, Doc: "storm: percentage of other scripts whose assertions have names, for unsat cores"},
			{Name: optIncremental, Kind: mutate.Switch, Doc: "half of storm's scripts have many check-sats, with push, pop, assumptions and resets"},
		},
		New: func(table *theory.Table, s mutate.Settings) (mutate.Engine, error) {
			o := DefaultOptions()
			o.Table = table
			o.MaxDepth, o.MaxAsserts = s.Int(optDepth), s.Int(optAsserts)
			o.Enrichment, o.Initial = s.Int(optEnrichment), s.Int(optFragments)
			o.Assignments, o.Partners, o.Generated, o.Unsat = s.Int(optAssignments), s.Int(optPartners), s.Int(optGenerated), s.Int(optUnsat)
			o.History, o.Tactics, o.Cores = s.Int(optHistory), s.Int(optTactics), s.Int(optCores)
			if s.Word(optConnectives) == PaperConnectives.String() {
				o.Connectives = PaperConnectives
			}
			if s.On(optIncremental) {
				o.Incremental = incrementalShare
			}
			return New(o), nil
		},
	}
}
