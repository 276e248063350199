// Package bench measures how fast Assay is: what a query costs in each solver and each kind of process, what a mutant costs besides
// solvers, and what part of a campaign's time solvers have. It judges no answers; that they are the same in all kinds of processes is
// shown by the comparisons of internal/crosscheck.
//
// Machines are noisy. What is compared is measured in turns, one round of each after the other; medians count, with the smallest and
// the largest beside them; and the first figure is CPU time, user and system, of Assay and of all processes that it started. Wall time
// stands next to it.
package bench
