package reduce

import (
	"slices"
	"strings"

	"github.com/assay-smt/assay/smt/syntax"
)

// listPasses reduce what is easier to see in the text than in terms. Candidates of typed reductions have to sort-check like all others.
var listPasses = []*Pass{
	{Name: "datatypes", Doc: "drop datatypes, constructors and fields", edits: smallerDatatypes},
	{Name: "instances", Doc: "give a parameter of a datatype the sort for which it stands", edits: instantiate, grows: true},
	{Name: "assumptions", Doc: "drop assumptions", edits: fewerAssumptions},
	{Name: "attributes", Doc: "drop attributes of terms", edits: fewerAttributes},
	{Name: "cases", Doc: "drop cases of match", edits: fewerCases},
	{Name: "logic", Doc: "replace the logic by a simpler one", edits: simplerLogic},
}

// cut is the splice that removes node n, with the blank before it.
func (l *layout) cut(n int32) splice {
	from := l.nodes[n].from
	if from > 0 && l.text[from-1] == ' ' {
		from--
	}
	return splice{from: from, to: l.nodes[n].to}
}

// smallerDatatypes drops one datatype, constructor or field at a time; arguments of constructors go with their fields.
func smallerDatatypes(st *state) []edit {
	var all []edit
	add := func(splices ...splice) {
		sortSplices(splices)
		all = append(all, edit{splices: splices})
	}
	body := func(n int32) { // ((ctor (sel Sort) ...) ...), or (par (X) (...))
		if st.head(n) == "par" {
			n = st.child(n, 2)
		}
		if n < 0 {
			return
		}
		var ctors []int32
		st.children(n, func(_ int, c int32) bool { ctors = append(ctors, c); return true })
		for _, c := range ctors {
			if len(ctors) > 1 {
				add(st.cut(c))
			}
			name, ok := st.name(st.child(c, 0))
			if !ok {
				continue
			}
			st.children(c, func(i int, f int32) bool {
				if i > 0 {
					add(append(st.argumentsOf(name, i, c), st.cut(f))...)
				}
				return true
			})
		}
	}
	for _, root := range st.roots {
		switch st.head(root) {
		case "declare-datatype", "declare-codatatype":
			if n := st.child(root, 2); n >= 0 {
				body(n)
			}
		case "declare-datatypes", "declare-codatatypes":
			heads, bodies := st.child(root, 1), st.child(root, 2)
			if heads < 0 || bodies < 0 {
				continue
			}
			st.children(bodies, func(i int, b int32) bool {
				if h := st.child(heads, i); h >= 0 && st.child(heads, 1) >= 0 {
					add(st.cut(h), st.cut(b))
				}
				body(b)
				return true
			})
		}
	}
	return all
}

// argumentsOf cuts argument i of all applications of a constructor, patterns among them, outside of its declaration.
func (st *state) argumentsOf(ctor string, i int, declared int32) []splice {
	var all []splice
	for k := range st.nodes {
		n := int32(k)
		if n == declared || st.nodes[n].kind != syntax.List {
			continue
		}
		head := st.child(n, 0)
		if head < 0 {
			continue
		}
		if st.head(head) == "as" {
			head = st.child(head, 1)
		}
		if name, ok := st.name(head); !ok || name != ctor {
			continue
		}
		arg := st.child(n, i)
		switch {
		case arg < 0:
		case i == 1 && st.child(n, 2) < 0: // (c a) is c
			at := st.nodes[n]
			all = append(all, splice{at.from, at.to, st.textOf(st.child(n, 0))})
		default:
			all = append(all, st.cut(arg))
		}
	}
	return all
}

func fewerAssumptions(st *state) []edit {
	var all []edit
	for _, root := range st.roots {
		if st.head(root) != "check-sat-assuming" {
			continue
		}
		if list := st.child(root, 1); list >= 0 {
			st.children(list, func(_ int, c int32) bool {
				all = append(all, edit{splices: []splice{st.cut(c)}})
				return true
			})
		}
	}
	return all
}

// fewerAttributes drops a keyword with what follows it.
func fewerAttributes(st *state) []edit {
	var all []edit
	for k := range st.nodes {
		n := int32(k)
		if st.nodes[n].kind != syntax.List || st.head(n) != "!" {
			continue
		}
		st.children(n, func(_ int, c int32) bool {
			if st.nodes[c].kind != syntax.Keyword {
				return true
			}
			s := st.cut(c)
			if next := st.nodes[c].end; next < st.nodes[n].end && st.nodes[next].kind != syntax.Keyword {
				s.to = st.nodes[next].to
			}
			all = append(all, edit{splices: []splice{s}})
			return true
		})
	}
	return all
}

func fewerCases(st *state) []edit {
	var all []edit
	for k := range st.nodes {
		n := int32(k)
		if st.nodes[n].kind != syntax.List || st.head(n) != "match" {
			continue
		}
		if cases := st.child(n, 2); cases >= 0 {
			st.children(cases, func(_ int, c int32) bool {
				all = append(all, edit{splices: []splice{st.cut(c)}})
				return true
			})
		}
	}
	return all
}

// theories are the parts of logics' names that can be dropped separately.
var theories = []string{"QF_", "UF", "AX", "A", "DT", "BV", "FP", "FF", "S", "NIRA", "LIRA", "NIA", "LIA", "NRA", "LRA", "IDL", "RDL"}

// weaker are the arithmetics that an arithmetic contains, the weakest first.
var weaker = map[string][]string{
	"NIRA": {"LIA", "LRA", "NIA", "NRA", "LIRA"}, "LIRA": {"LIA", "LRA"}, "NIA": {"LIA"}, "NRA": {"LRA"}, "IDL": {"LIA"}, "RDL": {"LRA"},
}

// simplerLogic offers the logics that lack one theory of the current logic, and ALL.
func simplerLogic(st *state) []edit {
	var all []edit
	for _, root := range st.roots {
		name := st.child(root, 1)
		if st.head(root) != "set-logic" || name < 0 || st.nodes[name].kind != syntax.Symbol {
			continue
		}
		logic := st.textOf(name)
		var tried []string
		offer := func(to string) {
			if to != "" && to != "QF_" && to != logic && !slices.Contains(tried, to) {
				tried = append(tried, to)
				at := st.nodes[name]
				all = append(all, edit{splices: []splice{{at.from, at.to, to}}, key: keyOf(logic, to)})
			}
		}
		for _, t := range theories {
			if before, after, ok := strings.Cut(logic, t); ok {
				offer(before + after)
				for _, w := range weaker[t] {
					offer(before + w + after)
				}
			}
		}
		offer("ALL")
	}
	return all
}
