package reduce

import (
	"slices"

	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// definitionPasses remove symbols that stand for terms.
var definitionPasses = []*Pass{
	{Name: "equations", Doc: "replace a symbol by what an assertion says it is equal to", edits: solveEquations, typed: true, grows: true},
	{Name: "definitions", Doc: "replace the uses of a definition by its body", edits: inlineDefinitions, typed: true, grows: true},
	{Name: "bodies", Doc: "turn definitions into declarations", edits: declareDefined, typed: true},
	{Name: "labels", Doc: "replace the name of a term by the term", edits: inlineLabels, typed: true, grows: true},
	{Name: "parameters", Doc: "drop parameters of functions", edits: dropParameters, typed: true},
}

// solveEquations replaces x by t where (= x t) or x is asserted.
func solveEquations(st *state) []edit {
	g := st.graph()
	declares := map[*term.Term]*script.Command{}
	for _, s := range st.symbols() {
		declares[s.term] = s.command
	}
	var all []edit
	for _, c := range st.script.Commands {
		if c.Kind != script.Assert || !c.Terms[0].Func().Is("=") || len(c.Terms[0].Args()) != 2 {
			continue
		}
		sides := c.Terms[0].Args()
		for i, x := range sides {
			if t := sides[1-i]; declares[x] != nil && !occurs(x, t) {
				all = append(all, edit{key: mix(g.info.Get(c.Terms[0]).hash, uint64(i)), make: func(st *state) string {
					return st.rewritten(rewriting{
						erased: map[*script.Command]bool{c: true, declares[x]: true},
						term: func(old *term.Term, _ []*term.Term) (*term.Term, error) {
							if old == x {
								return t, nil
							}
							return nil, nil
						},
					})
				}})
			}
		}
	}
	return all
}

// occurs reports whether x is a part of t.
func occurs(x, t *term.Term) bool {
	found := false
	term.Walk([]*term.Term{t}, func(p *term.Term) bool {
		found = found || p == x
		return !found
	})
	return found
}

// inlineDefinitions replaces the uses of definitions that are not recursive by their bodies.
func inlineDefinitions(st *state) []edit {
	var all []edit
	for _, c := range st.script.Commands {
		if c.Kind != script.DefineFun || c.Decls[0].Body == nil {
			continue
		}
		d := c.Decls[0]
		all = append(all, edit{key: hashText(3, d.Name), make: func(st *state) string {
			store := st.script.Store
			return st.rewritten(rewriting{
				erased: map[*script.Command]bool{c: true},
				term: func(t *term.Term, args []*term.Term) (*term.Term, error) {
					if f := t.Func(); f == nil || f.Kind != term.UserFunc || f.Decl != d {
						return nil, nil
					}
					by := map[*term.Term]*term.Term{}
					for i, v := range d.Vars {
						by[v] = args[i]
					}
					return store.Substitute(st.graph().image(d.Body), by)
				},
			})
		}})
	}
	return all
}

// declareDefined turns definitions into declarations.
func declareDefined(st *state) []edit {
	var all []edit
	for i, c := range st.script.Commands {
		if (c.Kind != script.DefineFun && c.Kind != script.DefineRec) || len(c.Decls) != 1 {
			continue
		}
		d := c.Decls[0]
		all = append(all, edit{key: hashText(4, d.Name), make: func(st *state) string {
			commands := slices.Clone(st.script.Commands)
			commands[i] = &script.Command{
				Kind: script.DeclareFun, Decls: []*term.Decl{term.NewDecl(term.Declared, d.Name, d.Params, d.Result)},
			}
			return st.print(commands)
		}})
	}
	return all
}

// inlineLabels removes names of terms.
func inlineLabels(st *state) []edit {
	labels := map[*term.Decl]*term.Term{}
	var order []*term.Decl
	for _, t := range st.graph().terms {
		if t.Kind() != term.Annot {
			continue
		}
		for _, a := range t.Attrs() {
			if a.Label != nil && labels[a.Label] == nil {
				labels[a.Label] = t
				order = append(order, a.Label)
			}
		}
	}
	var all []edit
	for _, d := range order {
		named := labels[d]
		all = append(all, edit{key: hashText(5, d.Name), make: func(st *state) string {
			g := st.graph()
			return st.rewritten(rewriting{term: func(t *term.Term, args []*term.Term) (*term.Term, error) {
				switch f := t.Func(); {
				case t == named:
					return args[0], nil
				case f != nil && f.Kind == term.UserFunc && f.Decl == d:
					return g.image(named.Args()[0]), nil
				}
				return nil, nil
			}})
		}})
	}
	return all
}

// dropParameters removes parameters, and the arguments in their place.
func dropParameters(st *state) []edit {
	var all []edit
	for _, c := range st.script.Commands {
		if c.Kind != script.DeclareFun && c.Kind != script.DefineFun && c.Kind != script.DefineRec {
			continue
		}
		for _, d := range c.Decls {
			for i := range d.Params {
				all = append(all, edit{key: hashText(uint64(10+i), d.Name), make: func(st *state) string { return st.without(d, i) }})
			}
		}
	}
	return all
}

// without writes the script with d without parameter i.
func (st *state) without(d *term.Decl, i int) string {
	store := st.script.Store
	new := term.NewDecl(d.Kind, d.Name, slices.Delete(slices.Clone(d.Params), i, i+1), d.Result)
	new.Body = d.Body
	var gone, value *term.Term
	if d.Kind == term.Defined {
		gone = d.Vars[i]
		new.Vars = slices.Delete(slices.Clone(d.Vars), i, i+1)
		if all := newConstants(st).of(gone.Sort()); len(all) > 0 {
			value = all[0]
		}
	}
	return st.rewritten(rewriting{
		decl: func(other *term.Decl) *term.Decl {
			if other == d {
				return new
			}
			return nil
		},
		term: func(t *term.Term, args []*term.Term) (*term.Term, error) {
			switch f := t.Func(); {
			case t == gone && value != nil:
				return value, nil
			case f != nil && f.Kind == term.UserFunc && f.Decl == d:
				return store.App(store.User(new, nil), slices.Delete(slices.Clone(args), i, i+1)...)
			}
			return nil, nil
		},
	})
}
