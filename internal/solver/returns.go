package solver

import "strings"

// A ReturnKind says what a solver returns behind an answer.
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
	// Values is the response to get-value or get-assignment (section 4.2.6).
	Values
	// Statistics is the response to (get-info :all-statistics) (section 4.1.8).
	Statistics
	// Reason is the response to (get-info :reason-unknown).
	Reason
	// OtherReturn is the response to any other command, and what a solver prints although nobody asked.
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
	case Statistics:
		return "statistics"
	case Reason:
		return "reason"
	case OtherReturn:
	}
	return "other"
}

// A Question is a command of a script that a solver answers with an s-expression: which kind, and behind which check-sat.
type Question struct {
	Check int // from 0
	Kind  ReturnKind
}

// A Return is what a solver returned to a question. The text is hostile input.
type Return struct {
	Check int // from 0
	Kind  ReturnKind
	Text  string
}

// maxReturn bounds the bytes of what is kept behind one answer.
const maxReturn = 16 << 20

// A response is an s-expression that stands behind an answer. Errors take the place of what was asked for.
type response struct {
	text  []byte
	error bool
}

// returned sorts what stands behind the answers by the questions that the script asks there. Of one question behind a check,
// everything is its response, as some solvers print a model in pieces; of several, each takes one response in order, and the
// last one what is left.
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

// escaped writes the character 7F in SMT-LIB's way in what a solver returned that prints it as it is.
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
	slot := 0
	for _, r := range responses {
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
			out = append(out, Return{Check: check, Kind: kinds[i], Text: string(text)})
		}
	}
	return out
}

// Return returns what the solver returned of a kind behind a check-sat, "" when there is nothing.
func (v *Verdict) Return(check int, kind ReturnKind) string {
	for _, r := range v.Returns {
		if r.Check == check && r.Kind == kind {
			return r.Text
		}
	}
	return ""
}

// Asked reports whether the script asks a question behind a check-sat.
func (r Run) Asked(check int, kind ReturnKind) bool {
	for _, q := range r.Questions {
		if q.Check == check && q.Kind == kind {
			return true
		}
	}
	return false
}
