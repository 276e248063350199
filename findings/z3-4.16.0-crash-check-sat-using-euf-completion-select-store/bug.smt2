; assay bug 1
; solver z3
; class crash
; shows z3@4.16.0
; first z3@4.15.8
; operators check-sat-using euf-completion select store
; stack ast_manager::check_args < ast_manager::mk_app_core < euf::completion::get_canonical
; certificate signature
; engine storm
; origin arm now, run 12
(declare-datatypes ((z 0)) (((w))))
(declare-sort T 0)
(declare-datatypes ((u 0)) (((a))))
(declare-datatypes ((d 0)) (((e (i u)))))
(declare-datatypes ((k 0)) (((l))))
(declare-datatypes ((t 0)) (((x (y k) (v T)))))
(declare-fun b () (Array Int t))
(declare-fun c () (Array Int d))
(declare-fun m () z)
(declare-fun p () Int)
(declare-fun q () (Array Int z))
(declare-fun r () (Array Int t))
(declare-fun s () k)
(assert (forall ((n Int)) (=> (= (select q 0) w) (= (i (select c n)) a))))
(assert (or (= m w) (= b (store r p (x l (v (select r 0)))))))
(assert (not (and (= s l) (= m w))))
(assert (not (= s l)))
(assert (= m w))
(check-sat-using euf-completion)
