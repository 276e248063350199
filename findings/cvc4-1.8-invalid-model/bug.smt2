; assay bug 1
; solver cvc4
; class invalid-model
; shows cvc4@1.8
; first cvc4@1.8
; behaves cvc5@1.0.3
; certificate own-model
; engine generate
; origin arm now, run 10
(declare-datatypes ((x 0)) (((y (z Bool) (w Bool)) (c))))
(declare-fun e () Bool)
(assert (forall ((u x)) (distinct u (y (= c u) e))))
(check-sat)
(get-model)
