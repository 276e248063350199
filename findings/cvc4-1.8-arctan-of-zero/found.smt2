; solver cvc4
(set-logic ALL)
(assert (= 0.0 (arctan 0.0)))
(check-sat)
