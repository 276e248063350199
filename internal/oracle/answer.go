package oracle

import "fmt"

// An Answer is a solver's answer to one check-sat (SMT-LIB 2.6, section 4.2.5). The zero
// value is no answer at all.
type Answer uint8

// The answers.
const (
	Sat Answer = iota + 1
	Unsat
	Unknown
)

// String returns the answer as SMT-LIB spells it, and "none" for the zero value.
func (a Answer) String() string {
	switch a {
	case Sat:
		return "sat"
	case Unsat:
		return "unsat"
	case Unknown:
		return "unknown"
	}
	return "none"
}

// ParseAnswer is the inverse of Answer.String for the three answers.
func ParseAnswer(s string) (Answer, error) {
	for a := Sat; a <= Unknown; a++ {
		if s == a.String() {
			return a, nil
		}
	}
	return 0, fmt.Errorf("%q is none of sat, unsat and unknown", s)
}

// decides reports whether a claims something that can be wrong.
func (a Answer) decides() bool { return a == Sat || a == Unsat }
