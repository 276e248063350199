package reduce

import (
	"slices"
	"strconv"

	"github.com/assay-smt/assay/smt/syntax"
)

// A generic is a datatype with parameters, as the text declares it: its name, the number of its parameters where that is written, -1 for nowhere,
// and (par (X ...) (constructor ...)).
type generic struct {
	root          int32 // the command
	name          string
	number, body  int32
	params, ctors int32
}

// generics returns the datatypes with parameters.
func (st *state) generics() []generic {
	var all []generic
	add := func(root, name, number, body int32) {
		if text, ok := st.name(name); ok && body >= 0 && st.head(body) == "par" {
			g := generic{root: root, name: text, number: number, body: body, params: st.child(body, 1), ctors: st.child(body, 2)}
			if g.params >= 0 && g.ctors >= 0 && st.nodes[g.params].kind == syntax.List {
				all = append(all, g)
			}
		}
	}
	for _, root := range st.roots {
		switch st.head(root) {
		case "declare-datatype", "declare-codatatype":
			add(root, st.child(root, 1), -1, st.child(root, 2))
		case "declare-datatypes", "declare-codatatypes":
			heads, bodies := st.child(root, 1), st.child(root, 2)
			if heads < 0 || bodies < 0 {
				continue
			}
			st.children(heads, func(i int, h int32) bool {
				if st.nodes[h].kind == syntax.List {
					add(root, st.child(h, 0), st.child(h, 1), st.child(bodies, i))
				}
				return true
			})
		}
	}
	return all
}

// maxInstances bounds the sorts that are tried in place of a parameter.
const maxInstances = 3

// instantiate gives a parameter of a datatype a sort for which it stands somewhere.
func instantiate(st *state) []edit {
	var all []edit
	for _, g := range st.generics() {
		var params []string
		st.children(g.params, func(_ int, p int32) bool { params = append(params, st.textOf(p)); return true })
		uses := st.applications(g, len(params))
		for i := range params {
			var tried []string
			for _, n := range uses {
				arg := st.child(n, i+1)
				text := st.textOf(arg)
				if n > g.root && n < st.nodes[g.root].end || slices.Contains(tried, text) || len(tried) == maxInstances {
					continue
				}
				tried = append(tried, text)
				all = append(all, edit{splices: st.instance(g, params, i, text, uses), key: keyOf(g.name, params[i], text)})
			}
		}
	}
	return all
}

// applications are the places where the sort is applied to its arguments.
func (st *state) applications(g generic, arity int) []int32 {
	var all []int32
	for k := range st.nodes {
		n := int32(k)
		if st.nodes[n].kind != syntax.List || g.number >= 0 && st.nodes[g.number].parent == n {
			continue
		}
		if name, ok := st.name(st.child(n, 0)); ok && name == g.name && st.child(n, arity) >= 0 && st.child(n, arity+1) < 0 {
			all = append(all, n)
		}
	}
	return all
}

// instance writes a sort in place of parameter i, which disappears.
func (st *state) instance(g generic, params []string, i int, sort string, uses []int32) []splice {
	var all []splice
	last := len(params) == 1
	for _, n := range uses {
		if at := st.nodes[n]; last {
			all = append(all, splice{at.from, at.to, st.textOf(st.child(n, 0))})
		} else {
			all = append(all, st.cut(st.child(n, i+1)))
		}
	}
	for n := g.ctors; n < st.nodes[g.ctors].end; n++ {
		if at := st.nodes[n]; st.textOf(n) == params[i] {
			all = append(all, splice{at.from, at.to, sort})
		}
	}
	if body, ctors := st.nodes[g.body], st.nodes[g.ctors]; last {
		all = append(all, splice{body.from, ctors.from, ""}, splice{ctors.to, body.to, ""})
	} else {
		gone := st.cut(st.child(g.params, i))
		if i == 0 { // the blank after it
			gone.to++
		}
		all = append(all, gone)
	}
	if g.number >= 0 {
		at := st.nodes[g.number]
		all = append(all, splice{at.from, at.to, strconv.Itoa(len(params) - 1)})
	}
	sortSplices(all)
	return all
}
