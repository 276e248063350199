// Package trial takes one script through solvers to a verdict. It is the only way there. Package experiment goes it once from end to end; what
// has to do something of its own between the runs and the verdict, such as a campaign, takes the steps itself.
//
// A trial renders the script for a target, lets a Runner run the target on it, observes what comes back, certifies models and unsat cores
// with the exact evaluator, confirms the truths that solvers contradict, judges, and excuses what operators with open values explain. A
// Bench has what trials share. Trials of one store of terms belong to one goroutine.
package trial
