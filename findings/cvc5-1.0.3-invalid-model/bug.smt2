; assay bug 1
; solver cvc5
; class invalid-model
; shows cvc5@1.0.3
; first cvc5@1.0.3
; certificate own-model
; engine generate
; origin arm before, run 3
(set-logic A)
(declare-sort S 0)
(declare-fun j () (Array S S))
(assert (exists ((u S) (a (Array S S))) (distinct j a)))
(check-sat)
(get-model)
