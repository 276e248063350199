; assay bug 1
; solver cvc5
; class invalid-model
; shows cvc5@1.4.2
; first cvc5@1.4.0
; operators fp.gt fp.isNegative fp.roundToIntegral fp.sub
; certificate own-model
(set-logic ALL)
(declare-const u RoundingMode)
(declare-const c (_ FloatingPoint 2 3))
(assert (fp.gt (fp.roundToIntegral u c) (_ +zero 2 3)))
(assert (fp.isNegative (fp.sub u (_ +zero 2 3) c)))
(check-sat)
(get-model)
