; assay bug 1
; solver z3
; class invalid-objective
; shows z3@4.8.12
; first z3@4.8.5
; behaves z3@4.8.14
; operators :produce-unsat-cores assert-soft get-objectives select
; same-as z3-4.8.12-invalid-objective-_produce-unsat-cores-assert-soft-2
; certificate own-model
; engine generate
; origin arm now, run 1
(set-option :produce-unsat-cores true)
(declare-sort S 0)
(declare-fun x () Bool)
(declare-fun b () (Array S S))
(declare-fun c () (Array Bool (Array S S)))
(assert (! x :named e))
(assert-soft (distinct (select c x) b) :weight 0.5 :id goal)
(check-sat)
(get-model)
(get-objectives)
