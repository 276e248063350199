; assay bug 1
; solver z3
; class invalid-model
; shows z3@5.4.0
; first z3@5.4.0
; operators /
; certificate own-model
; engine typefuzz
; origin arm before, run 16
(declare-fun r () Real)
(assert (= 1.0 (/ r pi 2.0)))
(check-sat)
(get-model)
