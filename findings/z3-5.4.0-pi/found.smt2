; solver z3@5.4.0
(declare-fun x () Real)
(assert (>= (* x 2.0) pi x))
(check-sat)
(get-model)
