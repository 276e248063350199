package model

import (
	"regexp"

	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// approximating are the solvers that print a decimal for an algebraic number, cut off and without a mark. Their rational values are
// numerals and quotients, so that every decimal of theirs stands for a number nearby.
var approximating = map[string]bool{"yices2": true}

var decimal = regexp.MustCompile(`(?:^|[\s(])[+-]?\d+\.\d+`)

// approximate leaves a symbol open whose value is only known nearly: a model that is false with it may be a right one. It reports whether
// it did.
func (r *reader) approximate(d *term.Decl, body syntax.ID) bool {
	if !approximating[r.solver] || !decimal.MatchString(r.session.Tree().Text(body)) {
		return false
	}
	def, ok := r.unknown(d)
	if ok {
		r.model.Notes = append(r.model.Notes, Note{NoteApproximate, d, syntax.Clip(d.Text, 80) + " is given as a decimal, which " + r.solver + " prints for numbers nearby"})
		r.set(d, def)
	}
	return ok
}
