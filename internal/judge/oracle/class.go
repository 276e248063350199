package oracle

import (
	"fmt"
	"slices"
)

// A Class is a kind of finding. The value is the word that users see and that findings
// on disk carry; the empty class is invalid.
type Class string

// The classes. All come from Judge.
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
	// InvalidSelfCheck: the solver's check of its own models rejects one that makes the formula true.
	InvalidSelfCheck Class = "invalid-self-check"
	// InvalidValue: the value that the solver gives a term is not what the term has under the model that it printed.
	InvalidValue Class = "invalid-value"
	// InvalidSimplification: the term that the solver gives as equal to another one is not equal.
	InvalidSimplification Class = "invalid-simplification"
	// InvalidGoals: what a tactic made from the assertions is not what it claims: its goals have other models.
	InvalidGoals Class = "invalid-goals"
	// InvalidObjective: the value that the solver gives for an optimum is not the one under its model, or is not the best one.
	InvalidObjective Class = "invalid-objective"
	// InvalidInterpolant: the interpolant that the solver gives does not follow from the assertions, does not imply what it should, or has
	// symbols that are not in both.
	InvalidInterpolant Class = "invalid-interpolant"
	// InvalidAbduct: what the solver says is enough to imply a formula, with the assertions, is not.
	InvalidAbduct Class = "invalid-abduct"
	// IncompletenessRegression: an older version decides, a newer one answers unknown (Bringolf 2021, definition 5,
	// type 1).
	IncompletenessRegression Class = "incompleteness-regression"
	// IncompletenessImplication: the solver decides a formula, and answers unknown to the one that a
	// mutation step derives from it by an implication (type 2).
	IncompletenessImplication Class = "incompleteness-implication"
	// Harness: the fault is ours, or the input's.
	Harness Class = "harness"
)

// StateLeftBehind is what records of former versions have as class where only a process that had read other scripts before shows something
// wrong. That is no kind of defect: the class is what shows, and the session says what it needs.
const StateLeftBehind Class = "state-left-behind"

// Classes returns all classes, the gravest first.
func Classes() []Class {
	return []Class{
		RefutationSoundness, SolutionSoundness, InvalidModel, InvalidCore, CrashClass, InvalidValue, InvalidSimplification, InvalidGoals, InvalidObjective,
		InvalidInterpolant, InvalidAbduct,
		InvalidSelfCheck,
		IncompletenessRegression, IncompletenessImplication, Harness,
	}
}

// ParseClass returns the class of that name.
func ParseClass(name string) (Class, error) {
	if c := Class(name); slices.Contains(Classes(), c) {
		return c, nil
	}
	return "", fmt.Errorf("%q is not a class of findings", name)
}

// Incompleteness reports whether findings of the class are about an unknown: nothing wrong was answered.
func (c Class) Incompleteness() bool {
	return c == IncompletenessRegression || c == IncompletenessImplication
}

// Further reports whether findings of the class depend on what a solver says to questions other than those for models and cores: the text
// that shows them has the questions in it.
func (c Class) Further() bool {
	switch c {
	case InvalidValue, InvalidSimplification, InvalidGoals, InvalidObjective, InvalidInterpolant, InvalidAbduct:
		return true
	}
	return false
}

// gravity orders findings; it is the class's place in Classes.
func (c Class) gravity() int { return slices.Index(Classes(), c) }
