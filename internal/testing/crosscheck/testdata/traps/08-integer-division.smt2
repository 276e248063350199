; Trap 8: div and mod by zero take two unrelated values: mod need not be below anything. Only z3 prints them
; (div0, mod0).
(set-logic QF_NIA)
(declare-const x Int)
(declare-const y Int)
(assert (= y 0))
(assert (= (div x y) 5))
(assert (= (mod x y) 7))
(check-sat)
