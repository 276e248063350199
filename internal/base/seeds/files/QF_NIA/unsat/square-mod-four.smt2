; Squares are 0 or 1 modulo 4.
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const x Int)
(declare-const y Int)
(assert (= (* x x) (+ (* 4 y) 2)))
(assert (and (<= (- 6) x) (< x 7)))
(assert (or (> (* x y) 3) (<= (* y x) 3)))
(check-sat)
