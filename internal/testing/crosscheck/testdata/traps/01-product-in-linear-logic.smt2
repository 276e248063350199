; Trap 1: The logic is linear. z3 says so, drops the product and answers sat; without the logic it is unsat, since
; 7 is prime.
(set-logic QF_UFLIA)
(declare-const x Int)
(declare-const y Int)
(assert (= (* x y) 7))
(assert (> x y 1))
(check-sat)
