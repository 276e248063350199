; solver z3@5.4.1
(declare-const y Real)
(assert (and (> 1.0 y) (> y 0)))
(minimize (* y (- 1.0)))
(check-sat)
(get-model)
