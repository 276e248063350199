; assay bug 1
; solver z3
; class crash
; shows z3@5.4.0
; first z3@4.15.8
; operators check-sat-using euf-completion
; stack euf::completion::get_canonical < euf::completion::canonize < euf::completion::canonize_fml
; certificate signature
; engine storm
; origin arm now, run 2
(assert (or true true))
(check-sat-using euf-completion)
