; Paper: Generative Type-Aware Mutation for Testing SMT Solvers (OOPSLA 2021)
; Where: section 2, the real constraint that explains predicates
; Paper's claim: none: it only illustrates the language
; Truth: sat: x = 0
; Repaired: the declaration is the one the section shows just before; check-sat is added.
(declare-fun x () Real)
(assert (<= (/ x 4) (* 5 x)))
(check-sat)
