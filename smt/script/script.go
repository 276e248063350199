// Package script holds SMT-LIB scripts: sequences of commands over terms of one store, and writes them
// as text. It does not read text: package elab does.
package script

import (
	"fmt"
	"slices"

	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// Kind is the kind of a command.
type Kind uint8

// The commands that Assay understands. Everything else is Other and kept as text.
const (
	Invalid Kind = iota
	SetLogic
	SetOption
	SetInfo
	DeclareSort
	DefineSort
	DeclareSortParameter
	DeclareFun // declare-fun and declare-const
	DefineFun  // define-fun and define-const
	DefineRec  // define-fun-rec and define-funs-rec
	DeclareDatatypes
	Assert
	AssertSoft
	Minimize
	Maximize
	CheckSat
	CheckSatAssuming
	CheckSatUsing
	Push
	Pop
	Reset
	ResetAssertions
	GetValue
	Simplify // z3's (simplify t)
	Echo
	Exit
	Get   // any get-... command without terms
	Other // an unknown command, kept as text
)

// Command is one command. Which fields are set depends on Kind.
type Command struct {
	Kind  Kind
	Line  int          // its line in the source, from 1
	Start int          // the byte offset at which it begins in the source, 0 for commands that are not in it
	Name  string       // SetLogic: the logic; SetOption, SetInfo: the key; DeclareSort: the sort
	Text  string       // canonical text; for commands with terms or declarations only the rest (attributes)
	Terms []*term.Term // Assert..., GetValue, CheckSatAssuming
	Decls []*term.Decl // DeclareFun, DefineFun, DefineRec
	Datas []*term.Datatype
	Arity int // Push, Pop: levels
}

// IsCheck reports whether the command asks for an answer.
func (c *Command) IsCheck() bool {
	return c.Kind == CheckSat || c.Kind == CheckSatAssuming || c.Kind == CheckSatUsing
}

// Script is a sequence of commands. Treat it and its commands as immutable: [Script.With] makes changed copies, which share all other
// commands. The text of a given command never changes, so that its address is enough to identify it.
type Script struct {
	Commands []*Command
	Store    *term.Store
	Warnings []string // what the reader kept but did not understand
	// Dialects are the languages that have everything in the text that was read, including the standard's if the text is
	// strictly SMT-LIB. Features are what it used beyond the standard, except operators; most of them are printed in the
	// standard's way: [Script.Needs] says what remains.
	Dialects theory.Dialects
	Features theory.Features
}

// With returns a script that differs in one command.
func (s *Script) With(i int, c Command) *Script {
	n := *s
	n.Commands = slices.Clone(s.Commands)
	n.Commands[i] = &c
	return &n
}

// Logic returns the declared logic, "" when none is.
func (s *Script) Logic() string {
	for i := range s.Commands {
		if s.Commands[i].Kind == SetLogic {
			return s.Commands[i].Name
		}
	}
	return ""
}

// Status returns the value of the first (set-info :status ...), "" when there is none.
func (s *Script) Status() string {
	for i := range s.Commands {
		if c := s.Commands[i]; c.Kind == SetInfo && c.Name == ":status" {
			return c.Text
		}
	}
	return ""
}

// Checks returns the number of commands that ask for an answer.
func (s *Script) Checks() int {
	n := 0
	for i := range s.Commands {
		if s.Commands[i].IsCheck() {
			n++
		}
	}
	return n
}

// WithCheck returns s, with a check-sat at its end if it has no check: a formula without one asks about all of itself.
func (s *Script) WithCheck() *Script {
	if s.Checks() > 0 {
		return s
	}
	n := *s
	n.Commands = append(slices.Clone(s.Commands), &Command{Kind: CheckSat})
	return &n
}

// Incremental reports whether the script needs a solver's incremental mode: push or pop, assumptions, or
// more than one check.
func (s *Script) Incremental() bool {
	for i := range s.Commands {
		switch s.Commands[i].Kind {
		case Push, Pop, CheckSatAssuming, Reset, ResetAssertions:
			return true
		}
	}
	return s.Checks() > 1
}

// Assertions returns the number of assert commands.
func (s *Script) Assertions() int {
	n := 0
	for i := range s.Commands {
		if s.Commands[i].Kind == Assert {
			n++
		}
	}
	return n
}

// Equal reports whether two scripts, possibly of different stores, have the same commands over equal
// terms (up to names of bound variables).
func Equal(a, b *Script) (equal bool, why string) {
	if len(a.Commands) != len(b.Commands) {
		return false, "different numbers of commands"
	}
	for i := range a.Commands {
		if why := differ(a.Commands[i], b.Commands[i]); why != "" {
			return false, fmt.Sprintf("command %d: %s", i+1, why)
		}
	}
	return true, ""
}

func differ(a, b *Command) string {
	switch {
	case a.Kind != b.Kind:
		return "different commands"
	case a.Name != b.Name || a.Text != b.Text || a.Arity != b.Arity:
		return "different text: " + a.Name + " " + a.Text + " against " + b.Name + " " + b.Text
	case len(a.Terms) != len(b.Terms) || len(a.Decls) != len(b.Decls) || len(a.Datas) != len(b.Datas):
		return "different numbers of parts"
	}
	for i := range a.Terms {
		if !term.Equal(a.Terms[i], b.Terms[i]) {
			return "different terms"
		}
	}
	for i, d := range a.Decls {
		e := b.Decls[i]
		if d.Name != e.Name || d.Signature() != e.Signature() || len(d.Vars) != len(e.Vars) || (d.Body == nil) != (e.Body == nil) {
			return "different declarations of " + d.Name
		}
		if d.Body != nil && !equalBodies(d, e) {
			return "different definitions of " + d.Name
		}
	}
	for i, d := range a.Datas {
		e := b.Datas[i]
		if d.Name != e.Name || len(d.Params) != len(e.Params) || len(d.Ctors) != len(e.Ctors) {
			return "different datatypes " + d.Name
		}
		for k, c := range d.Ctors {
			f := e.Ctors[k]
			if c.Name != f.Name || c.Signature() != f.Signature() {
				return "different constructors " + c.Name
			}
			for m := range c.Fields {
				if c.Fields[m].Name != f.Fields[m].Name {
					return "different selectors " + c.Fields[m].Name
				}
			}
		}
	}
	return ""
}

// equalBodies compares definitions under the correspondence of their parameters.
func equalBodies(d, e *term.Decl) bool {
	if len(d.Vars) == 0 {
		return term.Equal(d.Body, e.Body)
	}
	return term.EqualUnder(d.Vars, e.Vars, d.Body, e.Body)
}

// Roots returns all terms of the script's commands, including bodies of definitions.
func (s *Script) Roots() []*term.Term {
	var all []*term.Term
	for i := range s.Commands {
		c := s.Commands[i]
		all = append(all, c.Terms...)
		for _, d := range c.Decls {
			if d.Body != nil {
				all = append(all, d.Body)
			}
		}
	}
	return all
}
