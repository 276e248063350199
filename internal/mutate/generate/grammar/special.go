package grammar

import (
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// special returns a term that no row of the table heads: one of the script's own functions or datatypes, or a binder. It returns nil
// when there is none or chance decides against it.
func (gen *Generator) special(s sortID, depth int) *term.Term {
	if s == boolID && gen.chance(gen.swarm.quantifier) {
		if t := gen.quantified(depth); t != nil {
			return t
		}
	}
	if !gen.chance(gen.swarm.user) {
		return nil
	}
	var t *term.Term
	switch gen.r.IntN(4) {
	case 0:
		t = gen.ofDatatype(s, depth)
	case 1:
		t = gen.higher(s, depth)
	}
	if t == nil {
		t = gen.call(s, depth)
	}
	gen.keep(s, t)
	return t
}

// call returns an application of a function, constructor, selector or tester of the script that yields the sort, or nil when there
// is none.
func (gen *Generator) call(s sortID, depth int) *term.Term {
	if len(gen.by[s]) == 0 {
		return nil
	}
	f := &gen.funcs[rng.Pick(gen.r, gen.by[s])]
	return gen.applied(f.head, f.params, depth)
}

// applied returns an application of a symbol to terms of these sorts.
func (gen *Generator) applied(head *term.Func, params []sortID, depth int) *term.Term {
	from := len(gen.args)
	for _, p := range params {
		t := gen.term(p, depth-1)
		if t == nil {
			gen.args = gen.args[:from]
			return nil
		}
		gen.args = append(gen.args, t)
	}
	t, err := gen.store.App(head, gen.args[from:]...)
	gen.args = gen.args[:from]
	if err != nil {
		return nil
	}
	gen.size--
	return t
}

// quantified returns a quantified formula, nil when the grammar has none.
func (gen *Generator) quantified(depth int) *term.Term {
	var binders []term.Binder
	if gen.g.constructs.has(forall) {
		binders = append(binders, term.Forall)
	}
	if gen.g.constructs.has(exists) {
		binders = append(binders, term.Exists)
	}
	if len(binders) == 0 || depth < 1 || len(gen.scope) > 6 {
		return nil
	}
	from := len(gen.scope)
	var vars []*term.Term
	for range 1 + gen.r.IntN(3) {
		if v := gen.bind(rng.Pick(gen.r, gen.swarm.sorts)); v != nil {
			vars = append(vars, v)
		}
	}
	if len(vars) == 0 {
		return nil
	}
	body := gen.term(boolID, depth)
	gen.scope = gen.scope[:from]
	if body == nil {
		return nil
	}
	t, err := gen.store.Quant(rng.Pick(gen.r, binders), vars, body)
	if err != nil {
		return nil
	}
	gen.keep(boolID, t)
	return t
}

// bind brings a new variable of the sort into scope; nil for sorts that binders do not take.
func (gen *Generator) bind(s sortID) *term.Term {
	sort := gen.sort(s)
	if sort == sorts.RegLan || sort.Kind() == sorts.Func {
		return nil
	}
	v := gen.store.NewVar(prefix(sort), sort)
	gen.scope = append(gen.scope, bound{s, v})
	return v
}

// higher returns a function's value, or a function: a lambda or a declared function by its name; nil outside higher-order logics.
func (gen *Generator) higher(s sortID, depth int) *term.Term {
	if !gen.g.logic.HigherOrder {
		return nil
	}
	if gen.sort(s).Kind() == sorts.Func {
		return gen.lambda(s, depth)
	}
	for _, f := range gen.swarm.sorts {
		args := gen.sort(f).Args()
		if gen.sort(f).Kind() != sorts.Func || args[len(args)-1] != gen.sort(s) || gen.r.Bool() {
			continue
		}
		params := []sortID{f}
		for _, a := range args[:len(args)-1] {
			params = append(params, gen.idOf(a))
		}
		return gen.applied(gen.store.Func(term.Func{Kind: term.ApplyFunc}), params, depth)
	}
	return nil
}

// lambda returns a lambda of a function sort, nil when the grammar has none.
func (gen *Generator) lambda(s sortID, depth int) *term.Term {
	if !gen.g.constructs.has(lambda) {
		return nil
	}
	args := gen.sort(s).Args()
	from := len(gen.scope)
	defer func() { gen.scope = gen.scope[:from] }()
	var vars []*term.Term
	for _, a := range args[:len(args)-1] {
		v := gen.bind(gen.idOf(a))
		if v == nil {
			return nil
		}
		vars = append(vars, v)
	}
	body := gen.term(gen.idOf(args[len(args)-1]), depth-1)
	if body == nil {
		return nil
	}
	t, err := gen.store.Quant(term.Lambda, vars, body)
	if err != nil || t.Sort() != gen.sort(s) {
		return nil
	}
	return t
}

// idOf returns the number of a sort of the generator's store, which the world has.
func (gen *Generator) idOf(s *sorts.Sort) sortID {
	for i, o := range gen.land.sorts {
		if o == s {
			return sortID(i)
		}
	}
	return noSort
}
