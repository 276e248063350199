package eval

import (
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
	"github.com/assay-smt/assay/smt/value"
)

// HasDomain reports whether the operator is a transcendental function that is not defined everywhere, such as arccos. The standard leaves its
// other values open, but some solvers conclude from an application that its argument is in the domain.
func HasDomain(row *theory.Row) bool { return row.Partial != "" && row.Has("transcendental") }

// Within reports whether the arguments of t, an application of an operator that has a domain, are in it. known is false if that cannot be
// decided: for terms that are not closed, and for arguments whose values are unknown.
func (ev *Evaluator) Within(t *term.Term) (in, known bool) {
	if len(t.Free()) > 0 {
		return false, false
	}
	args := make([]value.Value, len(t.Args()))
	for i, a := range t.Args() {
		if args[i] = ev.Term(a); !args[i].IsKnown() {
			return false, false
		}
	}
	return inDomain(t.Func().Row.Name, args), true
}

// inDomain reports whether a function has a value on which all solvers agree at known, thus algebraic, arguments.
func inDomain(name string, args []value.Value) bool {
	a, one := args[0], value.ToReal(value.OfInt(1))
	size := value.CompareNumbers(absoluteOf(a), one) // the argument's absolute value compared with 1
	switch name {
	case "arcsin", "arccos":
		return size <= 0
	case "arcsec", "arccsc":
		return size >= 0
	case "atanh":
		return size < 0
	case "acosh":
		return value.CompareNumbers(a, one) >= 0
	case "log", "arccot":
		return a.Sign() > 0
	case "sqrt":
		return a.Sign() >= 0
	case "csc", "cot":
		return a.Sign() != 0 // the other poles are transcendental, as are those of tan and sec
	case "atan2":
		return a.Sign() != 0 || args[1].Sign() != 0
	}
	return true
}
