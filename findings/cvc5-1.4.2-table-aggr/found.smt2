; solver cvc5@1.4.2
(set-logic HO_ALL)
(assert (= ((_ table.aggr 0) (lambda ((x (Tuple Int)) (y Bool)) y) false (bag (tuple 1) 3)) (bag false 1)))
(assert (= (bag.partition (lambda ((x Int) (y Int)) true) (bag 1 3)) (bag (bag 1 3) 1)))
(check-sat)
