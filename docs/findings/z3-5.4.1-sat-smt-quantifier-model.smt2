; With sat.smt=true, z3 answers sat with a model that makes the assertion false. 4.16.0 does not answer.
(declare-const w Int)
(declare-const v Int)
(assert (not (exists ((o Int)) (=> (not (and (<= 0 v) (<= o v))) (= w 0)))))
(check-sat)
(get-model)
