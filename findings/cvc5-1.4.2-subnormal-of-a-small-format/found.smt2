; solver cvc5@1.4.2 --fp-exp
(set-logic QF_FP)
(declare-fun f () (_ FloatingPoint 2 3))
(assert (or (= f (fp #b0 #b00 #b01)) (= f (fp #b0 #b10 #b00))))
(check-sat)
(get-model)
