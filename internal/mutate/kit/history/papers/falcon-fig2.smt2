; Paper: Fuzzing SMT Solvers via Two-Dimensional Input Space Exploration (ISSTA 2021)
; Where: Fig. 2
; Paper's claim: none: it illustrates the language
; Truth: unsat: x > 6 and x < 4
; Repaired: the option that the last command needs is added. No assertion is named, so the core is empty.
(set-option :produce-unsat-cores true)
(set-logic QF_LIA)
(declare-const x Int)
(declare-const y Int)
(assert (> x 6))
(assert (= y 3))
(assert (< x 4))
(check-sat)
(get-unsat-core)
