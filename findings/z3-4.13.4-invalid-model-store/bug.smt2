; assay bug 1
; solver z3
; class invalid-model
; shows z3@4.13.4
; first z3@4.5.1
; operators - store
; certificate own-model
; engine generate
; origin arm now, run 13
(set-logic AUFLIRA)
(declare-fun r () (Array Int Real))
(declare-fun t () (Array Int Real))
(assert (= (store (store (store r 2 0.0) 0 0.0) (- 2) 0.0) (store r 2 0.0)))
(assert (= (store t 0 0.0) (store (store (store r 2 0.0) 0 0.0) 1 0.0)))
(check-sat)
(get-model)
