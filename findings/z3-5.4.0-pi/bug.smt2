(declare-const x Real)
(assert (>= (* x 2.0) pi x))
(check-sat)
(get-model)
