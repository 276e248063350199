package smt

import (
	"slices"

	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// A locator finds parts of terms in the text that they were read from. Terms have no positions: equal ones are shared, and there is no let. So it
// follows the path to a part through the text, as far as text and term agree.
type locator struct {
	source *Script
	script *script.Script
}

// A place is a term in the text.
type place struct {
	tree *syntax.Tree // of the command, nil for no place
	base int          // offset of the tree's text
	node syntax.ID
	lets *binding // in force there
}

// A binding is that of a name by a let, on top of those around it.
type binding struct {
	name  string
	value place
	outer *binding
}

func (p place) span(s *Script) Span {
	if p.tree == nil {
		return Span{}
	}
	start := p.base + p.tree.Offset(p.node)
	return s.span(start, start+len(p.tree.Text(p.node)))
}

// at returns the place of another node of the same command, with the same bindings.
func (p place) at(n syntax.ID) place {
	p.node = n
	return p
}

// kids are the parts of a list, none for atoms.
func (p place) kids() []syntax.ID { return p.tree.Children(p.node) }

// is reports whether p is a list with that head.
func (p place) is(head string) bool {
	return p.tree.Len(p.node) > 0 && p.tree.Is(p.tree.First(p.node), head)
}

// command returns the place of a whole command.
func (l *locator) command(c *script.Command) place {
	tree := new(syntax.Tree)
	if more, err := syntax.NewReader(l.source.text[c.Start:]).Next(tree); err != nil || !more {
		return place{}
	}
	return place{tree: tree, base: c.Start}
}

// find follows a path from a formula that the command c asserts or assumes.
func (l *locator) find(c *script.Command, a script.Assertion, path []int) place {
	p := l.command(c)
	if p.tree == nil {
		return p
	}
	kids := p.kids()
	if len(kids) < 2 {
		return p
	}
	t := a.Term
	if p.node = kids[1]; a.Assumed {
		i := slices.Index(c.Terms, t)
		if i < 0 || i >= p.tree.Len(p.node) {
			return p
		}
		p.node = p.kids()[i]
	}
	for _, step := range path {
		p = l.resolved(p, t)
		next, below, ok := l.step(p, t, step)
		if !ok {
			return p
		}
		p, t = next, below
	}
	return l.resolved(p, t)
}

// resolved goes from p to where the term t really stands: through lets, from a name to what a let or a label binds it to, and into annotations that
// the term does not have.
func (l *locator) resolved(p place, t *term.Term) place {
	for {
		kids := p.kids()
		switch {
		case p.is("let") && len(kids) == 3:
			outer := p.lets
			for _, b := range p.at(kids[1]).kids() {
				if pair := p.at(b).kids(); len(pair) == 2 {
					name, _ := p.tree.Name(pair[0])
					value := p.at(pair[1])
					value.lets = outer
					p.lets = &binding{name: name, value: value, outer: p.lets}
				}
			}
			p.node = kids[2]
		case p.is("!") && len(kids) > 1 && t.Kind() != term.Annot:
			p.node = kids[1]
		default:
			name, ok := p.tree.Name(p.node)
			if !ok {
				return p
			}
			b := p.lets
			for b != nil && b.name != name {
				b = b.outer
			}
			if b == nil {
				return l.labelled(p, name, t)
			}
			p = b.value
		}
	}
}

// step takes one step of a path from the term t at p; ok is false where the text has something else.
func (l *locator) step(p place, t *term.Term, step int) (next place, below *term.Term, ok bool) {
	kids := p.kids()
	switch {
	case t.Kind() == term.Annot:
		if p.is("!") && len(kids) > 1 {
			p.node = kids[1]
		}
		return p, t.Args()[0], true
	case step == eval.Body:
		next = l.meaning(t.Func().Decl)
		return next, t.Func().Decl.Body, next.tree != nil
	case len(kids) != len(t.Args())+1 || !spells(p, kids[0], t.Func()):
		return p, t, false
	}
	return p.at(kids[step+1]), t.Args()[step], true
}

// spells reports whether the node is a name of the operator.
func spells(p place, n syntax.ID, f *term.Func) bool {
	name, ok := p.tree.Name(n)
	return ok && (name == f.Row.Name || slices.Contains(f.Row.Legacy, name))
}

// meaning returns where the text has the body of a defined constant, no place where it is not found.
func (l *locator) meaning(d *term.Decl) place {
	for _, c := range l.script.Commands {
		if len(c.Decls) != 1 || c.Decls[0] != d {
			continue
		}
		p := l.command(c)
		if p.tree == nil {
			return p
		}
		if kids := p.kids(); len(kids) > 0 {
			return p.at(kids[len(kids)-1])
		}
	}
	return place{}
}

// labelled returns where the text gives the term t the label with that name, without the lets around it, and p if t has no such label.
func (l *locator) labelled(p place, name string, t *term.Term) place {
	i := slices.IndexFunc(t.Attrs(), func(a term.Attr) bool { return a.Label != nil && a.Label.Name == name })
	if i < 0 {
		return p
	}
	for _, c := range l.script.Commands {
		if !slices.ContainsFunc(c.Terms, func(in *term.Term) bool { return has(in, t.Attrs()[i].Label) }) {
			continue
		}
		q := l.command(c)
		if q.tree == nil {
			return p
		}
		for n := syntax.Root; n < q.tree.End(syntax.Root); n++ {
			if q.node = n; q.names(name) {
				return q
			}
		}
	}
	return p
}

// names reports whether p is an annotation that gives its term the name.
func (p place) names(name string) bool {
	if !p.is("!") {
		return false
	}
	kids := p.kids()
	for i := 2; i+1 < len(kids); i++ {
		if p.tree.Kind(kids[i]) != syntax.Keyword || p.tree.Text(kids[i]) != ":named" {
			continue
		}
		if n, ok := p.tree.Name(kids[i+1]); ok && n == name {
			return true
		}
	}
	return false
}

func has(t *term.Term, label *term.Decl) bool {
	found := false
	term.Labels(t, func(l *term.Decl) { found = found || l == label })
	return found
}

// part returns the place of an argument of the term t, which stands at p.
func part(p place, t, arg *term.Term) place {
	i := slices.Index(t.Args(), arg)
	if p.tree == nil || i < 0 || t.Kind() != term.App {
		return place{}
	}
	kids := p.kids()
	if len(kids) != len(t.Args())+1 {
		return place{}
	}
	return p.at(kids[i+1])
}
