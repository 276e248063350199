; assay bug 1
; solver z3
; class invalid-model
; shows z3@4.16.0
; first z3@4.15.8
; behaves z3@5.1.0
; operators check-sat-using elim-uncnstr2
; certificate own-model
; engine storm
; origin arm now, run 2
(declare-fun s () (_ BitVec 1))
(assert (= s #b1))
(check-sat-using (then elim-uncnstr2 smt))
(get-model)
