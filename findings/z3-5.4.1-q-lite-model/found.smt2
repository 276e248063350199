; solver z3@5.4.1 sat.smt=true smt.q.lite=true
(declare-fun f (Int) Bool)
(declare-fun g (Int) Bool)
(assert (forall ((y Int)) (=> (not (g 0)) (f y))))
(check-sat)
(get-model)
