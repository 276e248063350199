; assay bug 1
; solver z3
; class invalid-model
; shows z3@4.8.12
; first z3@4.8.10
; behaves z3@4.12.6
; operators seq.last_indexof
; certificate own-model
; engine diver
; origin arm now, run 15
(declare-fun y () String)
(assert (= 0 (seq.last_indexof "" y)))
(check-sat)
(get-model)
