; assay bug 1
; solver cvc5
; class crash
; shows cvc5@1.0.3
; first cvc5@1.0.3
; behaves cvc5@1.4.0
; operators bvusubo fp.to_sbv
; certificate signature
; engine typefuzz
; origin arm now, run 10
(declare-fun x () (_ FloatingPoint 8 24))
(assert (bvusubo ((_ fp.to_sbv 1) RNA x) #b1))
(check-sat)
