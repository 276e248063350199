; Paper: DIVER: Oracle-Guided SMT Solver Testing with Unrestricted Random Mutations (ICSE 2023)
; Where: Fig. 2, lines 1 to 4, 7, 8
; Paper's claim: cvc5 1.0.0 said unsat; refutation soundness
; Truth: sat (the paper gives the model): t = -0
; Repaired: marks of added lines are taken away.
; Note: str.update is an operator of cvc5 and cvc4 only.
(set-logic QF_SLIA)
(declare-fun t () String)
(assert (str.prefixof "-" (str.substr t 0 1)))
(assert (> (str.len (str.substr t 0 2)) 1))
(assert (not (xor (str.< (str.update "-0" 0 t) "-0") false)))
(assert (str.suffixof (str.replace t "-0" "-") "-"))
(check-sat)
