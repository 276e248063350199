(set-logic HO_ALL)
(assert (= ((_ table.aggr 0) (lambda ((x (Tuple Int)) (y Bool)) y) false (bag (tuple 0) 0)) (bag false 0)))
(check-sat)
