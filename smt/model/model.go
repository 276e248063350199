// Package model holds solvers' models, which interpret the symbols that a script declares, and reads the model text of every
// common solver. Definitions are terms in the script's own store; package eval gives them values.
package model

import (
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// Model interprets what a script declares, as of one check-sat. Immutable once read.
type Model struct {
	Script *script.Script
	// Check is the check that the model belongs to, from 0; what is visible there is interpreted.
	Check int
	// Defs are the meanings of declared constants and functions.
	Defs map[*term.Decl]*Def
	// Ops are interpretations of operators at arguments where the standard leaves them open, by the operator's
	// name in the table: "/", "div", "mod", "seq.nth"...
	Ops map[string][]*OpDef
	// Selectors say what selectors give on values of other constructors, as functions of the whole value.
	Selectors map[*term.Decl]*Def
	// Universes are the elements of uninterpreted sorts.
	Universes map[*sorts.Sort]*Universe
	// Notes report liberties taken and gaps.
	Notes []Note
}

// Def is the meaning of a symbol: Body, in which Vars stand for the arguments.
type Def struct {
	Vars []*term.Term
	Body *term.Term
	// Known is the Body of a symbol that the model gives only at some arguments, with Rest, a function that nothing defines, at
	// all others, where Body has a value of Assay's choice. Both are nil if the model specifies the symbol completely.
	Known *term.Term
	Rest  *term.Decl
}

// OpDef interprets an operator at arguments where the standard leaves it open.
type OpDef struct {
	// Name is the solver's name for it, such as /0 or div0.
	Name   string
	Params []*sorts.Sort
	Result *sorts.Sort
	Def    Def
}

// Universe is the set of elements of an uninterpreted sort, each named by a nullary declaration. Complete says
// that the solver states that there are no others.
type Universe struct {
	Elements []*term.Decl
	Complete bool
}

// Note is a remark for users of the model.
type Note struct {
	Code NoteCode
	// Decl is the symbol that it is about, nil for none.
	Decl *term.Decl
	Text string
}

// NoteCode names a kind of note.
type NoteCode string

// The kinds of notes.
const (
	// NoteMissing: the model has no value for a symbol.
	NoteMissing NoteCode = "missing"
	// NoteRepeated: a symbol is defined more than once; the last definition counts.
	NoteRepeated NoteCode = "repeated"
	// NotePartial: a function is known only at some arguments.
	NotePartial NoteCode = "partial"
	// NoteUnread: the model defines a symbol by a helper that cannot be read; its value is open.
	NoteUnread NoteCode = "unread"
	// NoteApproximate: the value of a symbol is printed as a number nearby; it is open.
	NoteApproximate NoteCode = "approximate"
)

// Missing returns the declared constants and functions that are visible at the model's check and have no meaning in it,
// in order of declaration.
func (m *Model) Missing() []*term.Decl {
	var out []*term.Decl
	at := m.Script.CheckCommand(m.Check)
	if at < 0 {
		at = len(m.Script.Commands)
	}
	for i := range m.Script.Commands[:at] {
		if m.Script.Commands[i].Kind != script.DeclareFun {
			continue
		}
		for _, d := range m.Script.Commands[i].Decls {
			if d.From <= at && at < d.To && m.Defs[d] == nil {
				out = append(out, d)
			}
		}
	}
	return out
}

// Partial returns the constants and functions that the model gives only at some arguments, in order of declaration.
func (m *Model) Partial() []*term.Decl {
	var out []*term.Decl
	for i := range m.Script.Commands {
		for _, d := range m.Script.Commands[i].Decls {
			if def := m.Defs[d]; def != nil && def.Rest != nil {
				out = append(out, d)
			}
		}
	}
	return out
}

// openOps are solvers' names for the functions that they use where the standard leaves an operator open.
var openOps = map[string]string{
	"/0": "/", "div0": "div", "mod0": "mod", "rem0": "rem" /* which nothing asks for */, "^0": "^", "0^0": "^",
	"bvudiv0": "bvudiv0", "bvurem0": "bvurem0", "bvsdiv0": "bvsdiv0", "bvsrem0": "bvsrem0", "bvsmod0": "bvsmod0",
	"seq.nth_u": "seq.nth", "seq.nth0": "seq.nth",
	"fp.min_unspecified": "fp.min", "fp.max_unspecified": "fp.max", "fp.min_i": "fp.min", "fp.max_i": "fp.max",
	"fp.to_ubv_unspecified": "fp.to_ubv", "fp.to_sbv_unspecified": "fp.to_sbv",
	"fp.to_real_unspecified": "fp.to_real", "fp.to_ieee_bv_unspecified": "fp.to_ieee_bv",
	"@div_by_zero": "/", "@int_div_by_zero": "div", "@mod_by_zero": "mod",
}
