; assay bug 1
; solver z3
; class crash
; shows z3@5.4.0
; first z3@5.4.0
; operators bv1-blast bvneg check-sat-using
; stack expr::get_sort < basic_decl_plugin::mk_func_decl < ast_manager::mk_app(int, int, unsigned int, parameter const*, unsigned int, expr* const*, sort*) [clone .constprop.3]
; same-as z3-5.4.0-crash-c71b9ad271
; certificate signature
; engine storm
; origin arm now, run 16
(assert (= #x0 (bvneg #x0)))
(check-sat-using bv1-blast)
