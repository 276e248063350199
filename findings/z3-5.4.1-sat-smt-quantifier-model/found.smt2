; solver z3@5.4.1 sat.smt=true
(declare-const w Int)
(declare-const v Int)
(assert (not (exists ((o Int)) (=> (not (and (<= 0 v) (<= o v))) (= w 0)))))
(check-sat)
(get-model)
