// Package oracle turns what solvers did with one script into findings.
//
// It is pure: it runs no process, reads no file and knows no particular solver. Reading answers, errors and crashes out of a solver's
// output is the work of internal/solver; deciding by a model which solver is wrong is the work of the exact evaluator, whose verdicts
// arrive here with truths and observations. Where no truth is known, it reports a disagreement of solvers as a suspicion that names both
// sides.
package oracle
