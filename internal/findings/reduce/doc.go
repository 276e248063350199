// Package reduce makes SMT-LIB scripts smaller for as long as a predicate holds. It runs no process, reads no clock and touches no file:
// judging a candidate is up to the predicate.
//
// A reduction walks from text to text. Each step is a candidate that one of the passes made from the text before it, that is smaller by a
// measure that cannot fall for ever, and for which the predicate holds. Scripts that sort-check are reduced as terms, and their candidates
// are shown to the predicate only if they sort-check; others are reduced as s-expressions, and texts that are not even those as lines.
//
// Several candidates are tried at once, and the first one in order that holds is accepted: the result is the same whatever the number of
// jobs. docs/adr/014-reduction.md has the reasons.
package reduce
