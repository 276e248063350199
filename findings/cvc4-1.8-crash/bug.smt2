; assay bug 1
; solver cvc4
; class crash
; shows cvc4@1.8
; first cvc4@1.8
; behaves cvc5@1.0.3
; certificate signature
; engine generate
; origin arm now, run 1
(declare-datatypes ((x 1)) ((par (T) ((k2 (g4 Bool)) (z)))))
(assert (exists ((u (x Int))) (g4 u)))
(check-sat)
