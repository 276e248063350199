package grammar

import (
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// recursive defines a function by recursion over an integer that counts down to zero, so it terminates for all arguments:
// (ite (<= n 0) base step), where step applies the function to n-1.
func (gen *Generator) recursive() {
	count := gen.idOf(sorts.Int)
	result := gen.signatureSort()
	if count == noSort || !gen.swarm.active.has(count) || result == noSort {
		return
	}
	ids, params := []sortID{count}, []*sorts.Sort{sorts.Int}
	if id := gen.signatureSort(); id != noSort && gen.r.Bool() {
		ids, params = append(ids, id), append(params, gen.sort(id))
	}
	d := term.NewDecl(term.Defined, gen.name("d"), params, gen.sort(result))
	d.From = len(gen.s.Commands)
	for _, id := range ids {
		d.Vars = append(d.Vars, gen.bind(id))
	}
	gen.size = 8
	base := gen.term(result, gen.swarm.depth-1)
	step := gen.step(d, ids, result)
	gen.scope = gen.scope[:0]
	if base == nil || step == nil {
		return
	}
	zero := gen.store.Lit(syntax.Numeral, "0", sorts.Int)
	if d.Body = gen.operator("ite", gen.operator("<=", d.Vars[0], zero), base, step); d.Body == nil {
		return
	}
	gen.add(script.Command{Kind: script.DefineRec, Decls: []*term.Decl{d}})
	gen.usable(gen.store.User(d, nil), ids, result)
}

// step returns an application of the function to the previous number, or an operator over that and other terms.
func (gen *Generator) step(d *term.Decl, ids []sortID, result sortID) *term.Term {
	args := []*term.Term{gen.operator("-", d.Vars[0], gen.store.Lit(syntax.Numeral, "1", sorts.Int))}
	for _, id := range ids[1:] {
		args = append(args, gen.term(id, 1))
	}
	for _, a := range args {
		if a == nil {
			return nil
		}
	}
	again, err := gen.store.App(gen.store.User(d, nil), args...)
	if err != nil {
		return nil
	}
	for range 4 {
		rl := gen.swarm.pick(gen.w, result, gen.r)
		if rl == nil || rl.form != plainForm || len(rl.args) < 2 || rl.args[0] != result {
			continue
		}
		all := []*term.Term{again}
		for _, id := range rl.args[1:] {
			t := gen.term(id, 1)
			if t == nil {
				return again
			}
			all = append(all, t)
		}
		if t, err := gen.store.App(gen.head(rl), all...); err == nil {
			return t
		}
	}
	return again
}

// operator applies the operator of that name that fits. It returns nil when none fits or an argument is nil.
func (gen *Generator) operator(name string, args ...*term.Term) *term.Term {
	for _, a := range args {
		if a == nil {
			return nil
		}
	}
	t, _, err := gen.store.Overload(gen.g.opts.Table.Lookup(name), nil, nil, args)
	if err != nil {
		return nil
	}
	return t
}
