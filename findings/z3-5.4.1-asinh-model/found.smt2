; solver z3@5.4.1
(declare-const x Int)
(assert (or (> 0 (asinh 0)) (<= x 0)))
(check-sat)
(get-model)
