// Package campaign runs the fuzzer for a time or a number of mutants, counts, reports progress, saves its state, and continues where an
// earlier run of the same campaign ended. It does not make mutants or run solvers itself; package fuzzer does.
//
// Run is a short program over three things. The schedule (package schedule) says which slot is next: a slot is one piece of work, the mutants
// that one engine makes of one seed, once. The ledger has what is handed out, done, counted and learned; it owns the only lock, and writes
// everything into the database (package store). Workers take slots from the ledger, make and run their mutants, and hand the outcome back.
//
// Which mutants a campaign makes depends only on its seed, its seed formulas, engines and solvers: slots are handed out in an order that
// depends on nothing else, and a limit on mutants cuts that order at the same place whatever the number of workers.
package campaign
