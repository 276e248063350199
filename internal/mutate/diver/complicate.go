package diver

import (
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/diver/preanalysis"
	"github.com/assay-smt/assay/internal/mutate/kit/interp"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

const (
	// maxFresh is the largest number of variables and constants of a new term that are replaced, as in the paper.
	maxFresh = 3
	// maxConstants is how many fresh constants a mutant may have.
	maxConstants = 30
)

// complicate replaces variables and constants of the term that was put in last by fresh constants, each under the constraint of its place
// (DIVER paper, section III-B). What cannot be replaced stays.
func (s *source) complicate(r *rng.Rand, n *changed) *changed {
	for range 1 + r.IntN(maxFresh) {
		if len(n.state.added) >= 2*maxConstants {
			break
		}
		f := &n.state.formulas[n.formula]
		spine := s.root(&f.trees[0]).At(n.path)
		if spine == nil {
			break
		}
		l := lottery{r: r, state: n.state, writable: s.writable, logic: n.state.script.Logic(), path: slices.Clone(n.path)}
		l.enter(spine[len(spine)-1])
		if l.met == 0 {
			break
		}
		if next := s.freed(r, n, l.won); next != nil {
			n = next
		}
	}
	return n
}

// lottery draws one of the occurrences of variables and constants in a term that a fresh constant can stand for.
type lottery struct {
	r        *rng.Rand
	state    *state
	writable *writable
	logic    string
	path     term.Path // to the term at hand
	won      term.Path
	met      int
}

// enter takes in what a node contains.
func (l *lottery) enter(n *preanalysis.Node) {
	switch {
	case n.Term.IsLeaf():
		if !replaceable(n.Term) || l.state.owns(n.Term.Func()) || !l.writable.constants(l.logic, n.Term.Sort()) {
			return
		}
		if l.met++; l.r.IntN(l.met) == 0 {
			l.won = append(l.won[:0], l.path...)
		}
		return
	case wantsLiterals(n.Term):
		return
	}
	for i, k := range n.Kids {
		l.path = append(l.path, i)
		l.enter(k)
		l.path = l.path[:len(l.path)-1]
	}
}

// replaceable reports whether a constant may stand for a leaf: it has a value that can be written, and a sort that constants can have.
func replaceable(t *term.Term) bool {
	if t.Sort() == sorts.RegLan || t.Sort().Kind() == functions || len(t.Free()) > 0 {
		return false
	}
	if f := t.Func(); f != nil && f.Kind == term.UserFunc {
		return f.Decl.Kind == term.Declared || f.Decl.Kind == term.Constructor
	}
	return t.Sort() != sorts.Bool || t.Kind() != term.App // true and false stay
}

// freed replaces one leaf by a fresh constant; nil when that cannot be done.
func (s *source) freed(r *rng.Rand, n *changed, path term.Path) *changed {
	f := &n.state.formulas[n.formula]
	spine := s.root(&f.trees[0]).At(path)
	leaf := spine[len(spine)-1]
	c := &constant{decl: term.NewDecl(term.Declared, s.names.name(), nil, leaf.Term.Sort())}
	c.decl.From, c.decl.To = f.command-1, s.levels[f.command]
	var err error
	if c.term, err = s.store.App(s.store.User(c.decl, nil)); err != nil {
		return nil
	}
	s.writable.declared[c.decl] = true
	c.declare = &script.Command{Kind: script.DeclareFun, Decls: []*term.Decl{c.decl}}
	for k := range f.trees {
		t := &f.trees[k]
		at := s.root(t).At(path)
		if at == nil {
			return nil
		}
		v, ok := s.chosen(r, t.world, at[len(at)-1])
		if !ok {
			return nil
		}
		body, err := value.Term(s.store, c.decl.Result, v)
		if err != nil {
			return nil
		}
		c.means = append(c.means, meaning{t.world, body})
		s.questions.worlds[t.world].model.And([]interp.Constant{{Decl: c.decl, Body: body}})
	}
	st := *n.state
	st.added = append(slices.Clip(st.added), addition{command: f.command, constant: c})
	next := s.replaced(&st, n.formula, path, spine, c.term)
	if next == nil {
		return nil
	}
	next.path = n.path
	if set, err := leaf.Set.Formula(s.store, c.term); err == nil && set != nil {
		s.constrain(r, next, set)
	}
	next.state.steps = next.state.steps.then(mutate.Step{Engine: "diver", Rule: "fresh", Command: f.command, Path: path, Before: leaf.Term, After: c.term})
	return next
}

// chosen returns a value that a fresh constant may have in place of a leaf, usually different from the leaf's.
func (s *source) chosen(r *rng.Rand, world int, leaf *preanalysis.Node) (value.Value, bool) {
	is := s.of[world].Evaluator().Term(leaf.Term)
	if v, ok := leaf.Set.Pick(r, is); ok && v.IsKnown() && r.IntN(4) > 0 {
		return v, true
	}
	return is, is.IsKnown()
}

// constrain adds the constraint of a fresh constant: to the changed formula, or as a separate formula. Where solvers cannot read the
// constraint, or it is not true in all worlds of the formula, the constant stays without one.
func (s *source) constrain(r *rng.Rand, n *changed, constraint *term.Term) {
	if !s.writable.allows(constraint) {
		return
	}
	f := &n.state.formulas[n.formula]
	for _, t := range f.trees {
		if !s.of[t.world].Closed(constraint).IsTrue() || !s.domains[t.world].allows(constraint) {
			return
		}
	}
	next, ok := s.widener.Widen(n.state.script, f.command, constraint, nil)
	if !ok {
		return
	}
	own := r.Bool()
	root := constraint
	if !own {
		var err error
		if root, _, err = s.store.Overload(s.store.Table.Lookup("and"), nil, nil, []*term.Term{f.term(), constraint}); err != nil {
			return
		}
	}
	trees := make([]tree, len(f.trees))
	for k, t := range f.trees {
		trees[k] = tree{world: t.world, term: root}
	}
	if !own {
		n.state = n.state.with(n.formula, next, trees)
		n.path = append(term.Path{0}, n.path...)
		return
	}
	st := *n.state
	st.script = next
	st.formulas = append(slices.Clip(st.formulas), formula{command: f.command, added: len(st.added), assert: problem.Assert(root), trees: trees})
	st.added = append(slices.Clip(st.added), addition{command: f.command, formula: len(st.formulas) - 1})
	n.state = &st
}
