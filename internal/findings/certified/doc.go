// Package certified reduces findings while keeping what they are: the same class and blamed solver, for crashes the same signature, and
// where the class rests on a truth, a truth that is certified for every candidate that is accepted.
//
// Package reduce does the reduction itself; this package is its predicate, and processes the result: the options that matter, the command
// as people type it, and the finding's folder. docs/adr/017-certified-reduction.md has the reasons.
package certified
