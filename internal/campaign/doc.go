// Package campaign runs the fuzzer for a time or a number of mutants: it deals jobs to workers, counts, reports
// progress, saves its state and goes on where an earlier run of the same campaign ended. It makes no mutant and runs
// no solver itself; package fuzzer does.
//
// Which mutants a campaign makes follows from its seed, its seed formulas, engines and solvers alone: jobs are
// dealt in an order that depends on nothing else, and a limit on mutants cuts that order at the same place whatever
// the number of workers.
package campaign
