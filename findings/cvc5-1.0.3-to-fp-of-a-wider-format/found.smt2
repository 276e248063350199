; solver cvc5@1.0.3
(set-logic ALL)
(declare-fun r () RoundingMode)
(declare-fun x () (_ FloatingPoint 10 11))
(assert (fp.isZero ((_ to_fp 5 11) r x)))
(check-sat)
