; assay bug 1
; solver cvc5
; class crash
; shows cvc5@1.0.3
; first cvc5@1.0.3
; behaves cvc5@1.3.4
; operators to_fp
; certificate signature
; engine generate
; origin arm now, run 2
(declare-fun l () (_ FloatingPoint 3 5))
(assert (= (_ +zero 4 4) ((_ to_fp 4 4) RTZ l)))
(check-sat)
