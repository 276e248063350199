; assay bug 1
; solver z3
; class invalid-objective
; shows z3@4.8.12
; first z3@4.8.12
; behaves z3@4.13.4
; operators - < get-objectives maximize
; certificate own-model
; engine generate
; origin arm none, run 30
(declare-const u Real)
(assert (< 0 u))
(maximize (- u))
(check-sat)
(get-model)
(get-objectives)
