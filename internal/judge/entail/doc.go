// Package entail decides by its own code alone whether some formulas entail another one. It is what certificates of unsat rest on, so it is small, and it
// errs on one side only: what it calls entailed is entailed in every interpretation of the symbols, and what it does not is not known.
//
// It knows no rule of any solver. The premises and the negated conclusion become clauses over the formulas that have no connective at the top; a search
// without learning refutes them with the help of congruence closure, exact evaluation of what has no symbols, normal forms, linear arithmetic, and the bits of bit-vectors. Quantified formulas
// are atoms, equal only if they are the same up to the names of variables. Free variables are constants.
//
// Formulas are hostile input: a Budget bounds each question, and all questions together.
package entail
