(assert (= 0.0 (arctan 0.0)))
(check-sat)
