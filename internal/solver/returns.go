package solver

import "strings"

// A ReturnKind says what a solver returns after an answer.
type ReturnKind uint8

// The kinds of what a solver returns. The zero value is invalid.
const (
	// Model is the response to get-model (SMT-LIB 2.6, section 4.2.6).
	Model ReturnKind = iota + 1
	// Core is the response to get-unsat-core: names of assertions (section 4.2.7).
	Core
	// Assumptions is the response to get-unsat-assumptions: literals (section 4.2.7).
	Assumptions
	// Proof is the response to get-proof (section 4.2.7).
	Proof
	// Values is the response to get-value (section 4.2.6).
	Values
	// Assignment is the response to get-assignment: the values of named formulas (section 4.2.6).
	Assignment
	// Evaluated is the response to z3's eval: the value of a term under the model.
	Evaluated
	// Simplified is the response to z3's simplify: an equal term.
	Simplified
	// Goals is the response to z3's apply: what a tactic makes of the assertions.
	Goals
	// Objectives is the response to z3's get-objectives: the optimal values.
	Objectives
	// Interpolant is the response to get-interpolant or get-interpolants: a definition, a formula, or formulas. Abduct is that to cvc5's get-abduct: a
	// definition.
	Interpolant
	Abduct
	// Statistics is the response to (get-info :all-statistics) (section 4.1.8).
	Statistics
	// Reason is the response to (get-info :reason-unknown).
	Reason
	// OtherReturn is the response to any other command, and what a solver prints unasked.
	OtherReturn
)

// String returns the kind in one word.
func (k ReturnKind) String() string {
	switch k {
	case Model:
		return "model"
	case Core:
		return "core"
	case Assumptions:
		return "assumptions"
	case Proof:
		return "proof"
	case Values:
		return "values"
	case Assignment:
		return "assignment"
	case Evaluated:
		return "evaluated"
	case Simplified:
		return "simplified"
	case Goals:
		return "goals"
	case Objectives:
		return "objectives"
	case Interpolant:
		return "interpolant"
	case Abduct:
		return "abduct"
	case Statistics:
		return "statistics"
	case Reason:
		return "reason"
	case OtherReturn:
	}
	return "other"
}

// Further reports whether it is a response to a question beyond those for models, cores, proofs and the cost of a run.
func (k ReturnKind) Further() bool {
	return k == Values || k == Assignment || k == Evaluated || k == Simplified || k == Goals || k == Objectives || k == Interpolant || k == Abduct
}

// word reports whether a response of the kind may be a word outside of parentheses, such as true, or fail.
func (k ReturnKind) word() bool {
	return k == Evaluated || k == Simplified || k == Interpolant || k == Abduct
}

// A Question is a command of a script that a solver answers with an s-expression: its kind, and the check-sat that it follows.
type Question struct {
	Check int // from 0
	Kind  ReturnKind
	// Command is the command that asks, "" for the one that the solver's profile has for the kind.
	Command string
}

// A Return is what a solver returned to a question. The text is hostile input.
type Return struct {
	Check int // from 0
	Kind  ReturnKind
	Text  string
	// Place says which of the questions after the check it answers, from 0.
	Place int
	// Sure says that there are as many responses after the check as questions, and nothing else, so that each question has its own.
	Sure bool
}

// maxReturn bounds how many bytes are kept after one answer.
const maxReturn = 16 << 20

// A response is an s-expression that follows an answer. Errors replace what was asked for.
type response struct {
	text  []byte
	error bool
	word  bool // it is one word, which answers only eval and simplify
}

// returned assigns what follows the answers to the questions that the script asks there. If a check is followed by one
// question, everything is its response, as some solvers print a model in pieces. If there are several, each takes one
// response in order, and the last one takes the rest.
func returned(behind [][]response, asked []Question) []Return {
	var out []Return
	for check, responses := range behind {
		var kinds []ReturnKind
		for _, q := range asked {
			if q.Check == check {
				kinds = append(kinds, q.Kind)
			}
		}
		out = append(out, sortOut(check, responses, kinds)...)
	}
	return out
}

// escaped escapes the character 7F as SMT-LIB requires in what was returned by a solver that prints it unescaped.
func (p *Profile) escaped(all []Return) []Return {
	if p.Show.Escapes == rawDEL {
		for i := range all {
			all[i].Text = strings.ReplaceAll(all[i].Text, "\x7f", `\u{7f}`)
		}
	}
	return all
}

func sortOut(check int, responses []response, kinds []ReturnKind) []Return {
	if len(kinds) == 0 {
		kinds = []ReturnKind{OtherReturn}
	}
	texts := make([][]byte, len(kinds))
	slot, n, remarks := 0, 0, 0
	for _, r := range responses {
		if r.word && !kinds[slot].word() {
			remarks++ // or the response to an earlier question, if there is one response too many before it
			continue
		}
		n++
		if !r.error {
			texts[slot] = append(append(texts[slot], r.text...), '\n')
		}
		if slot+1 < len(kinds) {
			slot++
		}
	}
	var out []Return
	for i, text := range texts {
		if len(text) > 0 {
			out = append(out, Return{Check: check, Kind: kinds[i], Text: string(text), Place: i, Sure: n == len(kinds) && remarks == 0})
		}
	}
	return out
}

// Return returns what the solver returned of a kind after a check-sat, "" when there is nothing.
func (v *Verdict) Return(check int, kind ReturnKind) string {
	for _, r := range v.Returns {
		if r.Check == check && r.Kind == kind {
			return r.Text
		}
	}
	return ""
}

// Asked reports whether the script asks a question after a check-sat.
func (r Run) Asked(check int, kind ReturnKind) bool {
	for _, q := range r.Questions {
		if q.Check == check && q.Kind == kind {
			return true
		}
	}
	return false
}
