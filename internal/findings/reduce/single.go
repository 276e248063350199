package reduce

import (
	"slices"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
)

// singlePass is the last check: nothing that can be removed by itself is left when it finds nothing. It runs when all other passes find
// nothing, and takes what one of them does not try, mostly because of a bound on what it proposes.
var singlePass = &Pass{
	Name: "single", Doc: "the last check: every single command, option, element and term by a part of it or a constant", edits: singleRemovals, last: true,
}

// singleRemovals has an edit for each part of the text that can be removed by itself: a command; an element of a list, a keyword with what follows
// it; and a list or an atom with one of its elements, or a constant, in its place.
func singleRemovals(st *state) []edit {
	var all []edit
	for i := range st.roots {
		all = append(all, edit{splices: []splice{st.erase(i)}})
	}
	slices.Reverse(all)
	constants := st.shortConstants()
	for k := range st.nodes {
		n := int32(k)
		if p := st.nodes[n].parent; p >= 0 && (st.nodes[p].parent >= 0 || n != p+1) { // a command keeps its name
			all = append(all, edit{expand: func() []edit { return st.removalsAt(n, constants) }})
		}
	}
	return all
}

// removalsAt are the edits that remove node n, or most of it.
func (st *state) removalsAt(n int32, constants []string) []edit {
	at := st.nodes[n]
	all := []edit{{splices: []splice{st.cut(n)}}}
	if next := at.end; at.kind == syntax.Keyword && next < st.nodes[at.parent].end && st.nodes[next].kind != syntax.Keyword {
		pair := st.cut(n)
		pair.to = st.nodes[next].to
		all = append(all, edit{splices: []splice{pair}})
	}
	replace := func(text string) {
		if len(text) < int(at.to-at.from) || len(text) == int(at.to-at.from) && text < st.textOf(n) {
			all = append(all, edit{splices: []splice{{at.from, at.to, text}}})
		}
	}
	for _, c := range constants {
		replace(c)
	}
	st.children(n, func(_ int, c int32) bool { replace(st.textOf(c)); return true })
	return all
}

// shortConstants are the texts of the simplest terms of all sorts in the script, each once, and of those that are everywhere: some languages take a
// numeral for a real number.
func (st *state) shortConstants() []string {
	all := []string{"true", "false", "0"}
	if st.script == nil {
		return all
	}
	all = append(all, "0.0", `""`)
	cs := newConstants(st)
	for _, s := range st.sortsIn(func(*sorts.Sort) bool { return true }) {
		for _, c := range cs.of(s) {
			if text := c.String(); !slices.Contains(all, text) {
				all = append(all, text)
			}
		}
	}
	return all
}

// speaksAlike reports whether a candidate that sort-checks belongs to all languages to which the current text belongs. What is cut out of a text blindly may
// make sense in one of them by chance, such as z3's (bvmul x), which is x, or a constructor without parentheses, which Assay reads for all.
func (s *search) speaksAlike(c *Candidate, l *layout) bool {
	sc, err := c.Script()
	return err == nil && s.cur.script.Dialects&^sc.Dialects == 0 && l.bareConstructors() <= s.cur.bareConstructors()
}

// bareConstructors counts constructors without parentheses.
func (l *layout) bareConstructors() int {
	n := 0
	body := func(b int32) {
		if l.head(b) == "par" {
			b = l.child(b, 2)
		}
		if b >= 0 {
			l.children(b, func(_ int, c int32) bool {
				if l.nodes[c].kind != syntax.List {
					n++
				}
				return true
			})
		}
	}
	for _, root := range l.roots {
		b := l.child(root, 2)
		switch head := l.head(root); {
		case b < 0:
		case head == "declare-datatype" || head == "declare-codatatype":
			body(b)
		case head == "declare-datatypes" || head == "declare-codatatypes":
			l.children(b, func(_ int, c int32) bool { body(c); return true })
		}
	}
	return n
}

const (
	// countBytes bounds the texts that are looked at to count removals that were not tried, countRead those of them that are sort-checked.
	countBytes = 64 << 20
	countRead  = 4 << 20
)

// untried counts the single removals from the best text about which nothing is known. It counts too many of a text that is so long that they cannot
// all be looked at, never too few.
func (s *search) untried() int {
	l, err := lay(s.best.text)
	if err != nil || s.mode == Lines {
		return countLines(s.best.text, s.cache)
	}
	at := *s
	if s.mode == NoMode && !s.cfg.Raw { // it would begin with terms
		_, err := s.best.Script()
		at.typed = err == nil
	}
	at.setState(l)
	now := measureOf(at.cur.layout)
	seen, read, n := 0, 0, 0
	count := func(e edit) {
		if seen > countBytes {
			n++
			return
		}
		text, ok := at.cur.apply([]edit{e})
		l, err := lay(text)
		seen += len(text)
		if !ok || err != nil || !measureOf(l).below(now) || s.cache.has(keyOfText(l.text)) {
			return
		}
		if at.typed && read <= countRead {
			read += len(text)
			if c := NewCandidate(l.text, s.cfg.Table); !at.sorted(c, l) || !at.speaksAlike(c, l) {
				return
			}
		}
		n++
	}
	for _, e := range singleRemovals(at.cur) {
		if e.expand == nil {
			count(e)
			continue
		}
		for _, one := range e.expand() {
			count(one)
		}
	}
	return n
}
