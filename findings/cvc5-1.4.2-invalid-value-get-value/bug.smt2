; assay bug 1
; solver cvc5
; class invalid-value
; shows cvc5@1.4.2
; first cvc5@1.4.2
; operators get-value
; certificate own-model
; engine storm
; origin arm now, run 18
(set-logic UF)
(declare-sort V 0)
(declare-fun h () V)
(declare-fun f (V) Bool)
(declare-fun g () Bool)
(assert (ite (forall ((z V)) (f z)) (f h) (not g)))
(check-sat)
(get-model)
(get-value ((not g) true (f h) true true))
