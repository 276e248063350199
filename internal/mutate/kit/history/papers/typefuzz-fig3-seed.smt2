; Paper: Generative Type-Aware Mutation for Testing SMT Solvers (OOPSLA 2021)
; Where: Fig. 3 (a)
; Paper's claim: none: the seed of the next formula
; Truth: sat: x = B, y = B
; Repaired: blanks inside string literals and operator names are damage of the text layer.
(declare-fun x () String)
(declare-fun y () String)
(assert (= (str.replace x "B" (str.++ "B" "B")) (str.++ y "B")))
(check-sat)
