; assay bug 1
; solver cvc5
; class crash
; shows cvc5@1.0.3
; first cvc5@1.0.3
; behaves cvc5@1.0.9
; operators fp.to_sbv
; certificate signature
; engine generate
; origin arm now, run 3
(declare-fun s () (_ FloatingPoint 2 2))
(assert (= #b0 ((_ fp.to_sbv 1) RTZ s)))
(check-sat)
