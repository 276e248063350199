package reduce

import (
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// variablePasses reduce the number of symbols.
var variablePasses = []*Pass{
	{Name: "symbols", Doc: "replace a declared symbol everywhere by a constant, or by another symbol of its sort", edits: fewerSymbols, typed: true},
	{Name: "variables", Doc: "replace terms by variables of their sort, large ones first", edits: byVariables, typed: true, large: true},
	{Name: "fresh", Doc: "replace terms by a new symbol each, large ones first", edits: byFresh, typed: true, large: true},
	{Name: "leaves", Doc: "replace one occurrence of a symbol by a constant", edits: constantLeaves, typed: true},
}

// symbol is a declared constant with the command that declares it, and its term if it occurs.
type symbol struct {
	command *script.Command
	decl    *term.Decl
	term    *term.Term
}

// symbols returns the declared constants that occur in terms, in order.
func (st *state) symbols() []symbol {
	g := st.graph()
	at := map[*term.Decl]*term.Term{}
	for _, t := range g.terms {
		if f := t.Func(); f != nil && f.Kind == term.UserFunc && len(t.Args()) == 0 {
			at[f.Decl] = t
		}
	}
	var all []symbol
	for _, c := range st.script.Commands {
		if c.Kind == script.DeclareFun && at[c.Decls[0]] != nil {
			all = append(all, symbol{c, c.Decls[0], at[c.Decls[0]]})
		}
	}
	return all
}

// maxOthers bounds the symbols that are tried in place of one.
const maxOthers = 3

func fewerSymbols(st *state) []edit {
	cs := newConstants(st)
	g := st.graph()
	var all []edit
	earlier := map[any][]*term.Term{}
	for _, s := range st.symbols() {
		offer := func(new *term.Term) {
			if new != s.term {
				all = append(all, edit{swaps: []swap{{old: s.term, new: new}}, erases: s.command, key: mix(g.hash(s.term), g.hash(new))})
			}
		}
		for _, c := range cs.of(s.decl.Result) {
			offer(c)
		}
		others := earlier[s.decl.Result]
		for _, other := range others[:min(len(others), maxOthers)] {
			offer(other)
		}
		earlier[s.decl.Result] = append(others, s.term)
	}
	return all
}

// byVariables offers variables in place of terms: those that are bound around them, and declared ones.
func byVariables(st *state) []edit {
	g := st.graph()
	declared := map[any][]*term.Term{}
	for _, s := range st.symbols() {
		declared[s.decl.Result] = append(declared[s.decl.Result], s.term)
	}
	var all []edit
	for _, t := range g.largest() {
		if t.IsLeaf() {
			break
		}
		all = append(all, edit{gain: g.info.Get(t).size, expand: func() []edit {
			var found []edit
			offer := func(v *term.Term) {
				if len(found) < maxOthers && v.Sort() == t.Sort() {
					found = append(found, edit{swaps: []swap{{old: t, new: v}}, key: mix(g.info.Get(t).hash, g.hash(v))})
				}
			}
			for _, v := range t.Free() {
				offer(v)
			}
			for _, v := range declared[t.Sort()] {
				offer(v)
			}
			return found
		}})
	}
	return all
}

// minFresh is the number of nodes from which a term is worth a declaration.
const minFresh = 6

// byFresh offers a new symbol in place of each large term without free variables.
func byFresh(st *state) []edit {
	g := st.graph()
	var all []edit
	for _, t := range g.largest() {
		f := g.info.Get(t)
		if f.size*f.parents < minFresh {
			continue
		}
		if t.IsLeaf() {
			break
		}
		if len(t.Free()) > 0 || f.root != nil && f.parents == 1 && *f.root == script.Assert {
			continue
		}
		all = append(all, edit{gain: f.size, key: mix(f.hash, 1), make: func(st *state) string { return st.freshFor(t) }})
	}
	return all
}

func (st *state) freshFor(t *term.Term) string {
	free := &namer{taken: func(name string) bool { return st.mentions(name) || st.reserved(name) }}
	name := free.next(constant)
	d := term.NewDecl(term.Declared, name, nil, t.Sort())
	v, err := st.script.Store.App(st.script.Store.User(d, nil))
	if err != nil {
		return ""
	}
	return st.rewritten(rewriting{
		added: &script.Command{Kind: script.DeclareFun, Decls: []*term.Decl{d}},
		term: func(old *term.Term, _ []*term.Term) (*term.Term, error) {
			if old == t {
				return v, nil
			}
			return nil, nil
		},
	})
}

// mentions reports whether a name occurs anywhere in the text.
func (st *state) mentions(name string) bool {
	if st.names == nil {
		st.names = map[string]bool{}
		for i := range st.nodes {
			if n, ok := st.name(int32(i)); ok {
				st.names[n] = true
			}
		}
	}
	return st.names[name]
}

// constantLeaves offers constants in place of symbols, one occurrence at a time, and everywhere at once for bound variables.
func constantLeaves(st *state) []edit {
	g := st.graph()
	cs := newConstants(st)
	var all []edit
	for _, t := range g.terms {
		for i, a := range t.Args() {
			if !a.IsLeaf() || a.Kind() == term.Literal || a.Func() != nil && a.Func().Kind == term.TheoryFunc {
				continue
			}
			for _, c := range cs.of(a.Sort()) {
				if c != a {
					all = append(all, edit{
						swaps: []swap{{old: a, new: c, parent: t, index: i}},
						key:   mix(mix(g.info.Get(t).hash, g.info.Get(a).hash), mix(g.hash(c), uint64(i))),
					})
				}
			}
		}
	}
	return all
}
