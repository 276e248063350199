package grammar

import (
	"strconv"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/values"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// A Generator derives scripts from a grammar, all in one store. Not safe for concurrent use.
type Generator struct {
	g     *Grammar
	store *term.Store
	lits  *values.Generator
	lands [variants]*land

	// The fields below belong to the script being made.
	r     *rng.Rand
	w     *world
	land  *land
	swarm swarm
	s     *script.Script
	vars  [maxSorts][]*term.Term // constants, by sort
	pool  [maxSorts][]*term.Term // closed terms that are not leaves
	known [maxSorts][]*term.Term // literals that were made
	funcs []function
	by    [maxSorts][]int // functions by the sort of their result
	scope []bound
	data  [maxSorts][]constructor // of datatypes, by sort
	named int                     // how many symbols have names
	size  int                     // nodes that the term being made may still have
	args  []*term.Term            // a stack
	mem   memory
}

// land is a world with the sorts and symbols of the generator's store.
type land struct {
	sorts []*sorts.Sort
	heads []*term.Func // by rule
}

// bound is a variable in scope.
type bound struct {
	sort sortID
	t    *term.Term
}

// function is something that the script declares or defines and that can be applied; its head says what it is.
type function struct {
	head   *term.Func
	params []sortID
	result sortID
}

// constructor is a constructor of a datatype with the sorts of its fields.
type constructor struct {
	decl   *term.Decl
	fields []sortID
}

// Generator returns a generator with a store of its own.
func (g *Grammar) Generator() *Generator {
	st := term.NewStore(g.opts.Table)
	return &Generator{g: g, store: st, lits: values.New(st, g.literals())}
}

// literals says which literals scripts have: the simplest, if the grammar is restricted to some kinds of operations. Constant arrays are for z3
// alone: cvc5 reads them only with --arrays-exp.
func (g *Grammar) literals() values.Options {
	const rare = 15
	if g.restricted {
		return values.Options{Rare: rare}
	}
	o := values.Options{Rare: rare, ConstArrays: g.onlyZ3 && (g.logic.All || g.opts.Logic == "")}
	for _, row := range g.opts.Table.Lookup("re.range") {
		o.Ranges = o.Ranges || row.AvailableInAll(g.opts.Solvers)
	}
	return o
}

// Next derives a script, which follows from r alone. The store keeps no terms of earlier scripts, which stay unchanged.
func (gen *Generator) Next(r *rng.Rand) *script.Script {
	gen.store.Forget()
	gen.mem = memory{}
	return gen.derive(r)
}

// Reuse is Next for callers that no longer use any term of an earlier script: the new script takes over their memory.
func (gen *Generator) Reuse(r *rng.Rand) *script.Script {
	gen.store.Reuse()
	gen.mem.reuse()
	return gen.derive(r)
}

// Made returns how many terms the generator has made, not counting those of Reuse.
func (gen *Generator) Made() int { return gen.store.Len() }

func (gen *Generator) derive(r *rng.Rand) *script.Script {
	gen.r = r
	variant := r.IntN(variants)
	gen.w = gen.g.worlds[variant]()
	if gen.lands[variant] == nil {
		gen.lands[variant] = gen.settle(gen.w)
	}
	gen.land = gen.lands[variant]
	for i := range gen.w.sorts {
		gen.vars[i], gen.pool[i], gen.known[i], gen.by[i], gen.data[i] = gen.vars[i][:0], gen.pool[i][:0], gen.known[i][:0], gen.by[i][:0], gen.data[i][:0]
	}
	gen.funcs, gen.scope, gen.args, gen.named = gen.funcs[:0], gen.scope[:0], gen.args[:0], 0
	gen.s = &script.Script{Store: gen.store, Commands: gen.mem.list}
	gen.swarm.draw(gen.w, r, &gen.g.opts)
	gen.script()
	gen.mem.list = gen.s.Commands
	return gen.s
}

// settle makes the sorts of a world in the generator's store.
func (gen *Generator) settle(w *world) *land {
	l := &land{heads: make([]*term.Func, len(w.rules))}
	for _, s := range w.sorts {
		l.sorts = append(l.sorts, gen.remake(s))
	}
	return l
}

// remake returns the sort of the generator's store that prints like s.
func (gen *Generator) remake(s *sorts.Sort) *sorts.Sort {
	var args []*sorts.Sort
	for _, a := range s.Args() {
		args = append(args, gen.remake(a))
	}
	switch s.Kind() {
	case sorts.BitVec:
		return gen.store.Sorts.BitVec(s.Width())
	case sorts.Field:
		return gen.store.Sorts.Field(s.Order().String())
	case sorts.Func:
		return gen.store.Sorts.Func(args[:len(args)-1], args[len(args)-1])
	}
	return gen.store.Sorts.Make(s.Kind(), s.Name(), s.Indices(), args)
}

// sort returns a sort of the world in the generator's store.
func (gen *Generator) sort(id sortID) *sorts.Sort { return gen.land.sorts[id] }

// head returns the symbol of a rule.
func (gen *Generator) head(rl *rule) *term.Func {
	f := gen.land.heads[rl.id]
	if f == nil {
		var as *sorts.Sort
		if rl.row.NeedsAs {
			as = gen.sort(rl.result)
		}
		f = gen.store.Op(rl.row, rl.idx, as)
		gen.land.heads[rl.id] = f
	}
	return f
}

// add appends a command.
func (gen *Generator) add(c script.Command) {
	gen.s.Commands = append(gen.s.Commands, gen.mem.command(c))
}

// name returns a new name: the prefix, which says what it is, and a number that no other name of the script has.
func (gen *Generator) name(prefix string) string {
	gen.named++
	return prefix + strconv.Itoa(gen.named-1)
}

// chance is true in n of 16 cases.
func (gen *Generator) chance(n int) bool { return int(gen.r.Uint64()>>60) < n }

// prefix returns what the names of a sort's constants begin with.
func prefix(s *sorts.Sort) string {
	switch s {
	case sorts.Bool:
		return "b"
	case sorts.Int:
		return "i"
	case sorts.Real:
		return "r"
	case sorts.String:
		return "s"
	case sorts.RoundingMode:
		return "m"
	}
	switch s.Kind() {
	case sorts.BitVec:
		return "v"
	case sorts.Float:
		return "x"
	case sorts.Array:
		return "a"
	case sorts.User:
		return "u"
	case sorts.Func:
		return "h"
	}
	return "c"
}

func isUninterpreted(s *sorts.Sort) bool {
	return s.Kind() == sorts.User && s.Name()[:1] == uninterpreted
}

func isDatatype(s *sorts.Sort) bool {
	return s.Kind() == sorts.User && s.Name()[:1] != uninterpreted
}
