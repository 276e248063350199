package generate

import (
	"fmt"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/generate/grammar"
	"github.com/assay-smt/assay/smt/theory"
)

// The options.
const (
	optAsserts     = "generate-asserts"
	optDepth       = "generate-depth"
	optIncremental = "generate-incremental"
	optSat         = "generate-sat"
	optUnsat       = "generate-unsat"
)

// Descriptor describes the engine.
func Descriptor() mutate.Descriptor {
	o := DefaultOptions()
	return mutate.Descriptor{
		Name: name,
		Doc:  "makes scripts in the seed's logic from a grammar, and takes nothing else from the seed",
		Options: []mutate.Option{
			{Name: optAsserts, Kind: mutate.Integer, Int: o.Assertions, Min: 1, Max: grammar.MaxAssertions, Doc: "generate: maximum number of assertions in a script"},
			{Name: optDepth, Kind: mutate.Integer, Int: o.Depth, Min: 1, Max: grammar.MaxDepth, Doc: "generate: maximum nesting depth of operators"},
			{Name: optIncremental, Kind: mutate.Integer, Int: o.Incremental, Max: 100, Doc: "generate: percentage of scripts with many check-sats"},
			{Name: optSat, Kind: mutate.Integer, Int: o.Sat, Max: 100, Doc: "generate: percentage of scripts that an interpretation satisfies by construction"},
			{Name: optUnsat, Kind: mutate.Integer, Int: o.Unsat, Max: 100, Doc: "generate: percentage of scripts that contain a contradiction"},
		},
		New: func(table *theory.Table, s mutate.Settings) (mutate.Engine, error) {
			if sat, unsat := s.Int(optSat), s.Int(optUnsat); sat+unsat > 100 {
				return nil, &mutate.InputError{Fault: mutate.Conflicting, Err: fmt.Errorf("generate.sat %d and generate.unsat %d are %d percent together: give at most 100", sat, unsat, sat+unsat)}
			}
			return New(Options{
				Table: table, Assertions: s.Int(optAsserts), Depth: s.Int(optDepth), Incremental: s.Int(optIncremental),
				Sat: s.Int(optSat), Unsat: s.Int(optUnsat),
			}), nil
		},
	}
}
