; wrong model of cvc5 1.2.1 to 1.4.2 with --fp-exp: c = 0.75 and u = RTN, under which (fp.roundToIntegral u c) is +zero, which is not above +zero.
; The format is one that cvc5 calls experimental. c = 1.0 makes both true.
(declare-fun u () RoundingMode)
(declare-fun c () (_ FloatingPoint 2 3))
(assert (fp.gt (fp.roundToIntegral u c) (_ +zero 2 3)))
(assert (fp.isNegative (fp.sub u (_ +zero 2 3) c)))
(check-sat)
(get-model)
