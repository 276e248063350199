; Paper: Generative Type-Aware Mutation for Testing SMT Solvers (OOPSLA 2021)
; Where: Fig. 8 (a), issue cvc5/6075
; Paper's claim: cvc4 (1.7 and later) said sat, and its own model check did not notice; solution soundness
; Truth: unsat: the pattern always holds a B, so the left replace yields the empty string, and nothing is below it
; Repaired: blanks inside string literals and operator names are damage of the text layer. A blank alone in quotes is read as the empty string.
(declare-fun x () String)
(declare-fun y () String)
(assert (str.< x (str.replace "" (str.++ (str.replace "B" x "") (str.replace "B" (str.replace "B" x "") "")) y)))
(check-sat)
