package storm

import (
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// fragment is a Boolean subformula of the seed.
type fragment struct {
	term  *term.Term
	depth int
}

// fragments returns the Boolean subformulas without free variables whose depth is at most maxDepth, each once, including
// those inside terms of other sorts. Truth constants are left out.
func fragments(formulas []*term.Term, maxDepth int) []fragment {
	var out []fragment
	depth := map[*term.Term]int{}
	term.Walk(formulas, func(t *term.Term) bool {
		d := depthOf(t, func(a *term.Term) int { return depth[a] })
		depth[t] = d
		if t.Sort() == sorts.Bool && len(t.Free()) == 0 && d <= maxDepth && !t.Func().Is("true") && !t.Func().Is("false") {
			out = append(out, fragment{t, d})
		}
		return true
	})
	return out
}

// depthOf returns how many connectives and quantifiers nest in a formula: 1 for atoms. Atoms may contain formulas deeper
// inside, whose depth counts.
func depthOf(t *term.Term, of func(*term.Term) int) int {
	d := 0
	for _, a := range t.Args() {
		d = max(d, of(a))
	}
	switch {
	case t.Sort() != sorts.Bool:
		return d
	case d == 0:
		return 1
	case connective(t):
		return d + 1
	}
	return d
}

// connective reports whether a Boolean term builds a formula from formulas.
func connective(t *term.Term) bool {
	return t.Kind() == term.Quant || len(t.Args()) > 0 && t.Args()[len(t.Args())-1].Sort() == sorts.Bool && t.Kind() == term.App
}
