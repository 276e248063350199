package definition

import (
	"fmt"
	"slices"

	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// Root returns the term of a command that can be mutated, nil for none: what it asserts, or the body of what it defines. Bodies of recursive
// functions do not qualify: solvers need not agree on the meaning of a function that calls itself forever.
func Root(c *script.Command) *term.Term {
	switch {
	case c.Kind == script.Assert:
		return c.Terms[0]
	case c.Kind == script.DefineFun && !c.Decls[0].Poly:
		return c.Decls[0].Body
	}
	return nil
}

// With returns a script with another root (see Root) in one command. A term holds the declaration that it calls, with its body, so everything that
// depends on a definition with another body changes with it; changed says whether anything did. The error says that a value of a function mentions
// the definition; the definition is then left alone.
func With(s *script.Script, command int, root *term.Term) (out *script.Script, changed bool, err error) {
	c := *s.Commands[command]
	if c.Kind == script.Assert {
		c.Terms = []*term.Term{root}
		return s.With(command, c), false, nil
	}
	old := c.Decls[0]
	r := &redefinition{st: s.Store, by: map[*term.Decl]*term.Decl{old: again(old, root)}}
	c.Decls = []*term.Decl{r.by[old]}
	out = s.With(command, c)
	for i := command + 1; i < len(s.Commands); i++ {
		n, err := r.command(s.Commands[i])
		if err != nil {
			return nil, false, err
		}
		out.Commands[i] = n
	}
	return out, true, nil
}

// Counterparts calls f with every term of a script and its replacement in a script that [With] made from it by changing the
// given command, where the replacement is a different term. The command itself is left out: its terms have no counterparts.
func Counterparts(was, is *script.Script, command int, f func(was, is *term.Term)) {
	met := map[*term.Term]bool{}
	var stack [][2]*term.Term
	push := func(a, b *term.Term) {
		if a != b && !met[a] {
			met[a] = true
			stack = append(stack, [2]*term.Term{a, b})
		}
	}
	for i, c := range was.Commands {
		if i == command || c == is.Commands[i] {
			continue
		}
		for k, t := range c.Terms {
			push(t, is.Commands[i].Terms[k])
		}
		if defines(c) {
			for k, d := range c.Decls {
				push(d.Body, is.Commands[i].Decls[k].Body)
			}
		}
	}
	for len(stack) > 0 {
		pair := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		f(pair[0], pair[1])
		var below []*term.Term
		term.Below(pair[1], func(t *term.Term) { below = append(below, t) })
		k := 0
		term.Below(pair[0], func(t *term.Term) {
			push(t, below[k])
			k++
		})
	}
}

// again returns a definition with another body.
func again(d *term.Decl, body *term.Term) *term.Decl {
	n := term.NewDecl(d.Kind, d.Name, d.Params, d.Result)
	n.Text, n.Vars, n.Body, n.From, n.To = d.Text, d.Vars, body, d.From, d.To
	return n
}

// redefinition replaces declarations by others.
type redefinition struct {
	st   *term.Store
	by   map[*term.Decl]*term.Decl
	done term.Map[*term.Term]
}

// command returns a command over the new declarations; it returns the command itself when it mentions none of the old ones.
func (r *redefinition) command(c *script.Command) (*script.Command, error) {
	n := *c
	changed := false
	if len(c.Terms) > 0 {
		n.Terms = make([]*term.Term, len(c.Terms))
		for i, t := range c.Terms {
			var err error
			if n.Terms[i], err = r.of(t); err != nil {
				return nil, err
			}
			changed = changed || n.Terms[i] != t
		}
	}
	if !defines(c) || !slices.ContainsFunc(c.Decls, func(d *term.Decl) bool { return r.mentioned(d.Body) }) {
		if !changed {
			return c, nil
		}
		return &n, nil
	}
	// Functions that call themselves and each other are defined together.
	n.Decls = make([]*term.Decl, len(c.Decls))
	for i, d := range c.Decls {
		n.Decls[i] = again(d, nil)
		r.by[d] = n.Decls[i]
	}
	r.done = term.Map[*term.Term]{}
	for i, d := range c.Decls {
		var err error
		if n.Decls[i].Body, err = r.of(d.Body); err != nil {
			return nil, err
		}
	}
	return &n, nil
}

// mentioned reports whether a term calls something that now has another declaration.
func (r *redefinition) mentioned(t *term.Term) bool {
	found := false
	term.Walk([]*term.Term{t}, func(u *term.Term) bool {
		f := u.Func()
		found = found || f != nil && f.Decl != nil && r.by[f.Decl] != nil
		return !found
	})
	return found
}

// of returns a term over the new declarations.
func (r *redefinition) of(t *term.Term) (*term.Term, error) {
	if !t.HasUser() {
		return t, nil
	}
	var fail error
	term.Walk([]*term.Term{t}, func(x *term.Term) bool {
		if r.done.Get(x) == nil {
			var n *term.Term
			if n, fail = r.image(x); fail == nil {
				r.done.Set(x, n)
			}
		}
		return fail == nil
	})
	return r.done.Get(t), fail
}

// image returns the replacement of t, all of whose parts are done.
func (r *redefinition) image(t *term.Term) (*term.Term, error) {
	args := make([]*term.Term, len(t.Args()))
	for i, a := range t.Args() {
		args[i] = r.done.Get(a)
	}
	if f := t.Func(); f != nil && f.Decl != nil && r.by[f.Decl] != nil {
		if f.Kind != term.UserFunc {
			return nil, fmt.Errorf("%s is a value of a function: its definition is left alone", f)
		}
		return r.st.App(r.st.User(r.by[f.Decl], f.As), args...)
	}
	if t.Kind() == term.Annot {
		attrs, changed := slices.Clone(t.Attrs()), args[0] != t.Args()[0]
		for i := range attrs {
			if attrs[i].Terms == nil {
				continue
			}
			attrs[i].Terms = slices.Clone(attrs[i].Terms)
			for k, p := range attrs[i].Terms {
				attrs[i].Terms[k] = r.done.Get(p)
				changed = changed || attrs[i].Terms[k] != p
			}
		}
		if !changed {
			return t, nil
		}
		return r.st.Annot(args[0], attrs)
	}
	if len(args) == 0 {
		return t, nil
	}
	return r.st.WithArgs(t, args)
}
