; solver cvc5@1.0.3 --ackermann
(set-logic QF_AX)
(declare-fun x () (Array Bool Bool))
(assert (= x (store x true true)))
(check-sat)
