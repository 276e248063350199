// Package term holds SMT-LIB terms: an immutable, hash-consed DAG whose builder cannot build an
// ill-sorted term. It does not read text and does not give terms a meaning.
//
// Terms belong to a [Store]. Two closed terms of one store are structurally equal exactly when their
// pointers are; terms with binders are shared only when they come from the same binder, because every
// binder carries variables of its own. `let` does not exist here: it is sharing.
package term

import (
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
)

// Kind is the shape of a term.
type Kind uint8

// The shapes.
const (
	Invalid Kind = iota
	App          // a function symbol applied to zero or more arguments
	Literal      // a numeral, decimal, string, bit-vector... as written
	Var          // a bound variable
	Quant        // forall, exists or lambda over one body
	Match        // match over a scrutinee and one body per case
	Annot        // (! body attributes)
)

// Binder says which binder a term has.
type Binder uint8

// The binders.
const (
	NoBinder Binder = iota
	Forall
	Exists
	Lambda
	// Comprehension is cvc5's (set.comprehension ((x S) ...) P t): the set of all t for which P holds. Its body is (tuple P t).
	Comprehension
	Choice // one of the values that meet the body, or any value if none does; which one is left open
)

// Quantifies reports whether b is forall or exists.
func (b Binder) Quantifies() bool { return b == Forall || b == Exists }

// String returns the binder's keyword.
func (b Binder) String() string {
	switch b {
	case Forall:
		return "forall"
	case Exists:
		return "exists"
	case Lambda:
		return "lambda"
	case Comprehension:
		return "set.comprehension"
	case Choice:
		return "choice"
	}
	return "?"
}

// flags are properties of a whole subterm.
type flags uint8

const (
	flagNamed  flags = 1 << iota // contains a (! ... :named n)
	flagBinder                   // contains a binder
	flagUser                     // contains a user-declared symbol
	flagMatch                    // holds a match
	flagAnnot                    // contains an annotation
)

// Term is a node of the DAG. Immutable; reading is safe for concurrent use.
type Term struct {
	id    uint32
	hash  uint32
	kind  Kind
	flags flags
	size  uint32 // nodes written out without sharing, except terms in patterns; at most maxSize
	sort  *sorts.Sort
	fn    *Func   // App
	args  []*Term // App: arguments; Quant, Annot: the body; Match: scrutinee, then one body per case
	ext   *extra  // everything but applications
	free  []*Term // free bound variables, by increasing id
}

// extra is what only a few terms have.
type extra struct {
	text   string // Literal: as written. Var: its name in the source
	lit    syntax.Kind
	binder Binder
	vars   []*Term // Quant
	attrs  []Attr  // Annot
	cases  []Case  // Match
}

// Unnamed is the source name of a variable that has none, such as _ in a pattern: no text can mention it.
const Unnamed = "|"

// Attr is an attribute of an annotated term.
type Attr struct {
	Key   string  // with its colon
	Terms []*Term // of :pattern and :no-pattern
	Value string  // canonical text of any other value, "" for none
	Label *Decl   // of :named
}

// Case is one case of a match. A nil Ctor is the case of a single variable or of _.
type Case struct {
	Ctor *Decl
	Vars []*Term
}

// ID numbers the terms of a store in order of creation.
func (t *Term) ID() int { return int(t.id) }

// Kind returns the shape of t.
func (t *Term) Kind() Kind { return t.kind }

// Sort returns the sort of t.
func (t *Term) Sort() *sorts.Sort { return t.sort }

// Size returns the number of nodes of t written out without sharing, except terms in patterns, at most 2^30.
func (t *Term) Size() int { return int(t.size) }

// Func returns the applied function symbol, nil unless t is an App.
func (t *Term) Func() *Func { return t.fn }

// Args returns the subterms: arguments, the body of a binder or annotation, the scrutinee and bodies of
// a match. The caller must not change the slice. Terms inside patterns are not among them.
func (t *Term) Args() []*Term { return t.args }

// Text returns a literal as written or a variable's source name.
func (t *Term) Text() string {
	if t.ext == nil {
		return ""
	}
	return t.ext.text
}

// LiteralKind returns the token kind of a literal; List stands for (witness ...) in models, Symbol for (_ bvN m) and (_ char #xN).
func (t *Term) LiteralKind() syntax.Kind {
	if t.kind != Literal {
		return syntax.Invalid
	}
	return t.ext.lit
}

// Binder returns which binder a Quant is.
func (t *Term) Binder() Binder {
	if t.kind != Quant {
		return NoBinder
	}
	return t.ext.binder
}

// Bound returns the variables that a Quant binds. The caller must not change the slice.
func (t *Term) Bound() []*Term {
	if t.kind != Quant {
		return nil
	}
	return t.ext.vars
}

// Cases returns the cases of a Match; case i has the body Args()[i+1].
func (t *Term) Cases() []Case {
	if t.kind != Match {
		return nil
	}
	return t.ext.cases
}

// Attrs returns the attributes of an Annot.
func (t *Term) Attrs() []Attr {
	if t.kind != Annot {
		return nil
	}
	return t.ext.attrs
}

// Free returns the bound variables that occur free in t, by increasing ID. The caller must not change
// the slice.
func (t *Term) Free() []*Term { return t.free }

// HasNamed reports whether t contains a named annotation.
func (t *Term) HasNamed() bool { return t.flags&flagNamed != 0 }

// HasBinder reports whether t contains a quantifier, lambda or match.
func (t *Term) HasBinder() bool { return t.flags&flagBinder != 0 }

// HasMatch reports whether t contains a match.
func (t *Term) HasMatch() bool { return t.flags&flagMatch != 0 }

// HasUser reports whether t contains a symbol that the script declares.
func (t *Term) HasUser() bool { return t.flags&flagUser != 0 }

// IsLeaf reports whether t has no subterms.
func (t *Term) IsLeaf() bool { return len(t.args) == 0 }
