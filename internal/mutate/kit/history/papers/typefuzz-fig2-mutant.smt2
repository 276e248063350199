; Paper: Generative Type-Aware Mutation for Testing SMT Solvers (OOPSLA 2021)
; Where: Fig. 2 (d), issue z3/5108
; Paper's claim: z3 said unsat, cvc4 rightly sat; refutation soundness
; Truth: sat (the paper says so): any x with a character that is no digit
; Repaired: the lines of the figure are out of order and the call of str.from_int stands apart.
(declare-fun x () String)
(assert (> (- (str.to_int (str.++ (str.from_int 0) x))) 0))
(check-sat)
