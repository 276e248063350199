package oracle

import "github.com/assay-smt/assay/smt"

// A Class is a kind of finding. The value is the word that users see and that findings
// on disk carry; the empty class is invalid.
type Class string

// The classes. All but Performance and InvalidInference come from Judge.
const (
	// RefutationSoundness: the solver says unsat, the formula is satisfiable.
	RefutationSoundness Class = "refutation-soundness"
	// SolutionSoundness: the solver says sat on a formula that is unsatisfiable.
	SolutionSoundness Class = "solution-soundness"
	// InvalidModel: the solver says sat and its model makes the formula false.
	InvalidModel Class = "invalid-model"
	// CrashClass: a signal, an internal error, an assertion violation in a release.
	CrashClass Class = "crash"
	// AssertionClass: an assertion fails in a build that checks them. What a release does with the formula is another matter.
	AssertionClass Class = "assertion"
	// SanitizerClass: a sanitizer of the compiler's reports an error, in a build that has it.
	SanitizerClass Class = "sanitizer"
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
	// InvalidInference: a statement that the solver made while it solved, such as a lemma or a step of its proof, is false. It comes from Inferred.
	InvalidInference Class = "invalid-inference"
	// ObjectionClass: a check of the user's objects to what the solver did.
	ObjectionClass Class = "objection"
	// IncompletenessRegression: an older version decides, a newer one answers unknown (Bringolf 2021, definition 5,
	// type 1).
	IncompletenessRegression Class = "incompleteness-regression"
	// IncompletenessImplication: the solver decides a formula, and answers unknown to the one that a
	// mutation step derives from it by an implication (type 2).
	IncompletenessImplication Class = "incompleteness-implication"
	// Performance: the solver takes a multiple of the CPU time of its baseline for the same answer. It comes from Slower.
	Performance Class = "performance"
	// Harness: the fault is ours, or the input's.
	Harness Class = "harness"
)

// LeakedState is what records of former versions have as class where only a process that had read other scripts before shows something
// wrong. That is no kind of defect: the class is what shows, and the session says what it needs.
const LeakedState Class = "state-left-behind"

// A row is what is true of all findings of a class. What reports say about them is in a table of package findings.
type row struct {
	class Class
	basis Basis
	// answer is the one that a run has to give to show it, NoStatus where it does not depend on that. isWrong: that answer is what is wrong.
	answer  smt.Status
	isWrong bool
	// formula is what the formula is under the model in the evidence, NoStatus where there is no such model or it is not one of the whole formula.
	formula smt.Status
	// complaint: a run in which the solver rejects its own model may show it.
	complaint bool
	// ofModel: what the solver returned is compared with the model that it printed.
	ofModel bool
	// refereed: models of other solvers may show that what the solver returned is wrong.
	refereed bool
	// ofOperators: an operator with a wrong value may show as a finding of this class, or of another class with this mark.
	ofOperators bool
	// checked: only a build with checks shows it.
	checked CheckKind
	// behind is the graver class of the same run that leaves nothing to say about this one, "" for none.
	behind Class
}

// table has a row for each class, the gravest first.
var table = []row{
	{class: RefutationSoundness, basis: BasisModel, answer: smt.Unsat, isWrong: true, formula: smt.Sat, ofOperators: true},
	{class: SolutionSoundness, basis: BasisRefutation, answer: smt.Sat, isWrong: true, formula: smt.Unsat, ofOperators: true},
	{class: InvalidModel, basis: BasisOwnModel, answer: smt.Sat, formula: smt.Unsat, complaint: true, ofOperators: true, behind: SolutionSoundness},
	{class: InvalidCore, basis: BasisCore, answer: smt.Unsat, refereed: true, ofOperators: true, behind: RefutationSoundness},
	{class: CrashClass, basis: BasisCrash},
	{class: SanitizerClass, basis: BasisCrash, checked: BySanitizer},
	{class: AssertionClass, basis: BasisCrash, checked: ByAssertion},
	{class: InvalidValue, basis: BasisResponse, ofModel: true, ofOperators: true},
	{class: InvalidSimplification, basis: BasisResponse, ofOperators: true},
	{class: InvalidGoals, basis: BasisResponse},
	{class: InvalidObjective, basis: BasisResponse, ofModel: true},
	{class: InvalidInterpolant, basis: BasisResponse, refereed: true, ofOperators: true},
	{class: InvalidAbduct, basis: BasisResponse, refereed: true},
	{class: InvalidInference, basis: BasisStatement},
	{class: InvalidSelfCheck, basis: BasisRejectedModel, formula: smt.Sat, complaint: true},
	{class: ObjectionClass, basis: BasisWord},
	{class: IncompletenessRegression, basis: BasisBaseline, answer: smt.Unknown},
	{class: IncompletenessImplication, basis: BasisStep, answer: smt.Unknown},
	{class: Performance, basis: BasisMeasurement},
	{class: Harness, basis: BasisContradiction},
}
