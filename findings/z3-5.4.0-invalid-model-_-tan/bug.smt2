; assay bug 1
; solver z3
; class invalid-model
; shows z3@5.4.0
; first z3@5.4.0
; operators / <= > tan
; same-as z3-5.4.0-tan
; certificate own-model
; engine diver
; origin arm before, run 13
(declare-fun x () Real)
(declare-fun z () Real)
(assert (and (> (tan z) x) (<= 0.0 (/ 0.0 x))))
(check-sat)
(get-model)
