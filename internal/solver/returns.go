package solver

import (
	"strings"

	"github.com/assay-smt/assay/smt/question"
)

// A Question is a command of a script that a solver answers with an s-expression: its kind, and the check-sat that it follows.
type Question struct {
	Check int // from 0
	Kind  question.Kind
	// Command is the command that asks, "" for the one that the solver's profile has for the kind.
	Command string
}

// A Return is what a solver returned to a question. The text is hostile input.
type Return struct {
	Check int // from 0
	Kind  question.Kind
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
	word  bool // it is one word, which only questions that are Bare have as a response
}

// returned assigns what follows the answers to the questions that the script asks there. If a check is followed by one
// question, everything is its response, as some solvers print a model in pieces. If there are several, each takes one
// response in order, and the last one takes the rest.
func returned(behind [][]response, asked []Question) []Return {
	var out []Return
	for check, responses := range behind {
		var kinds []question.Kind
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

func sortOut(check int, responses []response, kinds []question.Kind) []Return {
	if len(kinds) == 0 {
		kinds = []question.Kind{question.Other}
	}
	texts := make([][]byte, len(kinds))
	slot, n, remarks := 0, 0, 0
	for _, r := range responses {
		if r.word && !kinds[slot].Bare() {
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
func (v *Verdict) Return(check int, kind question.Kind) string {
	for _, r := range v.Returns {
		if r.Check == check && r.Kind == kind {
			return r.Text
		}
	}
	return ""
}

// Asked reports whether the script asks a question after a check-sat.
func (r Run) Asked(check int, kind question.Kind) bool {
	for _, q := range r.Questions {
		if q.Check == check && q.Kind == kind {
			return true
		}
	}
	return false
}
