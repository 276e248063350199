; Paper: Generative Type-Aware Mutation for Testing SMT Solvers (OOPSLA 2021)
; Where: Fig. 8 (c), issue z3/5140
; Paper's claim: z3 gave an invalid model
; Truth: sat (the paper says so): all strings empty, b = 0
; Repaired: blanks inside string literals and operator names are damage of the text layer.
(declare-fun a () Bool)
(declare-fun b () Int)
(declare-fun c () String)
(declare-fun d () String)
(assert (= c (str.++ (str.replace d (str.substr (ite a c d) 0 b) c) d)))
(check-sat)
