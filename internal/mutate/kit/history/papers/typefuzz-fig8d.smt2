; Paper: Generative Type-Aware Mutation for Testing SMT Solvers (OOPSLA 2021)
; Where: Fig. 8 (d), issue z3/5136
; Paper's claim: z3 gave an invalid model
; Truth: sat (the paper says so): a = (div 0 0); b, c depend on what mod by zero is
; Note: the truth hangs on two unspecified values, which a witness must fix.
(declare-fun a () Int)
(declare-fun b () Int)
(declare-fun c () Int)
(assert (and (= 0 (- (div 0 0) a)) (= 0 (+ b 1 b (* c (mod (* a (- 1)) 0))))))
(check-sat)
