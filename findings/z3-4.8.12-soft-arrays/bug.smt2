; assay bug 1
; solver z3
; class invalid-objective
; shows z3@4.8.12
; first z3@4.8.12
; behaves z3@4.16.0
; operators :produce-unsat-cores assert-soft get-objectives select
; certificate own-model
(set-option :produce-unsat-cores true)
(declare-sort S)
(declare-const x Bool)
(declare-const b (Array S S))
(declare-const c (Array Bool (Array S S)))
(assert (! x :named e))
(assert-soft (distinct (select c x) b) :id goal)
(check-sat)
(get-model)
(get-objectives)
