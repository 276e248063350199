; z3 4.8.12 answers sat: it calls (-1) * (-1) = 1 free of overflow in one bit, whose values are 0 and -1. Only z3 has the
; operator.
(set-logic ALL)
(assert (bvsmul_noovfl #b1 #b1))
(check-sat)
