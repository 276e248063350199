// Package fusion fuses two formulas into one whose satisfiability is known (Winterer, Zhang, Su: Validating SMT Solvers via
// Semantic Fusion, PLDI 2020). A fusion function z = f(x, y) joins variables x of one and y of the other. Inverses of f replace
// some occurrences of x by a term over z and y, and some of y by a term over z and x. Two satisfiable formulas stay satisfiable
// together with z = f(x, y). The disjunction of two unsatisfiable ones stays unsatisfiable as long as the equations are asserted.
//
// Beyond the paper: every fusion function is tried on thousands of values and proved by solvers before it is used, and
// guarded or refused where its inverse fails, as division does for zero; a satisfiable mutant carries a witness under which
// the evaluator has found every assertion true; and there are functions over bit-vectors and floats of every size.
package fusion

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/values"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/history"
	"github.com/assay-smt/assay/internal/mutate/kit/interp"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// Options configure the engine.
type Options struct {
	Table *theory.Table // nil: theory.Builtin()
	// Functions are the fusion functions, nil for the built-in ones.
	Functions []*Function
	// Skipped says why blocks of the file of Functions could not be read.
	Skipped []error
	// MaxFusions is the largest number of pairs that are fused in one mutant, 1 or more.
	MaxFusions int
	// History is the percentage of chains whose partner is a formula of a known bug, see [history.History].
	History int
}

// DefaultOptions returns the usual options: Assay's own functions, and up to three fusions.
func DefaultOptions() Options { return Options{MaxFusions: 3} }

// Engine implements mutate.Engine.
type Engine struct {
	opts Options
	own  bool             // the functions are a user's
	past *history.History // nil where no chain has a partner from it

	mu     sync.Mutex
	proved map[string]*proof // by function and indices
}

// proof is the work of proving one function over given sorts, done once.
type proof struct {
	once   sync.Once
	result *usable // without an instance when the function does not exist over these sorts; guarded by Engine.mu
	cut    bool    // its context ended, so that solvers may have proved less than they can
}

// New returns the engine. The error says that an option is out of range, or is an error of the built-in functions, which
// tests rule out.
func New(o Options) (*Engine, error) {
	if o.MaxFusions < 1 {
		return nil, fmt.Errorf("fusion: %d fusions in a mutant: it takes 1 or more", o.MaxFusions)
	}
	own := o.Functions != nil
	if o.Table == nil {
		o.Table = theory.Builtin()
	}
	if o.Functions == nil {
		var err error
		if o.Functions, err = Builtin(o.Table); err != nil {
			return nil, err
		}
	}
	e := &Engine{opts: o, own: own, proved: map[string]*proof{}}
	if o.History > 0 {
		e.past = history.New(o.Table)
	}
	return e, nil
}

// Name returns "fusion".
func (e *Engine) Name() string { return "fusion" }

// Relation implements mutate.Related.
func (e *Engine) Relation() mutate.Relation { return mutate.Siblings }

// Configuration implements mutate.Engine.
func (e *Engine) Configuration() string {
	sum := sha256.New()
	for _, f := range e.opts.Functions {
		fmt.Fprintf(sum, "%q\n", strings.TrimSpace(f.text))
	}
	return fmt.Sprintf("functions=%d-%x closed=%d near=%d fusions=%d", len(e.opts.Functions), sum.Sum(nil)[:6], closedShare, nearShare, e.opts.MaxFusions) + history.Setting(e.opts.History)
}

// Verdicts returns the verdicts on all inverses tried so far, in the order of the functions.
func (e *Engine) Verdicts() []Verdict {
	e.mu.Lock()
	defer e.mu.Unlock()
	var out []Verdict
	for _, p := range e.proved {
		if p.result != nil {
			out = append(out, p.result.verdicts...)
		}
	}
	slices.SortFunc(out, func(a, b Verdict) int { return compareVerdicts(a, b) })
	return out
}

// Check proves every function over the sorts that its file names, or over samples where these have symbols for indices.
func (e *Engine) Check(ctx context.Context, asker mutate.Asker) ([]Verdict, error) {
	for _, f := range e.opts.Functions {
		indices := map[string]string{}
		for i, name := range f.indices {
			indices[name] = samples[i%len(samples)]
		}
		e.prove(ctx, f, indices, mutate.Env{Asker: asker})
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	return e.Verdicts(), nil
}

// prove returns a function over given sorts with the inverses that hold there.
func (e *Engine) prove(ctx context.Context, f *Function, indices map[string]string, env mutate.Env) *usable {
	for {
		if p := e.proof(ctx, f, indices, env); !p.cut || ctx.Err() != nil {
			return p.result
		}
	}
}

// proof has a function proved over given sorts, once. What was cut short is not remembered, and whoever waited for it tries again.
func (e *Engine) proof(ctx context.Context, f *Function, indices map[string]string, env mutate.Env) *proof {
	key := f.Name + fmt.Sprint(indices)
	e.mu.Lock()
	p := e.proved[key]
	if p == nil {
		p = &proof{}
		e.proved[key] = p
	}
	e.mu.Unlock()
	p.once.Do(func() {
		var result *usable
		in, err := f.over(e.opts.Table, indices)
		if err == nil {
			result, err = prove(ctx, in, env.Asker)
		}
		if err != nil {
			// A function over every width may hold a literal of one width.
			result = &usable{verdicts: []Verdict{{Function: f.Name, Sort: fmt.Sprint(indices), Input: "every input", Why: err.Error()}}}
		}
		e.mu.Lock()
		defer e.mu.Unlock()
		p.result, p.cut = result, ctx.Err() != nil
		if p.cut {
			delete(e.proved, key)
		}
	})
	return p
}

// Prepare joins the seed with a partner, or with itself when there is none. The error wraps mutate.ErrNotApplicable when
// the two are not known to be both sat or both unsat, or no function fits their constants.
func (e *Engine) Prepare(ctx context.Context, seed *mutate.Seed, env mutate.Env) (mutate.Source, error) {
	seed, r, err := mutate.Begin(ctx, e, e.opts.Table, seed, env, mutate.Mostly)
	if err != nil {
		return nil, err
	}
	first, err := take(seed)
	if err != nil {
		return nil, err
	}
	first.decide(ctx, env)
	if err := context.Cause(ctx); err != nil {
		return nil, err // an unanswered question is not a reason
	}
	if !first.truth.Status.Decides() {
		return nil, fmt.Errorf("%w: it is not known whether the seed is sat", mutate.ErrNotApplicable)
	}
	var reason error
	for _, second := range e.partners(ctx, first, env, r.Split("partner")) {
		s, err := e.source(ctx, first, second, env)
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		if err == nil {
			return s, nil
		}
		reason = err // of the last one, which is the seed itself
	}
	return nil, reason
}

// side is one of the two formulas.
type side struct {
	name    string
	problem *problem.Problem
	truth   mutate.Truth // from a label, or from solvers
	denied  bool         // a solver that was asked for a model says unsat
	inputs  *inputs
}

// take makes a side from a seed.
func take(seed *mutate.Seed) (*side, error) {
	p, err := asked(seed.Script)
	if err != nil {
		return nil, err
	}
	if len(p.Assertions) == 0 {
		return nil, fmt.Errorf("%w: the seed has no assertion", mutate.ErrNotApplicable)
	}
	if p.Logic == "HORN" {
		p.Logic = "ALL" // mutants are not Horn clauses
	}
	if p, err = p.Fresh(); err != nil {
		return nil, err
	}
	truth := mutate.Truth{Status: seed.Truth.Status}
	if truth.Status.Decides() {
		truth.Label, truth.Derivation = true, []string{fmt.Sprintf("%s is labelled %s", seed.Name, truth.Status)}
	}
	return &side{name: seed.Name, problem: p, truth: truth, inputs: inputsOf(p.Assertions)}, nil
}

// asked takes apart what a script asks about, which has to be a single question.
func asked(s *script.Script) (*problem.Problem, error) {
	switch {
	case s.Checks() > 1:
		return nil, fmt.Errorf("%w: the seed asks more than once", mutate.ErrNotApplicable)
	case s.Checks() == 1: // it does not ask about what comes behind the question
		return problem.At(s, 0)
	}
	return problem.Of(s)
}

// decide finds out whether the side is sat, from its label or from solvers. Two solvers that say unsat count as much as a
// label. Models are checked later.
func (s *side) decide(ctx context.Context, env mutate.Env) {
	if s.truth.Status.Decides() || env.Asker == nil {
		return
	}
	s.truth.Status = smt.Unknown
	votes := env.Asker.Ask(ctx, s.problem.Asking(s.problem.Assertions...), mutate.WantVotes)
	switch {
	case slices.ContainsFunc(votes, func(r mutate.Reply) bool { return r.Status == smt.Sat }):
		s.truth.Status = smt.Sat
	case mutate.Agreed(votes) == smt.Unsat:
		s.truth = mutate.Truth{Status: smt.Unsat, Derivation: []string{fmt.Sprintf("%d solvers find %s unsat", len(votes), s.name)}}
	}
}

const (
	// tries is how many partners are drawn to find one with constants of a sort that the seed also has.
	tries = 6
	// maxPartners is how many of them are tried with a seed until one fits. Most of the time goes into finding models of both.
	maxPartners = 2
)

// partners returns formulas to fuse with. Those that have a sort in common with the first side come first; the last one is the first
// side itself, under new names.
func (e *Engine) partners(ctx context.Context, first *side, env mutate.Env, r *rng.Rand) []*side {
	var out []*side
	from := env.Partners
	if e.past != nil && r.Chance(e.opts.History, 100) {
		from = e.past
	}
	for range tries {
		if from == nil {
			break
		}
		text, ok := from.Partner(r, first.problem.Logic)
		if !ok {
			break
		}
		seed, err := mutate.ReadUntil(ctx, text, e.opts.Table)
		if err != nil {
			continue
		}
		second, err := take(seed)
		if err != nil || !second.problem.Readable(env.Dialects) {
			continue
		}
		if second.decide(ctx, env); second.truth.Status != first.truth.Status {
			continue
		}
		if share(first.inputs, second.inputs) {
			out = slices.Insert(out, 0, second)
			break
		}
		out = append(out, second)
	}
	return append(out[:min(len(out), maxPartners)], first)
}

// source fuses two sides.
func (e *Engine) source(ctx context.Context, first, second *side, env mutate.Env) (*source, error) {
	j, err := problem.Join(first.problem, second.problem)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", mutate.ErrNotApplicable, err)
	}
	s := &source{
		engine: e, problem: &j.Problem, first: j.First, names: [2]string{first.name, second.name},
		status: first.truth.Status, targets: env.Dialects,
		asked: env.Asker != nil,
		limit: mutate.NewLimit(j.Problem.Assertions), sorts: map[string]*sorts.Sort{}, taken: map[string]bool{},
		holders: newHolders(j.Problem.Assertions), values: values.New(j.Problem.Store, values.Options{}),
	}
	for _, c := range s.problem.Decls {
		for _, d := range problem.Declared(c) {
			s.taken[d.Name] = true
		}
	}
	s.base = s.problem.Asking(s.problem.Assertions...)
	switch s.status {
	case smt.Sat:
		contradicted := false
		if s.asked {
			if s.witness = s.combined(ctx, env, first, second, j.Renamed); s.witness == nil {
				s.witness, contradicted = s.model(ctx, env)
			}
		}
		if s.witness == nil {
			if err := s.labels(first, second, contradicted); err != nil {
				return nil, err
			}
		}
		s.truth = mutate.Truth{Status: smt.Sat, Label: true, Derivation: []string{fmt.Sprintf("%s and %s are labelled sat", first.name, second.name)}}
	case smt.Unsat:
		s.truth = mutate.Truth{
			Status: smt.Unsat, Label: first.truth.Label || second.truth.Label,
			Derivation: slices.Concat(first.truth.Derivation, second.truth.Derivation),
		}
	}
	s.terms = s.problem.Store.Len()
	s.place(ctx, env)
	if err := context.Cause(ctx); err != nil {
		return nil, err // functions may have been proved for less than they are
	}
	if len(s.usable) == 0 {
		return nil, fmt.Errorf("%w: no function fits the terms of both formulas", mutate.ErrNotApplicable)
	}
	return s, nil
}

// labels returns why labels alone do not show that both sides are sat together, or nil when they do as far as is known: there is no model of both
// that evaluation confirms, or nobody to ask for one.
func (s *source) labels(first, second *side, contradicted bool) error {
	switch {
	case contradicted || first.denied || second.denied:
		return fmt.Errorf("%w: solvers contradict the label sat", mutate.ErrNotApplicable)
	case !first.truth.Label || !second.truth.Label:
		return fmt.Errorf("%w: no model of both formulas that evaluation confirms", mutate.ErrNotApplicable)
	case first == second:
		return nil // what satisfies one also satisfies the other, under other names
	}
	open, _ := problem.Open(s.problem.Assertions[:s.first])
	others, _ := problem.Open(s.problem.Assertions[s.first:]) // no selector is of both
	for _, row := range others {
		if slices.Contains(open, row) {
			return fmt.Errorf("%w: each formula is labelled sat, and they may need different values where %s is open", mutate.ErrNotApplicable, row.Name)
		}
	}
	return nil
}

// combined joins models of the two sides, which are usually known already; nil when the result does not satisfy both.
func (s *source) combined(ctx context.Context, env mutate.Env, first, second *side, renamed map[string]string) *interp.Interpretation {
	a, b := first.model(ctx, env), second.model(ctx, env)
	if a == nil || b == nil {
		return nil
	}
	elements := map[string]string{}
	for _, name := range b.Names() {
		elements[name] = syntax.SymbolText(name + "_2")
	}
	text, err := syntax.ReplaceSymbols(b.Witness(), func(name string) (string, bool) {
		if to, ok := renamed[name]; ok {
			return syntax.SymbolText(to), true
		}
		to, ok := elements[name]
		return to, ok
	})
	if err != nil {
		return nil
	}
	// Both texts are lists of definitions.
	both := strings.TrimSuffix(strings.TrimSpace(a.Witness()), ")") + strings.TrimPrefix(strings.TrimSpace(text), "(")
	joined, err := interp.Read(s.problem, both, strings.TrimPrefix(a.Name, "model of "))
	if err != nil || !s.satisfied(joined) {
		return nil
	}
	return joined
}

// satisfied reports whether the evaluator finds all formulas of both sides true.
func (s *source) satisfied(a *interp.Interpretation) bool {
	return !slices.ContainsFunc(s.problem.Assertions, func(t *term.Term) bool { return !a.Value(t).IsTrue() })
}

// model returns a solver's model of the side, nil when no solver has one.
func (s *side) model(ctx context.Context, env mutate.Env) *interp.Interpretation {
	for _, reply := range env.Asker.Ask(ctx, s.problem.Asking(s.problem.Assertions...), mutate.WantModel) {
		s.denied = s.denied || reply.Status == smt.Unsat
		if reply.Status != smt.Sat || reply.Model == "" {
			continue
		}
		if a, err := interp.Read(s.problem, reply.Model, reply.Solver); err == nil {
			return a
		}
	}
	return nil
}

// model returns a solver's model that satisfies both sides according to the evaluator; nil when there is none. denied says that
// a solver finds the two together unsat.
func (s *source) model(ctx context.Context, env mutate.Env) (a *interp.Interpretation, denied bool) {
	for _, reply := range env.Asker.Ask(ctx, s.base, mutate.WantModel) {
		denied = denied || reply.Status == smt.Unsat
		if reply.Status != smt.Sat || reply.Model == "" {
			continue
		}
		a, err := interp.Read(s.problem, reply.Model, reply.Solver)
		if err != nil {
			continue
		}
		if s.satisfied(a) {
			return a, false
		}
	}
	return nil, denied
}

// Bases implements mutate.Based: both formulas together, and a disjunction of them.
func (s *source) Bases() []*script.Script {
	b := builder{source: s, formulas: s.problem.Assertions}
	out := []*script.Script{s.base}
	if t, err := b.disjunction(); err == nil {
		out = append(out, s.problem.Asking(t))
	}
	return out
}

// check is the last command of a mutant.
var check = &script.Command{Kind: script.CheckSat}
