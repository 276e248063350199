package weaken

import (
	"errors"
	"fmt"
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/fragment"
	"github.com/assay-smt/assay/internal/mutate/kit/interp"
	"github.com/assay-smt/assay/internal/mutate/kit/occurrence"
	"github.com/assay-smt/assay/internal/mutate/kit/synth"
	"github.com/assay-smt/assay/internal/mutate/weaken/rules"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// source makes walks from one seed (thesis, algorithm 1).
type source struct {
	opts            Options
	truth           mutate.Truth // of the seed
	witness         *interp.Interpretation
	direction       direction
	expanded        string             // what was done to the seed first, "" for nothing
	fragment        *fragment.Fragment // nil: mutants may leave the logic
	filter          *fragment.Filter
	applicabilities *applicabilities
	field           *field
	widener         fragment.Widener
	builder         *synth.Builder
	counter         counter
	limit           int // of mutants, in distinct terms
	text            *mutate.Limit
	terms           int // in the store at the beginning

	seed, at state
	ending   mutate.Ending
}

// state is a script on a walk.
type state struct {
	script *script.Script
	terms  int // upper bound on the distinct terms in its assertions
	steps  []mutate.Step
	made   int      // steps on this walk
	reason []string // a line for each step
}

const (
	// maxTerms ends a source whose store has grown too large.
	maxTerms = 500_000
	// tries is how often a rule and a place are chosen for one step.
	tries = 100
)

// Next makes the steps to the next mutant. When a walk has reached its length, or a script to which no rule applies, a new
// walk starts at the seed.
func (s *source) Next(r *rng.Rand) (mutate.Mutant, error) { return s.ending.Next(r, s.next) }

func (s *source) next(r *rng.Rand) (mutate.Mutant, error) {
	if s.builder.Store.Len() > s.terms+maxTerms {
		return mutate.Mutant{}, fmt.Errorf("%w: the chain has made %d terms", mutate.ErrExhausted, maxTerms)
	}
	if s.at.made >= s.opts.Walk {
		s.restart()
	}
	base, steps := s.at.script, len(s.at.steps)
	for made := 0; made < s.opts.Stride; {
		err := s.step(r)
		switch {
		case err == nil:
			made++
		case !errors.Is(err, mutate.ErrExhausted):
			return mutate.Mutant{}, err
		case s.at.made == 0:
			return mutate.Mutant{}, err
		case made > 0:
			made = s.opts.Stride // the steps so far make a mutant
		default:
			s.restart()
			base, steps = s.at.script, len(s.at.steps)
		}
	}
	truth, err := s.derived(s.at.steps[steps:])
	if err != nil {
		return mutate.Mutant{}, err
	}
	m := mutate.Mutant{Script: s.at.script, Truth: truth, Steps: slices.Clip(s.at.steps)}
	if s.opts.Stride == 1 {
		m.Base, m.PreservedStatus = base, s.direction.preserves()
	}
	return m, nil
}

// restart goes back to the seed.
func (s *source) restart() {
	s.at = s.seed
	s.field.reset()
	s.text.Jump()
	if s.expanded != "" {
		s.at.steps = []mutate.Step{{Engine: "weaken", Rule: "expand", Summary: s.expanded}}
	}
}

// step applies one rule, chosen with equal probability among all that apply, at one of its places. The error wraps
// mutate.ErrExhausted when that failed too often.
func (s *source) step(r *rng.Rand) error {
	all := s.field.applicable()
	count := all.len()
	if count == 0 {
		return fmt.Errorf("%w: no rule applies", mutate.ErrExhausted)
	}
	for range tries {
		rule := all.at(r.IntN(count))
		command := s.field.command(r, rule)
		at := s.applicabilities.find(r, s.at.script.Commands[command].Terms[0], rule, s.direction)
		next, after, err := s.replaced(r, command, at)
		if err != nil {
			return err
		}
		if next == nil {
			continue
		}
		before, root := s.at.script.Commands[command].Terms[0], next.Commands[command].Terms[0]
		terms, ok := s.size(next, len(at.path)+after.Size())
		if !ok || s.leavesOpen(root) || !s.text.AllowsChange(next, before, root) {
			continue
		}
		s.field.set(command, root)
		s.at = state{
			script: next, terms: terms, made: s.at.made + 1, reason: append(s.at.reason, at.use.Rule.Name+s.direction.summary()),
			steps: append(s.at.steps, mutate.Step{ // the mutants of a walk share parts of one list
				Engine: "weaken", Rule: at.use.Rule.Name, Command: command, Path: at.path, Before: at.term, After: after, Applicable: count,
			}),
		}
		return nil
	}
	return fmt.Errorf("%w: no rule could be applied in %d tries", mutate.ErrExhausted, tries)
}

// leavesOpen reports whether the seed's witness leaves an assertion open because the standard does: a rule may have introduced a division by
// zero, whose value solvers choose freely.
func (s *source) leavesOpen(root *term.Term) bool {
	if s.witness == nil {
		return false
	}
	v := s.witness.And(nil).Value(root)
	return v.IsOpen() && !v.IsTooLarge() && !v.IsUnsupported()
}

// size returns an upper bound on the distinct terms in the assertions of a script that has at most more of them than the current
// one; ok is false when they are too many.
func (s *source) size(next *script.Script, more int) (terms int, ok bool) {
	if terms = s.at.terms + more; terms > s.limit {
		terms = s.counter.distinct(next, s.limit+1)
	}
	return terms, terms <= s.limit
}

// replaced applies the use of a rule at an occurrence. next is nil when that is not possible or changes nothing. An error is a fault of the rule.
func (s *source) replaced(r *rng.Rand, command int, at site) (next *script.Script, after *term.Term, err error) {
	open := choice{r, s.builder, occurrence.Place{Command: command, Scope: at.scope}}
	binding := s.applicabilities.rewriter.Choose(at.use, at.term, open)
	if binding == nil {
		return nil, nil, nil
	}
	after, err = s.applicabilities.rewriter.Apply(at.use, binding, open)
	switch {
	case errors.Is(err, rules.ErrNotApplicable):
		return nil, nil, nil
	case err != nil:
		return nil, nil, err
	case after == at.term || after.Sort() != sorts.Bool || s.fragment != nil && !s.fragment.Allows(after) || !s.filter.Allows(after):
		return nil, nil, nil
	case !term.Subset(after.Free(), at.scope):
		return nil, nil, fmt.Errorf("rule %s: %s has variables that are not in scope", at.use.Rule.Name, after)
	}
	store := s.builder.Store
	c := *s.at.script.Commands[command]
	root, err := store.Replace(c.Terms[0], at.path, after)
	if err != nil {
		return nil, nil, nil //nolint:nilerr // the store is full: another place may work
	}
	c.Terms = []*term.Term{root}
	next = s.at.script.With(command, c)
	if s.fragment == nil {
		wide, ok := s.widener.Widen(next, command, after, occurrence.Ancestors(root, at.path))
		if !ok {
			return nil, nil, nil
		}
		next = wide
	}
	return next, after, nil
}

// derived returns the truth of the current mutant, which the given steps have made. It fails when the seed's witness makes the mutant false:
// then a rule or the engine is wrong.
func (s *source) derived(steps []mutate.Step) (mutate.Truth, error) {
	t := s.truth
	if t.Status == smt.Unknown {
		return t, nil
	}
	t.Derivation = slices.Concat(t.Derivation, s.at.reason)
	if s.witness == nil {
		return t, nil
	}
	t.Witness = s.witness.Witness()
	witness := s.witness.And(nil)
	for _, step := range steps {
		if c := s.at.script.Commands[step.Command]; witness.Value(c.Terms[0]).IsFalse() {
			return t, fmt.Errorf("weaken: the witness of the seed makes the mutant false after %s", s.at.steps[len(s.at.steps)-1])
		}
	}
	return t, nil
}

// choice fills what rules leave open with expressions of the script, or with values where the script has none (thesis, section 4.2).
type choice struct {
	r     *rng.Rand
	b     *synth.Builder
	place occurrence.Place
}

// Term implements rules.Choice. Terms with binders get new variables: a copy may end up inside the original.
func (c choice) Term(s *sorts.Sort) *term.Term {
	t := c.b.Pool.Pick(c.r, s, c.place, nil)
	if t == nil || !t.HasBinder() {
		return t
	}
	if t, err := c.b.Store.Freshen(t); err == nil {
		return t
	}
	return nil
}

// Value implements rules.Choice.
func (c choice) Value(s *sorts.Sort) *term.Term { return c.b.Literal(c.r, s, c.place) }

// IntN implements rules.Choice.
func (c choice) IntN(n int) int { return c.r.IntN(n) }
