// Package inference judges what solvers infer while they solve. Stock solvers can be made to print lemmas, literals that they learn, and what
// preprocessing makes of the assertions (solver.Inferences). Each of these statements is evaluated: one that has to be valid, under random
// interpretations and the neighbours of a model; one that has to follow from the assertions, under models of these. One run gives hundreds of checks
// where its answer gives one.
//
// From a false statement it makes an ordinary script whose truth is certified, and on which the solver may answer wrongly.
package inference
