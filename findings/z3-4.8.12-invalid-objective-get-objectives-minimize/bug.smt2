; assay bug 1
; solver z3
; class invalid-objective
; shows z3@4.8.12
; first z3@4.8.12
; behaves z3@4.8.17
; operators > get-objectives minimize
; same-as z3-4.8.12-invalid-objective-get-objectives-maximize
; certificate own-model
; engine fusion
; origin arm now, run 18
(declare-fun x () Real)
(assert (> x 0.0))
(minimize x)
(check-sat)
(get-model)
(get-objectives)
