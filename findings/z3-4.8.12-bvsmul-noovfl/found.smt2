; solver z3@4.8.12
(set-logic ALL)
(assert (bvsmul_noovfl #b1 #b1))
(check-sat)
