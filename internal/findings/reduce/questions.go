package reduce

import (
	"slices"
	"strings"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/theory"
)

// questionPasses reduce what commands ask about.
var questionPasses = []*Pass{
	{Name: "asked", Doc: "drop what is asked about, and what is said about it; ask about a part instead", edits: smallerQuestions},
}

// textual is the node of the term of a command that scripts keep as text, -1 for none.
func (l *layout) textual(root int32) int32 {
	f, _ := question.FormOf(l.head(root))
	if f.Term == 0 {
		return -1
	}
	if _, named := l.name(l.child(root, 1)); f.Names > 0 && !named {
		return -1
	}
	return l.child(root, f.Term)
}

// veil writes such a command as one that scripts have as terms, so that its term is read, sort-checked and reduced like all others: goals as assumptions,
// which are formulas, others as values. Veiled says whether there is such a command.
func (l *layout) veil() (text string, veiled bool) {
	var all []splice
	for _, root := range l.roots {
		if t := l.textual(root); t >= 0 {
			as, at := "("+question.Values.Word()+" (", l.nodes[root]
			if f, _ := question.FormOf(l.head(root)); f.Names > 0 {
				as = "(check-sat-assuming ("
			}
			all = append(all, splice{at.from, at.to, as + l.textOf(t) + "))"})
		}
	}
	return spliced(l.text, all), len(all) > 0
}

// around separates what precedes the term of a veiled command from what follows it, in its name.
const around = "\x00"

// readVeiled returns the script with the terms of such commands, or the script itself where they cannot be read. In the first case, names of
// commands without a name say what they really are.
func readVeiled(l *layout, sc *script.Script, table *theory.Table) (*script.Script, bool) {
	text, veiled := l.veil()
	if !veiled || len(sc.Commands) != len(l.roots) {
		return sc, false
	}
	read, err := elab.Script(text, elab.Options{Table: table})
	if err != nil || len(read.Commands) != len(l.roots) {
		return sc, false
	}
	for i, root := range l.roots {
		if t := l.textual(root); t >= 0 {
			c := *read.Commands[i]
			c.Name = l.text[l.nodes[root].from:l.nodes[t].from] + around + l.text[l.nodes[t].to:l.nodes[root].to]
			read.Commands[i] = &c
		}
	}
	read.Dialects = sc.Dialects // those commands are everybody's
	return read, true
}

// isVeiled reports whether a command is another one than it seems to be.
func isVeiled(c *script.Command) bool {
	return (c.Kind == script.GetValue || c.Kind == script.CheckSatAssuming) && strings.Contains(c.Name, around)
}

// unveil writes veiled commands in a text of the script as what they are.
func unveil(text string, commands []*script.Command) string {
	if !slices.ContainsFunc(commands, isVeiled) {
		return text
	}
	l, err := lay(text)
	if err != nil || len(l.roots) != len(commands) {
		return "" // what Assay prints can be read: this cannot happen, but is easily survived
	}
	var all []splice
	for i, c := range commands {
		if isVeiled(c) {
			before, after, _ := strings.Cut(c.Name, around)
			root := l.nodes[l.roots[i]]
			all = append(all, splice{root.from, root.to, before + l.textOf(l.child(l.child(l.roots[i], 1), 0)) + after})
		}
	}
	return spliced(l.text, all)
}

// sorted reports whether a candidate sort-checks, what it asks about included.
func (s *search) sorted(c *Candidate, l *layout) bool {
	if _, err := c.Script(); err != nil {
		return false
	}
	if !s.cur.veiled || l == nil {
		return true
	}
	for _, root := range l.roots {
		if f, _ := question.FormOf(l.head(root)); f.Term > 0 && l.textual(root) < 0 {
			return false // it has lost its term
		}
	}
	text, veiled := l.veil()
	if !veiled {
		return true
	}
	_, err := elab.Script(text, elab.Options{Table: s.cfg.Table})
	return err == nil
}

// smallerQuestions drops elements of lists that are asked about, and everything that follows a term; in place of a term that may have any sort, it asks
// about one of its parts.
func smallerQuestions(st *state) []edit {
	var all []edit
	for _, root := range st.roots {
		head := st.head(root)
		form, _ := question.FormOf(head)
		term := st.textual(root)
		switch {
		case form.Lists, head == "block-model-values":
			if term >= 0 {
				break
			}
			st.children(root, func(i int, list int32) bool {
				if i > 0 && st.nodes[list].kind == syntax.List {
					all = append(all, st.elements(list, head == question.Values.Word())...)
				}
				return true
			})
			continue
		case form.Free && form.Term == 0, head == "assert-soft", head == "minimize", head == "maximize":
			term = st.child(root, 1)
		}
		if term < 0 {
			continue
		}
		if last := st.nodes[root].to - 1; last > st.nodes[term].to {
			all = append(all, edit{splices: []splice{{st.nodes[term].to, last, ""}}})
		}
		for n := st.nodes[term].end; n < st.nodes[root].end; n = st.nodes[n].end {
			s := st.cut(n)
			if next := st.nodes[n].end; st.nodes[n].kind == syntax.Keyword && next < st.nodes[root].end && st.nodes[next].kind != syntax.Keyword {
				s.to = st.nodes[next].to
			}
			all = append(all, edit{splices: []splice{s}})
		}
		if form.Free {
			all = append(all, st.partsOf(term)...)
		}
	}
	return all
}

// elements drops the elements of a list: half of them, then ever fewer. Where they are terms, a part takes the place of each.
func (st *state) elements(list int32, terms bool) []edit {
	var all []edit
	var nodes []int32
	st.children(list, func(_ int, c int32) bool { nodes = append(nodes, c); return true })
	for size := max(1, len(nodes)/2); size >= 1; size /= 2 {
		for from := 0; from < len(nodes); from += size {
			last := nodes[min(from+size, len(nodes))-1]
			s := st.cut(nodes[from])
			s.to = st.nodes[last].to
			all = append(all, edit{splices: []splice{s}})
		}
	}
	if terms {
		for _, n := range nodes {
			all = append(all, st.partsOf(n)...)
		}
	}
	return all
}

// partsOf has the arguments of a term in its place.
func (st *state) partsOf(n int32) []edit {
	var all []edit
	at := st.nodes[n]
	st.children(n, func(i int, c int32) bool {
		if i > 0 {
			all = append(all, edit{splices: []splice{{at.from, at.to, st.textOf(c)}}})
		}
		return i < maxParts
	})
	return all
}
