; assay bug 1
; solver z3
; class invalid-model
; shows z3@5.4.1
; first z3@5.4.0
; operators <= > asinh
; certificate own-model
; origin findings/z3-5.4.1-asinh-model
(declare-fun x () Int)
(assert (or (> 0.0 (asinh 0.0)) (<= x 0)))
(check-sat)
(get-model)
