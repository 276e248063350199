; assay bug 1
; solver z3
; class invalid-objective
; shows z3@4.8.12
; first z3@4.8.5
; behaves z3@4.8.14
; operators :produce-unsat-cores assert-soft get-objectives
; certificate own-model
; engine storm
; origin arm now, run 13
(set-option :produce-unsat-cores true)
(declare-fun b () Bool)
(assert (! (not b) :named e))
(assert-soft b :weight 3 :id goal)
(check-sat)
(get-model)
(get-objectives)
