package diver

import (
	"fmt"
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/diver/preanalysis"
	"github.com/assay-smt/assay/internal/mutate/kit/fragment"
	"github.com/assay-smt/assay/internal/mutate/kit/guard"
	"github.com/assay-smt/assay/internal/mutate/kit/normal"
	"github.com/assay-smt/assay/internal/mutate/kit/occurrence"
	"github.com/assay-smt/assay/internal/mutate/kit/synth"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/term"
)

// source makes mutants from one seed (DIVER paper, algorithm 1).
type source struct {
	opts      Options
	questions *questions
	levels    levels
	names     *fresh
	store     *term.Store
	sorts     synth.Sorts
	maker     maker
	widener   fragment.Widener
	writable  *writable
	domains   []*domain // by world
	limit     *mutate.Limit
	terms     int     // in the store at the beginning
	size      float64 // of the seed
	ending    mutate.Ending
	guard     guard.Guard
	hasher    *normal.Hasher
	said      map[uint64]bool // hashes of what the seed and the mutants say
	tried     int             // random terms
	rejected  map[string]int  // terms and mutants that were not used, by reason

	of   []*preanalysis.Analysis // by world
	era  int                     // how many times the evaluators were renewed
	seed *state
	pool []*state
}

const (
	// maxTerms ends a source whose store has grown too large.
	maxTerms = 500_000
	// targets is how many places are tried for one mutant.
	targets = 40
	// strict is how many of these places get only terms that matter; at later ones, others do, since a formula may offer nothing better.
	strict = targets / 2
	// Chains do not continue from mutants with more nodes than growth times the seed's, plus the floor.
	growth      = 2
	growthFloor = 1000
)

// analyses starts the analysis of each world.
func (s *source) analyses(o preanalysis.Options) {
	for _, w := range s.questions.worlds {
		a := preanalysis.New(w.model.Evaluator(), o)
		s.of, s.domains = append(s.of, a), append(s.domains, newDomain(a))
	}
}

// renew gives all evaluators their full bounds again.
func (s *source) renew() {
	s.era++
	for i, w := range s.questions.worlds {
		s.of[i].Renew(w.model.Renew())
	}
}

// spent reports whether an evaluator has passed a bound.
func (s *source) spent() bool {
	return slices.ContainsFunc(s.of, func(a *preanalysis.Analysis) bool { return a.Evaluator().Spent() })
}

// Next changes the seed, or a mutant made earlier.
func (s *source) Next(r *rng.Rand) (mutate.Mutant, error) { return s.ending.Next(r, s.next) }

func (s *source) next(r *rng.Rand) (mutate.Mutant, error) {
	if s.store.Len() > s.terms+maxTerms {
		return mutate.Mutant{}, fmt.Errorf("%w: the chain has made %d terms", mutate.ErrExhausted, maxTerms)
	}
	for try := range targets {
		if s.spent() || try == targets/2 {
			s.renew() // quantifiers may have used up their instances
		}
		st := s.start(r, try)
		if st == nil {
			continue
		}
		n := s.mutate(r, st, try < strict)
		if n == nil {
			continue
		}
		if r.Chance(s.opts.Complicate, 100) {
			n = s.complicate(r, n)
		}
		out := n.state.assembled()
		if s.limit.Jump(); !s.limit.Allows(out) {
			s.rejected[tooLarge]++
			continue
		}
		if s.repeats(out) {
			s.rejected[saidSo]++
			continue
		}
		s.keep(r, n.state)
		m := mutate.Mutant{Script: out, Steps: n.state.steps.list()}
		s.tell(&m, n.state)
		return m, nil
	}
	return mutate.Mutant{}, fmt.Errorf("%w: no term was found at any of %d places that keeps the formulas true and says something new", mutate.ErrExhausted, targets)
}

// start chooses the state to continue from, the seed where others have failed; nil when it no longer holds.
func (s *source) start(r *rng.Rand, try int) *state {
	i := r.IntN(len(s.pool) + 1)
	if try >= targets/4 {
		i = len(s.pool)
	}
	if i == len(s.pool) {
		return s.current(s.seed)
	}
	st := s.current(s.pool[i])
	if st == nil {
		s.pool = slices.Delete(s.pool, i, i+1)
	}
	return st
}

// keep makes a mutant available to continue from; where the pool is full, it replaces another one.
func (s *source) keep(r *rng.Rand, st *state) {
	switch {
	case st.size() > growth*s.size+growthFloor:
	case len(s.pool) < s.opts.Pool:
		s.pool = append(s.pool, st)
	case len(s.pool) > 0:
		s.pool[r.IntN(len(s.pool))] = st
	}
}

// changed is a state with its last change.
type changed struct {
	state   *state
	formula int // the number of the changed formula
	path    term.Path
}

// Rejected implements mutate.Choosy.
func (s *source) Rejected() map[string]int { return s.rejected }

// mutate replaces one term; nil when no random term keeps the formulas true, or none of them matters where all must.
func (s *source) mutate(r *rng.Rand, st *state, strict bool) *changed {
	i := s.pick(r, st, s.opts.Weighing)
	if i < 0 {
		return nil
	}
	f := &st.formulas[i]
	path, spine := s.root(&f.trees[0]).Pick(r, s.opts.Weighing)
	if path == nil && spine == nil {
		return nil
	}
	g := goal{
		target: spine[len(spine)-1], path: path, world: f.trees[0].world, state: st,
		place: occurrence.Place{Command: f.command, Scope: scope(spine, path)},
	}
	at := occurrenceOf(&g, spine)
	for range s.opts.Tries {
		s.tried++
		with := s.maker.term(r, &g)
		why := nothing
		if with != nil && with != g.target.Term {
			var n *changed
			if n, why = s.tries(st, at, spine, with, i, strict); n != nil {
				return n
			}
		}
		s.rejected[why]++
		if s.spent() {
			return nil
		}
	}
	return nil
}

// tries puts a term into formula i of a state, or says why not.
func (s *source) tries(st *state, at *occurrence.Occurrence, spine []*preanalysis.Node, with *term.Term, i int, strict bool) (n *changed, why string) {
	if strict {
		if why = s.empty(at.Term, with); why != "" {
			return nil, why
		}
	}
	n = s.replaced(st, i, at.Path, spine, with)
	if n == nil {
		return nil, falseThen
	}
	if strict {
		if why = s.guard.Loses(at, with, n.state.formulas[i].term()); why != "" {
			return nil, why
		}
	}
	n.state.steps = n.state.steps.then(mutate.Step{Engine: "diver", Rule: rule(with), Command: at.Command, Path: at.Path, Before: at.Term, After: with})
	return n, ""
}

// rule names the head of a term.
func rule(t *term.Term) string {
	switch f := t.Func(); {
	case f == nil, t.IsLeaf():
		return "leaf"
	case f.Kind == term.UserFunc:
		return "function"
	default:
		return f.Name()
	}
}

// scope returns the variables that are bound at the end of a path.
func scope(spine []*preanalysis.Node, path term.Path) []*term.Term {
	var out []*term.Term
	for i, child := range path {
		out = occurrence.Bind(out, spine[i].Term, child)
	}
	return out
}

// replaced puts a term into formula i of a state; nil when the formula is then not true in each of its worlds, or no logic has it.
func (s *source) replaced(st *state, i int, path term.Path, spine []*preanalysis.Node, with *term.Term) *changed {
	if !s.writable.allows(with) {
		return nil
	}
	f := &st.formulas[i]
	trees := make([]tree, len(f.trees))
	for k := range f.trees {
		t := &f.trees[k]
		if k > 0 {
			if spine = s.root(t).At(path); spine == nil {
				return nil
			}
		}
		c, ok := s.of[t.world].Try(s.store, spine, path, with)
		if !ok || !c.Value.IsTrue() {
			return nil
		}
		trees[k] = tree{world: t.world, change: &c}
	}
	for k := range trees {
		t := &trees[k]
		terms, ok := t.change.Build(s.store)
		if !ok || !s.domains[t.world].keeps(terms, with) {
			return nil
		}
		t.term = terms[0]
	}
	next, ok := s.widener.Widen(st.script, f.command, with, occurrence.Ancestors(trees[0].term, path))
	if !ok {
		return nil
	}
	return &changed{st.with(i, next, trees), i, path}
}

// tell records what is known about each check-sat of a mutant.
func (s *source) tell(m *mutate.Mutant, st *state) {
	truths := slices.Clone(s.questions.checks)
	for i, w := range s.questions.worlds {
		t := &truths[w.check]
		t.Derivation = append(slices.Clip(t.Derivation), fmt.Sprintf("%d changes keep every formula true under it", st.steps.n))
		t.Witness = w.model.And(st.constants(i)).Witness()
	}
	for _, f := range st.formulas {
		if !s.touched(st, &f) {
			continue
		}
		for _, check := range s.questions.others[f.command] {
			truths[check] = mutate.Truth{Status: smt.Unknown}
		}
	}
	if len(truths) == 1 {
		m.Truth = truths[0]
	} else {
		m.Truths = truths
	}
}

// touched reports whether a formula is no longer the seed's.
func (s *source) touched(st *state, f *formula) bool {
	return f.added >= 0 || f.term() != s.seed.script.Commands[f.command].Terms[0]
}
