; Paper: Generative Type-Aware Mutation for Testing SMT Solvers (OOPSLA 2021)
; Where: section 3.1, the formula before Definition 2
; Paper's claim: none: it shows why variables must stay in scope
; Truth: unsat: no integer is above all integers
; Repaired: declarations and commands are added; only the formula is printed.
(declare-const x Int)
(declare-const y Int)
(assert (and (> x 10) (forall ((z Int)) (< z y))))
(check-sat)
