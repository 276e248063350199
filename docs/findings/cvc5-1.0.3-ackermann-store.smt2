; crash of cvc5 1.0.3 with --ackermann
(set-logic QF_AX)
(declare-fun x () (Array Bool Bool))
(assert (= x (store x true true)))
(check-sat)
