// Package conform checks solvers against their profiles: it runs short scripts whose answers are known, and compares what a
// solver does with what its profile says it does. It does not look for defects in solvers, and does not judge campaigns.
//
// A Check is one such comparison; Checks lists them. Examine makes all of them, Quick the few that determine whether a campaign
// can make sense, and Table shows the results for several solvers side by side.
package conform
