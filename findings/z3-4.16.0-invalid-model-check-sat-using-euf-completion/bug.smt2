; assay bug 1
; solver z3
; class invalid-model
; shows z3@4.16.0
; first z3@4.15.8
; operators check-sat-using euf-completion
; certificate own-model
; engine storm
; origin arm now, run 1
(declare-fun z () Bool)
(assert (or z z))
(check-sat-using euf-completion)
(get-model)
