package storm

import (
	"context"
	"errors"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/rng"
	"github.com/assay-smt/assay/smt/script"
)

// Minimisation looks for a small instance that still shows something, by making new ones (section 3.4 of the paper): first
// with fewer assertions, then with less depth, found by halving; at last the smallest of several rounds. It does not
// reduce an instance: a reducer can start from its result. The zero value has the paper's numbers.
type Minimisation struct {
	// Tries is how many instances are made before a bound counts as too small, 0 for DefaultTries.
	Tries int
	// Rounds is how many instances the last choice is made from, 0 for DefaultRounds.
	Rounds int
}

// The defaults of Minimisation.
const (
	DefaultTries  = 1000
	DefaultRounds = 10
)

// Result is the outcome of a minimisation.
type Result struct {
	Mutant     mutate.Mutant
	MaxAsserts int // the bounds under which it was made
	MaxDepth   int
	Instances  int // made during the search
}

// ErrNotShown says that no instance under the first bounds showed it.
var ErrNotShown = errors.New("no instance shows it")

// Run minimises. shows reports whether a mutant shows what is looked for; it may run solvers, and its error ends the search.
// Everything is made anew from seed, env and r, so that the same arguments give the same result as long as shows does.
func (m Minimisation) Run(ctx context.Context, o Options, seed *mutate.Seed, env mutate.Env, r *rng.Rand, shows func(context.Context, mutate.Mutant) (bool, error)) (Result, error) {
	if m.Tries == 0 {
		m.Tries = DefaultTries
	}
	if m.Rounds == 0 {
		m.Rounds = DefaultRounds
	}
	o = New(o).opts // with the defaults filled in
	s := &search{Minimisation: m, seed: seed, env: env, rand: r, shows: shows}
	best, err := s.first(ctx, o)
	if err != nil {
		return Result{}, err
	}
	o.MinAsserts = 1
	// In the paper's order: depth first, since it decides how large assertions are.
	for _, bound := range []*int{&o.MaxDepth, &o.MaxAsserts} {
		low, high := 1, *bound // high shows it
		for low < high {
			*bound = (low + high) / 2
			found, err := s.first(ctx, o)
			switch {
			case errors.Is(err, ErrNotShown):
				low = *bound + 1
			case err != nil:
				return Result{}, err
			default:
				high, best = *bound, found
			}
		}
		*bound = high
	}
	for range m.Rounds {
		found, err := s.first(ctx, o)
		if errors.Is(err, ErrNotShown) {
			continue
		}
		if err != nil {
			return Result{}, err
		}
		if len(found.text) < len(best.text) {
			best = found
		}
	}
	return Result{Mutant: best.mutant, MaxAsserts: o.MaxAsserts, MaxDepth: o.MaxDepth, Instances: s.made}, nil
}

// search is one minimisation.
type search struct {
	Minimisation
	seed  *mutate.Seed
	env   mutate.Env
	rand  *rng.Rand
	shows func(context.Context, mutate.Mutant) (bool, error)
	made  int
	round uint64
}

// shown is an instance that shows it.
type shown struct {
	mutant mutate.Mutant
	text   []byte
}

// first makes instances under the bounds until one shows it.
func (s *search) first(ctx context.Context, o Options) (shown, error) {
	s.round++
	r := s.rand.SplitN(s.round)
	env := s.env
	env.Rand = s.env.Rand
	source, err := New(unset(o)).Prepare(ctx, s.seed, env)
	if errors.Is(err, mutate.ErrNotApplicable) {
		return shown{}, ErrNotShown
	}
	if err != nil {
		return shown{}, err
	}
	for range s.Tries {
		if ctx.Err() != nil {
			return shown{}, context.Cause(ctx)
		}
		m, err := source.Next(r)
		if errors.Is(err, mutate.ErrExhausted) {
			break
		}
		if err != nil {
			return shown{}, err
		}
		s.made++
		ok, err := s.shows(ctx, m)
		if err != nil {
			return shown{}, err
		}
		if ok {
			var p script.Printer
			return shown{m, p.Append(nil, m.Script)}, nil
		}
	}
	return shown{}, ErrNotShown
}

// unset writes zeros as the negative numbers that stand for them in Options.
func unset(o Options) Options {
	for _, field := range []*int{&o.Enrichment, &o.Initial, &o.Partners, &o.Unsat} {
		if *field == 0 {
			*field = -1
		}
	}
	return o
}
