; solver cvc5@1.4.2
(set-logic ALL)
(assert (= 1.0 (arcsec 1.0)))
(check-sat)
