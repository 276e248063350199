; assay bug 1
; solver z3
; class crash
; shows z3@4.8.12
; first z3@4.8.10
; behaves z3@4.8.14
; operators push
; stack recursion < ast_manager::mk_app < ast_manager::mk_app_core < ast_manager::register_node_core
; certificate signature
; engine generate
; origin arm now, run 12
(push 1)
(declare-datatypes ((x 1)) ((par (T) ((k0) (z (g3 (x T)))))))
(declare-fun v () (x Bool))
(assert (ite (= (as k0 (x Bool)) v) false true))
(check-sat)
(get-model)
