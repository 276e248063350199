package fragment

import (
	"slices"
	"strings"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// fitsNode reports whether the logic allows the head of t.
func fitsNode(l *theory.Logic, t *term.Term) bool {
	switch t.Kind() {
	case term.App:
		// The sort matters too: (ubv_to_int v) is a bit-vector operator, but not one of QF_BV.
		if f := t.Func(); f.Kind == term.TheoryFunc {
			// Some solvers know some operators in scripts of ALL only.
			return (l.All || f.Row.OnlyAll == nil) && allows(l, t) && allowsSort(l, t)
		}
	case term.Literal:
		return allowsSort(l, t)
	case term.Quant:
		// In a logic without Reals, numbers still have sort Real in (to_fp RNE 1.5), but no variables do.
		return l.Quantifiers && !slices.ContainsFunc(t.Bound(), func(v *term.Term) bool { return !allowsSort(l, v) })
	}
	return true
}

// allows is Logic.Allows with the linear uses of nonlinear operators: multiplication by, and division by, a term without
// variables.
func allows(l *theory.Logic, t *term.Term) bool {
	row := t.Func().Row
	if !row.Has("nonlinear") || l.Nonlinear || l.All {
		return l.Allows(row)
	}
	wide := *l
	wide.Nonlinear = true
	return wide.Allows(row) && linear(t)
}

func linear(t *term.Term) bool {
	if !t.Func().Row.HasLinearUse() {
		return false
	}
	varying := 0
	for i, a := range t.Args() {
		if !constant(a) {
			varying++
		}
		if i > 0 && !t.Func().Is("*") && (!constant(a) || zero(a)) {
			return false // solvers treat division by zero as a function that linear logics lack
		}
	}
	return varying <= 1
}

// constant reports whether t is a number as linear logics write it: a literal, perhaps negated, or a
// quotient of two. z3 refuses products with other ground terms in linear logics.
func constant(t *term.Term) bool {
	f := t.Func()
	switch {
	case t.Kind() == term.Literal:
		return true
	case f.Is("-") && len(t.Args()) == 1, f.Is("to_real"):
		return constant(t.Args()[0])
	case f.Is("/") && len(t.Args()) == 2:
		return t.Args()[0].Kind() == term.Literal && t.Args()[1].Kind() == term.Literal
	}
	return false
}

// zero reports whether t, a constant, is written as zero.
func zero(t *term.Term) bool {
	for t.Kind() == term.App {
		t = t.Args()[0]
	}
	return strings.Trim(t.Text(), "0.") == ""
}

// allowsSort reports whether the logic has values of the sort of t.
func allowsSort(l *theory.Logic, t *term.Term) bool {
	if t.Sort() == sorts.Real {
		return l.Reals && (l.Ints || t.LiteralKind() != syntax.Numeral)
	}
	return l.HasSort(t.Sort())
}

// linearAbove reports whether the operators above a replaced term are still linear.
func linearAbove(l *theory.Logic, above []*term.Term) bool {
	if l.Nonlinear || l.All {
		return true
	}
	for _, t := range above {
		if t.Kind() == term.App && t.Func().Kind == term.TheoryFunc && t.Func().Row.Has("nonlinear") && !linear(t) {
			return false
		}
	}
	return true
}
