; solver cvc5@1.4.2
(declare-fun u () RoundingMode)
(declare-fun c () (_ FloatingPoint 2 3))
(assert (fp.gt (fp.roundToIntegral u c) (_ +zero 2 3)))
(assert (fp.isNegative (fp.sub u (_ +zero 2 3) c)))
(check-sat)
(get-model)
