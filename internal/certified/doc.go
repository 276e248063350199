// Package certified reduces findings, and keeps them what they are: the same class and blamed solver, for crashes the same
// signature, and where the class rests on a truth, a truth that is certified for every candidate that is taken.
//
// The reduction itself is package reduce's; this package is its predicate, and what is done with the result: the
// options that matter, the command as people type it, and the finding's folder. docs/adr/017-certified-reduction.md has the
// reasons.
package certified
