package model

import (
	"regexp"
	"slices"

	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// approximating are the solvers that print a truncated, unmarked decimal for an algebraic number. Their rational values are
// numerals and quotients, so every decimal that they print stands for a number nearby.
var approximating = map[string]bool{"yices2": true}

var decimal = regexp.MustCompile(`(?:^|[\s(])[+-]?\d+\.\d+`)

// Approximates reports whether a value printed by a solver of a family may stand for a number nearby.
func Approximates(family, text string) bool {
	return approximating[family] && decimal.MatchString(text)
}

// nearby reports whether an expression of the model may stand for a value nearby.
func (r *reader) nearby(n syntax.ID) bool {
	return Approximates(r.solver, r.session.Tree().Text(n))
}

// approximate leaves a symbol open if its value is only known approximately, or if some of its values or their arguments are: a model that is
// false with these values may be correct. It reports whether it did.
func (r *reader) approximate(d *term.Decl, parts ...syntax.ID) bool {
	if !slices.ContainsFunc(parts, r.nearby) {
		return false
	}
	if r.near[d] {
		return true
	}
	def, ok := r.unknown(d)
	if ok {
		if r.near == nil {
			r.near = map[*term.Decl]bool{}
		}
		r.near[d] = true
		r.model.Notes = append(r.model.Notes, Note{NoteApproximate, d, syntax.Clip(d.Text, 80) + " is given as a decimal, which " + r.solver + " prints for numbers nearby"})
		r.set(d, def)
	}
	return ok
}
