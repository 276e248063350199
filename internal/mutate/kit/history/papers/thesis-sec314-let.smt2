; Paper: Fuzz-testing SMT Solvers with Formula Weakening and Strengthening (master's thesis, ETH 2021)
; Where: section 3.1.4, the let whose variable has both polarities
; Paper's claim: none
; Truth: unsat: x and not x
; Repaired: declaration and commands are added.
(declare-const a1 Bool)
(assert (let ((x a1)) (and (not x) x)))
(check-sat)
