; solver cvc4
(set-logic ALL)
(assert (= real.pi 0.25))
(check-sat)
