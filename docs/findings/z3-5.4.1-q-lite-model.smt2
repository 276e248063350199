; With sat.smt=true and smt.q.lite=true, z3 answers sat with a model in which g is false at 0, and f false somewhere.
(declare-fun f (Int) Bool)
(declare-fun g (Int) Bool)
(assert (forall ((y Int)) (=> (not (g 0)) (f y))))
(check-sat)
(get-model)
