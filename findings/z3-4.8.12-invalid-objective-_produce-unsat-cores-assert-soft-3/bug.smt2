; assay bug 1
; solver z3
; class invalid-objective
; shows z3@4.8.12
; first z3@4.8.12
; behaves z3@4.13.4
; operators :produce-unsat-cores assert-soft get-objectives
; certificate own-model
; engine generate
; origin arm none, run 30
(set-option :produce-unsat-cores true)
(declare-const x Bool)
(assert (! x :named z))
(assert-soft (not x) :id goal)
(check-sat)
(get-model)
(get-objectives)
