// Package opfuzz is type-aware operator mutation: an operator is replaced by another one that takes the same arguments and
// yields the same sort (Winterer, Zhang, Su: On the Unusual Effectiveness of Type-Aware Operator Mutations for Testing SMT
// Solvers, OOPSLA 2020). It invents no terms and says nothing about the mutant's satisfiability.
//
// Constants of the theories (true, RNE, re.all, NaN) are operators without arguments and take part too.
package opfuzz

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/definition"
	"github.com/assay-smt/assay/internal/mutate/kit/fragment"
	"github.com/assay-smt/assay/internal/mutate/kit/history"
	"github.com/assay-smt/assay/internal/mutate/kit/occurrence"
	"github.com/assay-smt/assay/internal/mutate/kit/synth"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// Options configure the engine.
type Options struct {
	Table *theory.Table // nil: theory.Builtin()
	// Classes restrict the replacements, as an operator_mutations.txt file does. nil allows every operator
	// of the table whose signature fits.
	Classes *Classes
	// History is the percentage of replacements that are drawn by how often they occurred together with the operators of the seed in formulas of known
	// bugs, see [history.Association].
	History int
}

// Engine implements mutate.Engine.
type Engine struct {
	opts  Options
	past  *history.History // nil where it is not used
	mu    sync.Mutex
	swaps map[string]*swaps // by targets
}

// New returns the engine.
func New(opts Options) *Engine {
	if opts.Table == nil {
		opts.Table = theory.Builtin()
	}
	e := &Engine{opts: opts, swaps: map[string]*swaps{}}
	if opts.History > 0 {
		e.past = history.New(opts.Table)
	}
	return e
}

// Name returns "opfuzz".
func (e *Engine) Name() string { return "opfuzz" }

// Configuration implements mutate.Engine.
func (e *Engine) Configuration() string {
	if e.opts.Classes == nil {
		return fmt.Sprintf("replacements=all draws=%d", draws) + history.Setting(e.opts.History)
	}
	return fmt.Sprintf("replacements=%d-%s draws=%d", len(e.opts.Classes.pairs), e.opts.Classes.hash(), draws) + history.Setting(e.opts.History)
}

// draws numbers the ways in which random choices were made: the same name means a different mutant under a different number. 2 makes nothing
// that the chain had before.
const draws = 2

// Prepare starts a chain of cumulative operator mutations of the seed.
func (e *Engine) Prepare(ctx context.Context, seed *mutate.Seed, env mutate.Env) (mutate.Source, error) {
	seed, _, err := mutate.Begin(ctx, e, e.opts.Table, seed, env, mutate.Half)
	if err != nil {
		return nil, err
	}
	s := &source{had: map[state]bool{}, turned: map[*term.Term]*term.Term{}, rejected: map[string]int{}, opts: e.opts, swaps: e.swapsFor(env.Dialects), current: seed.Script, limit: mutate.LimitOf(seed.Script)}
	s.occurrences.Bodies = true
	s.occurrences.Update(seed.Script)
	if s.occurrences.Len() == 0 {
		return nil, fmt.Errorf("%w: the seed has no assertion", mutate.ErrNotApplicable)
	}
	s.own = synth.NewNames(seed.Script)
	s.state = stateOf(seed.Script)
	s.had[s.state] = true
	if e.past != nil {
		s.association = e.past.Beside(roots(seed.Script), e.opts.History)
	}
	if !s.applicable() {
		return nil, fmt.Errorf("%w: no operator of the seed has a replacement", mutate.ErrNotApplicable)
	}
	return s, nil
}

// swaps lists, for each row, the rows that might replace it.
type swaps struct {
	by     [][]*theory.Row
	sorts  synth.Sorts // that every target has
	binary bool
}

func (e *Engine) swapsFor(targets []mutate.Dialect) *swaps {
	key := fmt.Sprint(targets)
	e.mu.Lock()
	defer e.mu.Unlock()
	if s := e.swaps[key]; s != nil {
		return s
	}
	s := newSwaps(e.opts, targets)
	e.swaps[key] = s
	return s
}

func newSwaps(opts Options, targets []mutate.Dialect) *swaps {
	if len(targets) == 0 {
		targets = []mutate.Dialect{{Name: "z3"}, {Name: "cvc5"}}
	}
	s := &swaps{by: make([][]*theory.Row, len(opts.Table.Rows())), sorts: synth.SortsOf(opts.Table, targets)}
	for _, t := range targets {
		s.binary = s.binary || t.Name == "boolector"
	}
	usable := func(r *theory.Row) bool {
		return !r.Has("higher-order") && (opts.Classes != nil || r.NoGenerate == "") && synth.Available(r, targets) && s.sorts.Takes(r)
	}
	for _, from := range opts.Table.Rows() {
		for _, to := range opts.Table.Rows() {
			if to.Name == from.Name {
				continue // the same text
			}
			// The exact test is made on the actual arguments; this one only keeps the lists short.
			if to == from || !usable(to) || from.HeadIdx != to.HeadIdx || !mayAgree(from, to) {
				continue
			}
			if opts.Classes != nil && !opts.Classes.Allows(from.Name, to.Name) {
				continue
			}
			s.by[from.ID] = append(s.by[from.ID], to)
		}
	}
	return s
}

// mayAgree reports whether two rows could have the same argument and result sorts.
func mayAgree(a, b *theory.Row) bool {
	if a.Assoc == theory.None && b.Assoc == theory.None && len(a.Args) != len(b.Args) {
		return false
	}
	same := func(p, q *sorts.Pattern) bool {
		return p.Var >= 0 || q.Var >= 0 || p.Kind == q.Kind && p.Name == q.Name
	}
	if !same(&a.Result, &b.Result) {
		return false
	}
	for i := range min(len(a.Args), len(b.Args)) {
		if !same(&a.Args[i], &b.Args[i]) {
			return false
		}
	}
	return true
}

// source is a chain of mutants.
type source struct {
	opts        Options
	swaps       *swaps
	own         synth.Names
	occurrences occurrence.Index
	current     *script.Script
	widener     fragment.Widener
	limit       *mutate.Limit
	steps       []mutate.Step
	ending      mutate.Ending
	fit         []*theory.Row
	association *history.Association // nil: every replacement is as likely
	// had are the states that the chain was in, and state is its current one.
	had   map[state]bool
	state state
	// turned maps the quantifiers that were turned round to what they were: turning one back gives the very same term, variables and
	// all.
	turned   map[*term.Term]*term.Term
	rejected map[string]int
}

// A state represents the assertions of a script: it is the sum of one number per assertion, which depends on its place and its term.
type state uint64

// of returns the number of an assertion. Terms of a store are equal where their IDs are.
func (state) of(command int, root *term.Term) state {
	z := uint64(command)<<32 ^ uint64(root.ID())
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return state(z ^ z>>31)
}

// stateOf returns the state of a script. Definitions are part of it through the terms that call them.
func stateOf(s *script.Script) (sum state) {
	for i, c := range s.Commands {
		if c.Kind == script.Assert {
			sum += sum.of(i, c.Terms[0])
		}
	}
	return sum
}

// Reasons why replacements are not made.
const (
	nothingFits = "no operator fits the place"
	noLogic     = "no logic has it"
	tooLarge    = "the mutant would be too large"
	hadBefore   = "the chain had it before"
)

// Rejected implements mutate.Choosy.
func (s *source) Rejected() map[string]int { return s.rejected }

// tries is how often a place is chosen before the chain ends.
const tries = 200

// applicable reports whether some place has a replacement, so that hopeless seeds are distinguished from unlucky chains.
func (s *source) applicable() bool {
	found := false
	for i := range s.current.Commands {
		c := s.current.Commands[i]
		root := definition.Root(c)
		if root == nil {
			continue
		}
		term.Walk([]*term.Term{root}, func(t *term.Term) bool {
			found = s.quantifierSwap(t) || len(s.replacements(t)) > 0
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

// Next mutates the last mutant once more.
func (s *source) Next(r *rng.Rand) (mutate.Mutant, error) { return s.ending.Next(r, s.next) }

func (s *source) next(r *rng.Rand) (mutate.Mutant, error) {
	for range tries {
		at, ok := s.occurrences.Pick(r)
		if !ok || !s.swaps.sorts.Has(at.Term.Sort()) {
			continue
		}
		rule, repl := s.mutated(r, at.Term)
		if repl == nil {
			s.rejected[nothingFits]++
			continue
		}
		st := s.current.Store
		before := definition.Root(s.current.Commands[at.Command])
		root, err := st.Replace(before, at.Path, repl)
		if err != nil {
			continue
		}
		now := s.state - s.state.of(at.Command, before) + s.state.of(at.Command, root)
		if s.had[now] {
			s.rejected[hadBefore]++
			continue
		}
		next, redefined, err := definition.With(s.current, at.Command, root)
		if err != nil {
			s.rejected[nothingFits]++
			continue
		}
		next, ok = s.widener.Widen(next, at.Command, repl, occurrence.Ancestors(root, at.Path))
		if !ok {
			s.rejected[noLogic]++
			continue
		}
		if !s.limit.AllowsChange(next, before, root) {
			s.rejected[tooLarge]++
			continue
		}
		s.current = next
		if redefined {
			clear(s.turned)
			s.occurrences.Update(next) // everything that calls it has changed
			now = stateOf(next)
		} else {
			s.occurrences.Change(at.Command, root)
		}
		s.state, s.had[now] = now, true
		s.steps = append(s.steps, mutate.Step{ // the mutants of a chain share parts of one list
			Engine: "opfuzz", Rule: rule, Command: at.Command, Path: at.Path, Before: at.Term, After: repl,
		})
		return mutate.Mutant{Script: next, Truth: mutate.Truth{Status: smt.Unknown}, Steps: slices.Clip(s.steps)}, nil
	}
	return mutate.Mutant{}, fmt.Errorf("%w: no operator with a replacement found in %d tries", mutate.ErrExhausted, tries)
}

// mutated returns t under another operator, nil when it has none.
func (s *source) mutated(r *rng.Rand, t *term.Term) (rule string, repl *term.Term) {
	if s.quantifierSwap(t) {
		b := term.Exists
		if t.Binder() == term.Exists {
			b = term.Forall
		}
		if back := s.turned[t]; back != nil {
			return t.Binder().String() + " -> " + b.String(), back
		}
		// The same variables in another binder: the old one is gone from here, but it may occur elsewhere.
		q, err := s.current.Store.Quant(b, t.Bound(), t.Args()[0])
		if err != nil {
			return "", nil
		}
		q, err = s.current.Store.Freshen(q)
		if err != nil {
			return "", nil
		}
		s.turned[q] = t
		return t.Binder().String() + " -> " + b.String(), q
	}
	rows := s.replacements(t)
	if len(rows) == 0 {
		return "", nil
	}
	row := s.association.Pick(r, rows)
	if row == nil {
		row = rng.Pick(r, rows)
	}
	n, err := s.current.Store.App(s.current.Store.Op(row, t.Func().Indices, s.qualify(row, t)), t.Args()...)
	if err != nil {
		return "", nil
	}
	return t.Func().Row.Name + " -> " + row.Name, n
}

// roots returns the terms of a script that are mutated.
func roots(s *script.Script) []*term.Term {
	var out []*term.Term
	for _, c := range s.Commands {
		if root := definition.Root(c); root != nil {
			out = append(out, root)
		}
	}
	return out
}

func (s *source) quantifierSwap(t *term.Term) bool {
	if t.Kind() != term.Quant || !t.Binder().Quantifies() {
		return false
	}
	if s.opts.Classes == nil {
		return true
	}
	if t.Binder() == term.Forall {
		return s.opts.Classes.Allows("forall", "exists")
	}
	return s.opts.Classes.Allows("exists", "forall")
}

func (s *source) qualify(row *theory.Row, t *term.Term) *sorts.Sort {
	if row.NeedsAs {
		return t.Sort()
	}
	return nil
}

// replacements returns the rows that can replace t's operator. The slice is valid until the next call.
func (s *source) replacements(t *term.Term) []*theory.Row {
	s.fit = s.fit[:0]
	f := t.Func()
	if f == nil || f.Kind != term.TheoryFunc {
		return nil
	}
	for _, row := range s.swaps.by[f.Row.ID] {
		if s.own.Shadow(row) || s.opts.Classes != nil && !s.opts.Classes.AllowsArity(f.Row.Name, row.Name, len(t.Args())) {
			continue
		}
		if s.swaps.binary && len(t.Args()) > 2 && row.Assoc != theory.None {
			continue
		}
		var b sorts.Binding
		if !term.Bind(row, f.Indices, s.qualify(row, t), t.Args(), &b) {
			continue
		}
		if got, err := row.Result.Instantiate(s.current.Store.Sorts, &b); err == nil && got == t.Sort() && storable(row, t) {
			s.fit = append(s.fit, row)
		}
	}
	return s.fit
}

// storable keeps polymorphic operators off regular expressions: only z3 has equality on RegLan.
func storable(row *theory.Row, t *term.Term) bool {
	for i, a := range t.Args() {
		if row.Param(i, len(t.Args())).Var >= 0 && a.Sort() == sorts.RegLan {
			return false
		}
	}
	return true
}
