; Paper: Generative Type-Aware Mutation for Testing SMT Solvers (OOPSLA 2021)
; Where: Fig. 3 (b) and again Fig. 8 (h), issue cvc5/5915
; Paper's claim: section 3 says cvc4 answered sat and z3 rightly unsat; the caption of Fig. 8 (h) calls it refutation soundness
; Truth: unsat: without a B the left side has none; with one it is longer than the right side
; Repaired: blanks inside string literals and operator names are damage of the text layer.
; Note: the paper contradicts itself; a wrong sat is solution soundness, and the caption is at fault.
(declare-fun x () String)
(declare-fun y () String)
(assert (= (str.replace (str.replace x "B" (str.++ "B" "B")) "B" (str.++ y "B")) (str.++ y "B")))
(check-sat)
