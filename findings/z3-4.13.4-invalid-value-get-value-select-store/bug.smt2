; assay bug 1
; solver z3
; class invalid-value
; shows z3@4.13.4
; first z3@4.8.12
; operators get-value select store
; certificate own-model
; engine diver
; origin arm now, run 53
(declare-sort S)
(declare-sort T)
(declare-const c (Array S T))
(declare-const d (Array S T))
(declare-const e S)
(assert (= (store d e (select c e)) c))
(declare-const m (Array S T))
(check-sat)
(get-model)
(get-value ((= c m)))
