; assay bug 1
; solver z3
; class crash
; shows z3@4.8.12
; first z3@4.8.10
; behaves z3@4.8.14
; stack recursion < ast_manager::mk_app < ast_manager::register_node_core < bv_decl_plugin::mk_func_decl
; certificate signature
; engine generate
; origin arm now, run 2
(declare-datatypes ((x 1)) ((par (T) ((k0) (z (g3 (x T)))))))
(declare-fun c () (x (_ BitVec 1)))
(declare-fun e () (x (_ BitVec 1)))
(assert (distinct (ite ((_ is z) c) e c) c))
(check-sat)
