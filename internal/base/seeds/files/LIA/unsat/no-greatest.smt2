; No integer bounds all even numbers from above.
(set-logic LIA)
(set-info :status unsat)
(declare-const top Int)
(assert (forall ((x Int)) (=> (exists ((h Int)) (= x (* 2 h))) (<= x top))))
(assert (or (> top 5) (exists ((z Int)) (= (+ z z) (- top 1))) (<= top 5)))
(check-sat)
