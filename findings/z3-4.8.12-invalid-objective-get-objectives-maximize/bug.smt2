; assay bug 1
; solver z3
; class invalid-objective
; shows z3@4.8.12
; first z3@4.8.12
; behaves z3@4.8.17
; operators < get-objectives maximize
; certificate own-model
; engine typefuzz
; origin arm now, run 2
(declare-fun a () Real)
(assert (< a 0.0))
(maximize a)
(check-sat)
(get-model)
(get-objectives)
