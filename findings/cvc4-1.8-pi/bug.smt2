(set-logic ALL)
(assert (= real.pi 0))
(check-sat)
