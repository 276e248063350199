package fuzzer

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/campaign/schedule"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/solver"
)

// A NamedMutant is a mutant outside of its lineage.
type NamedMutant struct {
	mutate.Mutant
	Name mutate.Name
	// Dialects are those of the targets that it is made for, each once, in the order of the targets; "" alone stands for the standard.
	Dialects []string
	// TextHash is a hash of its standard text, which event.Mutant has as well.
	TextHash uint64
}

// Named returns a mutant with its name, 0 <= i < Len.
func (l *Lineage) Named(i int) NamedMutant {
	return NamedMutant{l.mutants[i], l.Name(i), l.dialects(), l.texts[i]}
}

func (a *audience) dialects() []string {
	if len(a.readers) == 0 {
		return []string{""}
	}
	return solver.Dialects(a.readers)
}

// Mutants yields what a campaign makes of a seed with an engine: the mutants of one round after the other. An error is the last that it
// yields. It is one of Chain, what broke a chain, or wraps mutate.ErrExhausted when more than schedule.MaxEmpty rounds in a row have yielded nothing.
func (f *Fuzzer) Mutants(ctx context.Context, seed seeds.Seed, engine mutate.Engine) iter.Seq2[NamedMutant, error] {
	return func(yield func(NamedMutant, error) bool) {
		empty := 0
		for round := uint64(0); empty <= schedule.MaxEmpty; round++ {
			c, err := f.Chain(ctx, seed, engine, round, Place{})
			if err != nil {
				yield(NamedMutant{}, err)
				return
			}
			if empty++; c.Len() > 0 {
				empty = 0
			}
			for i := range c.Len() {
				if !yield(c.Named(i), nil) {
					return
				}
			}
			if c.Broken != nil {
				yield(NamedMutant{}, c.Broken)
				return
			}
		}
		yield(NamedMutant{}, mutate.ErrExhausted)
	}
}

// ErrOtherSeed says that a text is not the seed that a mutant's name refers to.
var ErrOtherSeed = errors.New("the seed's text is not the one the mutant was made from")

// Regenerate rebuilds a mutant from its name: f has the campaign's configuration, engine the name's engine.
func (f *Fuzzer) Regenerate(ctx context.Context, seed seeds.Seed, engine mutate.Engine, n mutate.Name) (NamedMutant, error) {
	if seed.Hash != n.SeedHash {
		return NamedMutant{}, fmt.Errorf("%s: %w", n, ErrOtherSeed)
	}
	if engine.Name() != n.Engine {
		return NamedMutant{}, fmt.Errorf("%s: made by engine %s, not by %s", n, n.Engine, engine.Name())
	}
	c, err := f.Chain(ctx, seed, engine, n.Round, Place{})
	if err != nil {
		return NamedMutant{}, err
	}
	if err := c.Grow(ctx, n.Index+1); err != nil {
		return NamedMutant{}, err
	}
	if n.Index >= c.Len() {
		return NamedMutant{}, fmt.Errorf("%s: the chain has only %d mutants: %w", n, c.Len(), mutate.ErrExhausted)
	}
	return c.Named(n.Index), nil
}
