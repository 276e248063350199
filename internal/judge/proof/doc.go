// Package proof reads the proofs that solvers print for unsat, and finds the step at which a wrong one goes wrong: the first whose
// premises are true and whose conclusion is false under a model of the formula. It knows no proof rule and checks no proof.
//
// From a step it takes the name of its rule, its premises and its conclusion, which are terms. Terms are evaluated exactly. What a solver
// introduces on the way, such as skolem constants, has the value of what it stands for; where that is not known, the terms that contain it
// are open, and so are the steps with such terms. Every step is counted; those that cannot be read are counted with the reason.
//
// Proofs are hostile input: Budget bounds how much of one is read, and evaluation has its own bounds.
package proof
