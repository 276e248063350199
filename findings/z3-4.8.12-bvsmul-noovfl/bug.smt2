(assert (bvsmul_noovfl #b1 #b1))
(check-sat)
