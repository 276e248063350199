// Package snapshot runs each query in a copy of a solver process that has started before: the start is paid once. It is not a
// way to talk to living processes: each copy reads one script, from a file, and ends.
//
// A small library is compiled with the C compiler of the machine and preloaded into the solver, which then stops at the moment it
// opens its input file and forks whenever it is asked to (sandbox.Forks). For solvers whose profile says so, the process has also read
// the beginning of the scripts, where options and the logic are set, and a command that changes nothing. See
// docs/adr/012-snapshots.md.
package snapshot
