package diver

import (
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/diver/preanalysis"
	"github.com/assay-smt/assay/internal/mutate/kit/interp"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// state is a mutant to start from. Immutable, except for trees, which are made when they are needed, and again with a new evaluator.
type state struct {
	// script is the seed, under the logic that the formulas need.
	script   *script.Script
	formulas []formula
	added    []addition
	steps    *steps
	era      int // of the evaluators that the trees come from
}

// steps are the steps that led to a state, the last one first: states share those that they have in common.
type steps struct {
	last   mutate.Step
	before *steps
	n      int
}

// then returns the steps with one more.
func (s *steps) then(next mutate.Step) *steps {
	n := 1
	if s != nil {
		n += s.n
	}
	return &steps{next, s, n}
}

// list returns the steps, the first one first.
func (s *steps) list() []mutate.Step {
	if s == nil {
		return nil
	}
	out := make([]mutate.Step, s.n)
	for ; s != nil; s = s.before {
		out[s.n-1] = s.last
	}
	return out
}

// formula is an assertion that can be changed.
type formula struct {
	command int // index among the seed's commands; an added formula goes before it
	added   int // which addition it is, -1 for the seed's own
	assert  *script.Command
	trees   []tree
}

// tree is an assertion in one of the worlds in which it has to be true. Chains never go on from many mutants, so its nodes are
// made when one does: otherwise a third of the time goes into them.
type tree struct {
	world  int
	term   *term.Term
	nodes  *preanalysis.Node   // nil until root is called
	change *preanalysis.Change // that leads to the nodes from others, nil: from the term alone
}

// addition is a constant or an assertion that goes before one of the seed's commands.
type addition struct {
	command  int
	constant *constant // nil: an assertion
	formula  int       // the formula that is asserted
}

// constant is a fresh constant with its meaning in each world that sees it.
type constant struct {
	decl    *term.Decl
	declare *script.Command
	term    *term.Term
	means   []meaning
}

type meaning struct {
	world int
	body  *term.Term
}

// term returns the current term of a formula.
func (f *formula) term() *term.Term { return f.trees[0].term }

// size returns how many nodes the formulas have, written out.
func (st *state) size() float64 {
	sum := 0.0
	for i := range st.formulas {
		sum += float64(st.formulas[i].term().Size())
	}
	return sum
}

// root returns the nodes of a tree of the current evaluators. States that share a formula share its trees.
func (s *source) root(t *tree) *preanalysis.Node {
	switch a := s.of[t.world]; {
	case t.nodes != nil:
	case t.change != nil:
		t.nodes, t.change = a.Commit(t.change), nil
	default:
		t.nodes = a.Tree(t.term)
	}
	return t.nodes
}

// weight returns the weight of all places of a state.
func (s *source) weight(st *state, w preanalysis.Weighing) float64 {
	sum := 0.0
	for i := range st.formulas {
		sum += w.Of(s.root(&st.formulas[i].trees[0]))
	}
	return sum
}

// pick chooses a formula by the weight of its places.
func (s *source) pick(r *rng.Rand, st *state, w preanalysis.Weighing) int {
	x, last := preanalysis.Float(r)*s.weight(st, w), -1
	for i := range st.formulas {
		own := w.Of(s.root(&st.formulas[i].trees[0]))
		if own <= 0 {
			continue
		}
		if last = i; x < own {
			break
		}
		x -= own
	}
	return last
}

// first returns the state of the seed itself; nil when it has no formula to change.
func (s *source) first(start *script.Script) *state {
	st := &state{script: start, era: s.era}
	for i, c := range start.Commands {
		if c.Kind != script.Assert || len(s.questions.sees[i]) == 0 {
			continue
		}
		f := formula{command: i, added: -1, assert: c}
		for _, w := range s.questions.sees[i] {
			f.trees = append(f.trees, tree{world: w, term: c.Terms[0]})
		}
		st.formulas = append(st.formulas, f)
	}
	if len(st.formulas) == 0 {
		return nil
	}
	return st
}

// current returns the state with trees of the current evaluators; nil when these no longer find all formulas true.
func (s *source) current(st *state) *state {
	if st.era == s.era {
		return st
	}
	n := *st
	n.era, n.formulas = s.era, slices.Clone(st.formulas)
	for i := range n.formulas {
		f := &n.formulas[i]
		f.trees = slices.Clone(f.trees)
		for k := range f.trees {
			t := &f.trees[k]
			if !s.of[t.world].Evaluator().Term(t.term).IsTrue() {
				return nil
			}
			t.nodes, t.change = nil, nil
		}
	}
	*st = n
	return st
}

// with returns the state with another formula in place of formula i, and perhaps another logic.
func (st *state) with(i int, next *script.Script, trees []tree) *state {
	n := *st
	n.script, n.formulas = next, slices.Clone(st.formulas)
	f := &n.formulas[i]
	assert := *f.assert
	assert.Terms = []*term.Term{trees[0].term}
	f.assert, f.trees = &assert, trees
	return &n
}

// assembled returns the state as a separate script: constants are declared, and further formulas asserted, before the command that they belong
// to.
func (st *state) assembled() *script.Script {
	out := *st.script
	out.Commands = make([]*script.Command, len(st.script.Commands), len(st.script.Commands)+len(st.added))
	copy(out.Commands, st.script.Commands)
	for i := range st.formulas {
		if f := &st.formulas[i]; f.added < 0 {
			out.Commands[f.command] = f.assert
		}
	}
	if len(st.added) == 0 {
		return &out
	}
	// By command, constants first: formulas may contain constants that were made later.
	order := make([]int, len(st.added))
	for i := range order {
		order[i] = i
	}
	rank := func(i int) int {
		if st.added[i].constant != nil {
			return 2 * st.added[i].command
		}
		return 2*st.added[i].command + 1
	}
	slices.SortStableFunc(order, func(i, j int) int { return rank(i) - rank(j) })
	own := out.Commands
	out.Commands = make([]*script.Command, 0, len(own)+len(order))
	for i, c := range own {
		for ; len(order) > 0 && st.added[order[0]].command == i; order = order[1:] {
			if a := &st.added[order[0]]; a.constant != nil {
				out.Commands = append(out.Commands, a.constant.declare)
			} else {
				out.Commands = append(out.Commands, st.formulas[a.formula].assert)
			}
		}
		out.Commands = append(out.Commands, c)
	}
	return &out
}

// constants returns the constants that a world sees, with their meanings.
func (st *state) constants(world int) []interp.Constant {
	var out []interp.Constant
	for i := range st.added {
		if c := st.added[i].constant; c != nil {
			for _, m := range c.means {
				if m.world == world {
					out = append(out, interp.Constant{Decl: c.decl, Body: m.body})
				}
			}
		}
	}
	return out
}

// owns reports whether a symbol is one of the state's fresh constants.
func (st *state) owns(f *term.Func) bool {
	return f != nil && f.Decl != nil && slices.ContainsFunc(st.added, func(a addition) bool { return a.constant != nil && a.constant.decl == f.Decl })
}
