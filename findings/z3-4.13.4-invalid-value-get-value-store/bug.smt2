; assay bug 1
; solver z3
; class invalid-value
; shows z3@4.13.4
; first z3@4.13.4
; operators get-value store
; certificate own-model
; engine diver
; origin arm before, run 53
(declare-sort S)
(declare-const y (Array S Bool))
(declare-const u Bool)
(declare-const d (Array S Bool))
(declare-const e S)
(assert (= (store d e u) d))
(check-sat)
(get-model)
(get-value ((= y d)))
