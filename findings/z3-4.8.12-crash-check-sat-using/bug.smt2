; assay bug 1
; solver z3
; class crash
; shows z3@4.8.12
; first z3@4.8.12
; behaves z3@4.13.4
; options smt.arith.simplex_strategy=2
; operators + check-sat-using
; stack lp::static_matrix<double, double>::set < lp::lar_solver::add_row_from_term_no_constraint < lp::lar_solver::add_constraint_from_term_and_create_new_column_row
; certificate signature
; engine storm
; origin arm one, run 29
(declare-const x Int)
(declare-const y Int)
(assert (= (+ x y) 0))
(check-sat-using smt)
