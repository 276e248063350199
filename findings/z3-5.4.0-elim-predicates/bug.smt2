(declare-fun f (Bool Int) Bool)
(assert (forall ((j Bool) (k Int)) (= (f j k) (forall ((m Int)) true))))
(check-sat-using elim-predicates)
