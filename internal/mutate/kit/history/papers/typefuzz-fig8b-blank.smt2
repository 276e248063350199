; Paper: Generative Type-Aware Mutation for Testing SMT Solvers (OOPSLA 2021)
; Where: Fig. 8 (b), issue z3/5074, the literal taken as printed
; Paper's claim: z3 said unsat; refutation soundness
; Truth: sat: x = A, z = 0
; Repaired: only the blanks around B and in operator names are removed; the literal with a blank alone is kept.
; Note: under this reading the caption fits the formula; the text about the fix fits the other reading.
(declare-fun x () String)
(declare-fun y () String)
(declare-fun z () Int)
(assert (not (= (str.substr "B" z (str.indexof x " " (str.len x))) (str.substr "B" z (str.len x)))))
(check-sat)
