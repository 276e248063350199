; assay bug 1
; solver cvc5
; class invalid-model
; shows cvc5@1.3.4
; first cvc5@1.2.1
; operators fp.gt fp.isNegative fp.roundToIntegral fp.sub
; certificate own-model
; engine generate
; origin arm before, run 11
(declare-fun u () RoundingMode)
(declare-fun c () (_ FloatingPoint 2 3))
(assert (fp.gt (fp.roundToIntegral u c) (_ +zero 2 3)))
(assert (fp.isNegative (fp.sub u (_ +zero 2 3) c)))
(check-sat)
(get-model)
