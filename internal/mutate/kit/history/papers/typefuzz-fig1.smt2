; Paper: Generative Type-Aware Mutation for Testing SMT Solvers (OOPSLA 2021)
; Where: Fig. 1, issue cvc5/5940
; Paper's claim: cvc4 (1.5 and later, not 1.6) said unsat; refutation soundness
; Truth: sat (the paper says so): with z = 0 both sides are B
; Repaired: blanks inside string literals and operator names are damage of the text layer.
(declare-fun x () String)
(declare-fun y () String)
(declare-fun z () Int)
(assert (= "B" (str.replace (str.substr "A" 0 z) "" (str.replace "B" (str.substr "B" 0 0) (str.substr "A" 0 z)))))
(check-sat)
