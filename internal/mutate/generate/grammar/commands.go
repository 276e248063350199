package grammar

import (
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// plan is what a script asks for, drawn before its first command, since options come first.
type plan struct {
	wants constructs // commands that it contains
	many  bool       // it asks many times
	level int
	marks []mark // of the open levels
	// labels says that assertions get names.
	labels bool
}

// mark is how many symbols and terms there were when a level was opened.
type mark struct{ vars, pool [maxSorts]int }

// questions are the commands that follow a check-sat.
const questions = constructs(1<<getModel | 1<<getValue | 1<<getAssignment | 1<<getUnsatCore | 1<<getUnsatAssumptions | 1<<getProof)

// plan draws what the script asks for.
func (gen *Generator) plan() plan {
	var p plan
	has := gen.g.constructs
	p.many = gen.r.IntN(100) < gen.g.opts.Incremental
	if gen.g.restricted {
		p.many = true
		p.wants = has & (questions | 1<<resetAssertions | 1<<checkSatAssuming | 1<<push)
	} else {
		p.many = p.many && (has.has(push) || has.has(checkSatAssuming)) // a solver that has neither accepts only one check-sat
		for c := range allConstructs {
			if questions.has(c) && has.has(c) && gen.chance(2) {
				p.wants.add(c)
			}
		}
		if p.many {
			for _, c := range []construct{push, checkSatAssuming} {
				if has.has(c) && gen.r.IntN(4) > 0 {
					p.wants.add(c)
				}
			}
			if has.has(resetAssertions) && gen.chance(4) {
				p.wants.add(resetAssertions)
			}
		}
	}
	if !p.wants.has(checkSatAssuming) {
		p.wants.drop(getUnsatAssumptions)
	}
	p.labels = p.wants.has(getUnsatCore) || p.wants.has(getAssignment)
	return p
}

// script writes the commands of a script.
func (gen *Generator) script() {
	p := gen.plan()
	gen.head0(&p)
	gen.declarations()
	n := gen.g.opts.Assertions
	if few := gen.g.opts.Fewest; few > 0 && few < n {
		n = few + gen.r.IntN(1+gen.r.IntN(n-few+1))
	}
	for i := range n {
		if p.many && i > 0 {
			gen.between(&p)
		}
		gen.assert(&p)
	}
	gen.check(&p)
}

// head0 sets the options and the logic.
func (gen *Generator) head0(p *plan) {
	var set []string
	for c := range allConstructs {
		if o := constructTable[c].option; o != "" && p.wants.has(c) && !slices.Contains(set, o) {
			set = append(set, o)
			gen.add(script.Command{Kind: script.SetOption, Name: o, Text: "true"})
		}
	}
	if gen.g.opts.Logic != "" {
		gen.add(script.Command{Kind: script.SetLogic, Name: gen.g.opts.Logic})
	}
}

// declarations declares sorts, datatypes, constants and functions, and defines some.
func (gen *Generator) declarations() {
	for _, id := range gen.swarm.sorts {
		if s := gen.sort(id); isUninterpreted(s) {
			gen.add(script.Command{Kind: script.DeclareSort, Name: s.Name(), Text: "(declare-sort " + s.Name() + " 0)"})
		}
	}
	gen.datatypes()
	for _, id := range gen.swarm.sorts {
		for range 2 + gen.r.IntN(4) {
			gen.constant(id)
		}
	}
	if gen.g.constructs.has(declareFun) {
		least := 0
		if gen.g.restricted {
			least = 1
		}
		for range least + gen.r.IntN(4) {
			gen.function()
		}
	}
	if gen.g.constructs.has(defineFun) && (gen.g.restricted || gen.chance(4)) {
		for range 1 + gen.r.IntN(2) {
			gen.definition()
		}
	}
	if gen.g.constructs.has(defineFunRec) && (gen.g.restricted || gen.chance(3)) {
		gen.recursive()
	}
}

// constant declares a constant of a sort, nil for sorts without constants: no solver has regular-expression variables.
func (gen *Generator) constant(id sortID) *term.Term {
	s := gen.sort(id)
	if s == sorts.RegLan {
		return nil
	}
	d := gen.constantDecl(s)
	gen.add(script.Command{Kind: script.DeclareFun, Decls: gen.mem.decl(d)})
	t, err := gen.store.App(gen.store.User(d, nil))
	if err != nil {
		return nil
	}
	gen.vars[id] = append(gen.vars[id], t)
	return t
}

// constantDecl returns the declaration of a new constant.
func (gen *Generator) constantDecl(s *sorts.Sort) *term.Decl {
	key := constantKey{gen.named, s}
	d := gen.mem.known[key]
	if d == nil {
		d = term.NewDecl(term.Declared, gen.name(prefix(s)), nil, s)
		if gen.mem.known != nil {
			gen.mem.known[key] = d
		}
	} else {
		gen.named++
	}
	d.From = len(gen.s.Commands)
	return d
}

// function declares an uninterpreted function or predicate.
func (gen *Generator) function() {
	ids, params := gen.parameters(1 + gen.r.IntN(3))
	result := gen.signatureSort()
	if len(ids) == 0 || result == noSort {
		return
	}
	d := term.NewDecl(term.Declared, gen.name("f"), params, gen.sort(result))
	d.From = len(gen.s.Commands)
	gen.add(script.Command{Kind: script.DeclareFun, Decls: gen.mem.decl(d)})
	gen.usable(gen.store.User(d, nil), ids, result)
}

// parameters draws the sorts of parameters.
func (gen *Generator) parameters(n int) (ids []sortID, params []*sorts.Sort) {
	for range n {
		if id := gen.signatureSort(); id != noSort {
			ids, params = append(ids, id), append(params, gen.sort(id))
		}
	}
	return ids, params
}

// signatureSort draws a sort that functions take or return.
func (gen *Generator) signatureSort() sortID {
	for range 4 {
		id := rng.Pick(gen.r, gen.swarm.sorts)
		if s := gen.sort(id); s != sorts.RegLan && s.Kind() != sorts.Func {
			return id
		}
	}
	return noSort
}

// definition defines a function of at most two parameters by a term.
func (gen *Generator) definition() {
	n := gen.r.IntN(3)
	if gen.g.logic.Difference {
		n = 0 // parameters are not constants of the script
	}
	ids, params := gen.parameters(n)
	result := gen.signatureSort()
	if result == noSort || gen.quantity(result) {
		result = boolID
	}
	var vars []*term.Term
	for _, id := range ids {
		vars = append(vars, gen.bind(id))
	}
	gen.size = 8
	body := gen.term(result, gen.swarm.depth)
	gen.scope = gen.scope[:0]
	if body == nil {
		return
	}
	d := term.NewDecl(term.Defined, gen.name("d"), params, gen.sort(result))
	d.Vars, d.Body, d.From = vars, body, len(gen.s.Commands)
	gen.add(script.Command{Kind: script.DefineFun, Decls: gen.mem.decl(d)})
	gen.usable(gen.store.User(d, nil), ids, result)
}

// assert adds an assertion.
func (gen *Generator) assert(p *plan) {
	t := gen.formula(2 + gen.r.IntN(10))
	if t == nil {
		return
	}
	if gen.chance(gen.swarm.loose) && !gen.swarm.plain {
		t = gen.loosened(t)
	}
	if p.labels && gen.chance(12) && !t.HasNamed() {
		l := term.NewDecl(term.Label, gen.name("n"), nil, sorts.Bool)
		l.From = len(gen.s.Commands)
		if named, err := gen.store.Annot(t, []term.Attr{{Key: ":named", Label: l}}); err == nil {
			l.Body = named
			t = named
		}
	}
	gen.add(script.Command{Kind: script.Assert, Terms: gen.mem.term(t)})
}

// loosened returns a disjunction of a formula and one or two literals.
func (gen *Generator) loosened(t *term.Term) *term.Term {
	from := len(gen.args)
	gen.args = append(gen.args, t)
	for range 1 + gen.r.IntN(2) {
		if l := gen.leaf(boolID); l != nil && l != t && !gen.g.binary || len(gen.args) == from+1 {
			gen.args = append(gen.args, gen.literalOf(l))
		}
	}
	if n := gen.operator("or", gen.args[from:]...); n != nil {
		t = n
	}
	gen.args = gen.args[:from]
	return t
}

// between adds commands between two assertions.
func (gen *Generator) between(p *plan) {
	switch gen.r.IntN(16) {
	case 0, 1:
		gen.check(p)
	case 2, 3:
		if p.wants.has(push) && p.level < 4 {
			gen.open(p, 1+gen.r.IntN(8)/7)
		}
	case 4, 5:
		if p.level > 0 {
			gen.check(p)
			gen.close(p, 1+gen.r.IntN(p.level))
		}
	case 6:
		if p.wants.has(resetAssertions) {
			gen.check(p)
			gen.close0(p, p.level)
			gen.add(script.Command{Kind: script.ResetAssertions, Text: "(reset-assertions)"})
		}
	case 7:
		if !gen.g.restricted || gen.r.Bool() {
			gen.constant(rng.Pick(gen.r, gen.swarm.sorts))
		}
	}
}

func (gen *Generator) open(p *plan, n int) {
	for range n {
		var m mark
		for i := range gen.w.sorts {
			m.vars[i], m.pool[i] = len(gen.vars[i]), len(gen.pool[i])
		}
		p.marks = append(p.marks, m)
	}
	p.level += n
	gen.add(script.Command{Kind: script.Push, Arity: n})
}

func (gen *Generator) close(p *plan, n int) {
	gen.close0(p, n)
	gen.add(script.Command{Kind: script.Pop, Arity: n})
}

// close0 removes the symbols of the last levels.
func (gen *Generator) close0(p *plan, n int) {
	if n == 0 {
		return
	}
	m := &p.marks[p.level-n]
	for i := range gen.w.sorts {
		gen.vars[i] = gen.vars[i][:m.vars[i]]
		gen.pool[i] = gen.pool[i][:0] // terms of the levels have overwritten some of it
	}
	p.level -= n
	p.marks = p.marks[:p.level]
}

// check adds a check-sat, and the questions that follow it.
func (gen *Generator) check(p *plan) {
	assumptions := gen.assumptions(p)
	if assumptions != nil {
		gen.add(script.Command{Kind: script.CheckSatAssuming, Terms: assumptions})
	} else {
		gen.add(script.Command{Kind: script.CheckSat, Text: "(check-sat)"})
	}
	for c := range allConstructs {
		if !questions.has(c) || !p.wants.has(c) || c == getUnsatAssumptions && assumptions == nil {
			continue
		}
		if c != getValue {
			gen.add(script.Command{Kind: script.Get, Text: "(" + constructTable[c].name + ")"})
			continue
		}
		var terms []*term.Term
		for range 1 + gen.r.IntN(3) {
			id := rng.Pick(gen.r, gen.swarm.sorts)
			if len(gen.vars[id]) > 0 && gen.sort(id).Kind() != sorts.Func {
				terms = append(terms, rng.Pick(gen.r, gen.vars[id]))
			}
		}
		if len(terms) > 0 {
			gen.add(script.Command{Kind: script.GetValue, Terms: terms})
		}
	}
}

// assumptions draws Boolean constants and negations of them, nil for a plain check-sat.
func (gen *Generator) assumptions(p *plan) []*term.Term {
	vars := gen.vars[boolID]
	if !p.wants.has(checkSatAssuming) || len(vars) == 0 || gen.r.IntN(3) == 0 {
		return nil
	}
	var out []*term.Term
	for range 1 + gen.r.IntN(3) {
		out = append(out, gen.literalOf(rng.Pick(gen.r, vars)))
	}
	return out
}
