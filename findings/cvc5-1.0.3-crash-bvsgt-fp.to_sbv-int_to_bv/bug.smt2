; assay bug 1
; solver cvc5
; class crash
; shows cvc5@1.0.3
; first cvc5@1.0.3
; behaves cvc5@1.4.0
; operators bvsgt fp.to_sbv int_to_bv
; certificate signature
; engine diver
; origin arm before, run 3
(declare-fun y () (_ FloatingPoint 11 53))
(assert (bvsgt ((_ int2bv 1) 0) ((_ fp.to_sbv 1) RNA y)))
(check-sat)
