package fusion

import (
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// inputs are the terms of one side that can be fused. Immutable.
type inputs struct {
	// constants are those that the side declares and mentions.
	constants map[*sorts.Sort][]*term.Term
	// closed are its other terms without free variables, literals aside. A term stands for a constant equal to it.
	closed map[*sorts.Sort][]*term.Term
	// sorts are those of both, in the order in which they were met.
	sorts []*sorts.Sort
}

const (
	// maxClosed bounds how many terms of a side other than constants can be fused, and maxClosedSize how large they are.
	maxClosed     = 2_000
	maxClosedSize = 500
	// closedShare is how often, in percent, another term is fused where there are constants of its sort.
	closedShare = 25
)

// inputsOf returns what can be fused in the formulas of a side; in formulas without symbols, operators over literals.
func inputsOf(formulas []*term.Term) *inputs {
	in := collect(formulas, fusible)
	if len(in.sorts) == 0 {
		in = collect(formulas, func(t *term.Term) bool {
			return len(t.Args()) > 0 && t.Sort().Kind() != sorts.Func && t.Kind() != term.Annot
		})
	}
	return in
}

// collect returns the constants of formulas and their closed terms that are fusible.
func collect(formulas []*term.Term, fusible func(*term.Term) bool) *inputs {
	in := &inputs{constants: map[*sorts.Sort][]*term.Term{}, closed: map[*sorts.Sort][]*term.Term{}}
	known := map[*sorts.Sort]bool{}
	closed := 0
	term.Walk(formulas, func(t *term.Term) bool {
		s := t.Sort()
		switch {
		case t.Kind() == term.Literal || len(t.Free()) > 0 || s == sorts.RegLan || s.HasParam():
			return true
		case isConst(t):
			in.constants[s] = append(in.constants[s], t)
		case closed < maxClosed && t.Size() <= maxClosedSize && fusible(t):
			closed++
			in.closed[s] = append(in.closed[s], t)
		default:
			return true
		}
		if !known[s] {
			known[s] = true
			in.sorts = append(in.sorts, s)
		}
		return true
	})
	return in
}

// isConst reports whether t is a declared constant.
func isConst(t *term.Term) bool {
	f := t.Func()
	return f != nil && f.Kind == term.UserFunc && f.Decl.Kind == term.Declared && len(f.Decl.Params) == 0
}

// fusible reports whether a constant can replace a non-constant term: values are left alone, and so are functions, which not every solver
// accepts as terms.
func fusible(t *term.Term) bool {
	if t.Sort().Kind() == sorts.Func || t.Kind() == term.Annot {
		return false
	}
	return t.HasUser() || t.HasBinder()
}

// empty reports whether there is no term of a sort.
func (in *inputs) empty(s *sorts.Sort) bool {
	return len(in.constants[s]) == 0 && len(in.closed[s]) == 0
}

// pick chooses a term of a sort that has some.
func (in *inputs) pick(r *rng.Rand, s *sorts.Sort) *term.Term {
	constants, closed := in.constants[s], in.closed[s]
	if len(constants) == 0 || len(closed) > 0 && r.IntN(100) < closedShare {
		return rng.Pick(r, closed)
	}
	return rng.Pick(r, constants)
}

// share reports whether two sides declare constants of the same sort; the sides may be in different stores. Sorts that scripts declare are
// never the same.
func share(a, b *inputs) bool {
	return slices.ContainsFunc(a.sorts, func(s *sorts.Sort) bool {
		return len(a.constants[s]) > 0 && slices.ContainsFunc(b.sorts, func(t *sorts.Sort) bool {
			return len(b.constants[t]) > 0 && !own(s) && s.String() == t.String()
		})
	})
}

// own reports whether a sort mentions one that a script declares.
func own(s *sorts.Sort) bool { return s.Kind() == sorts.User || slices.ContainsFunc(s.Args(), own) }
