(set-logic ALL)
(assert (= 0 (arctan 0)))
(check-sat)
