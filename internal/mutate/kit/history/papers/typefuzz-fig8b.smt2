; Paper: Generative Type-Aware Mutation for Testing SMT Solvers (OOPSLA 2021)
; Where: Fig. 8 (b), issue z3/5074
; Paper's claim: z3 said unsat; refutation soundness
; Truth: unsat: str.indexof of the empty string at the end of x is the length of x, so both sides are one term
; Repaired: blanks inside string literals and operator names are damage of the text layer. A blank alone in quotes is read as the empty string.
; Note: by the present standard the bug can only have been a wrong sat. See also the reading with a blank.
(declare-fun x () String)
(declare-fun y () String)
(declare-fun z () Int)
(assert (not (= (str.substr "B" z (str.indexof x "" (str.len x))) (str.substr "B" z (str.len x)))))
(check-sat)
