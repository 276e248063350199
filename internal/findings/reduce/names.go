package reduce

import (
	"strconv"

	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/theory"
)

// namesPass gives symbols short names. It first renames all at once, so that long names do not count as size; if that fails, it renames
// later as many as it can.
var namesPass = &Pass{Name: "names", Doc: "give symbols short names", together: true, edits: shorterNames}

// shorterNames has an edit for each name that the script introduces, including bound ones, which changes it wherever it occurs. A name that
// stands for several things is one name: where it hides another, it still does.
func shorterNames(st *state) []edit {
	places := map[string][]int32{}
	for i := range st.nodes {
		if name, ok := st.name(int32(i)); ok {
			places[name] = append(places[name], int32(i))
		}
	}
	free := &namer{taken: func(name string) bool { return len(places[name]) > 0 || st.reserved(name) }}
	var all []edit
	own := st.ownNames()
	declared := map[string]bool{}
	for _, name := range own {
		declared[name.text] = true
	}
	for _, name := range own {
		short := free.next(name.class)
		if len(short) >= len(syntax.SymbolText(name.text)) {
			free.back(name.class)
			continue
		}
		e := edit{key: hashText(6, name.text)}
		for _, n := range places[name.text] {
			e.splices = append(e.splices, splice{st.nodes[n].from, st.nodes[n].to, short})
		}
		tester := "is-" + name.text // z3's spelling
		if !declared[tester] {
			for _, n := range places[tester] {
				e.splices = append(e.splices, splice{st.nodes[n].from, st.nodes[n].to, "is-" + short})
			}
		}
		all = append(all, e)
	}
	return all
}

// reserved reports whether a name means something that the script does not introduce.
func (st *state) reserved(name string) bool {
	t := st.table
	if t == nil {
		t = theory.Builtin()
	}
	return len(t.Lookup(name)) > 0 || t.Sort(name) != nil
}

// A class of names has its own letters. The zero value is the class of constants and variables.
type class uint8

const (
	constant class = iota
	function
	sort
	classes
)

var letters = [classes]string{constant: "xyzwvuabcdeijklmnopqrst", function: "fghpqrs", sort: "STUVWABCD"}

// A namer makes names: first the letters of a class, then these with numbers.
type namer struct {
	taken func(string) bool
	count [classes]int
}

func (n *namer) next(c class) string {
	for {
		k := n.count[c]
		n.count[c]++
		name := letters[c][k%len(letters[c]):][:1]
		if k >= len(letters[c]) {
			name += strconv.Itoa(k/len(letters[c]) - 1)
		}
		if !n.taken(name) {
			return name
		}
	}
}

// back makes the last name of a class available again.
func (n *namer) back(c class) { n.count[c]-- }

// An ownName is a name that the script introduces.
type ownName struct {
	text  string
	class class
}

// ownNames returns the names that commands and binders introduce, each once, in the order of the text.
func (st *state) ownNames() []ownName {
	var all []ownName
	seen := map[string]bool{}
	add := func(c class) func(n int32) {
		return func(n int32) {
			if name, ok := st.name(n); ok && !seen[name] {
				seen[name] = true
				all = append(all, ownName{name, c})
			}
		}
	}
	bound := func(list int32) { // ((x S) ...)
		if list >= 0 {
			st.children(list, func(_ int, b int32) bool { add(constant)(st.child(b, 0)); return true })
		}
	}
	for _, root := range st.roots {
		if f, _ := question.FormOf(st.head(root)); f.Names > 0 {
			if st.textual(root) >= 0 {
				add(constant)(st.child(root, 1))
			}
			continue
		}
		switch c := constant; st.head(root) {
		case "declare-sort", "define-sort":
			add(sort)(st.child(root, 1))
			if params := st.child(root, 2); params >= 0 { // none of declare-sort
				st.children(params, func(_ int, p int32) bool { add(sort)(p); return true })
			}
		case "declare-fun", "define-fun", "define-fun-rec":
			if params := st.child(root, 2); params >= 0 && st.nodes[params].end > params+1 {
				c = function
				if st.head(root) != "declare-fun" {
					bound(params)
				}
			}
			add(c)(st.child(root, 1))
		default:
			for _, name := range st.introduced(root) {
				if !seen[name] {
					seen[name] = true
					all = append(all, ownName{name, constant})
				}
			}
		}
	}
	for i := range st.nodes {
		n := int32(i)
		if st.nodes[n].kind != syntax.List {
			continue
		}
		switch st.head(n) {
		case "forall", "exists", "lambda", "let", "choice", "set.comprehension":
			bound(st.child(n, 1))
		case "par": // (par (X ...) ...)
			if params := st.child(n, 1); params >= 0 {
				st.children(params, func(_ int, p int32) bool { add(sort)(p); return true })
			}
		case "!":
			st.children(n, func(i int, c int32) bool {
				if st.nodes[c].kind == syntax.Keyword && st.textOf(c) == ":named" {
					add(constant)(st.nodes[c].end)
				}
				return true
			})
		}
	}
	return all
}
