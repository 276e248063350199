package mutate

import (
	"context"
	"errors"
	"fmt"

	"github.com/assay-smt/assay/internal/mutate/definition"
	"github.com/assay-smt/assay/internal/rng"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/theory"
)

// Unfolding says in which share of an engine's chains the definitions of the seed are unfolded: bodies take the place of calls, and are
// mutated there. The other chains have calls, as solvers do.
type Unfolding int

// The shares, in percent.
const (
	// Never is for engines that take nothing from the seed's formulas.
	Never Unfolding = 0
	// Half is for engines that mutate bodies where they are as well.
	Half Unfolding = 50
	// Mostly is for engines to which bodies are opaque.
	Mostly Unfolding = 80
)

// Unfoldings is part of what mutants follow from, beside each engine's configuration.
const Unfoldings = "unfolded=50/80 bodies=opfuzz,typefuzz"

// Begin is what Prepare begins with in every engine: it fails when ctx has ended, and when the seed was read with another operator table
// than the engine's. It returns the seed to make mutants of, which is the one given or, in a share of the chains, the same without its
// definitions, in a store of its own; and the environment's choices, or those that do not differ from chain to chain.
func Begin(ctx context.Context, e Engine, table *theory.Table, seed *Seed, env Env, share Unfolding) (*Seed, *rng.Rand, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, nil, err
	}
	if seed.Script.Store.Table != table {
		return nil, nil, fmt.Errorf("%s: the seed was read with another operator table than the engine's", e.Name())
	}
	r := env.Rand
	if r == nil {
		r = rng.New(0)
	}
	seed, err := unfolded(ctx, seed, r.Split("unfold"), share)
	if err == nil && seed.Definitions != nil && env.Unfolded != nil {
		env.Unfolded(seed)
	}
	return seed, r, err
}

// unfolded returns the seed without its definitions in a share of the chains, and the seed itself in the others or where its definitions
// have to stay. The error is what ctx ended with.
func unfolded(ctx context.Context, seed *Seed, r *rng.Rand, share Unfolding) (*Seed, error) {
	if !definition.Has(seed.Script) || r.IntN(100) >= int(share) {
		return seed, nil
	}
	s, report, err := definition.Unfold(seed.Script, ctx.Done())
	if errors.Is(err, elab.ErrStopped) {
		return nil, context.Cause(ctx)
	}
	n := *seed
	n.Definitions = &report
	if err != nil {
		n.Definitions.Refused = err
		return &n, nil
	}
	n.Script = s
	return &n, nil
}
