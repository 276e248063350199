; Paper: Fuzz-testing SMT Solvers with Formula Weakening and Strengthening (master's thesis, ETH 2021)
; Where: Fig. 1 (a)
; Paper's claim: z3 with nlsat.randomize=false rightly said sat
; Truth: sat (the paper says so): a = -1; c(b+c)^2 takes every positive value for positive c
; Repaired: one closing parenthesis is missing.
(declare-const a Real)
(assert (forall ((b Real)) (exists ((c Real)) (and
  (= (+ a (* c (+ b c) (+ b c))) 0)
  (< a 0)
  (> c 0)))))
(check-sat)
