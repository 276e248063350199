; Paper: Fuzzing SMT Solvers via Two-Dimensional Input Space Exploration (ISSTA 2021)
; Where: Fig. 7 (c), issue z3/3910
; Paper's claim: z3 with smt.arith.solver=2 rewriter.flat=false rewriter.push_ite_arith=true gave an invalid model
; Truth: sat: i1 = 1
; Repaired: two figures are printed side by side and are taken apart.
(declare-const i1 Int)
(assert (>= (* 495 17 (abs i1)) 287))
(check-sat)
