// Package campaign runs the fuzzer for a time or a number of mutants: it deals jobs to workers, counts, reports
// progress, saves its state and continues where an earlier run of the same campaign ended. It does not make mutants
// or run solvers itself; package fuzzer does.
//
// Which mutants a campaign makes depends only on its seed, its seed formulas, engines and solvers: jobs are dealt
// in an order that depends on nothing else, and a limit on mutants cuts that order at the same place whatever the
// number of workers.
package campaign
