package theory

import (
	"strings"

	"github.com/assay-smt/assay/smt/sorts"
)

// Logic is what a logic's name allows (SMT-LIB naming conventions for logics). The zero value allows only
// Core.
type Logic struct {
	Name           string
	Known          bool // the name follows the conventions
	All            bool // ALL and its variants: everything
	Quantifiers    bool
	Arrays         bool
	UF             bool
	BitVectors     bool
	FloatingPoint  bool
	Strings        bool
	Datatypes      bool
	Ints           bool
	Reals          bool
	Nonlinear      bool
	Difference     bool
	Transcendental bool
	HigherOrder    bool
	Sets           bool
	FiniteFields   bool
}

// ParseLogic reads a logic's name. Unknown names allow everything, as solvers treat them.
func ParseLogic(name string) Logic {
	l := Logic{Name: name, Known: true, Quantifiers: true}
	rest := name
	if r, ok := strings.CutPrefix(rest, "HO_"); ok {
		l.HigherOrder, rest = true, r
	}
	if r, ok := strings.CutPrefix(rest, "QF_"); ok {
		l.Quantifiers, rest = false, r
	}
	switch {
	case name == "" || strings.HasPrefix(rest, "ALL"):
		l.All = true
		return l
	case rest == "CORE" || rest == "SAT" || rest == "BOOL":
		l.Quantifiers = false
		return l
	}
	for rest != "" {
		n := l.part(rest)
		if n == 0 {
			return Logic{Name: name, All: true, Quantifiers: true}
		}
		rest = rest[n:]
	}
	return l
}

// part reads one abbreviation at the start of s and returns its length, 0 when there is none.
func (l *Logic) part(s string) int {
	for _, p := range logicParts {
		if strings.HasPrefix(s, p.text) {
			p.set(l)
			return len(p.text)
		}
	}
	return 0
}

// logicParts are tried in order: longer abbreviations come before their prefixes.
var logicParts = []struct {
	text string
	set  func(*Logic)
}{
	{"AX", func(l *Logic) { l.Arrays, l.UF = true, true }},
	{"A", func(l *Logic) { l.Arrays = true }},
	{"UF", func(l *Logic) { l.UF = true }},
	{"BV", func(l *Logic) { l.BitVectors = true }},
	{"FFA", func(l *Logic) { l.FiniteFields = true }},
	{"FF", func(l *Logic) { l.FiniteFields = true }},
	{"FP", func(l *Logic) { l.FloatingPoint = true }},
	{"FS", func(l *Logic) { l.Sets = true }},
	{"DT", func(l *Logic) { l.Datatypes = true }},
	{"SLIA", func(l *Logic) { l.Strings, l.Ints = true, true }},
	{"SNIA", func(l *Logic) { l.Strings, l.Ints, l.Nonlinear = true, true, true }},
	{"S", func(l *Logic) { l.Strings = true }}, // it has Ints as values, without their operators
	{"IDL", func(l *Logic) { l.Ints, l.Difference = true, true }},
	{"RDL", func(l *Logic) { l.Reals, l.Difference = true, true }},
	{"LIRA", func(l *Logic) { l.Ints, l.Reals = true, true }},
	{"NIRA", func(l *Logic) { l.Ints, l.Reals, l.Nonlinear = true, true, true }},
	{"LIA", func(l *Logic) { l.Ints = true }},
	{"LRA", func(l *Logic) { l.Reals = true }},
	{"NIA", func(l *Logic) { l.Ints, l.Nonlinear = true, true }},
	{"NRA", func(l *Logic) { l.Reals, l.Nonlinear = true, true }},
	{"T", func(l *Logic) { l.Transcendental = true }},
}

// Decidable reports whether satisfiability in the logic is known to be decidable, as far as the name tells: for finite domains, linear
// arithmetic and nonlinear real arithmetic with or without quantifiers, and without quantifiers also for uninterpreted functions, arrays,
// datatypes, sets and finite fields over them. It is not known for strings, nonlinear integer arithmetic, transcendental and higher-order
// functions, and logics with everything.
func (l *Logic) Decidable() bool {
	switch {
	case l.All || !l.Known, l.HigherOrder, l.Transcendental, l.Strings, l.Nonlinear && l.Ints:
		return false
	case !l.Quantifiers:
		return true
	}
	return !l.UF && !l.Arrays && !l.Datatypes && !l.Sets
}

// RealLiterals reports whether a numeral such as 1 denotes a Real: the logic has Reals but no Ints.
func (l *Logic) RealLiterals() bool { return l.Reals && !l.Ints && !l.All }

// Allows reports whether a formula of the logic may use the operator row.
func (l *Logic) Allows(r *Row) bool {
	if l.All {
		return !r.Has("higher-order") || l.HigherOrder
	}
	for _, f := range r.Features {
		switch f {
		case "nonlinear":
			if !l.Nonlinear {
				return false
			}
		case "transcendental":
			if !l.Transcendental {
				return false
			}
		case "higher-order":
			if !l.HigherOrder {
				return false
			}
		case "quantifier":
			if !l.Quantifiers {
				return false
			}
		case "mixed":
			if !l.Ints || !l.Reals {
				return false
			}
		case "difference-free":
			if l.Difference {
				return false
			}
		}
	}
	return l.allowsTheory(r.Theory)
}

func (l *Logic) allowsTheory(name string) bool {
	switch name {
	case "core":
		return true
	case "ints":
		return l.Ints && !l.Difference
	case "reals":
		return l.Reals && !l.Difference
	case "reals_ints":
		return l.Ints && l.Reals
	case "bitvectors":
		return l.BitVectors
	case "floatingpoint":
		return l.FloatingPoint
	case "arrays":
		return l.Arrays
	case "strings":
		return l.Strings
	case "finitefields":
		return l.FiniteFields
	case "sets":
		return l.Sets
	case "transcendentals":
		return l.Transcendental
	}
	return false
}

// HasSort reports whether the logic has values of a sort of the language or of a theory. It says nothing about the sort's
// components. Sorts that scripts declare and those of theories without logics of their own count as present.
func (l *Logic) HasSort(s *sorts.Sort) bool {
	if l.All {
		return true
	}
	switch s {
	case sorts.Int:
		return l.Ints || l.Strings
	case sorts.Real:
		return l.Reals
	case sorts.String:
		return l.Strings
	}
	switch s.Kind() {
	case sorts.BitVec:
		return l.BitVectors || l.FloatingPoint
	case sorts.Float:
		return l.FloatingPoint
	case sorts.Array:
		return l.Arrays
	}
	return true
}

// HasLinearUse reports whether linear logics allow some uses of the operator, which is nonlinear in general: products with a number, and
// quotients by a nonzero number.
func (r *Row) HasLinearUse() bool {
	switch r.Name {
	case "*", "/", "div", "mod":
		return true
	}
	return false
}

// Includes reports whether every formula of the logic m is also one of l, as far as the names tell.
func (l *Logic) Includes(m *Logic) bool {
	if l.All {
		return l.HigherOrder || !m.HigherOrder
	}
	if m.All || l.Difference && !m.Difference {
		return false
	}
	for _, need := range []struct{ has, wants bool }{
		{l.Quantifiers, m.Quantifiers}, {l.Arrays, m.Arrays}, {l.UF, m.UF}, {l.BitVectors, m.BitVectors},
		{l.FloatingPoint, m.FloatingPoint}, {l.Strings, m.Strings}, {l.Datatypes, m.Datatypes}, {l.Ints, m.Ints},
		{l.Reals, m.Reals}, {l.Nonlinear, m.Nonlinear}, {l.Transcendental, m.Transcendental},
		{l.HigherOrder, m.HigherOrder}, {l.Sets, m.Sets}, {l.FiniteFields, m.FiniteFields},
	} {
		if need.wants && !need.has {
			return false
		}
	}
	return true
}
