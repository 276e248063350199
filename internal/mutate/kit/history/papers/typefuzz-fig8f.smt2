; Paper: Generative Type-Aware Mutation for Testing SMT Solvers (OOPSLA 2021)
; Where: Fig. 8 (f), issue z3/5117
; Paper's claim: z3 said unsat; refutation soundness
; Truth: sat (the paper gives the model): a = aarr
; Repaired: blanks inside string literals and operator names are damage of the text layer. A blank alone in quotes is read as the empty string.
(declare-fun a () String)
(assert (str.< a "ar"))
(assert (str.prefixof "ar" (str.replace a "ar" "")))
(check-sat)
