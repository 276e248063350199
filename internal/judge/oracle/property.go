package oracle

import (
	"fmt"
	"slices"

	"github.com/assay-smt/assay/smt"
)

// A Basis is what shows that something is wrong in the findings of a class. The zero value is that of no class.
type Basis uint8

// What findings rest on.
const (
	// BasisModel: a model that makes the formula true.
	BasisModel Basis = iota + 1
	// BasisRefutation: what shows that the formula has no model.
	BasisRefutation
	// BasisOwnModel: the solver's own model, which makes the formula false.
	BasisOwnModel
	// BasisCore: a model of the unsat core that the solver returned.
	BasisCore
	// BasisCrash: the way in which the process ended.
	BasisCrash
	// BasisResponse: evaluation of what the solver returned to a question other than those for models and cores.
	BasisResponse
	// BasisRejectedModel: a model that makes the formula true, and that the solver rejects.
	BasisRejectedModel
	// BasisWord: the word of a program of the user's, which nothing here verifies.
	BasisWord
	// BasisBaseline: what an older version answers.
	BasisBaseline
	// BasisStep: what the solver answered one mutation step before.
	BasisStep
	// BasisMeasurement: what the same answer costs, measured against a baseline.
	BasisMeasurement
	// BasisStatement: an interpretation that makes a statement of the solver's false, which it made while it solved.
	BasisStatement
	// BasisContradiction: Assay's own evaluation and truths contradict each other, or evaluation fails.
	BasisContradiction
)

// OfMeasurement returns the class of findings that rest on a measurement.
func OfMeasurement() Class {
	return table[slices.IndexFunc(table, func(r row) bool { return r.basis == BasisMeasurement })].class
}

// OfModel returns the class of findings that rest on a solver's own model, which makes the formula false.
func OfModel() Class {
	return table[slices.IndexFunc(table, func(r row) bool { return r.basis == BasisOwnModel })].class
}

// Classes returns all classes, the gravest first.
func Classes() []Class {
	out := make([]Class, len(table))
	for i, r := range table {
		out[i] = r.class
	}
	return out
}

// ParseClass returns the class of that name.
func ParseClass(name string) (Class, error) {
	if c := Class(name); slices.Contains(Classes(), c) {
		return c, nil
	}
	return "", fmt.Errorf("%q is not a class of findings", name)
}

// row returns the row of a class. A class that is not in the table, as records of other versions may have, has an empty one.
func (c Class) row() row {
	if i := c.Gravity(); i < len(table) {
		return table[i]
	}
	return row{}
}

// Gravity orders classes, the gravest first. Classes that are not in the table come last.
func (c Class) Gravity() int {
	if i := slices.IndexFunc(table, func(r row) bool { return r.class == c }); i >= 0 {
		return i
	}
	return len(table)
}

// Basis is what findings of the class rest on.
func (c Class) Basis() Basis { return c.row().basis }

// Crash reports whether findings of the class are about the end of a process: its signature says where, and no answer is wrong.
func (c Class) Crash() bool { return c.Basis() == BasisCrash }

// OnWord reports whether findings of the class rest on the word of a program of the user's: asking it again is all that confirms one.
func (c Class) OnWord() bool { return c.Basis() == BasisWord }

// Named reports whether the signature of a finding of the class says what is wrong, so that another signature is another finding: crashes name the
// place in the solver, checks of the user's say what they object to, false statements have the solver's name for the inference.
func (c Class) Named() bool { return c.Crash() || c.OnWord() || c.Stated() }

// Stated reports whether findings of the class are about statements that the solver made while it solved: no answer need be wrong, an ordinary run shows
// nothing, and package inference says whether they show.
func (c Class) Stated() bool { return c.Basis() == BasisStatement }

// Checked reports whether only builds with checks show findings of the class, so that releases say nothing about them.
func (c Class) Checked() bool { return c.row().checked != NoCheck }

// ofCrash is the class of a crash in which a check failed.
func ofCrash(check CheckKind) Class {
	for _, r := range table {
		if r.basis == BasisCrash && r.checked == check {
			return r.class
		}
	}
	return CrashClass
}

// Further reports whether findings of the class depend on what a solver says to questions other than those for models and cores: the text
// that shows them has the questions in it.
func (c Class) Further() bool { return c.Basis() == BasisResponse }

// Incompleteness reports whether findings of the class are about an unknown: nothing wrong was answered.
func (c Class) Incompleteness() bool { return c.Basis() == BasisBaseline || c.Basis() == BasisStep }

// Measured reports whether findings of the class are about what an answer costs: no answer is wrong, one run shows nothing, and
// package timing says whether they show.
func (c Class) Measured() bool { return c.Basis() == BasisMeasurement }

// AgainstBaseline reports whether a finding of the class compares its solver with a baseline, so that it is nothing without that one.
func (c Class) AgainstBaseline() bool { return c.Basis() == BasisBaseline || c.Measured() }

// OwnFault reports whether findings of the class are faults of Assay or of its input, and of no solver.
func (c Class) OwnFault() bool { return c.Basis() == BasisContradiction }

// Answer is the answer that a run has to give to show a finding of the class, NoStatus where it does not depend on that.
func (c Class) Answer() smt.Status { return c.row().answer }

// WrongAnswer is the answer that is wrong in findings of the class, NoStatus where something else is.
func (c Class) WrongAnswer() smt.Status {
	if r := c.row(); r.isWrong {
		return r.answer
	}
	return smt.NoStatus
}

// FormulaIs is what the formula is under the model in the evidence, NoStatus where there is no such model or it is not one of the formula.
func (c Class) FormulaIs() smt.Status { return c.row().formula }

// Complaint reports whether a run in which the solver rejects its own model may show a finding of the class.
func (c Class) Complaint() bool { return c.row().complaint }

// Refereed reports whether models of other solvers may show that what the solver returned is wrong.
func (c Class) Refereed() bool { return c.row().refereed }

// OfOperators reports whether an operator to which the solver gives a wrong value may show as a finding of the class. Which of these classes
// it shows as depends on the formula around it.
func (c Class) OfOperators() bool { return c.row().ofOperators }

// Behind is the graver class that findings of the class belong to where the same run shows that as well, "" for none: a model of a
// formula that has none is wrong, but the sat is what matters.
func (c Class) Behind() Class { return c.row().behind }

// OfAnswer returns the class of findings in which a sat or an unsat is wrong, "" for another answer.
func OfAnswer(wrong smt.Status) Class {
	for _, r := range table {
		if r.isWrong && r.answer == wrong {
			return r.class
		}
	}
	return ""
}
