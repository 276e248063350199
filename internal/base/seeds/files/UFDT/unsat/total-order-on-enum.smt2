; A strict total order on three values cannot cycle.
(set-logic UFDT)
(set-info :status unsat)
(declare-datatype D ((a) (b) (c)))
(declare-fun lt (D D) Bool)
(assert (forall ((x D) (y D) (z D)) (=> (and (lt x y) (lt y z)) (lt x z))))
(assert (forall ((x D)) (not (lt x x))))
(assert (forall ((x D)) (exists ((y D)) (lt x y))))
(check-sat)
