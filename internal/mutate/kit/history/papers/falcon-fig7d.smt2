; Paper: Fuzzing SMT Solvers via Two-Dimensional Input Space Exploration (ISSTA 2021)
; Where: Fig. 7 (d), issue cvc5/4936
; Paper's claim: cvc4 did not end in ten minutes, z3 took half a second; performance
; Truth: unsat: a remainder is below its divisor, and for divisor 0 the dividend is 0 too
; Repaired: two figures are printed side by side and are taken apart.
(declare-const b (_ BitVec 40))
(assert (bvugt (bvurem ((_ rotate_right 6) b) b) b))
(check-sat)
