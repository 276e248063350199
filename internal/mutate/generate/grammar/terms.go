package grammar

import (
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// formula returns a term of sort Bool that is not a leaf, if there is any, of at most size nodes and a few more.
func (gen *Generator) formula(size int) *term.Term {
	gen.size = size
	for range 4 {
		if t := gen.inner(boolID, gen.swarm.depth); t != nil {
			return t
		}
	}
	return gen.literalOf(gen.leaf(boolID))
}

// literalOf returns a formula or its negation, nil for nil.
func (gen *Generator) literalOf(t *term.Term) *term.Term {
	if gen.r.Bool() {
		return t
	}
	return gen.operator("not", t)
}

// term returns a term of a sort whose operators nest at most depth deep.
func (gen *Generator) term(s sortID, depth int) *term.Term {
	if depth > 0 && gen.size > 0 && !gen.chance(gen.swarm.leaves) {
		if t := gen.inner(s, depth); t != nil {
			return t
		}
	}
	return gen.leaf(s)
}

// inner returns a term of a sort that is not a leaf, nil when the script has none or chance finds none.
func (gen *Generator) inner(s sortID, depth int) *term.Term {
	if t := gen.special(s, depth); t != nil {
		return t
	}
	rl := gen.swarm.pick(gen.w, s, gen.r)
	if rl == nil {
		return nil
	}
	var t *term.Term
	switch rl.form {
	case differenceForm:
		t = gen.difference(rl)
	default:
		t = gen.apply(rl, depth)
	}
	gen.keep(s, t)
	return t
}

// keep puts a closed term into the pool.
func (gen *Generator) keep(s sortID, t *term.Term) {
	const most = 24
	if t == nil || len(t.Free()) > 0 || t.IsLeaf() {
		return
	}
	if len(gen.pool[s]) < most {
		gen.pool[s] = append(gen.pool[s], t)
	} else {
		gen.pool[s][gen.r.IntN(most)] = t
	}
}

// apply returns an application of the rule's operator.
func (gen *Generator) apply(rl *rule, depth int) *term.Term {
	from := len(gen.args)
	n := len(rl.args)
	if rl.row.Assoc != theory.None && !gen.g.binary {
		for n < 4 && gen.chance(3) {
			n++
		}
	}
	varying := 0
	if rl.form == productForm {
		varying = gen.r.IntN(n)
	}
	for i := range n {
		s := rl.argument(i, n)
		var t *term.Term
		if rl.form != plainForm && i != varying {
			t = gen.number(s)
		} else {
			t = gen.term(s, depth-1)
			if i > 0 && t != nil && t == gen.args[len(gen.args)-1] {
				t = gen.term(s, depth-1) // most operators say little when applied to the same thing twice
			}
		}
		if t == nil {
			gen.args = gen.args[:from]
			return nil
		}
		gen.args = append(gen.args, t)
	}
	t, err := gen.store.App(gen.head(rl), gen.args[from:]...)
	gen.args = gen.args[:from]
	if err != nil {
		return nil // tests have never seen this happen
	}
	gen.size--
	return t
}

// argument returns the sort of argument i of n, see theory.Row.Param.
func (rl *rule) argument(i, n int) sortID {
	if rl.row.Assoc == theory.None || n == 2 || len(rl.args) != 2 {
		return rl.args[i]
	}
	switch rl.row.Assoc {
	case theory.LeftAssoc:
		return rl.args[min(i, 1)]
	case theory.RightAssoc:
		if i == n-1 {
			return rl.args[1]
		}
	}
	return rl.args[0]
}

// leaf returns a variable, a constant, a literal, or a term made earlier; nil for a sort without any.
func (gen *Generator) leaf(s sortID) *term.Term {
	if len(gen.scope) > 0 && !gen.chance(4) {
		if t := gen.inScope(s); t != nil {
			return t
		}
	}
	if gen.chance(gen.swarm.sharing) && len(gen.pool[s]) > 0 {
		return rng.Pick(gen.r, gen.pool[s])
	}
	vars := gen.vars[s]
	// Truth values make whole formulas trivial, and difference logics have numbers in few places.
	if s != boolID && (len(vars) == 0 || gen.chance(gen.swarm.literals)) && !gen.quantity(s) {
		if t := gen.literal(s); t != nil {
			return t
		}
	}
	if len(vars) > 0 {
		return rng.Pick(gen.r, vars)
	}
	return gen.last(s)
}

// inScope returns a bound variable of a sort, nil when there is none.
func (gen *Generator) inScope(s sortID) *term.Term {
	n := 0
	var found *term.Term
	for _, v := range gen.scope {
		if v.sort == s {
			if n++; gen.r.IntN(n) == 0 {
				found = v.t
			}
		}
	}
	return found
}

// literal returns a literal of a sort, usually one that the script already has; nil for a sort that has none.
func (gen *Generator) literal(s sortID) *term.Term {
	const most = 4
	known := gen.known[s]
	if len(known) == most || len(known) > 0 && gen.r.Bool() {
		return rng.Pick(gen.r, known)
	}
	t := gen.lits.Value(gen.r, gen.sort(s))
	if t != nil && t.Func().Is("-") && !gen.g.negative {
		t = t.Args()[0]
	}
	if t != nil {
		gen.known[s] = append(known, t)
	}
	return t
}

// last returns a term of a sort without constants and literals: the smallest one possible.
func (gen *Generator) last(s sortID) *term.Term {
	if ctors := gen.data[s]; len(ctors) > 0 && gen.size > -100 {
		gen.size--
		return gen.construct(s, ctors[0], 0)
	}
	for _, rl := range gen.w.making[s] {
		if len(rl.args) == 0 {
			return gen.apply(rl, 0)
		}
	}
	return gen.inScope(s)
}
