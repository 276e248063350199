(declare-sort S 0)
(declare-fun a () S)
(assert (distinct a a a))
(check-sat)
