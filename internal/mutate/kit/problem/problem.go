// Package problem takes scripts apart into declarations and assertions, without the order of commands. Engines build new
// scripts from problems, and join several problems into one.
package problem

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// Problem holds the declarations and formulas of a script. Immutable; the terms live in the script's store.
type Problem struct {
	Logic string
	// Decls declare sorts, datatypes, functions and definitions, in order.
	Decls []*script.Command
	// Assertions are what the script asserts or assumes, each once, without labels. Those that mention a symbol hidden by
	// another one of the same name are left out.
	Assertions []*term.Term
	Store      *term.Store

	hidden int // formulas left out
}

// Of takes a script apart. It writes labels out, and lifts declarations out of the levels that push opens. The error wraps
// mutate.ErrNotApplicable where a definition contains labels, or where formulas may depend on a declaration that Assay does
// not understand, such as that of a heap.
func Of(s *script.Script) (*Problem, error) {
	p := &Problem{Logic: s.Logic(), Store: s.Store}
	names := newTaken()
	plain := unlabel{st: s.Store, done: map[*term.Term]*term.Term{}}
	seen := map[*term.Term]bool{}
	for i := range s.Commands {
		c := s.Commands[i]
		switch c.Kind {
		case script.DeclareSort, script.DefineSort, script.DeclareSortParameter, script.DeclareFun, script.DefineFun, script.DefineRec, script.DeclareDatatypes:
			if !names.add(c) {
				continue
			}
			if err := unlabelled(c); err != nil {
				return nil, err
			}
			p.Decls = append(p.Decls, c)
		case script.Other:
			if strings.HasPrefix(c.Text, "(declare-") || strings.HasPrefix(c.Text, "(define-") {
				return nil, fmt.Errorf("%w: %s is a declaration that Assay does not understand", mutate.ErrNotApplicable, syntax.Clip(c.Text, 60))
			}
		case script.Assert, script.CheckSatAssuming:
			for _, t := range c.Terms {
				t, err := plain.of(t)
				if err != nil {
					return nil, err
				}
				if seen[t] {
					continue
				}
				if seen[t] = true; names.hides(t) {
					p.hidden++
					continue
				}
				p.Assertions = append(p.Assertions, t)
			}
		}
	}
	return p, nil
}

// At takes apart what check number check of a script, from 0, asks about: its assertions and assumptions, the declarations in scope at
// that point, and the logic in force there. The error wraps mutate.ErrNotApplicable where there is no such check, or where one of the
// formulas is about a symbol hidden by another one of the same name.
func At(s *script.Script, check int) (*Problem, error) {
	active, ok := s.Active(check)
	if !ok {
		return nil, fmt.Errorf("%w: the seed has no check-sat number %d", mutate.ErrNotApplicable, check+1)
	}
	asked := &script.Script{Store: s.Store, Commands: inScope(s, check)}
	for _, a := range active {
		asked.Commands = append(asked.Commands, Assert(a.Term))
	}
	p, err := Of(asked)
	if err == nil && p.hidden > 0 {
		return nil, fmt.Errorf("%w: check-sat number %d is about symbols that others of the same name hide", mutate.ErrNotApplicable, check+1)
	}
	return p, err
}

// Script returns a script that declares everything and continues with the given commands.
func (p *Problem) Script(commands ...*script.Command) *script.Script {
	s := &script.Script{Store: p.Store, Commands: make([]*script.Command, 0, len(p.Decls)+len(commands)+1)}
	if p.Logic != "" {
		s.Commands = append(s.Commands, &script.Command{Kind: script.SetLogic, Name: p.Logic})
	}
	s.Commands = append(append(s.Commands, p.Decls...), commands...)
	return s
}

// Asking returns the script that asserts the formulas and asks once.
func (p *Problem) Asking(formulas ...*term.Term) *script.Script {
	commands := make([]*script.Command, 0, len(formulas)+1)
	for _, t := range formulas {
		commands = append(commands, Assert(t))
	}
	return p.Script(append(commands, &script.Command{Kind: script.CheckSat})...)
}

// Assert returns the command that asserts a formula.
func Assert(t *term.Term) *script.Command {
	return &script.Command{Kind: script.Assert, Terms: []*term.Term{t}}
}

// Conjunction returns the conjunction of the given formulas, one or more: the formula itself when there is one.
func (p *Problem) Conjunction(formulas ...*term.Term) (*term.Term, error) {
	if len(formulas) == 1 {
		return formulas[0], nil
	}
	return p.Connect("and", formulas...)
}

// Connect applies a connective of the core theory, such as "not" or "or".
func (p *Problem) Connect(connective string, formulas ...*term.Term) (*term.Term, error) {
	t, _, err := p.Store.Overload(p.Store.Table.Lookup(connective), nil, nil, formulas)
	return t, err
}

// Readable reports whether all targets have the operators of the declarations and formulas, and whatever else in them is not
// in the standard, as far as is known.
func (p *Problem) Readable(targets []mutate.Dialect) bool {
	roots := slices.Clone(p.Assertions)
	for i := range p.Decls {
		for _, d := range p.Decls[i].Decls {
			if d.Body != nil {
				roots = append(roots, d.Body)
			}
		}
	}
	for _, f := range script.NeedsOf(roots).List() {
		for _, to := range targets {
			if !f.AvailableIn(to.Name, to.Version) {
				return false
			}
		}
	}
	ok := true
	term.Walk(roots, func(t *term.Term) bool {
		f := t.Func()
		if f == nil || f.Row == nil || f.Row.In == nil {
			return true
		}
		for _, to := range targets {
			ok = ok && f.Row.AvailableIn(to.Name, to.Version)
		}
		return ok
	})
	return ok
}

// Declared returns the functions, constructors and selectors that a command introduces.
func Declared(c *script.Command) []*term.Decl {
	out := slices.Clone(c.Decls)
	for _, data := range c.Datas {
		for _, ctor := range data.Ctors {
			out = append(append(out, ctor), ctor.Fields...)
		}
		if data.Subterm != nil {
			out = append(out, data.Subterm)
		}
	}
	return out
}

func declaredSorts(c *script.Command) []string {
	var out []string
	switch c.Kind {
	case script.DeclareSort, script.DefineSort, script.DeclareSortParameter:
		out = append(out, c.Name)
	}
	for _, d := range c.Datas {
		out = append(out, d.Name)
	}
	return out
}

// unlabel writes labels out: (! t :named n) becomes t, and n becomes t.
type unlabel struct {
	st   *term.Store
	done map[*term.Term]*term.Term
}

func (u *unlabel) of(t *term.Term) (*term.Term, error) {
	if !labelled(t) {
		return t, nil
	}
	var fail error
	term.Walk([]*term.Term{t}, func(t *term.Term) bool {
		if u.done[t] == nil {
			u.done[t], fail = u.rebuild(t)
		}
		return fail == nil
	})
	return u.done[t], fail
}

// labelled reports whether labels occur in t.
func labelled(t *term.Term) bool {
	if t.HasNamed() {
		return true
	}
	found := false
	term.Walk([]*term.Term{t}, func(x *term.Term) bool {
		found = found || isLabel(x)
		return !found
	})
	return found
}

func isLabel(t *term.Term) bool {
	f := t.Func()
	return f != nil && f.Decl != nil && f.Decl.Kind == term.Label
}

func (u *unlabel) rebuild(t *term.Term) (*term.Term, error) {
	if isLabel(t) {
		body := t.Func().Decl.Body
		if done := u.done[body]; done != nil {
			return done, nil
		}
		return u.of(body)
	}
	if len(t.Args()) == 0 {
		return t, nil
	}
	args := make([]*term.Term, len(t.Args()))
	for i, a := range t.Args() {
		args[i] = u.done[a]
	}
	if t.Kind() != term.Annot {
		return u.st.WithArgs(t, args)
	}
	attrs := slices.DeleteFunc(slices.Clone(t.Attrs()), func(a term.Attr) bool { return a.Label != nil })
	if len(attrs) == 0 {
		return args[0], nil
	}
	return u.st.Annot(args[0], attrs)
}

// unlabelled refuses definitions with labels in their bodies, with an error that wraps mutate.ErrNotApplicable: terms hold
// the declaration with its body, so these labels cannot be written out.
func unlabelled(c *script.Command) error {
	for _, d := range c.Decls {
		if d.Body != nil && labelled(d.Body) {
			return fmt.Errorf("%w: the definition of %s contains labels", mutate.ErrNotApplicable, d.Text)
		}
	}
	return nil
}

// Fresh returns the same problem in a new store. Declarations are numbered in the order of [Problem.Script].
func (p *Problem) Fresh() (*Problem, error) {
	s, err := elab.Script(p.Asking(p.Assertions...).String(), elab.Options{Table: p.Store.Table})
	if err != nil {
		return nil, fmt.Errorf("reading a script again: %w", err)
	}
	return Of(s)
}
