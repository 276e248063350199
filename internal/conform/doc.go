// Package conform holds solvers against their profiles: it runs short scripts whose answers are known, and compares what a solver
// does with what its profile says it does. It looks for no defects of solvers, and judges no campaign.
//
// A Check is one such comparison; Checks lists them. Examine makes all of them, Quick the few that decide whether a campaign can
// make sense, and Table shows the results for several solvers side by side.
package conform
