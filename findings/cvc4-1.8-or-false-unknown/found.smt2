(set-logic ALL)
(declare-const s Real)
(assert (or (or false (= 0.0 s)) (< (* s (+ 6.0 (* s 12.0))) (- 1.0))))
(check-sat)
