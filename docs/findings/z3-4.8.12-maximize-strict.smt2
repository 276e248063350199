; wrong optimum of z3 4.8.12: a comes arbitrarily close to 0
(declare-fun a () Real)
(assert (< a 0.0))
(maximize a)
(check-sat)
(get-model)
(get-objectives)
