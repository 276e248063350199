; Paper: DIVER: Oracle-Guided SMT Solver Testing with Unrestricted Random Mutations (ICSE 2023)
; Where: section III, the example of terms and labels
; Paper's claim: none
; Truth: sat (the paper gives the model): a = 2, b = 1, c = 1
; Repaired: written out from mathematical notation; the sorts are taken from the model.
(declare-const a Int)
(declare-const b Int)
(declare-const c Int)
(assert (>= a (+ b c)))
(check-sat)
