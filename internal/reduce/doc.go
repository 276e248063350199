// Package reduce makes SMT-LIB scripts smaller for as long as a predicate holds. It runs no process, reads no clock and
// touches no file: what a candidate is worth is the predicate's business.
//
// A reduction walks from text to text. Each step is a candidate that one of the passes made of the text before it, that is
// smaller by a measure that cannot fall for ever, and for which the predicate holds. Scripts that sort-check are reduced as
// terms, and no candidate of them is shown to the predicate that does not sort-check; others are reduced as s-expressions,
// and texts that are not even those as lines.
//
// Several candidates are tried at once, and the first one in order that holds is taken: the result is the same whatever the
// number of jobs. docs/adr/014-reduction.md has the reasons.
package reduce
