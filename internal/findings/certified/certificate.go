package certified

import (
	"fmt"
	"strings"
)

// A Kind says what certifies that a candidate shows what the original showed. Users and records see the values; the zero value is none.
type Kind string

// The kinds.
const (
	// Ground: exact evaluation decides the formula without a model. It has no symbols, or no value of them matters.
	Ground Kind = "ground"
	// Witness: the formula is true under a model, by exact evaluation.
	Witness Kind = "witness"
	// OwnModel: the formula is false, or true for wrong self-checks, under the blamed solver's own model, by exact evaluation.
	OwnModel Kind = "own-model"
	// Signature: a crash that looks the same. It needs no truth.
	Signature Kind = "signature"
	// Derivation: it has all declarations and assertions of the original, which is unsat by construction.
	Derivation Kind = "derivation"
	// Core: it has all declarations and assertions of a part that is certified to be unsat by itself.
	Core Kind = "core"
	// Agreement: solvers of two codebases besides the blamed one's give the answer, and no operator in it has open values.
	Agreement Kind = "agreement"
	// Baseline: the solver that it is compared with decides it.
	Baseline Kind = "baseline"
	// Step: the solver decides the formula one step before.
	Step Kind = "step"
	// Measured: the solver is slower than its baseline, by what both count and by CPU time.
	Measured Kind = "measurement"
	// Fresh: a fresh process does not show it, where that alone says that it is wrong: it does not crash, or its model is right.
	Fresh Kind = "fresh-process"
	// Word: a program of the user's says so again. It certifies nothing: the finding is a suspicion, and stays one.
	Word Kind = "word"
	// Disagreement: two solvers, or two processes of one, contradict each other, and nothing decides which is right. It certifies nothing: the finding is
	// a suspicion, and stays one.
	Disagreement Kind = "disagreement"
)

// A level orders kinds by strength: a reduction must not end on a lower one than it began with.
type level uint8

const (
	noLevel   level = iota
	suspicion       // two solvers disagree, or a program says so
	voted           // others agree, or a derivation says so
	exact           // evaluation, or what a process does
)

func (k Kind) level() level {
	switch k {
	case Ground, Witness, OwnModel, Signature, Baseline, Step, Measured, Fresh:
		return exact
	case Derivation, Core, Agreement:
		return voted
	case Disagreement, Word:
		return suspicion
	}
	return noLevel
}

// A Certificate says why a candidate is a bug.
type Certificate struct {
	Kind Kind
	// By names the solvers that vouch for it, or whose model it is; it is empty where evaluation alone does.
	By []string
	// Words says the same in a sentence without its full stop.
	Words string

	wrongSat bool // beside a wrong model: the formula has none
}

// agreed is the certificate by which solvers of several codebases agree on an answer.
func agreed(answer string, by []string) Certificate {
	return Certificate{Kind: Agreement, By: by, Words: fmt.Sprintf(
		"%s answer %s, which are solvers of other codebases than the blamed one's; no operator in it has a value that the standard leaves open",
		strings.Join(by, " and "), answer)}
}
