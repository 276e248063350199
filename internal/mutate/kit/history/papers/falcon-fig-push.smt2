; Paper: Fuzzing SMT Solvers via Two-Dimensional Input Space Exploration (ISSTA 2021)
; Where: the figure of the learning phase, (a)
; Paper's claim: none: it shows which options matter to push
; Truth: sat: x = 7
; Repaired: the option that the last command needs is added; after sat the command is an error by the standard.
(set-option :produce-unsat-cores true)
(set-logic QF_NIA)
(declare-const x Int)
(declare-const y Int)
(assert (> x 6))
(push 1)
(check-sat)
(get-unsat-core)
