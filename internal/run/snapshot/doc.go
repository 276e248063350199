// Package snapshot runs each query in a copy of a solver process that was started before, so the cost of the start is paid
// once. It is not a way to talk to reused processes: each copy reads one script, from a file, and ends.
//
// A small library is compiled with the machine's C compiler and preloaded into the solver, which then stops when it opens its input
// file and forks whenever it is asked to (sandbox.Forks). For solvers whose profile says so, the process has also read the beginning
// of the scripts, which sets options and the logic, and a command that changes nothing. See docs/adr/012-snapshots.md.
package snapshot
