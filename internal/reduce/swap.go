package reduce

import (
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// swapped writes the script with other terms. Every term of the script is looked at once, however often it stands in the
// text. ok is false when a term would be ill-sorted.
func (st *state) swapped(swaps []swap) (text string, ok bool) {
	g := st.graph()
	replaced := map[*term.Term]*term.Term{}
	for _, s := range swaps {
		if s.parent == nil {
			replaced[s.old] = s.new
			continue
		}
		f := g.info.At(s.parent)
		f.edges = append(f.edges, s)
	}
	defer func() {
		for _, t := range g.terms {
			f := g.info.At(t)
			f.image, f.edges = nil, nil
		}
	}()
	image := func(t *term.Term) *term.Term {
		if f := g.info.Get(t); f.image != nil {
			return f.image
		}
		return t
	}
	var args []*term.Term
	for _, t := range g.terms {
		if new, found := replaced[t]; found {
			g.info.At(t).image = image(new) // new may be a part of t that changes too
			continue
		}
		args = args[:0]
		changed := false
		for _, a := range t.Args() {
			args = append(args, image(a))
			changed = changed || args[len(args)-1] != a
		}
		for _, e := range g.info.Get(t).edges {
			args[e.index] = image(e.new)
			changed = true
		}
		if !changed {
			continue
		}
		new, err := st.script.Store.WithArgs(t, args)
		if err != nil {
			return "", false
		}
		g.info.At(t).image = new
	}
	return st.print(st.mapped(image)), true
}

// mapped returns the commands with other roots. Commands that do not change stay what they are.
func (st *state) mapped(image func(*term.Term) *term.Term) []*script.Command {
	commands := make([]*script.Command, len(st.script.Commands))
	for i, c := range st.script.Commands {
		commands[i] = mapCommand(c, image)
	}
	return commands
}

func mapCommand(c *script.Command, image func(*term.Term) *term.Term) *script.Command {
	changed := false
	terms := make([]*term.Term, len(c.Terms))
	for i, t := range c.Terms {
		terms[i] = image(t)
		changed = changed || terms[i] != t
	}
	decls := make([]*term.Decl, len(c.Decls))
	for i, d := range c.Decls {
		decls[i] = d
		if d.Body == nil {
			continue
		}
		if body := image(d.Body); body != d.Body {
			new := *d
			new.Body = body
			decls[i], changed = &new, true
		}
	}
	if !changed {
		return c
	}
	new := *c
	new.Terms, new.Decls = terms, decls
	return &new
}
