package certify

import (
	"fmt"

	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// Named returns a script with one check-sat that asks the same, with a name for every assertion and unsat cores enabled, and the names. ok
// is false when the script asks more than once, or under assumptions. An assertion that has a name keeps it.
func Named(s *script.Script) (named *script.Script, names map[string]int, ok bool) {
	if s.Incremental() || s.Checks() != 1 {
		return nil, nil, false
	}
	taken := map[string]bool{}
	for i := range s.Commands {
		for _, d := range s.Commands[i].Decls {
			taken[d.Name] = true
		}
		for _, t := range s.Commands[i].Terms {
			term.Labels(t, func(l *term.Decl) { taken[l.Name] = true })
		}
	}
	n := *s
	n.Commands = []*script.Command{{Kind: script.SetOption, Name: question.Core.Option(), Text: "true"}}
	names = map[string]int{}
	given := givenNames(s)
	for i, c := range s.Commands {
		if c.Kind == script.Assert {
			label, t, err := label(s.Store, c.Terms[0], given[i], func(name string) bool { return taken[name] }, i)
			if err != nil {
				return nil, nil, false
			}
			named := *c
			named.Terms, c = []*term.Term{t}, &named
			names[label] = i
		}
		if c.Kind == script.SetOption && c.Name == question.Core.Option() {
			continue
		}
		n.Commands = append(n.Commands, c)
	}
	return &n, names, true
}

// label returns a formula with a name: one that it is given already, or a new one.
func label(st *term.Store, t *term.Term, given []string, taken func(string) bool, i int) (name string, named *term.Term, err error) {
	if len(given) > 0 {
		return given[0], t, nil
	}
	name = fmt.Sprintf("assertion_%d", i)
	for taken(name) {
		name += "_"
	}
	d := term.NewDecl(term.Label, name, nil, t.Sort())
	d.Body = t
	named, err = st.Annot(t, []term.Attr{{Key: ":named", Label: d}})
	return name, named, err
}

// CoreNames reads a solver's answer to get-unsat-core. ok is false when it is not a core.
func CoreNames(text string) (names []string, ok bool) {
	var tree syntax.Tree
	r := syntax.NewReader(text)
	more, err := r.Next(&tree)
	if err != nil || !more || tree.Kind(syntax.Root) != syntax.List {
		return nil, false
	}
	for _, k := range tree.Children(syntax.Root) {
		name, isSymbol := tree.Name(k)
		if !isSymbol {
			return nil, false
		}
		names = append(names, name)
	}
	return names, true
}

// Core returns the script that asserts only what the core names, given the names of all assertions; ok is false when the core has other
// names.
func Core(s *script.Script, core []string, names map[string]int) (reduced *script.Script, ok bool) {
	keep := map[int]bool{}
	for _, name := range core {
		i, known := names[name]
		if !known {
			return nil, false
		}
		keep[i] = true
	}
	n := *s
	n.Commands = nil
	for i, c := range s.Commands {
		if c.Kind != script.Assert || keep[i] {
			n.Commands = append(n.Commands, c)
		}
	}
	return &n, true
}

// AsksForCore reports whether a command asks for an unsat core or unsat assumptions.
func AsksForCore(c *script.Command) bool {
	kind, asks := question.Of(c)
	return asks && kind.Core()
}
