package mutate

import (
	"context"
	"errors"
	"fmt"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/kit/definition"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/theory"
)

// Unfolding says in which share of an engine's chains the definitions of the seed are unfolded: bodies replace calls, and are mutated
// there. The other chains keep the calls, as solvers see them.
type Unfolding int

// The shares, in percent.
const (
	// Never is for engines that take nothing from the seed's formulas.
	Never Unfolding = 0
	// Half is for engines that also mutate bodies in place.
	Half Unfolding = 50
	// Mostly is for engines to which bodies are opaque.
	Mostly Unfolding = 80
)

// Unfoldings is, with each engine's configuration, part of what determines mutants.
const Unfoldings = "unfolded=50/80 bodies=opfuzz,typefuzz"

// Begin is how Prepare begins in every engine: it fails when ctx has ended, and when the seed was read with an operator table other than
// the engine's. It returns the seed to make mutants from: the given one or, in a share of the chains, the same seed without its
// definitions, in its own store. It also returns the environment's random choices, or choices that do not differ from chain to chain.
func Begin(ctx context.Context, e Engine, table *theory.Table, seed *Seed, env Env, share Unfolding) (*Seed, *rng.Rand, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, nil, err
	}
	if seed.Script.Store.Table != table {
		return nil, nil, fmt.Errorf("%s: the seed was read with an operator table other than the engine's", e.Name())
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

// unfolded returns the seed without its definitions in a share of the chains. In the others, or where the definitions have to stay, it
// returns the seed itself. The error is what ctx ended with.
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
