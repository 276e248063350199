(assert (= real.pi 0.0))
(check-sat)
