package reduce

import (
	"slices"
	"strings"

	"github.com/assay-smt/assay/smt/syntax"
)

// commandPasses remove whole commands, or replace one by a simpler one.
var commandPasses = []*Pass{
	{Name: "noise", Doc: "erase commands that neither declare, state nor ask anything", edits: eraseCommands(isNoise), together: true},
	{Name: "assertions", Doc: "erase assertions", edits: eraseCommands(isAssertion), together: true},
	{Name: "unused", Doc: "erase declarations that nothing refers to", edits: eraseUnused, together: true},
	{Name: "commands", Doc: "erase any command", edits: eraseCommands(isRest), together: true},
	{Name: "scopes", Doc: "erase a push with its pop", edits: eraseScopes},
	{Name: "questions", Doc: "replace questions with assumptions or tactics by check-sat", edits: plainQuestions, together: true},
}

func isNoise(head string) bool {
	switch head {
	case "set-info", "set-option", "echo", "exit", "simplify":
		return true
	}
	return strings.HasPrefix(head, "get-")
}

func isAssertion(head string) bool { return head == "assert" || head == "assert-soft" }

func isRest(head string) bool { return !isAssertion(head) }

// keyOf returns the key of an edit that has these texts.
func keyOf(texts ...string) uint64 {
	h := uint64(1)
	for _, t := range texts {
		h = hashText(h, t)
	}
	return h
}

// erase is the edit that removes command number i.
func (l *layout) erase(i int) splice {
	n := l.nodes[l.roots[i]]
	return splice{from: n.from, to: n.to + 1}
}

func eraseCommands(which func(head string) bool) func(*state) []edit {
	return func(st *state) []edit {
		var all []edit
		for i, root := range st.roots {
			if which(st.head(root)) {
				all = append(all, edit{gain: st.size(root), splices: []splice{st.erase(i)}, key: keyOf(st.textOf(root))})
			}
		}
		// From the end, as far as order matters: less depends on later commands.
		slices.Reverse(all)
		return all
	}
}

// eraseUnused erases declarations and definitions of symbols that occur nowhere else.
func eraseUnused(st *state) []edit {
	uses := map[string]int{}
	for i := range st.nodes {
		if name, ok := st.name(int32(i)); ok {
			uses[name]++
		}
	}
	var all []edit
	for i, root := range st.roots {
		names := st.introduced(root)
		if len(names) == 0 {
			continue
		}
		own := map[string]int{}
		for n := root; n < st.nodes[root].end; n++ {
			if name, ok := st.name(n); ok {
				own[name]++
			}
		}
		if !slices.ContainsFunc(names, func(name string) bool { return uses[name] > own[name] }) {
			all = append(all, edit{gain: st.size(root), splices: []splice{st.erase(i)}, key: keyOf(st.textOf(root))})
		}
	}
	slices.Reverse(all)
	return all
}

// introduced returns the names that a command introduces.
func (l *layout) introduced(root int32) []string {
	var names []string
	add := func(n int32) {
		if name, ok := l.name(n); ok {
			names = append(names, name)
		}
	}
	switch l.head(root) {
	case "declare-fun", "declare-const", "declare-sort", "define-fun", "define-const", "define-sort", "define-fun-rec":
		add(l.child(root, 1))
	case "define-funs-rec":
		if heads := l.child(root, 1); heads >= 0 {
			l.children(heads, func(_ int, c int32) bool { add(l.child(c, 0)); return true })
		}
	case "declare-datatypes", "declare-codatatypes":
		if heads := l.child(root, 1); heads >= 0 {
			l.children(heads, func(_ int, c int32) bool { add(l.child(c, 0)); return true })
		}
		if bodies := l.child(root, 2); bodies >= 0 {
			l.children(bodies, func(_ int, c int32) bool { l.constructors(c, add); return true })
		}
	case "declare-datatype", "declare-codatatype":
		add(l.child(root, 1))
		if body := l.child(root, 2); body >= 0 {
			l.constructors(body, add)
		}
	}
	return names
}

// constructors calls add for the names of the constructors and selectors of a datatype's body, which may have parameters: (par (X) (...)).
func (l *layout) constructors(body int32, add func(int32)) {
	if l.head(body) == "par" {
		if body = l.child(body, 2); body < 0 {
			return
		}
	}
	l.children(body, func(_ int, c int32) bool {
		if l.nodes[c].kind != syntax.List {
			add(c)
			return true
		}
		l.children(c, func(i int, f int32) bool {
			if i == 0 {
				add(f)
			} else {
				add(l.child(f, 0))
			}
			return true
		})
		return true
	})
}

// eraseScopes erases a push with the pop that belongs to it: the commands between them stay.
func eraseScopes(st *state) []edit {
	var all []edit
	var open []int
	levels := func(root int32) string {
		if c := st.child(root, 1); c >= 0 {
			return st.textOf(c)
		}
		return "1"
	}
	for i, root := range st.roots {
		switch st.head(root) {
		case "push":
			open = append(open, i)
		case "pop":
			if len(open) == 0 {
				continue
			}
			from := open[len(open)-1]
			open = open[:len(open)-1]
			if levels(st.roots[from]) == levels(root) {
				all = append(all, edit{gain: 6, splices: []splice{st.erase(from), st.erase(i)}})
			}
		}
	}
	return all
}

// plainQuestions replaces commands that ask more by check-sat.
func plainQuestions(st *state) []edit {
	var all []edit
	for _, root := range st.roots {
		switch st.head(root) {
		case "check-sat-assuming", "check-sat-using":
			n := st.nodes[root]
			all = append(all, edit{gain: st.size(root) - 2, splices: []splice{{n.from, n.to, "(check-sat)"}}, key: keyOf(st.textOf(root))})
		}
	}
	return all
}
