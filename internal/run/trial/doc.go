// Package trial takes one script through solvers to a verdict. It is the only way there: campaigns, solve and replay use it, and so does
// everything else that needs to know what is wrong when these solvers get this script.
//
// A trial renders the script for a target, lets a Runner run the target on it, observes what comes back, certifies models and unsat cores
// with the exact evaluator, confirms the truths that solvers contradict, judges, and excuses what operators with open values explain. A
// Bench has what trials share. Trials of one store of terms belong to one goroutine.
package trial
