(set-logic HO_ALL)
(assert (= (table.aggr (lambda ((x (Tuple Int)) (y Bool)) y) true (bag (tuple 0) 0)) (bag true 0)))
(check-sat)
