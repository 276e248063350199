; Paper: Fuzzing SMT Solvers via Two-Dimensional Input Space Exploration (ISSTA 2021)
; Where: Fig. 7 (a), issue z3/4427
; Paper's claim: z3 with rewriter.push_ite_arith=true smt.string_solver=seq used freed memory; crash
; Truth: sat: i1 = 0 makes the product 0 whatever mod by zero is
; Repaired: two figures are printed side by side and are taken apart.
(declare-const i1 Int)
(declare-const s1 String)
(assert (>= (str.len s1) i1))
(push 1)
(assert (>= 0 (abs i1)))
(pop 1)
(assert (>= 0 (* i1 135 (mod i1 i1) i1 i1)))
(push 1)
(check-sat)
