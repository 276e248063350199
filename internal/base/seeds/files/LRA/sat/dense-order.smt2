; Between any two points there is a third one; and a supremum that is not attained.
(set-logic LRA)
(set-info :status sat)
(declare-const s Real)
(assert (forall ((x Real)) (=> (< x s) (exists ((y Real)) (and (< x y) (< y s))))))
(assert (forall ((e Real)) (=> (> e 0.0) (exists ((x Real)) (and (< x (+ s 1.0)) (> x (- s e)))))))
(assert (and (< 1.5 s) (<= s (/ 7 4))))
(check-sat)
