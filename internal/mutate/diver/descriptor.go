package diver

import (
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/diver/preanalysis"
	"github.com/assay-smt/assay/smt/theory"
)

// The options.
const (
	optDepth      = "diver-depth"
	optTries      = "diver-tries"
	optPool       = "diver-pool"
	optComplicate = "diver-complicate"
	optDecided    = "diver-decided"
	optNoWeights  = "diver-no-weights"
	optNoAim      = "diver-no-aim"
)

// Descriptor describes the engine.
func Descriptor() mutate.Descriptor {
	o := DefaultOptions()
	return mutate.Descriptor{
		Name: "diver",
		Doc:  "replaces terms by random ones wherever the formula stays true under a model of the seed, by exact evaluation",
		Options: []mutate.Option{
			{Name: optDepth, Kind: mutate.Integer, Int: o.Depth, Min: 1, Max: 20, Doc: "diver: maximum nesting depth of operators in random terms"},
			{Name: optTries, Kind: mutate.Integer, Int: o.Tries, Min: 1, Max: 10_000, Doc: "diver: random terms tried at one place"},
			{Name: optPool, Kind: mutate.Integer, Int: o.Pool, Max: 1000, Doc: "diver: mutants of a chain that are kept to start from, besides the seed"},
			{Name: optComplicate, Kind: mutate.Integer, Int: o.Complicate, Max: 100, Doc: "diver: percentage of mutants that get fresh variables, with the constraints of their places"},
			{Name: optDecided, Kind: mutate.Integer, Int: o.Decided, Max: 100, Doc: "diver: percentage of chains without new operators that a solver seldom decides, such as str.replace_all in z3"},
			{Name: optNoWeights, Kind: mutate.Switch, Doc: "diver: choose all places with equal chances, however loose their constraints are"},
			{Name: optNoAim, Kind: mutate.Switch, Doc: "diver: throw away random terms that make the formula false, instead of changing their values"},
		},
		New: func(table *theory.Table, s mutate.Settings) (mutate.Engine, error) {
			o := DefaultOptions()
			o.Table = table
			o.Depth, o.Tries, o.Pool, o.Complicate = s.Int(optDepth), s.Int(optTries), s.Int(optPool), s.Int(optComplicate)
			o.Decided = s.Int(optDecided)
			if s.On(optNoWeights) {
				o.Weighing = preanalysis.Evenly
			}
			if s.On(optNoAim) {
				o.Aiming = Reject
			}
			return New(o), nil
		},
	}
}
