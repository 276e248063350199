; assay bug 1
; solver z3
; class invalid-model
; shows z3@4.16.0
; first z3@4.16.0
; behaves z3@5.4.0
; options combined_solver.ignore_solver1=true sat.smt=true
; operators select
; certificate own-model
; engine storm
; origin arm one, run 30
(declare-const a (Array Int Int))
(assert (= (select a 0) 1))
(check-sat)
(get-model)
