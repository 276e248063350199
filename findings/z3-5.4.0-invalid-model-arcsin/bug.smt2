; assay bug 1
; solver z3
; class invalid-model
; shows z3@5.4.0
; first z3@5.4.0
; operators <= >= arcsin
; certificate own-model
; engine typefuzz
; origin arm before, run 3
(declare-fun x () Real)
(assert (and (<= 0.0 x) (ite (>= x (asin x)) false true)))
(check-sat)
(get-model)
