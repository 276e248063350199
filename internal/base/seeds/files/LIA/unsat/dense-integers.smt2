; The integers are not dense, whatever the offset.
(set-logic LIA)
(set-info :status unsat)
(declare-const d Int)
(assert (forall ((x Int) (y Int))
  (=> (< x y) (exists ((z Int)) (and (< x (+ z d)) (< (+ z d) y))))))
(assert (>= d (- 3)))
(check-sat)
