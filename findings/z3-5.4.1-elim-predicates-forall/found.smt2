; solver z3@5.4.1
(declare-fun f (Bool Int) Bool)
(assert (forall ((s Bool) (t Int)) (= (f s t) (forall ((u Int)) true))))
(check-sat-using elim-predicates)
