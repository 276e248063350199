// Package status has the type that every layer shares: whether a formula is satisfiable.
package status

import "fmt"

// A Status says whether a formula is satisfiable: what a script is labelled with (SMT-LIB 2.6, section 3.4, :status), what a
// solver answers to a check-sat (section 4.2.5), and what is known about a mutant. The zero value is NoStatus.
type Status uint8

// The statuses.
const (
	NoStatus Status = iota // nothing was said
	Sat
	Unsat
	Unknown
)

// String returns the status as SMT-LIB spells it, and "none" for NoStatus.
func (s Status) String() string {
	switch s {
	case Sat:
		return "sat"
	case Unsat:
		return "unsat"
	case Unknown:
		return "unknown"
	case NoStatus:
	}
	return "none"
}

// Parse reads sat, unsat and unknown.
func Parse(text string) (Status, error) {
	for s := Sat; s <= Unknown; s++ {
		if text == s.String() {
			return s, nil
		}
	}
	return NoStatus, fmt.Errorf("%q is none of sat, unsat and unknown", text)
}

// Label reads a status label. Anything but sat and unsat is Unknown: a label is somebody's claim, and may be missing.
func Label(text string) Status {
	if s, err := Parse(text); err == nil {
		return s
	}
	return Unknown
}

// Decides reports whether s is sat or unsat: a claim that can be wrong.
func (s Status) Decides() bool { return s == Sat || s == Unsat }

// Opposite returns unsat for sat and sat for unsat, and s itself otherwise.
func (s Status) Opposite() Status {
	switch s {
	case Sat:
		return Unsat
	case Unsat:
		return Sat
	case Unknown, NoStatus:
	}
	return s
}
