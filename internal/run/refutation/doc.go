// Package refutation certifies unsat: it settles every step of a solver's proof, by Assay's own reasoning where that suffices, and otherwise by asking
// solvers of other codebases whether the step's premises and the negation of its conclusion are unsatisfiable.
//
// What it certifies is that the script's assertions are unsatisfiable, not that the proof follows the rules of its format. The first kind of settled step is
// checked; the second rests on two codebases that agree on it, which is evidence and no proof. A certificate says how many there are of each.
//
// Nothing here trusts what a proof says about itself: assumptions count as assertions of the script when they are the same terms.
package refutation
