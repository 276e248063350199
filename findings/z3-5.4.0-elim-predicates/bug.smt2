; assay bug 1
; solver z3
; class crash
; shows z3@5.4.0
; first z3@4.16.0
; operators check-sat-using elim-predicates
; stack expr::get_sort < ast_manager::mk_app_core < eliminate_predicates::insert_macro
; certificate signature
(declare-fun f (Bool Int) Bool)
(assert (forall ((j Bool) (k Int)) (= (f j k) (forall ((m Int)) true))))
(check-sat-using elim-predicates)
