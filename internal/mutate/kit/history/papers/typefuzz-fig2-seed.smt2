; Paper: Generative Type-Aware Mutation for Testing SMT Solvers (OOPSLA 2021)
; Where: Fig. 2 (a)
; Paper's claim: none: the seed of the next formula
; Truth: sat: for x empty, str.to_int is -1
; Repaired: blanks inside string literals and operator names are damage of the text layer.
(declare-fun x () String)
(assert (> (- (str.to_int (str.++ x x))) 0))
(check-sat)
