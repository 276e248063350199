// Package bench measures how fast Assay is: what a query costs in each solver and each kind of process, what a mutant costs apart
// from solvers, and what share of a campaign's time solvers get. It judges no answers; the comparisons in internal/testing/crosscheck show
// that answers are the same in all kinds of processes.
//
// Machines are noisy. Things to compare are measured in turns, one round of each after the other; medians count, shown with the
// smallest and the largest value; and the first figure is CPU time, user and system, of Assay and of all processes that it started.
// Wall time is next to it.
package bench
