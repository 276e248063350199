// Package trial takes one script through solvers to a verdict. It is the one way there: campaigns, solve and replay take it, and
// whatever else wants to know what is wrong when these solvers get this script.
//
// A trial renders the script for a target, has a Runner run the target on it, observes what came back, certifies models and
// unsat cores with the exact evaluator, confirms the truths that solvers contradict, judges, and excuses what operators with
// open values explain. A Bench has what trials share. Trials of one store of terms belong to one goroutine.
package trial
