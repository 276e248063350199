(set-logic QF_AX)
(declare-const x (Array Bool Bool))
(assert (= x (store x true true)))
(check-sat)
