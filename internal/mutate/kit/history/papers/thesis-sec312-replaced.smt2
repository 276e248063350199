; Paper: Fuzz-testing SMT Solvers with Formula Weakening and Strengthening (master's thesis, ETH 2021)
; Where: section 3.1.2, the running example after one occurrence is replaced
; Paper's claim: none
; Truth: sat: y = 2, x = 0
; Repaired: declarations and commands are added; the sort is taken from the literals.
(declare-const x Int)
(declare-const y Int)
(assert (and (= y 2) (not (= x 1))))
(check-sat)
