; assay bug 1
; solver z3
; class invalid-model
; shows z3@5.4.0
; first z3@5.4.0
; operators * >=
; same-as z3-5.4.0-invalid-model-_
; certificate own-model
; engine typefuzz
; origin arm before, run 17
(declare-fun x () Real)
(assert (>= (* x 2.0) pi x))
(check-sat)
(get-model)
