package oracle

import (
	"fmt"
	"strings"
)

// A Statement is something that a solver says is so while it solves, and that is not. Records of findings have it as it is.
type Statement struct {
	// From is where the solver says it, and Rule its name for the inference.
	From StatementSource `json:"from"`
	Rule string          `json:"rule"`
	// Step is its name in the proof, and Premises are what it is concluded from there, all of which are true.
	Step     string   `json:"step,omitempty"`
	Premises []string `json:"premises,omitempty"`
	// Implied: it had to follow from the assertions, and is false under a model of them. Conflict: it is the negation of what the solver says cannot be, and
	// is neither always true nor always false. Any other one has to be true under every interpretation.
	Implied  bool `json:"implied,omitempty"`
	Conflict bool `json:"conflict,omitempty"`
	// Text is the statement, Why its smallest false part, and Assignment the values under which it is false.
	Text       string     `json:"statement"`
	Why        string     `json:"why,omitempty"`
	Assignment []Assigned `json:"assignment,omitempty"`
	// Contrary is an interpretation under which it is true, for a Conflict.
	Contrary string `json:"contrary,omitempty"`
	// Script is a satisfiable script that the statement contradicts, and Answer what the solver answers to it; both are "" where none was made, for the
	// reason Unmade.
	Script string `json:"script,omitempty"`
	Answer string `json:"answer,omitempty"`
	Unmade string `json:"unmade,omitempty"`
}

// A StatementSource is where solvers make statements.
type StatementSource string

// The sources.
const (
	// FromOutput: it prints them while it solves, or writes them into files.
	FromOutput StatementSource = "output"
	// FromProof: they are steps of its proof.
	FromProof StatementSource = "proof"
)

// StatementSources returns all of them, in display order.
func StatementSources() []StatementSource { return []StatementSource{FromOutput, FromProof} }

// An Assigned is a constant with its value.
type Assigned struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	// Meaning says what a constant of the solver's stands for, "" for a constant of the script.
	Meaning string `json:"meaning,omitempty"`
}

// Name names the inference in a few words, the same ones whatever the formula.
func (s *Statement) Name() string {
	if s.From == FromProof {
		return "proof step " + s.Rule
	}
	return s.Rule
}

// Inferred returns the finding that a statement which a solver made on a script is false under a model.
func Inferred(o Observation, s Statement, model string) Finding {
	f := o.finding(InvalidInference, WholeRun, string(s.From), strings.ReplaceAll(s.Rule, "/", "-"))
	f.Evidence = Evidence{Kind: EvidenceStatement, Model: model, Statement: &s, Summary: fmt.Sprintf("%s infers what is false: %s %s", o.Solver, s.Name(), s.falsity())}
	return f
}

// falsity says in what way it is false.
func (s *Statement) falsity() string {
	switch {
	case s.Conflict:
		return "is neither a lemma nor, as its negation, a conflict: it is true under one interpretation and false under another"
	case s.Implied:
		return "does not follow from the assertions: it is false under a model of them"
	case s.From == FromProof && len(s.Premises) > 0:
		return "does not follow from its premises: they are true under an interpretation that makes it false"
	}
	return "is false under an interpretation"
}
