// Package occurrence finds and chooses occurrences of terms: the places in a script where a mutation may put another term.
// It builds no terms and changes no script.
package occurrence

import "github.com/assay-smt/assay/smt/term"

// Occurrence is a term at one place of a script: a command, the path to the term in its assertion, and the terms above it.
type Occurrence struct {
	Command int
	Path    term.Path
	Term    *term.Term
	Above   []*term.Term // the terms on the path, the root first
	Scope   []*term.Term // bound variables in scope, by ID
}

// Place returns where a replacement of this term goes.
func (o *Occurrence) Place() Place { return Place{Command: o.Command, Scope: o.Scope} }

// Place is a position where a term can be put.
type Place struct {
	Command int
	Scope   []*term.Term // bound variables in scope, by ID
}

// Ancestors returns the terms on a path, root first, without the one that it leads to.
func Ancestors(root *term.Term, p term.Path) []*term.Term {
	above := make([]*term.Term, 0, len(p))
	for _, i := range p {
		above = append(above, root)
		root = root.Args()[i]
	}
	return above
}
