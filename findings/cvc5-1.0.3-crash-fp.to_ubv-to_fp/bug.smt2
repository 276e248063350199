; assay bug 1
; solver cvc5
; class crash
; shows cvc5@1.0.3
; first cvc5@1.0.3
; behaves cvc5@1.3.4
; operators fp.to_ubv to_fp
; certificate signature
; engine typefuzz
; origin arm now, run 2
(assert (exists ((x (_ FloatingPoint 3 5))) (= (_ +zero 3 5) ((_ to_fp 3 5) RTN ((_ fp.to_ubv 4) RTN x)))))
(check-sat)
