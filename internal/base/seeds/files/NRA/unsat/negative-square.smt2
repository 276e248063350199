; Some shift of a square would be negative everywhere.
(set-logic NRA)
(set-info :status unsat)
(declare-const c Real)
(assert (forall ((x Real)) (< (+ (* x x) c) 0.0)))
(assert (or (> c (- 50.0)) (exists ((y Real)) (= (* y y) (- c)))))
(check-sat)
