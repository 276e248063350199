package theory

import (
	"slices"
	"strings"
)

// Dialects is a set of input languages, those of solvers and that of the standard. The zero value as an option stands for all
// known ones.
type Dialects uint16

// The dialects. Standard is strict SMT-LIB.
const (
	Standard Dialects = 1 << iota
	Z3
	CVC5
	CVC4
	Bitwuzla
	Boolector
	Yices
	MathSAT
	SMTInterpol
	OpenSMT
	// AllDialects is every known language.
	AllDialects = 1<<iota - 1
)

// dialectNames are the names of the dialects, bit by bit: those of the solvers in the operator table.
var dialectNames = []string{"standard", "z3", "cvc5", "cvc4", "bitwuzla", "boolector", "yices2", "mathsat", "smtinterpol", "opensmt"}

// DialectOf returns the language of the solver of that name; ok is false when it is unknown.
func DialectOf(solver string) (d Dialects, ok bool) {
	i := slices.Index(dialectNames, solver)
	if i < 0 {
		return 0, false
	}
	return 1 << i, true
}

// Names returns the names of the languages in d, the standard first, then in a fixed order.
func (d Dialects) Names() []string {
	var out []string
	for i, name := range dialectNames {
		if d&(1<<i) != 0 {
			out = append(out, name)
		}
	}
	return out
}

// String says whose language a text is, given that the languages in d can read it: "standard", or the names of solvers,
// or "mixed" when none of them reads all of it.
func (d Dialects) String() string {
	switch {
	case d&Standard != 0:
		return "standard"
	case d == 0:
		return "mixed"
	}
	return strings.Join(d.Names(), " ")
}

// Solver returns the name of a solver whose language is in d and whose spelling should be used to print a text: "" when the
// standard is in d, or d is empty.
func (d Dialects) Solver() string {
	if d == 0 || d&Standard != 0 {
		return ""
	}
	return d.Names()[0]
}

// Availability says that a solver has an operator or a feature: from version Since on, and before version Until, if these are not
// empty.
type Availability struct {
	Solver string
	Since  string
	Until  string
}

// available reports whether the solver is among those of in, in that version. An empty version means the newest.
func available(in []Availability, solver, version string) bool {
	return slices.ContainsFunc(in, func(a Availability) bool { return a.Solver == solver && a.includes(version) })
}

func (a Availability) includes(version string) bool {
	if version == "" {
		return a.Until == ""
	}
	return (a.Since == "" || CompareVersions(version, a.Since) >= 0) && (a.Until == "" || CompareVersions(version, a.Until) < 0)
}

// availability reads an entry of :in, such as z3, z3>=4.8, z3<5 or z3>=4.8<5.
func availability(text string) Availability {
	var a Availability
	text, a.Until, _ = strings.Cut(text, "<")
	a.Solver, a.Since, _ = strings.Cut(text, ">=")
	return a
}

// dialectsOf returns the languages of the solvers in in.
func dialectsOf(in []Availability) Dialects {
	var all Dialects
	for _, a := range in {
		d, _ := DialectOf(a.Solver)
		all |= d
	}
	return all
}
