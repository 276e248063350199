; z3 5.4.0 and 5.4.1 answer sat with x = 1: (asinh 0) is 0, so the first part is false, and x has to be 0 at most. 4.13.4 and 4.16.0 answer unknown.
(declare-const x Int)
(assert (or (> 0 (asinh 0)) (<= x 0)))
(check-sat)
(get-model)
