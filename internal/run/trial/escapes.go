package trial

import (
	"bytes"
	"context"
	"strings"

	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// misreading is why a script with a backslash in a string is unsuitable for solvers that read strings as C does.
const misreading = "it reads backslashes in strings as C does"

// escapesAsC reports whether backslashes in strings mean to a solver what they mean in C, both in what it reads and in what it prints.
func escapesAsC(p *solver.Profile) bool { return p != nil && p.Show.Escapes == "c" }

// misread reports whether a solver takes a text for another formula. Texts for solvers have backslashes only in strings; in files that are
// handed over as they are, a backslash in a comment is enough.
func misread(p *solver.Profile, text []byte) bool {
	return escapesAsC(p) && bytes.IndexByte(text, '\\') >= 0
}

// Misread says why a target that can read scripts of this kind would take this one for another, "" when it would not. It is for mutants: a
// step may introduce a literal that the seed does not have. When ctx ends, it returns "".
func (t *Trial) Misread(ctx context.Context, target solver.Target) string {
	if t.raw != nil || !escapesAsC(target.Profile()) {
		return ""
	}
	if text, err := t.TextUntil(ctx, target); err == nil && misread(target.Profile(), text.Bytes) {
		return misreading
	}
	return ""
}

// hasBackslash reports whether a literal of the script has a backslash.
func hasBackslash(s *script.Script) bool {
	found := false
	term.Walk(s.Roots(), func(t *term.Term) bool {
		if t.Kind() == term.Literal && strings.Contains(t.Text(), `\`) {
			found = true
		}
		return !found
	})
	return found
}

// otherEscapes reports whether a model has strings that mean something else in SMT-LIB.
func otherEscapes(r solver.Run, text string) bool {
	return escapesAsC(r.Target.Profile()) && strings.Contains(text, `\`)
}
