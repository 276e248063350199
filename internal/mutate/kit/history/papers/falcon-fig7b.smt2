; Paper: Fuzzing SMT Solvers via Two-Dimensional Input Space Exploration (ISSTA 2021)
; Where: Fig. 7 (b), issue cvc5/4243
; Paper's claim: cvc4 with --cbqi-prereg-inst gave an invalid model
; Truth: sat: v2 true, v1 false
; Repaired: two figures are printed side by side and are taken apart; a parenthesis after the bound variables is missing; the option is misspelt in the text.
(declare-const v1 Bool)
(declare-const v2 Bool)
(assert (exists ((q1 (_ BitVec 12)) (q2 Bool) (q3 (_ BitVec 12))) (xor v1 v2)))
(assert (forall ((q4 (_ BitVec 6))) v2))
(check-sat)
