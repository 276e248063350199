; assay bug 1
; solver z3
; class invalid-model
; shows z3@4.16.0
; first z3@4.16.0
; behaves z3@5.4.0
; options sat.smt=true
; operators :produce-unsat-cores
; certificate own-model
; engine generate
; origin arm one, run 29
(set-option :produce-unsat-cores true)
(declare-const a Int)
(assert (distinct a 0))
(assert (! true :named i))
(check-sat)
(get-model)
