package oracle

import (
	"cmp"
	"slices"
	"strings"

	"github.com/assay-smt/assay/smt"
)

// EvidenceKind says what a finding rests on. The zero value is invalid.
type EvidenceKind string

// The kinds of evidence.
const (
	// EvidenceTruth: the answer contradicts a known truth.
	EvidenceTruth EvidenceKind = "truth"
	// EvidenceDifferential: two solvers contradict each other, the truth is not known.
	EvidenceDifferential EvidenceKind = "differential"
	// EvidenceModel: a model that makes the formula true, or one that makes it false.
	EvidenceModel EvidenceKind = "model"
	// EvidenceEvaluation: exact evaluation decides the formula without any solver's model.
	EvidenceEvaluation EvidenceKind = "evaluation"
	// EvidenceSelfCheck: the solver itself says so. Such checks err both ways.
	EvidenceSelfCheck EvidenceKind = "self-check"
	// EvidenceWord: a program of the user's says so, and nothing here verifies that.
	EvidenceWord EvidenceKind = "word"
	// EvidenceCrash: the way the process ended, or the text with which it did.
	EvidenceCrash EvidenceKind = "crash"
	// EvidenceRegression: the answers of an older and a newer solver to the same script.
	EvidenceRegression EvidenceKind = "regression"
	// EvidenceMeasurement: what the same answer costs two solvers.
	EvidenceMeasurement EvidenceKind = "measurement"
	// EvidenceStatement: an interpretation that makes a statement of the solver's false.
	EvidenceStatement EvidenceKind = "statement"
	// EvidenceSession: what one solver does with the same script after others and alone.
	EvidenceSession EvidenceKind = "session"
	// EvidenceImplication: the answers of one solver to two scripts, with one mutation step between them.
	EvidenceImplication EvidenceKind = "implication"
)

// Exact reports whether evidence of the kind rests on exact evaluation.
func (k EvidenceKind) Exact() bool {
	return k == EvidenceModel || k == EvidenceEvaluation || k == EvidenceStatement
}

// WholeRun is the Check of a finding that belongs to no particular check-sat.
const WholeRun = -1

// A Finding is one thing that is wrong.
type Finding struct {
	Class Class
	// Solver is the blamed solver; Other is the one that contradicts it, or empty.
	Solver, Other string
	// Check is the index of the check-sat, from 0, or WholeRun.
	Check int
	// Suspect says that the blame is not proven: the truth is not known yet, or what is taken as true is itself in doubt.
	Suspect bool
	// Signature is equal for findings that are probably the same defect.
	Signature string
	Evidence  Evidence
}

// Evidence is what shows a finding.
type Evidence struct {
	Kind EvidenceKind
	// Summary is one sentence for people.
	Summary string
	// Expected and Observed are the two answers that contradict each other, where
	// the finding is about answers.
	Expected, Observed smt.Status
	// Reason is the truth's reason, for EvidenceTruth, the step, for EvidenceImplication, and the title of the objection, for EvidenceWord.
	Reason string
	// By names the program on whose word it rests, for EvidenceWord.
	By string
	// Detail is the solver's own text, for EvidenceCrash and EvidenceSelfCheck, that of the program for EvidenceWord, and the reason it gives for an unknown.
	Detail string
	// Model is the model that shows it, in canonical form.
	Model string
	// Votes are the solvers by their answers to the check.
	Votes Votes
	// Measured is what was measured, for EvidenceMeasurement; nil otherwise.
	Measured *Measurement
	// Statement is the false statement, for EvidenceStatement; nil otherwise. Model is then the interpretation that makes it false.
	Statement *Statement
}

// Votes lists solvers by their answer to one check, each list sorted. A majority, of codebases, is a
// hint and never a proof: solvers share code, and they share mistakes.
type Votes struct {
	Sat, Unsat, Unknown []string
}

// compare is a total order, up to equality of everything that users see.
func (f Finding) compare(g Finding) int {
	return cmp.Or(
		cmp.Compare(f.Class.Gravity(), g.Class.Gravity()),
		cmp.Compare(f.Check, g.Check),
		strings.Compare(f.Solver, g.Solver),
		strings.Compare(f.Other, g.Other),
		strings.Compare(f.Signature, g.Signature),
		strings.Compare(f.Evidence.Summary, g.Evidence.Summary),
		strings.Compare(f.Evidence.Detail, g.Evidence.Detail),
	)
}

// Recurs reports whether a finding is among those of other runs. A finding that says where it is must have the same signature, a dispute must be
// between the same two solvers, whichever of them is suspected, and anything else must have the same class and solver.
func (f Finding) Recurs(in []Finding) bool {
	return slices.ContainsFunc(in, func(g Finding) bool {
		return f.Class == g.Class && f.Solver == g.Solver && (!f.Located() || f.Signature == g.Signature) || f.disputes(g)
	})
}

// disputes reports whether two findings are one dispute: the same two solvers contradict each other about a check, and nothing decides which
// is right. Which of them is suspected depends on which others answer.
func (f Finding) disputes(g Finding) bool {
	return f.Suspect && g.Suspect && f.Evidence.Kind == EvidenceDifferential && g.Evidence.Kind == EvidenceDifferential &&
		f.Check == g.Check && f.Solver == g.Other && f.Other == g.Solver
}

// finding begins a finding about what a solver did. Its signature has the solver's family before the given parts.
func (o Observation) finding(class Class, check int, parts ...string) Finding {
	return Finding{Class: class, Solver: o.Solver, Check: check, Signature: signature(class, append([]string{o.family()}, parts...)...)}
}

func sortFindings(fs []Finding) { slices.SortFunc(fs, Finding.compare) }

// signature joins parts that are stable from run to run.
func signature(class Class, parts ...string) string {
	return string(class) + "/" + strings.Join(parts, "/")
}
