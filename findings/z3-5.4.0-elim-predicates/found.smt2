; solver z3@5.4.0
(declare-fun f ((Array Int (Array Int Real)) Int) Bool)
(assert (forall ((j (Array Int (Array Int Real))) (k Int)) (= (f j k) (forall ((m Int)) true))))
(check-sat-using elim-predicates)
