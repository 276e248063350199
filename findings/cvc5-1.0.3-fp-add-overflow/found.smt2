; solver cvc5@1.0.3
(set-logic QF_FP)
(declare-fun a () (_ FloatingPoint 2 3))
(declare-fun c () (_ FloatingPoint 2 3))
(assert (= a (fp #b1 #b01 #b00)))
(assert (= c (fp #b1 #b10 #b11)))
(assert (not (= (fp.add RTN a c) (_ -oo 2 3))))
(check-sat)
