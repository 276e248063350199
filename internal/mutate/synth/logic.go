package synth

import (
	"strings"

	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// Widen returns s with a logic that allows the new term and the operators above it on its path, so that
// a solver does not refuse the mutant for its logic. A script that declares sorts which only its own
// logic leaves free is returned as it is.
func Widen(s *script.Script, added *term.Term, above []*term.Term) *script.Script {
	at := -1
	for i := range s.Commands {
		if s.Commands[i].Kind == script.SetLogic {
			at = i
		}
	}
	if at < 0 {
		return s
	}
	name := s.Commands[at].Name
	l := theory.ParseLogic(name)
	if l.All {
		return s
	}
	wide := name
	if l.Difference {
		// Nearly every change leaves difference logic, which has no grammar of its own to check against.
		wide = strings.NewReplacer("IDL", "LIA", "RDL", "LRA").Replace(wide)
		l = theory.ParseLogic(wide)
	}
	if !fits(&l, added) || !linearAbove(&l, above) {
		wide = "ALL"
		if l.HigherOrder {
			wide = "HO_ALL"
		}
	}
	if wide == name {
		return s
	}
	c := s.Commands[at]
	c.Name = wide
	return s.With(at, c)
}

// fits reports whether the logic allows every node of t.
func fits(l *theory.Logic, t *term.Term) bool {
	ok := true
	term.Walk([]*term.Term{t}, func(t *term.Term) bool {
		switch t.Kind() {
		case term.App:
			if f := t.Func(); f.Kind == term.TheoryFunc {
				ok = allows(l, t)
			}
		case term.Literal:
			ok = allowsSort(l, t)
		case term.Quant:
			ok = l.Quantifiers
		}
		return ok
	})
	return ok
}

// allows is Logic.Allows with the linear uses of nonlinear operators: multiplication by, and division
// by, a term without variables.
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
	switch t.Func().Row.Name {
	case "*", "/", "div", "mod":
	default:
		return false
	}
	varying := 0
	for i, a := range t.Args() {
		if !constant(a) {
			if varying++; i > 0 && !t.Func().Is("*") {
				return false // a divisor
			}
		}
	}
	return varying <= 1
}

// constant reports whether t holds no variable and no declared symbol.
func constant(t *term.Term) bool { return !t.HasUser() && len(t.Free()) == 0 && !t.HasBinder() }

func allowsSort(l *theory.Logic, t *term.Term) bool {
	switch t.Sort() {
	case sorts.Int:
		return l.Ints
	case sorts.Real:
		return l.Reals && (l.Ints || t.LiteralKind() != syntax.Numeral)
	case sorts.String:
		return l.Strings
	}
	switch t.Sort().Kind() {
	case sorts.BitVec:
		return l.BitVectors || l.FloatingPoint
	case sorts.Float:
		return l.FloatingPoint
	}
	return true
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
