package oracle

import (
	"fmt"
	"slices"
)

// A Class is a kind of finding. The value is the word that users see and that findings
// on disk carry; the empty class is invalid.
type Class string

// The classes. Only the first four and Harness come out of Judge at present; the others
// are found by comparing runs over versions, configurations and mutation steps.
const (
	// RefutationSoundness: the solver says unsat, the formula is satisfiable.
	RefutationSoundness Class = "refutation-soundness"
	// SolutionSoundness: the solver says sat on a formula that is unsatisfiable.
	SolutionSoundness Class = "solution-soundness"
	// InvalidModel: the solver says sat and its model makes the formula false.
	InvalidModel Class = "invalid-model"
	// CrashClass: a signal, an assertion violation, an internal error, a sanitizer's
	// report.
	CrashClass Class = "crash"
	// InvalidCore: the unsat core that the solver returned is satisfiable.
	InvalidCore Class = "invalid-core"
	// IncompletenessRegression: an older version decides, a newer one does not.
	IncompletenessRegression Class = "incompleteness-regression"
	// IncompletenessImplication: the solver decides a formula, but not the one that a
	// mutation step derives from it.
	IncompletenessImplication Class = "incompleteness-implication"
	// Performance: one solver, version or configuration is slower by a large factor.
	Performance Class = "performance"
	// Harness: the fault is ours, or the input's.
	Harness Class = "harness"
)

// Classes returns all classes, the gravest first.
func Classes() []Class {
	return []Class{
		RefutationSoundness, SolutionSoundness, InvalidModel, InvalidCore, CrashClass,
		IncompletenessRegression, IncompletenessImplication, Performance, Harness,
	}
}

// ParseClass returns the class of that name.
func ParseClass(name string) (Class, error) {
	if c := Class(name); slices.Contains(Classes(), c) {
		return c, nil
	}
	return "", fmt.Errorf("%q is no class of findings", name)
}

// gravity orders findings; it is the class's place in Classes.
func (c Class) gravity() int { return slices.Index(Classes(), c) }
