package reduce

import (
	"slices"

	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// A rewriting turns a script's terms into others, each one once, parts before wholes.
type rewriting struct {
	// term returns the replacement of t, whose parts are now args; nil means t with these parts.
	term func(t *term.Term, args []*term.Term) (*term.Term, error)
	// decl returns the replacement of a declaration, nil for the declaration itself. It is not asked about bodies.
	decl func(d *term.Decl) *term.Decl
	// erased are the commands to leave out, added is a command to put before the first one that states or asks something.
	erased map[*script.Command]bool
	added  *script.Command
}

// rewritten writes the script with other terms. It visits every term once, however often it occurs in the text. The text is "" when a term
// would be ill-sorted.
func (st *state) rewritten(r rewriting) string {
	g := st.graph()
	defer func() {
		for _, t := range g.terms {
			g.info.At(t).image = nil
		}
	}()
	var args []*term.Term
	for _, t := range g.terms {
		args = args[:0]
		changed := false
		for _, a := range t.Args() {
			args = append(args, g.image(a))
			changed = changed || args[len(args)-1] != a
		}
		new, err := r.term(t, args)
		if err == nil && new == nil && changed {
			new, err = st.script.Store.WithArgs(t, args)
		}
		if err != nil {
			return ""
		}
		g.info.At(t).image = new
	}
	var commands []*script.Command
	for _, c := range st.script.Commands {
		if r.erased[c] {
			continue
		}
		if r.added != nil && states(c.Kind) {
			commands = append(commands, r.added)
			r.added = nil
		}
		commands = append(commands, mapCommand(c, g.image, r.decl))
	}
	return st.print(commands)
}

// states reports whether a command of the kind has terms over what was declared before it.
func states(k script.Kind) bool {
	switch k {
	case script.Assert, script.AssertSoft, script.CheckSatAssuming, script.DefineFun, script.DefineRec, script.Push, script.Minimize, script.Maximize,
		script.GetValue, script.Simplify:
		return true
	}
	return false
}

// image is the replacement of t in the current rewriting.
func (g *graph) image(t *term.Term) *term.Term {
	if f := g.info.Get(t); f.image != nil {
		return f.image
	}
	return t
}

// swapped writes the script with swapped terms. ok is false when a term would be ill-sorted.
func (st *state) swapped(swaps []swap, erased map[*script.Command]bool) (text string, ok bool) {
	g := st.graph()
	replaced := map[*term.Term]*term.Term{}
	edges := map[*term.Term][]swap{}
	for _, s := range swaps {
		if s.parent == nil {
			replaced[s.old] = s.new
		} else {
			edges[s.parent] = append(edges[s.parent], s)
		}
	}
	text = st.rewritten(rewriting{erased: erased, term: func(t *term.Term, args []*term.Term) (*term.Term, error) {
		if new, found := replaced[t]; found {
			return g.image(new), nil // new may be a part of t that changes too
		}
		if here := edges[t]; len(here) > 0 {
			args = slices.Clone(args)
			for _, e := range here {
				args[e.index] = g.image(e.new)
			}
			return st.script.Store.WithArgs(t, args)
		}
		return nil, nil
	}})
	return text, text != ""
}

func mapCommand(c *script.Command, image func(*term.Term) *term.Term, other func(*term.Decl) *term.Decl) *script.Command {
	changed := false
	terms := make([]*term.Term, len(c.Terms))
	for i, t := range c.Terms {
		terms[i] = image(t)
		changed = changed || terms[i] != t
	}
	decls := make([]*term.Decl, len(c.Decls))
	for i, d := range c.Decls {
		decls[i] = d
		if other != nil {
			if new := other(d); new != nil {
				decls[i], changed = new, true
			}
		}
		if d.Body == nil {
			continue
		}
		if body := image(d.Body); body != d.Body {
			new := *decls[i]
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
