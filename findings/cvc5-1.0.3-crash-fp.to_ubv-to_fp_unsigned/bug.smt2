; assay bug 1
; solver cvc5
; class crash
; shows cvc5@1.0.3
; first cvc5@1.0.3
; behaves cvc5@1.3.4
; operators fp.to_ubv to_fp_unsigned
; certificate signature
; engine typefuzz
; origin arm now, run 19
(declare-fun t () (_ FloatingPoint 2 2))
(assert (distinct ((_ to_fp_unsigned 2 2) RTN ((_ fp.to_ubv 1) RTN t)) t))
(check-sat)
