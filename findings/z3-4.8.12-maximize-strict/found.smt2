; solver z3@4.8.12
(declare-fun a () Real)
(assert (< a 0.0))
(maximize a)
(check-sat)
(get-model)
(get-objectives)
