package proof

import (
	"strings"

	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// A Format is a way in which solvers print proofs.
type Format string

// The formats.
const (
	// Z3 is z3's answer to get-proof: one term, in which rules are applied to proofs and, last, to what they conclude.
	Z3 Format = "z3"
	// CPC is what cvc5 prints since 1.1: a list of definitions, assumptions and steps. Steps have conclusions with
	// --proof-print-conclusion.
	CPC Format = "cpc"
	// Tree is what cvc5 prints before 1.1: one term, with :conclusion and :args.
	Tree Format = "tree"
	// Alethe is the format of veriT, carcara and cvc5's --proof-format-mode=alethe.
	Alethe Format = "alethe"
)

// A Kind says what a step is.
type Kind uint8

// The kinds of steps.
const (
	// Inference: the conclusion follows from the premises, or so the solver says.
	Inference Kind = iota
	// Input: an assertion of the script, as the solver took it.
	Input
	// Local: an assumption that a later step discharges.
	Local
	// Around: a premise for all values of the variables that are bound around it.
	Around
)

// A Step of a proof.
type Step struct {
	// Name is what the solver calls it, or its number, from 1, where the solver gives no name.
	Name string
	Rule string
	Kind Kind
	// Premises are indices of earlier steps.
	Premises []int
	// Hidden: the proof does not say what the premises are.
	Hidden bool
	// Claim is the conclusion, nil when Why says why it cannot be read. It may have variables that are bound around the step.
	Claim *term.Term
	Why   string
	// As is the first step that assumes the same formula, where the format identifies assumptions by their formulas; otherwise the step itself.
	As int
	// Discharges are the local assumptions on which the step does not depend although its premises do.
	Discharges []int
	// Active are the local assumptions in whose scope the step is; only steps with hidden premises have them.
	Active []int
}

// Trusted reports whether the solver itself says that it does not prove the step. Such a step need not follow from its premises: it may, without loss of
// generality, break a symmetry.
func (s *Step) Trusted() bool {
	return strings.HasPrefix(s.Rule, trustRule) || strings.Contains(s.Rule, "TRUST")
}

// trustRule begins the names of the rules by which cvc5 marks steps without a proof.
const trustRule = "trust"

// A Skolem is a constant that stands for one of the values that meet a condition, or for any value when none does.
type Skolem struct {
	Decl *term.Decl
	// Var and Condition are the variable and what it has to meet; both are nil when nothing is known about the constant.
	Var, Condition *term.Term
	// Is is the term that it equals, nil for a condition.
	Is *term.Term
}

// A Proof is a proof as it was read. Its terms belong to the script's store.
type Proof struct {
	Format Format
	Script *script.Script
	Check  int
	Steps  []Step
	// Skolems are the constants that the solver introduced, ordered so that each depends only on those before it.
	Skolems []*Skolem
	// Functions are the functions that the solver introduced and whose meaning is known.
	Functions []*Function
	// Cut says why the rest was not read, "" for a proof that was read to its end.
	Cut string
}

// A Budget bounds the reading of a proof.
type Budget struct {
	Bytes int // of text
	Steps int
	Depth int // of nested s-expressions, except for lets at the head of a proof
	Terms int // distinct ones, besides those of the script
}

// DefaultBudget is enough for proofs of a few hundred thousand steps.
var DefaultBudget = Budget{Bytes: 64 << 20, Steps: 500_000, Depth: 20_000, Terms: 2_000_000}
