; assay bug 1
; solver z3
; class invalid-model
; shows z3@4.16.0
; first z3@4.16.0
; behaves z3@5.4.0
; options sat.smt=true
; operators <
; certificate own-model
; engine generate
; origin arm one, run 76
(declare-const a Real)
(assert (< a 0))
(check-sat)
(get-model)
