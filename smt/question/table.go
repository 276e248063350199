package question

import (
	"github.com/assay-smt/assay/smt/status"
)

// A Kind says what a solver returns to a question.
type Kind uint8

// The kinds. The zero value is invalid.
const (
	// Model is an interpretation that makes the assertions true (SMT-LIB 2.6, section 4.2.6).
	Model Kind = iota + 1
	// Core has names of assertions (section 4.2.7).
	Core
	// Assumptions has literals of a check-sat-assuming (section 4.2.7).
	Assumptions
	// Proof is a proof that the assertions are unsatisfiable (section 4.2.7).
	Proof
	// Values has the values of terms (section 4.2.6).
	Values
	// Assignment has the values of named formulas (section 4.2.6).
	Assignment
	// Evaluated is the value of a term under the model, as z3 has it.
	Evaluated
	// Simplified is a term that is equal to another one, as z3 has it.
	Simplified
	// Goals is what a tactic of z3 makes of the assertions.
	Goals
	// Objectives has the optimal values of what the script minimizes or maximizes.
	Objectives
	// Interpolant is a definition, a formula, or formulas. Abduct is a definition, as cvc5 has it.
	Interpolant
	Abduct
	// Statistics says what the solver did (section 4.1.8).
	Statistics
	// Reason is why the answer is unknown (section 4.1.8).
	Reason
	// Other is the response to any other command, and what a solver prints unasked.
	Other
)

// A Form is a command that asks a question.
type Form struct {
	Word string
	// Keyword is the first argument, where that tells what is asked.
	Keyword string
	// Names is the number of arguments in front that only give the response a name.
	Names int
	// Term is the place of an argument that is a term, which scripts keep as text; 0 for none. A command with Names that has no name there has no
	// term.
	Term int
	// Lists: the arguments are lists of terms or names.
	Lists bool
	// Free: it can be asked about a term of any sort.
	Free bool
	// Foreign: scripts hold the command as script.Other.
	Foreign bool

	kind Kind
}

// A row is what is true of all questions of a kind. How a profile says that a solver can be asked is in a table of package solver, and how a response
// is judged in one of package certify.
type row struct {
	// name is the word of reports and figures.
	name string
	// forms are the commands that ask, the usual one first.
	forms []Form
	// after is the answer that they are about, NoStatus for any.
	after status.Status
	// options are the settings that enable them: that of SMT-LIB first, then those of solvers. They have no colon.
	options []string
	// request is what a script with the command or an option asks for, where not everybody does.
	request string
	// further, core, bare, refutable, taxing and common are documented with the methods of these names.
	further, core, bare, refutable, taxing, common bool
}

var table = [...]row{
	Model: {name: "model", forms: []Form{{Word: "get-model"}}, after: status.Sat, options: []string{"produce-models"}, common: true},
	Core: {
		name: "core", forms: []Form{{Word: "get-unsat-core"}}, after: status.Unsat, core: true, request: "unsat cores",
		options: []string{"produce-unsat-cores", "unsat_core", "minimal-unsat-cores", "unsat-cores-mode"},
	},
	Assumptions: {
		name: "assumptions", forms: []Form{{Word: "get-unsat-assumptions"}}, after: status.Unsat, core: true, request: "unsat cores",
		options: []string{"produce-unsat-assumptions"},
	},
	Proof: {
		name: "proof", forms: []Form{{Word: "get-proof"}}, after: status.Unsat, request: "proofs",
		options: []string{"produce-proofs", "proof", "solver.proof.save"},
	},
	Values: {
		name: "values", forms: []Form{{Word: "get-value", Lists: true}}, after: status.Sat, further: true,
		options: []string{"produce-models"},
	},
	Assignment: {
		name: "assignment", forms: []Form{{Word: "get-assignment"}}, after: status.Sat, further: true, taxing: true, common: true,
		options: []string{"produce-assignments"},
	},
	Evaluated: {
		name: "evaluated", forms: []Form{{Word: "eval", Term: 1, Free: true, Foreign: true}}, after: status.Sat, further: true, bare: true,
	},
	Simplified: {name: "simplified", forms: []Form{{Word: "simplify", Free: true}}, further: true, bare: true},
	Goals:      {name: "goals", forms: []Form{{Word: "apply", Foreign: true}}, further: true},
	Objectives: {name: "objectives", forms: []Form{{Word: "get-objectives"}}, after: status.Sat, further: true, taxing: true},
	Interpolant: {
		name: "interpolant", further: true, bare: true, refutable: true, request: "interpolants", options: []string{"produce-interpolants"},
		forms: []Form{
			{Word: "get-interpolant", Names: 1, Term: 2, Lists: true},
			{Word: "get-interpolants", Lists: true},
			{Word: "get-interpol", Names: 1, Term: 2, Foreign: true}, // of early cvc5
		},
	},
	Abduct: {
		name: "abduct", further: true, bare: true, refutable: true, request: "abducts", options: []string{"produce-abducts"},
		forms: []Form{{Word: "get-abduct", Names: 1, Term: 2}},
	},
	Statistics: {name: "statistics", forms: []Form{{Word: "get-info", Keyword: ":all-statistics"}}, common: true},
	Reason:     {name: "reason", forms: []Form{{Word: "get-info", Keyword: ":reason-unknown"}}, after: status.Unknown, common: true},
	Other: {
		name: "other",
		forms: []Form{
			{Word: "get-info"}, {Word: "get-assertions"}, {Word: "get-option"}, {Word: "get-difficulty"}, {Word: "get-learned-literals"},
			{Word: "get-timeout-core"},
			{Word: "get-qe", Term: 1, Foreign: true}, {Word: "get-qe-disjunct", Term: 1, Foreign: true},
			{Word: "get-consequences", Lists: true, Foreign: true},
			{Word: "display", Term: 1, Free: true, Foreign: true},
		},
	},
}
