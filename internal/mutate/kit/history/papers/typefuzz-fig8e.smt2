; Paper: Generative Type-Aware Mutation for Testing SMT Solvers (OOPSLA 2021)
; Where: Fig. 8 (e), issue cvc5/6228
; Paper's claim: cvc4 stopped at a failed assertion (debug build); crash
; Truth: sat: a = 0, b = 1
(declare-fun a () Real)
(declare-fun b () Real)
(assert (= b (+ 1 (* a a (+ 1 (/ b b))))))
(check-sat)
