; Some factor keeps all small squares under a line.
(set-logic NIA)
(set-info :status sat)
(declare-const m Int)
(assert (forall ((x Int)) (=> (and (<= 0 x) (<= x 3)) (<= (* x x) (* m x)))))
(assert (exists ((x Int) (y Int)) (and (= (* x y) 6) (= (+ x y) m))))
(assert (< m 9))
(check-sat)
