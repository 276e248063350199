; solver z3@5.4.0
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(assert (and (> (abs (* x x)) (tan (abs (* x x)))) (or (> y 0.0) (< (+ y x) 3.0))))
(check-sat)
