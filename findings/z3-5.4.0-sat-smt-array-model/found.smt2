; solver z3@5.4.0 nnf.mode=full sat.smt=true
(declare-fun x () Bool)
(declare-fun z () Int)
(declare-fun a () (Array Bool Int))
(assert (= (ite x z 0) (select (store a x z) false)))
(check-sat)
(get-model)
