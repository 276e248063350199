; assay bug 1
; solver z3
; class invalid-model
; shows z3@4.8.12
; first z3@4.8.5
; behaves z3@4.12.6
; operators seq.last_indexof seq.unit
; certificate own-model
; engine typefuzz
; origin arm now, run 6
(declare-fun z () Int)
(assert (= 0 (seq.last_indexof (as seq.empty (Seq Int)) (seq.unit z))))
(check-sat)
(get-model)
