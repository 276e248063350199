; cvc4 1.8 answers unsat. The arctangent of zero is zero. cvc5 1.0.3 answers sat.
(set-logic ALL)
(assert (= 0.0 (arctan 0.0)))
(check-sat)
