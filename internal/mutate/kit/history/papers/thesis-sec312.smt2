; Paper: Fuzz-testing SMT Solvers with Formula Weakening and Strengthening (master's thesis, ETH 2021)
; Where: section 3.1.2, the running example in mathematical notation
; Paper's claim: none
; Truth: unsat: a formula and its negation
; Repaired: declarations and commands are added; the sort is taken from the literal.
(declare-const x Int)
(assert (and (= x 1) (not (= x 1))))
(check-sat)
